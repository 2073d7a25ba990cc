"""A May I that brings more cards each time: in the round, from round to round, and on the page."""

from __future__ import annotations

from referee.game import events as ev
from referee.rulebooks import library
from tests.game.play import Game
from tests.game.plays import take_discard

BOOK = library.with_house_rules(library.load("contract"), {"may_i_penalty_grows": 2})


def penalties(game: Game) -> list[int]:
    return [each.event.penalty for each in game.log if isinstance(each.event, ev.MayITaken)]


def test_each_further_one_of_a_player_in_a_round_brings_more() -> None:
    game = Game(BOOK, 4)
    game.must(take_discard(1, (3,), active=2))
    game.must(take_discard(1, (4,), active=3))
    game.must(take_discard(1, (3,), active=4, same=False))
    game.must(take_discard(1, (3,), active=2, same=False))
    assert penalties(game) == [1, 1, 3, 5]


def test_the_next_round_begins_with_the_first_price() -> None:
    game = Game(BOOK, 4)
    game.must(take_discard(1, (3,), active=2))
    game.close(1)
    game.must(take_discard(2, (3,), active=4))
    assert penalties(game) == [1, 1]


def test_the_clause_says_how_it_grows() -> None:
    assert BOOK.clause("may-i-penalty").text == (
        "If you take the discard out of turn, you also take one card from the stock. Each further time in that round "
        "it is two cards more."
    )
    assert [BOOK.may_i_hand(1, times) for times in (0, 1, 2, 3)] == [0, 2, 6, 12]
