"""Melds on the table, recorded: going down, further melds, lay-offs and swaps, as the judges allow."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game.commands import NoteIrregularity
from referee.game.judges.decide import NeedsConfirmation, Refused
from referee.game.play import RoundInPlay
from referee.game.rulings import inside
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game

SETS = ("5H 5S 5D", "9C 9D JK=9")


def play(game: Game) -> RoundInPlay:
    assert game.state.running is not None
    return game.state.running.play


def melds(game: Game) -> dict[str, int]:
    """The number of each meld on the table, by its cards."""
    return {one.cards: one.id for one in play(game).melds.values()}


def refused(game: Game, command: cmd.Command) -> list[tuple[str, str]]:
    decision = game.do(command)
    assert isinstance(decision, Refused), decision
    return [(problem.field, problem.clause) for problem in decision.problems]


def down(rulebook: Any = "contract", players: int = 4) -> Game:
    """A game in whose first round Ann went down, and Ben has had a turn since."""
    game = Game(rulebook, players)
    game.must(plays.go_down(1, 1, SETS))
    game.must(plays.go_down(1, 2))
    return game


def test_going_down_lays_the_contract_and_is_told() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D JK")))
    assert [(one.owner, one.cards) for one in play(game).melds.values()] == [(2, "5H 5S 5D"), (2, "9C 9D JK=9")]
    assert game.entries[-1].sentence == (
        "Round 1: Ben went down with the 5s of hearts, spades and diamonds; the 9s of clubs and diamonds and the joker"
    )


def test_going_down_without_naming_cards_is_enough_to_track_limits() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 2))
    assert play(game).down == {2: 1}
    assert not play(game).tracked


@pytest.mark.parametrize(
    ("laid", "clause"),
    [
        (("5H 5S 5D",), "contract/once"),
        (("5H 5S 5D 5C", "9C 9D 9H"), "contract/meld"),
        (("5H 5S 6D", "9C 9D 9H"), "contract/set"),
    ],
)
def test_what_is_no_contract_is_refused_with_the_clause(laid: tuple[str, ...], clause: str) -> None:
    assert clause in {found for _, found in refused(Game("contract"), plays.go_down(1, 2, laid))}


A_CHOICE = [["set of 3", "set of 3", "or", "run of 4", "set of 3"]] * 7


@pytest.mark.parametrize("told", [("6S 7S 8S 9S", "KC KD KS"), ("6S 7S 8S 9S KC KD KS",), ("KC KD KS", "5C 5D 5H")])
def test_either_way_goes_down_where_the_round_leaves_a_choice(told: tuple[str, ...]) -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"contracts": A_CHOICE}))
    game.must(plays.go_down(1, 1, told))
    assert len(melds(game)) == 2
    wrong = game.refuses(plays.go_down(1, 2, ("6S 7S 8S 9S", "3C 4C 5C 6C")))
    assert "round 1 asks for two sets of 3, or one run of 4 and one set of 3" in wrong.casefold()


def test_cards_are_laid_off_on_ones_own_melds_only_where_the_table_says_so() -> None:
    game = down(
        library.with_house_rules(library.load("contract"), {"lay_off_whose": "own", "lay_off_same_turn": "yes"})
    )
    fives = melds(game)["5H 5S 5D"]
    assert refused(game, plays.lay_off(1, 2, fives, "5C")) == [("ruling", "contract/lay-off")]
    game.must(plays.lay_off(1, 1, fives, "5C"))
    asked = {"question": "lay_off", "meld": "5H 5S 5D 5C", "cards": "JK", "players": 4}
    verdicts = [inside.ruled(game.state, {**asked, inside.ASKER: place}).legal for place in (1, 2)]
    assert verdicts == [True, False], "who asks is answered alike"


def test_a_discard_that_fits_others_melds_only_is_no_card_that_could_be_laid_off() -> None:
    rules = {"lay_off_whose": "own", "lay_off_same_turn": "yes", "discard_playable": False}
    game = Game(library.with_house_rules(library.load("contract"), rules))
    game.must(plays.go_down(1, 1, SETS))
    game.must(plays.go_down(1, 2, ("KC KD KH", "JC JD JH")))
    asked = {"question": "discard", "hand": "5C 2C", "card": "5C", "down": "earlier", "players": 4}
    assert [inside.ruled(game.state, {**asked, inside.ASKER: place}).legal for place in (1, 2)] == [False, True]


def test_new_melds_follow_in_the_turn_of_the_contract_where_the_table_says_so() -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"new_melds": "same turn"}))
    game.must(plays.go_down(1, 1, SETS))
    game.must(plays.lay_meld(1, 1, "KH KS KD"))
    assert "KH KS KD" in melds(game)
    assert refused(game, plays.lay_meld(1, 2, "QH QS QD")), "who is not down lays down no new meld"


def test_the_contract_is_melded_once() -> None:
    game = down()
    assert refused(game, plays.go_down(1, 1, ("KH KS KD", "QC QD QH"))) == [("seat", "contract/once")]
    assert game.must(plays.go_down(1, 1, SETS)).events == (), "the same from a second phone"


def test_no_more_copies_lie_on_the_table_than_the_pack_has() -> None:
    game = down()
    assert "Two" not in game.refuses(plays.go_down(1, 3, ("5H 5H 5D", "KC KD KH")))
    assert game.refuses(plays.go_down(1, 3, ("5H 5H 5S", "KC KD KH"))).startswith(
        "There are three 5s of hearts on the table, but this pack has two"
    )


def test_cards_are_laid_off_from_a_later_turn_on() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 1, SETS))
    five = melds(game)["5H 5S 5D"]
    assert refused(game, plays.lay_off(1, 1, five, "5C")) == [("down", "")]
    assert refused(game, plays.lay_off(1, 1, five, "5C", down="this turn")) == [("ruling", "contract/lay-off")]
    game.must(plays.lay_off(1, 1, five, "5C", down="earlier"))
    assert "5H 5S 5D 5C" in melds(game)
    assert game.entries[-1].sentence == (
        "Round 1: Ann laid off the 5 of clubs on their own meld (the 5s of hearts, spades and diamonds)"
    )


def test_a_turn_has_passed_when_somebody_else_acted_or_took_a_discard() -> None:
    for between in (plays.go_down(1, 2), plays.take_discard(1, (3,)), plays.take_discard(1, (3,), active=1)):
        game = Game("contract")
        game.must(plays.go_down(1, 1, SETS))
        game.must(between)
        game.must(plays.lay_off(1, 1, melds(game)["5H 5S 5D"], "5C"))


def test_where_the_turn_decides_nothing_it_is_not_asked() -> None:
    game = Game("shanghai")
    game.must(plays.go_down(1, 1, SETS))
    game.must(plays.lay_off(1, 1, melds(game)["5H 5S 5D"], "5C"))


def test_who_is_not_recorded_as_down_is_asked_and_then_is() -> None:
    game = down()
    five = melds(game)["5H 5S 5D"]
    assert refused(game, plays.lay_off(1, 3, five, "5C")) == [("down", "")]
    assert refused(game, plays.lay_off(1, 3, five, "5C", down="no")) == [("ruling", "contract/lay-off")]
    game.must(plays.lay_off(1, 3, five, "5C", down="earlier"))
    assert play(game).down[3] == 0


def test_a_wild_card_that_may_go_to_either_end_is_asked_back() -> None:
    game = Game("contract")
    game.close(1)
    game.must(plays.go_down(2, 1, ("5H 5S 5D", "6C 7C 8C 9C")))
    game.must(plays.go_down(2, 2))
    run = melds(game)["6C 7C 8C 9C"]
    assert game.asks(plays.lay_off(2, 1, run, "JK")) == "This can be read in several ways. Which one is it?"
    game.must(plays.lay_off(2, 1, run, "JK=10C"))
    assert "6C 7C 8C 9C JK=10C" in melds(game)


def test_the_first_reading_counts_where_the_question_is_answered_yes() -> None:
    game = Game("contract")
    game.close(1)
    game.must(plays.go_down(2, 1, ("5H 5S 5D", "6C 7C 8C 9C")))
    game.must(plays.go_down(2, 2))
    game.must(plays.lay_off(2, 1, melds(game)["6C 7C 8C 9C"], "JK", confirmed=True))
    assert "JK=5C 6C 7C 8C 9C" in melds(game)


def test_a_meld_laid_on_from_another_phone_meanwhile_is_shown_first() -> None:
    game = down()
    five, seen = melds(game)["5H 5S 5D"], game.state.number
    game.must(plays.lay_off(1, 1, five, "5C"))
    assert game.stale(plays.lay_off(1, 1, five, "5C"), seen).conflicts[0].theirs == (
        "the 5s of hearts, spades, diamonds and clubs"
    )


def test_what_lies_under_a_lay_off_is_undone_after_it() -> None:
    game = down()
    game.must(plays.lay_off(1, 1, melds(game)["5H 5S 5D"], "5C"))
    assert game.refuses(cmd.Undo(2)) == "The meld wouldn’t be on the table. Undo what came after it first."
    assert not game.entries[1].can_undo
    game.must(cmd.Undo(4))
    game.must(cmd.Undo(2))
    assert melds(game) == {}


def test_a_lay_off_under_another_is_undone_after_it() -> None:
    game = down()
    five = melds(game)["5H 5S 5D"]
    game.must(plays.lay_off(1, 1, five, "5C"))
    game.must(plays.lay_off(1, 2, five, "JK", down="earlier"))
    assert (
        game.refuses(cmd.Undo(4))
        == "Ann’s meld (the 5s of hearts, spades and diamonds) has changed since. Undo what came after it first."
    )


def test_undoing_one_going_down_renames_no_meld_of_another() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 1, SETS))
    game.must(plays.go_down(1, 2, ("KH KS KD", "QC QD QH")))
    king = melds(game)["KH KS KD"]
    game.must(cmd.Undo(2))
    assert melds(game)["KH KS KD"] == king


def test_a_joker_is_taken_for_its_card_and_must_be_laid_off_at_once() -> None:
    game = Game("contract")
    game.close(1)
    game.must(plays.go_down(2, 1, ("5H 5S 5D", "6C JK=7C 8C 9C")))
    game.must(plays.go_down(2, 2))
    run = melds(game)["6C JK=7C 8C 9C"]
    game.must(plays.take_wild(2, 1, run, "7C"))
    assert play(game).duties[1].what == "lay off now"
    assert game.entries[-1].sentence == (
        "Round 2: Ann took the joker from their own meld (6-7-8-9 of clubs with the joker as the 7 of clubs)"
        " for the 7 of clubs"
    )
    game.must(plays.lay_off(2, 1, melds(game)["5H 5S 5D"], "JK"))
    assert play(game).duties == {}


def test_the_duty_to_lay_a_joker_off_ends_with_the_turn() -> None:
    game = Game("contract")
    game.close(1)
    game.must(plays.go_down(2, 1, ("5H 5S 5D", "6C JK=7C 8C 9C")))
    game.must(plays.go_down(2, 2))
    game.must(plays.take_wild(2, 1, melds(game)["6C JK=7C 8C 9C"], "7C"))
    game.must(plays.lay_off(2, 2, melds(game)["5H 5S 5D"], "5C", "earlier"))
    assert play(game).duties == {}


def test_a_joker_in_a_set_is_dead() -> None:
    game = down()
    assert refused(game, plays.take_wild(1, 1, melds(game)["9C 9D JK=9"], "9H")) == [("ruling", "contract/swap")]


def test_new_melds_come_in_a_later_turn_and_only_where_the_rulebook_has_them() -> None:
    assert refused(down(), plays.lay_meld(1, 1, "KH KS KD")) == [("ruling", "contract/new-melds")]
    game = down("screw")
    game.must(plays.lay_meld(1, 1, "KH KS KD"))
    assert "KH KS KD" in melds(game)
    assert {field for field, _ in refused(game, plays.lay_meld(1, 2, "QC QD", down="earlier"))} == {"ruling"}


def test_a_new_meld_in_the_turn_of_going_down_is_refused() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 1, SETS))
    assert refused(game, plays.lay_meld(1, 1, "KH KS KD", down="this turn")) == [("ruling", "screw/new-melds")]
    assert refused(game, plays.lay_meld(1, 3, "KH KS KD", down="no")) == [("ruling", "screw/new-melds")]
    assert refused(game, plays.lay_meld(1, 1, "KH KS 2D", down="earlier"))[0][0] == "ruling"


def test_a_new_meld_told_by_two_phones_lies_there_once() -> None:
    game = Game("denexa")
    game.must(plays.go_down(1, 1, ("5H 5S 5D", "9C 9D 9H")))
    seen = len(game.log)
    kings = plays.lay_meld(1, 1, "KC KD KH", "earlier")
    game.must(kings)
    assert game.stale(kings, seen).conflicts[0].adds
    game.must(plays.lay_meld(1, 1, "QC QD QH", "earlier"), seen)
    assert [one.cards for one in play(game).melds_of(1)] == ["5H 5S 5D", "9C 9D 9H", "KC KD KH", "QC QD QH"]
    game.must(kings)
    assert len(play(game).melds_of(1)) == 5, "with two packs there may be another one"


def test_a_meld_of_jokers_that_can_be_read_in_several_ways_is_asked_back() -> None:
    game = down("screw")
    decision = game.do(plays.lay_meld(1, 1, "6C 7C 8C JK"))
    assert isinstance(decision, NeedsConfirmation)


def test_in_the_round_of_the_whole_hand_going_down_goes_out() -> None:
    game = Game("contract")
    for _ in range(6):
        game.close(1)
    laid = ("2C 3C 4C 5C", "2D 3D 4D 5D", "2H 3H 4H 5H 6H")
    said = game.must(plays.go_down(7, 3, laid))
    assert said.warnings == ("The whole hand is down. Record that Cid went out.",)


def test_melds_are_gone_with_the_next_round_and_back_when_the_closing_is_undone() -> None:
    game = down()
    game.close(1)
    assert melds(game) == {}
    game.must(cmd.Undo(game.state.number))
    assert set(melds(game)) == set(SETS)


def test_cards_that_are_none_are_refused_at_their_field() -> None:
    game = down()
    five = melds(game)["5H 5S 5D"]
    assert refused(game, plays.lay_off(1, 1, five, "5X")) == [("cards", "")]
    assert refused(game, plays.lay_off(1, 1, 7, "5C")) == [("meld", "")]
    assert refused(game, plays.lay_off(1, 9, five, "5C")) == [("seat", "")]
    assert refused(game, plays.go_down(1, 3, ("5H 5S 5D", ""))) != []
    assert refused(game, plays.lay_meld(1, 1, "KX")) == [("cards", "")]
    assert ("ruling", "contract/set") in refused(game, plays.lay_meld(1, 1, "K")), "a king of some suit, and no meld"


def test_other_packs_have_other_limits_of_copies() -> None:
    three = library.with_house_rules(library.load("contract"), {"decks": 3})
    game = Game(three)
    game.must(plays.go_down(1, 1, ("5H 5H 5H", "9C 9D 9H")))


def test_an_irregularity_says_nothing_of_the_melds() -> None:
    game = down()
    game.must(NoteIrregularity(1, 1, "drew out of turn"))
    assert set(melds(game)) == set(SETS)
