"""Melds told by their ranks: recorded so, and asked for their suits only where these decide."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import fold
from referee.game.judges.decide import Refused
from referee.game.rulings import inside
from referee.game.rulings.in_one_go import told_in_one_go
from referee.game.rulings.melds import fitting
from referee.rulebooks import library
from referee.rules.cards import split_cards
from referee.rules.referee import judged
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import melds, play

BARE = ("8 8 8", "K K K")


def down(rulebook: str = "contract") -> Game:
    """Ann went down with two sets of which nobody said a suit, and Ben after her."""
    game = Game(rulebook)
    game.must(plays.go_down(1, 1, BARE))
    game.must(plays.go_down(1, 2))
    return game


def asked(game: Game, command: cmd.Command) -> str:
    decision = game.do(command)
    assert isinstance(decision, Refused), decision
    [problem] = decision.problems
    assert problem.asks_suits, problem
    return problem.message


def test_two_sets_go_down_by_their_ranks_and_are_told_so() -> None:
    game = down()
    assert set(melds(game)) == set(BARE)
    assert game.entries[-2].sentence == "Round 1: Ann went down with the three 8s; the three kings"
    assert fold(game.log) == game.state, "the log holds what was told"


def test_cards_told_in_one_go_are_sorted_into_their_sets() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 1, ("8 K 8 K 8 K",)))
    assert set(melds(game)) == set(BARE)


@pytest.mark.parametrize("row", ["8 8 8 3 4C 5 6C", "3 4C 5 6C 8 8 8", "888 3 4H 5 6H", "8C 8D 8 JK 4H 5 6H"])
def test_cards_told_in_one_go_are_sorted_before_their_suits_are_asked_for(row: str) -> None:
    melds = told_in_one_go(library.load("contract"), 2, 4, [row])
    assert sorted(len(split_cards(each)) for each in melds) == [3, 4]
    assert judged(library.load("contract"), {"question": "contract", "round": 2, "melds": melds}).legal is None


SET_AND_SUIT = {"contracts": [["set of 3", "5 of one suit"]] * 7}
SET_AND_COLOUR = {"contracts": [["set of 3", "7 of one colour"]] * 7}
RUN_AND_ANY_SUITS = {"contracts": [["set of 3", "run of 4", "run of 4 in any suits"]] * 7}
ANY_MELDS = {"contracts": [["any melds"]] * 7, "all_cards_rounds": [], "run_least": 3}
TWOS_ARE_WILD = {"wild_by_round": ["none", "2", "none", "none", "none", "none", "none"]}


@pytest.mark.parametrize(
    ("changes", "row", "melds"),
    [
        (SET_AND_SUIT, "8 8 8 2 4 6 9 J", ["8 8 8", "2 4 6 9 J"]),
        (SET_AND_SUIT, "2 4 6 9 9 8 8 8", ["2 4 6 9 9", "8 8 8"]),
        (SET_AND_COLOUR, "8 8 8 2 4 6 9 J K A", ["8 8 8", "2 4 6 9 J K A"]),
        (RUN_AND_ANY_SUITS, "8 8 8 3C 4 5C 6 9 10D JS QC", ["8 8 8", "3C 4 5C 6", "9 10D JS QC"]),
        (TWOS_ARE_WILD, "9 9 2 5 6 7 8", ["9 9 2", "5 6 7 8"]),
    ],
    ids=["one suit", "one suit first", "one colour", "any suits", "wild by round"],
)
def test_every_kind_of_meld_is_found_in_cards_told_in_one_go(
    changes: dict[str, object], row: str, melds: list[str]
) -> None:
    book = library.with_house_rules(library.load("contract"), changes)
    assert sorted(told_in_one_go(book, 2, 4, [row])) == sorted(melds)
    assert judged(book, {"question": "contract", "round": 2, "melds": melds}).legal is None, "the suits are asked for"


@pytest.mark.parametrize(
    ("row", "melds"),
    [
        ("8 8 8 JK 9 9", ["8 8 8", "JK 9 9"]),
        ("8 8 8 3C 4C 5C", ["8 8 8", "3C 4C 5C"]),
        ("3C 4C 5C 6C 7C 8C", ["3C 4C 5C 6C 7C 8C"]),
    ],
)
def test_any_melds_told_in_one_go_are_found_where_every_card_finds_its_place(row: str, melds: list[str]) -> None:
    book = library.with_house_rules(library.load("contract"), ANY_MELDS)
    assert told_in_one_go(book, 2, 4, [row]) == melds


def test_a_rank_that_is_wild_in_another_round_fills_no_set_told_in_one_go() -> None:
    book = library.with_house_rules(library.load("contract"), {"wild_by_round": ["none"] * 2 + ["2"] + ["none"] * 4})
    assert told_in_one_go(book, 2, 4, ["9 9 2 5 6 7 8"]) == ["9 9 2 5 6 7 8"]


def test_a_card_is_laid_off_by_its_rank_and_one_of_another_rank_is_refused() -> None:
    game = down()
    eights = melds(game)["8 8 8"]
    assert game.state.running is not None
    assert fitting(game.state, game.state.running, "8 8 8") == ["8", "JK"]
    game.must(plays.lay_off(1, 2, eights, "8", "earlier"))
    assert play(game).melds[eights].cards == "8 8 8 8"
    assert game.entries[-1].sentence.startswith("Round 1: Ben laid off the 8 on")
    refused = game.do(plays.lay_off(1, 2, eights, "9", "earlier"))
    assert isinstance(refused, Refused)
    assert "the 9 is not an 8" in refused.problems[0].message
    assert "of clubs" not in refused.problems[0].message


def test_a_run_asks_for_its_suit_and_a_card_for_a_run_for_its_own() -> None:
    game = down("denexa")
    run = "5C 6C 7C 8C"
    assert asked(game, plays.lay_meld(1, 1, "5 6 7 8", "earlier")) == "Which suits are the 5, 6, 7 and 8?"
    game.must(plays.lay_meld(1, 1, run, "earlier"))
    assert asked(game, plays.lay_off(1, 1, melds(game)[run], "9", "earlier")) == "Which suit is the 9?"
    game.must(plays.lay_off(1, 1, melds(game)[run], "9C", "earlier"))


def test_where_a_set_is_of_different_suits_they_are_asked_for_at_once() -> None:
    game = Game("grokipedia")
    assert asked(game, plays.go_down(1, 1, BARE)) == "Which suits are the three 8s?"
    game.must(plays.go_down(1, 1, ("8C 8D 8H", "KC KD KS")))


def test_of_one_rank_no_more_lie_there_than_the_pack_has() -> None:
    game = down()
    eights = melds(game)["8 8 8"]
    game.must(plays.lay_off(1, 2, eights, "8 8 8 8 8", "earlier"))
    refused = game.do(plays.lay_off(1, 2, eights, "8", "earlier"))
    assert isinstance(refused, Refused)
    game = down()
    game.must(plays.lay_off(1, 2, melds(game)["8 8 8"], "8S 8S", "earlier"))
    refused = game.do(plays.lay_off(1, 2, max(melds(game).values()), "8S", "earlier"))
    assert isinstance(refused, Refused), "the third 8 of spades of two packs"


def test_a_meld_named_with_its_suits_later_is_the_one_that_lies_there() -> None:
    game = down()
    facts = {"question": "lay_off", "meld": "8C 8D 8H", "cards": "8S", "down": "earlier", "asker": 2}
    assert inside.ruled(game.state, facts).legal
    facts = {**facts, "meld": "8 8 8", "cards": "9"}
    assert inside.ruled(game.state, facts).legal is False


def test_a_screw_over_takes_a_card_by_its_rank() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2, BARE))
    eights = melds(game)["8 8 8"]
    game.must(plays.lay_off(1, 2, eights, "8", "earlier"))
    game.must(plays.screw_over(1, 1, 2, "8", "5H", "contract", ("8 8 8", "9 9 9"), eights, down="no"))
    screwed = game.log[-1].event
    assert isinstance(screwed, ev.ScrewedOver)
    assert (screwed.take, screwed.stays, screwed.to_owner) == ("8", "8 8 8", "5H")


def test_a_set_without_suits_is_screwed_for_another_set_of_its_rank() -> None:
    """The three that stay could be the very suits of the other set: nothing hangs on that."""
    game = Game("screw")
    game.must(plays.go_down(1, 2, ("5 5 5", "9 9 9")))
    game.must(plays.go_down(1, 3, ("5C 5D 5H", "JC JD JH")))
    mine, other = melds(game)["5C 5D 5H"], melds(game)["5 5 5"]
    game.must(plays.lay_off(1, 2, other, "5", "earlier"))
    game.must(plays.screw_over(1, 3, 2, "5", "KC", "lay_off", ("5",), other, onto=mine))
    screwed = game.log[-1].event
    assert isinstance(screwed, ev.ScrewedOver)
    assert (screwed.take, screwed.stays, screwed.to_owner) == ("5", "5 5 5", "KC")


def two_down() -> tuple[Game, int]:
    """Ben has four 8s, one of them told with its suit, and Cid is down as well."""
    game = Game("screw")
    game.must(plays.go_down(1, 2, ("KC KD KS", "8 8 8")))
    game.must(plays.go_down(1, 3, ("QC QD QS", "JC JD JH")))
    eights = melds(game)["8 8 8"]
    game.must(plays.lay_off(1, 2, eights, "8H", "earlier"))
    return game, eights


def test_a_card_is_stolen_for_a_new_meld_told_by_its_rank() -> None:
    game, eights = two_down()
    game.must(plays.screw_over(1, 3, 2, "8H", "5H", "new_meld", ("8 8 8",), eights, down="earlier"))
    assert play(game).melds[eights].cards == "8 8 8", "the one that was told with its suit is gone"
    assert fold(game.log) == game.state


def test_a_card_stolen_with_its_suit_lies_in_a_meld_told_without() -> None:
    game, eights = two_down()
    game.must(plays.screw_over(1, 1, 2, "8H", "5H", "contract", ("8 8 8", "9 9 9"), eights, down="no"))
    [stolen] = play(game).stolen
    assert stolen.meld is not None
    assert play(game).melds[stolen.meld].cards == "8 8 8"


def test_the_suits_of_a_recorded_meld_from_which_is_stolen_are_named_beside_it() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2, BARE))
    eights = melds(game)["8 8 8"]
    game.must(plays.lay_off(1, 2, eights, "JK", "earlier"))
    game.must(cmd.DecideRule("set", {"set_suits": "different"}))
    screw = plays.screw_over(1, 1, 2, "8C", "5H", "contract", ("8C 8S 8H", "9C 9D 9S"), eights, down="no")
    assert asked(game, screw) == "Which suits are the three 8s?"
    refused = game.do(plays.but(screw, cards_of="9C 9D 9S JK"))
    assert isinstance(refused, Refused)
    assert [problem.message for problem in refused.problems] == ["That meld has other cards."]
    game.must(plays.but(screw, cards_of="8C 8D 8S JK"))
    assert play(game).melds[eights].cards == "8D 8S JK=8"
    assert fold(game.log) == game.state


def called(rulebook_melds: tuple[str, ...], card: str, table: str, laid: str = "") -> Game:
    game = Game("shanghai")
    game.must(plays.go_down(1, 1, rulebook_melds))
    if laid:
        game.must(plays.lay_off(1, 1, melds(game)["8 8 8"], laid, "earlier"))
    game.must(plays.call_shanghai(1, 3, 2, card, table=(table,)))
    assert fold(game.log) == game.state
    return game


def test_a_shanghai_call_names_the_suits_of_a_recorded_meld() -> None:
    assert "8C 8D 8S 8H" in melds(called(BARE, "8H", "8C 8D 8S"))


def test_a_shanghai_call_names_a_meld_in_another_order_than_it_lies() -> None:
    assert any(
        sorted(cards.split()) == ["8", "8", "8", "8H", "8S"] for cards in melds(called(BARE, "8S", "8 8 8 8H", "8H"))
    )


def test_a_card_goes_back_onto_what_is_left_of_its_meld_with_the_suits_named_only_now() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2, BARE))
    game.must(plays.go_down(1, 3, ("QC QD QS", "JC JD JH")))
    eights = melds(game)["8 8 8"]
    game.must(plays.lay_off(1, 2, eights, "JK", "earlier"))
    screw = plays.screw_over(1, 3, 2, "8C", "5H", "lay_off", ("8C",), eights, onto=eights, down="earlier")
    game.must(plays.but(screw, cards_of="8C 8D 8S JK"))
    assert fold(game.log) == game.state
    assert play(game).melds[eights].owner == 2
