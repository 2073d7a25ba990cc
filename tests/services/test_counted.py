"""A sheet that is counted by taps: they add up whoever taps, and go out and come back as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.story.answers import sentence
from referee.rulebooks.sheets import Answers, answers_of, sheet
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import to_data
from referee.services.clubs import seasons
from referee.services.games import games
from referee.services.games.games import Refused, Stale
from referee.storage.files.importing import BadLine
from tests.homing import game_comes_home
from tests.services.carrying import brought_in, exported
from tests.services.desk import act, must, open_game
from tests.services.test_bad_imports import lines_of, written

pytestmark = pytest.mark.usefixtures("among_clubs")
SET = Answers("SET", rounds=2, highest_wins=True, has_dealer=False, by_taps=True, false_calls=True, triples=True)
PLAIN = Answers("Spot it", highest_wins=True, by_taps=True)


def opened(answers: Answers = SET) -> str:
    return open_game(sheet(answers), "Ann", "Ben", "Cid").code


def taps(code: str, round_no: int, *seats: int, seen: int | None = None) -> None:
    """A tap for each seat named; below zero for a false call."""
    for seat in seats:
        must(code, cmd.Count(round_no, abs(seat), 1 if seat > 0 else -1), seen=seen)


def counts(code: str) -> list[int]:
    running = games.game(code).running
    assert running is not None
    return [line.points for line in running.lines.values()]


def test_set_by_hand() -> None:
    """Two decks. First: Ann 4 and a false call, Ben 2, Cid none and a false call. Second: Ann 1, Ben 5, Cid 3."""
    code = opened()
    taps(code, 1, 1, 2, 1, -1, 1, -3, 2, 1)
    assert counts(code) == [3, 2, -1]
    must(code, cmd.CloseRound(1))
    taps(code, 2, *[1], *[2] * 5, *[3] * 3)
    must(code, cmd.CloseRound(2))
    state = games.game(code)
    assert state.status == "finished"
    assert state.totals == {1: 4, 2: 7, 3: 2}
    assert [str(place) for place in state.places.values()] == ["2", "1", "3"]
    game_comes_home(state)


def test_taps_of_two_phones_add_up_whatever_they_have_seen() -> None:
    code = opened()
    taps(code, 1, 2, 2, 1, 2, seen=1)
    assert counts(code) == [1, 3, 0]
    must(code, cmd.Undo(3))
    assert counts(code) == [1, 2, 0], "an undo takes its own tap and no other"
    must(code, cmd.Redo(3))
    assert counts(code) == [1, 3, 0]


def test_a_seat_without_a_tap_has_none_and_undoing_the_close_goes_on_counting() -> None:
    code = opened(PLAIN)
    taps(code, 1, 2)
    must(code, cmd.CloseRound(1))
    assert [type(entry.event).__name__ for entry in games.game(code).log[1:]] == ["Counted", "RoundClosed"]
    must(code, cmd.CorrectCell(1, 3, "2"))
    assert games.game(code).totals == {1: 0, 2: 1, 3: 2}
    must(code, cmd.Undo(confirmed=True))
    must(code, cmd.Undo(confirmed=True))
    taps(code, 1, 3)
    assert counts(code) == [0, 1, 1]


def test_a_tap_after_the_close_is_asked_about_and_changes_nothing() -> None:
    code = opened()
    taps(code, 1, 1)
    seen = games.game(code).number
    must(code, cmd.CloseRound(1))
    late = act(code, cmd.Count(1, 1, 1), seen=seen)
    assert isinstance(late, Stale)
    [conflict] = late.conflicts
    assert (sentence(conflict.changed), sentence(conflict.now), sentence(conflict.wanted)) == (
        "Round 1, Ann", "Closed with 1", "One more: 2",
    )  # fmt: skip
    must(code, cmd.CloseRound(2))
    assert isinstance(act(code, cmd.Count(2, 1, 1), seen=seen), Refused | Stale)
    assert games.game(code).totals[1] == 1


def test_a_tap_after_the_close_corrects_the_closed_round_where_that_is_wanted() -> None:
    code = opened()
    taps(code, 1, 1)
    must(code, cmd.CloseRound(1))
    shown = games.game(code).number
    must(code, cmd.Count(1, 1, 1, corrects=True), seen=shown)
    assert games.game(code).totals[1] == 2
    late = act(code, cmd.Count(1, 1, 1, corrects=True), seen=shown)
    assert isinstance(late, Stale), "another phone’s late tap came first"
    assert sentence(late.conflicts[0].wanted) == "One more: 3"
    must(code, cmd.Count(1, 1, 1, corrects=True))
    must(code, cmd.Count(1, 3, -1, corrects=True))
    assert games.game(code).totals == {1: 3, 2: 0, 3: -1}


def test_a_close_that_has_not_seen_a_tap_is_asked_about() -> None:
    code = opened()
    taps(code, 1, 1)
    seen = games.game(code).number
    taps(code, 1, 2)
    late = act(code, cmd.CloseRound(1), seen=seen)
    assert isinstance(late, Stale)
    assert [sentence(each.changed) for each in late.conflicts] == ["Round 1, Ben"]


@pytest.mark.parametrize(
    "command",
    [
        cmd.Count(1, 9, 1),
        cmd.Count(1, 1, 2),
        cmd.Count(1, 1, 0),
        cmd.Count(1, 1, -1),
        cmd.Count(2, 1, 1),
        cmd.EnterCardsLeft(1, 1, "5"),
        cmd.ClearCardsLeft(1, 1),
        cmd.CountRound(1, {1: "5"}),
        cmd.CloseRound(1, {1: "5"}),
    ],
)
def test_what_is_no_tap_of_this_sheet_is_refused(command: cmd.Command) -> None:
    code = opened(PLAIN)
    assert isinstance(act(code, command), Refused)
    assert counts(code) == [0, 0, 0]


def test_no_other_game_is_counted_by_taps() -> None:
    for book in (sheet(Answers("Hearts")), None):
        code = open_game(book, "Ann", "Ben", "Cid").code if book else open_game().code
        assert isinstance(act(code, cmd.Count(1, 1, 1)), Refused)


def test_it_goes_out_and_comes_back_as_it_was(elsewhere: Callable[[], Any]) -> None:
    for answers in (SET, PLAIN):
        code = opened(answers)
        taps(code, 1, 1, 2, 2)
        must(code, cmd.Undo())
        must(code, cmd.CloseRound(1))
        taps(code, 2, 3)
        assert answers_of(games.game(code).book) == answers
    data = exported(seasons.first_club().id)
    with elsewhere():
        assert exported(brought_in(data)) == data


@pytest.mark.parametrize(
    "event", [ev.Counted(1, 1, 2), ev.Counted(1, 1, -1), ev.CardsLeftEntered(1, 1, None, 5), ev.CardsLeftCleared(1, 1)]
)
def test_what_no_tap_can_have_written_is_never_brought_in(event: ev.Event, elsewhere: Callable[[], Any]) -> None:
    opened(PLAIN)
    lines = lines_of(exported(seasons.first_club().id))
    [game] = [line for line in lines if line["type"] == "game"]
    game["events"].append([game["events"][-1][0], "", ev.to_data(event)])
    with elsewhere(), pytest.raises(BadLine, match="don’t make a game"):
        brought_in(written(lines))


def test_a_sheet_of_before_is_written_as_it_was() -> None:
    assert to_data(sheet(Answers("Hearts")))["sheet"] == {
        "highest_wins": False, "below_zero": False, "has_dealer": True,
    }  # fmt: skip
    with pytest.raises(RulebookError, match="false calls"):
        sheet(Answers("Hearts", false_calls=True))
