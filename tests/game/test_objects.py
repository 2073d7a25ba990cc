"""What Undo takes back is named on its key in at most fourteen letters, and no word of it is cut."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game.events import EVENT_TYPES, IrregularityNoted, MayITaken, WentOutSaid
from referee.game.story.events import OBJECTS
from referee.game.story.objects import ROOM, undone_object
from tests.game.play import Game


@pytest.mark.parametrize("kind", EVENT_TYPES.values())
def test_each_kind_of_entry_has_words_that_fit_whatever_the_names(kind: type) -> None:
    shortest = OBJECTS[kind][-1]
    assert len(shortest) <= ROOM
    assert "{" not in shortest, "it says nothing that could be long"


def named(game: Game) -> str:
    return undone_object(game.state, game.log[-1].event)


def test_a_short_name_stands_in_it_and_a_long_one_is_left_out_whole() -> None:
    game = Game("contract", 3)
    game.must(cmd.RenameSeat(2, "Bartholomew-Maximilian"))
    assert named(game) == "New name"
    game.must(cmd.SayWentOut(1, 1))
    assert named(game) == "Ann went out"
    game.must(cmd.EnterCardsLeft(1, 3, "K K"))
    assert named(game) == "20 for Cid"
    game.must(cmd.EnterCardsLeft(1, 2, "K"))
    assert named(game) == "Cards left"
    game.must(cmd.RenameSeat(2, "Charlotte"))
    assert undone_object(game.state, game.log[-2].event) == "Charlotte: 10"


def test_a_round_is_named_by_its_number_as_long_as_that_fits() -> None:
    game = Game("contract", 3)
    game.close(1)
    assert named(game) == "Round 1 closed"
    game.must(cmd.Finish(confirmed=True))
    assert named(game) == "Game finished"


def test_a_discard_taken_is_named_as_the_rulebook_calls_it() -> None:
    taken = MayITaken(2, 4, 2, same=False, penalty=1, price=0, claims=(4,), refused={})
    assert undone_object(Game("contract").state, taken) == "Dee’s May I"
    assert undone_object(Game("progressive").state, taken) == "Dee’s buy"


def test_what_has_points_says_them_and_both_piles_empty_has_no_winner() -> None:
    game = Game("contract", 3)
    assert undone_object(game.state, IrregularityNoted(1, 2, "too many cards", "points", 10, "")) == "+10 for Ben"
    assert undone_object(game.state, IrregularityNoted(1, None, "a card fell", "note", 0, "")) == "The mistake"
    assert undone_object(game.state, WentOutSaid(1, None)) == "No winner"
