"""A meld that nobody told is named when something is put to it, and is known from then on."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from tests.game import plays
from tests.game.play import Game

FIVES, NINES, KINGS = "5H 5S 5D", "9C 9D 9H", "KC KD KH"


@pytest.fixture
def game() -> Game:
    """Ben's contract is told, Cid's is only noted; Dee has gone down in an earlier turn."""
    game = Game("contract")
    game.must(plays.go_down(1, 2, (FIVES, NINES)))
    game.must(plays.go_down(1, 3))
    game.must(plays.go_down(1, 4))
    game.must(plays.go_down(1, 1))
    return game


def lay_off(cards: str, onto: str, owner: int | None = 3, seat: int = 4) -> cmd.RecordPlay:
    return plays.lay_off(1, seat, None, cards, onto_cards=onto, owner=owner)


def lying(game: Game) -> dict[str, int]:
    assert game.state.running is not None
    return {meld.cards: meld.owner for meld in game.state.running.play.melds.values()}


def test_a_lay_off_on_a_meld_that_nobody_told_makes_it_known(game: Game) -> None:
    game.must(lay_off("KS", KINGS))
    assert lying(game) == {FIVES: 2, NINES: 2, "KC KD KH KS": 3}
    assert "laid off the king of spades on Cid’s meld" in game.entries[-1].sentence
    game.must(lay_off("KC", "KC KD KH KS"))
    assert "KC KD KH KS KC" in lying(game)


def test_a_swap_on_a_meld_that_nobody_told_makes_it_known(game: Game) -> None:
    game.must(plays.take_wild(1, 4, None, "6H", onto_cards="4H 5H JK 7H", owner=3))
    assert lying(game) == {FIVES: 2, NINES: 2, "4H 5H 6H 7H": 3}
    assert "took the joker from Cid’s meld" in game.entries[-1].sentence


def test_whose_meld_it_is_is_asked(game: Game) -> None:
    assert "Whose meld" in game.refuses(lay_off("KS", KINGS, owner=None))


def test_cards_that_lie_there_are_the_recorded_meld(game: Game) -> None:
    done = game.must(lay_off("5C", "5D 5H 5S", owner=3))
    (event,) = done.events
    assert isinstance(event, ev.LaidOff)
    assert (event.meld is not None, event.owner, len(lying(game))) == (True, None, 2)


def test_a_contract_told_late_takes_up_the_melds_named_before(game: Game) -> None:
    game.must(lay_off("KS", KINGS))
    game.must(plays.go_down(1, 3, (KINGS, "7C 7D 7H")))
    assert lying(game) == {FIVES: 2, NINES: 2, "KC KD KH KS": 3, "7C 7D 7H": 3}


def test_a_contract_told_late_may_be_told_as_it_lies_now() -> None:
    game = Game("shanghai")
    for seat in (3, 4):
        game.must(plays.go_down(1, seat))
    game.must(plays.take_discard(1, (2,), 1))
    game.must(plays.lay_off(1, 4, None, "KS", "earlier", onto_cards=KINGS, owner=3))
    game.must(plays.go_down(1, 3, ("KC KD KH KS", "7C 7D 7H")))
    went_down = game.log[-1].event
    assert isinstance(went_down, ev.WentDown)
    assert went_down.melds == (KINGS, "7C 7D 7H")
    assert lying(game) == {"KC KD KH KS": 3, "7C 7D 7H": 3}


def test_a_further_meld_named_beside_a_told_contract_leaves_it_open_what_else_lies_there(game: Game) -> None:
    assert game.state.running is not None
    assert game.state.running.play.knows_melds_of(2)
    game.must(lay_off("KS", KINGS, owner=3))
    assert game.state.running.play.knows_melds_of(2), "of Cid nobody had said that all was told"
    game.must(lay_off("JS", "JC JD JH", owner=2))
    assert not game.state.running.play.knows_melds_of(2)


def test_a_meld_on_which_others_rest_is_not_undone(game: Game) -> None:
    named = game.must(lay_off("KS", KINGS))
    number = len(game.log)
    game.must(lay_off("KC", "KC KD KH KS"))
    assert named.events
    game.refuses(cmd.Undo(number))
    game.must(cmd.Undo())
    game.must(cmd.Undo())
    assert lying(game) == {FIVES: 2, NINES: 2}


def test_the_melds_named_have_no_more_cards_than_the_pack(game: Game) -> None:
    game.must(lay_off("5C", "5H 5S 5C", owner=3))
    assert "There are four 5s of clubs on the table, but this pack has two." in game.refuses(
        lay_off("5S", "5C 5D 5C", owner=4, seat=3)
    )
