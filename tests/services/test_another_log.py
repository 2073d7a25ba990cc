"""A page of a log that the book does not hold any more: a copy was restored, or a tail was lost, and others went on."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game.judges.decide import NEWEST_ENTRY
from referee.game.stamps import stamp_of
from referee.game.state import GameState
from referee.services.clubs import seasons
from referee.services.deliveries import WriteTag
from referee.services.games import games
from referee.services.games.games import Done, Refused, Stale
from tests.services.carrying import brought_in, exported
from tests.services.desk import must, open_game, tag


@dataclass
class Restored:
    code: str
    shown: GameState
    """What the phone's page shows: a log that went another way."""

    def tag(self, **more: Any) -> WriteTag:
        return dataclasses.replace(tag(self.shown.number), stamp=stamp_of(self.shown), **more)


@pytest.fixture
def book(elsewhere: Callable[[], AbstractContextManager[Any]]) -> Iterator[Restored]:
    """Seat 2 had a line of 10 before the copy; after it the phone saw a note, the others entered 25 for that seat."""
    with elsewhere():
        code = open_game("contract").code
        must(code, cmd.EnterCardsLeft(1, 2, "10"))
        copy = exported(seasons.first_club().id)
        must(code, cmd.AddNote("Cake"))
        shown = games.game(code)
    with elsewhere():
        brought_in(copy)
        must(code, cmd.EnterCardsLeft(1, 2, "JK"))
        yield Restored(code, shown)


def line(code: str, seat: int) -> str | None:
    running = games.game(code).running
    assert running is not None
    return running.entered[seat].cards if seat in running.entered else None


def test_a_phone_overwrites_nothing_that_it_never_saw(book: Restored) -> None:
    state = games.game(book.code)
    assert state.number == book.shown.number, "the number alone says that nothing has changed"
    mine = cmd.EnterCardsLeft(1, 2, "K")
    answer = games.act(book.code, mine, book.tag())
    assert isinstance(answer, Stale)
    (clash,) = answer.conflicts
    assert "JK" in clash.theirs or "joker" in clash.theirs.lower()
    assert "king" in clash.mine.lower() or "K" in clash.mine
    assert line(book.code, 2) == "JK"
    insisted = dataclasses.replace(tag(state.number), stamp=stamp_of(state), instead=True)
    assert isinstance(games.act(book.code, mine, insisted), Done)
    assert line(book.code, 2) == "K"


def test_what_clashes_with_nothing_stands_beside_the_newest_entry_and_is_not_written_unasked(book: Restored) -> None:
    before = games.game(book.code)
    answer = games.act(book.code, cmd.EnterCardsLeft(1, 3, "K"), book.tag())
    assert isinstance(answer, Stale)
    assert "Cid" in answer.conflicts[0].mine
    assert "Ben" in answer.conflicts[0].theirs
    assert answer.conflicts[0].changed == NEWEST_ENTRY
    assert games.game(book.code).number == before.number


def test_the_same_as_the_others_entered_is_no_conflict(book: Restored) -> None:
    same = cmd.EnterCardsLeft(1, 2, "JK")
    assert isinstance(games.act(book.code, same, book.tag()), Done)


def test_an_entry_that_is_named_by_its_number_is_another_one(book: Restored) -> None:
    undo = cmd.Undo(book.shown.number, confirmed=True)
    answer = games.act(book.code, undo, book.tag())
    assert isinstance(answer, Refused)
    assert "history" in answer.problems[0].message
    assert line(book.code, 2) == "JK"


def test_an_undo_of_the_last_thing_shows_what_that_is_by_now(book: Restored) -> None:
    answer = games.act(book.code, cmd.Undo(confirmed=True), book.tag())
    assert isinstance(answer, Stale)


def test_a_page_that_is_ahead_of_the_book_is_a_conflict_as_well(book: Restored) -> None:
    ahead = dataclasses.replace(book.tag(), seen=book.shown.number + 5, stamp="0" * 12)
    assert isinstance(games.act(book.code, cmd.AddNote("Tea"), ahead), Stale)


def test_the_same_delivery_gets_the_same_answer(book: Restored) -> None:
    mine, the_tag = cmd.EnterCardsLeft(1, 2, "K"), book.tag()
    first = games.act(book.code, mine, the_tag)
    must(book.code, cmd.AddNote("Meanwhile"))
    again = games.act(book.code, mine, the_tag)
    assert isinstance(first, Stale)
    assert isinstance(again, Stale)
    assert again.conflicts == first.conflicts


def test_a_tap_of_the_version_before_carries_a_number_alone_and_counts(book: Restored) -> None:
    state = games.game(book.code)
    assert isinstance(games.act(book.code, cmd.AddNote("Tea"), tag(state.number)), Done)


def test_a_page_of_this_log_that_is_old_writes_as_ever(book: Restored) -> None:
    state = games.game(book.code)
    old = dataclasses.replace(tag(state.number), stamp=stamp_of(state))
    must(book.code, cmd.AddNote("Since"))
    assert isinstance(games.act(book.code, cmd.EnterCardsLeft(1, 3, "K"), old), Done)
