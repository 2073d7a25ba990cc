"""The stamp of a log: the same where the same happened, another one where anything else did."""

from __future__ import annotations

import dataclasses

import pytest

from referee.game.events import GameOpened, NoteAdded, Recorded, SeatAdded, SeatRenamed
from referee.game.fold import advance, fold
from referee.game.stamps import going_on, stamp_at, stamp_of, stamps
from referee.game.state import GameState
from tests.random_games.evening import Evening

SEEDS = range(6)


def evening(seed: int) -> GameState:
    played = Evening(seed)
    played.play_on()
    return played.state


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_added_goes_on_with_the_chain_that_a_fold_makes(seed: int) -> None:
    log = evening(seed).log
    state = fold(log[:1])
    stamp_of(state)
    for entry in log[1:]:
        state = advance(state, [entry])
        assert state.made(stamps) is not None, "it is not made again from the beginning"
    assert stamps(fold(log)) == state.once(stamps)
    assert len(set(state.once(stamps))) == len(log)


def test_a_number_that_is_not_reached_has_no_stamp() -> None:
    state = evening(0)
    assert stamp_at(state, state.number) == stamp_of(state) != ""
    assert stamp_at(state, state.number + 1) == stamp_at(state, 0) == ""


@pytest.mark.parametrize("seed", SEEDS)
def test_any_other_entry_changes_every_stamp_after_it_and_none_before(seed: int) -> None:
    log = evening(seed).log
    place = len(log) // 2
    other = log[place]._replace(event=NoteAdded("Somebody else was here"))
    before, after = going_on((), log), going_on((), (*log[:place], other, *log[place + 1 :]))
    assert before[:place] == after[:place]
    assert set(before[place:]).isdisjoint(after[place:])


def test_what_is_sent_again_later_has_the_stamp_that_it_had() -> None:
    """A restored copy lacked it: whoever saw it before sees the same."""
    log = [entry for entry in evening(2).log if not isinstance(entry.event, SeatAdded | SeatRenamed)]
    later = [entry._replace(at=entry.at.replace("20", "21", 1)) for entry in log]
    assert going_on((), later) == going_on((), log)


def test_somebody_else_who_sits_down_in_the_same_seat_is_another_story() -> None:
    """Else the open page of whoever sat there before would enter cards for them."""
    log = evening(0).log[:1]
    dee, eve = (
        Recorded(2, f"2026-01-01T20:00:0{second}Z", "", SeatAdded(7, name, None, 1, 0, "own"))
        for second, name in enumerate(("Dee", "Eve"))
    )
    assert going_on((), (*log, dee))[:1] == going_on((), (*log, eve))[:1]
    assert going_on((), (*log, dee))[1] != going_on((), (*log, eve))[1]


def test_a_name_that_is_forgotten_changes_no_stamp() -> None:
    """Else every page that is open would count as one of another log."""
    played = Evening(1)
    seat = played.state.seats[0].id
    played.play_on()
    log = [*played.state.log]
    opened = log[0].event
    assert isinstance(opened, GameOpened)
    seats = tuple((number, "Somebody" if number == seat else name) for number, name in opened.seats)
    log[0] = log[0]._replace(event=dataclasses.replace(opened, seats=seats))
    for place, entry in enumerate(log):
        if isinstance(entry.event, SeatRenamed) and entry.event.seat == seat:
            log[place] = entry._replace(event=dataclasses.replace(entry.event, player="Somebody"))
    forgotten = [entry._replace(by="") for entry in log]
    assert stamps(fold(forgotten)) == stamps(played.state)
