"""Rulings are said as people at a table say them: cards in words, the nearest intention explained, melds by name."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import parse_cards, parse_meld, suitless
from referee.rules.referee import judged
from referee.rules.rulebook.slots import parse_slot
from referee.rules.rulings import Player, phrase
from referee.rules.speech import asked as asking
from referee.rules.speech.rulings import because_sentence, in_words, verdict_word
from referee.rules.speech.words import any_of, how_many, the_cards, wild_places


def said(question: str, rulebook: str = "contract", **asked: Any) -> str:
    return str(rule({"rulebook": rulebook, "question": question, **asked})["ruling"])


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("7H 8S 9D JK", "A run is cards of one suit, and this has hearts, spades and diamonds"),
        ("7H 8S 9D", "A run is cards of one suit, and this has hearts, spades and diamonds"),
        ("KC QH JK JK", "A run is cards of one suit, and this has clubs and hearts"),
        ("5S 6S 7H 8S", "A run is cards of one suit, and the 7 of hearts is not a spade"),
        ("4C 5C 6C KD", "A run is cards of one suit, and the king of diamonds is not a club"),
        ("5C 6C JK=7H 8C", "A run is cards of one suit, and the joker as the 7 of hearts is not a club"),
        ("KC KD QH", "A set is cards of one rank, and the queen of hearts is not a king"),
        ("5D 5S 6D", "A set is cards of one rank, and the 6 of diamonds is not a 5"),
        ("KC KD KH QS 5D", "A set is cards of one rank, and the queen of spades and the 5 of diamonds are not kings"),
        ("9C 9C 9D 10C", "A set is cards of one rank, and the 10 of clubs is not a 9"),
        ("7C 7D JK=8", "A set is cards of one rank, and the joker as an 8 is not a 7"),
        ("3D 9H QS KC", "A set is cards of one rank, and this has a 3, a 9, a queen and a king"),
        ("4C 5C 7C 8C", "In 4-5-7-8 the 6 of clubs is missing"),
        ("5C 6C JK 9C", "In 5-6-9 the 7 and 8 of clubs are missing. One wild card can’t fill both"),
        ("JC KC AC 9C", "In 9-J-K-A the 10 and queen of clubs are missing"),
        ("3H 4H JH QH", "In 3-4-J-Q six cards are missing"),
        ("4C 5C 5C 6C", "A run has each card once, and this has the 5 of clubs twice"),
        ("4C 5C 6C", "A run needs at least four cards, and this has only three"),
        ("2C=7H 8H 9H 10H", "The 2 of clubs isn’t wild, so it can’t stand for the 7 of hearts"),
    ],
)
def test_a_failed_meld_is_explained_as_what_it_was_meant_to_be(cards: str, reason: str) -> None:
    assert said("meld", cards=cards) == f"No. {reason}."


def test_the_smaller_side_of_a_gap_below_a_high_ace_is_at_fault() -> None:
    assert rule({"rulebook": "contract", "question": "meld", "cards": "8C JC QC KC AC"})["fault"] == ["8C"]


def test_a_pair_of_three_has_one_fault() -> None:
    asked = {"rulebook": "progressive", "question": "meld", "cards": "KC KD KH", "kind": "pair", "round": 14}
    assert [one["says"] for one in rule(asked)["findings"]] == ["A pair is two cards, and this has three."]


def test_points_are_told_card_by_card() -> None:
    assert (
        said("score", hand="KD KC 5C AS JK")
        == "55 points: two kings at 10 each, an ace and a joker at 15 each, and a 5."
    )
    assert said("score", hand="JK") == "15 points: a joker at 15."
    assert said("score", "progressive", hand="2C 10D") == "25 points: a 2 at 20 and a 10 at 5."
    assert said("score", hand="AS") == "15 points: an ace at 15."
    assert said("score", hand="") == "0 points: no cards left."


def test_a_question_about_points_names_ranks_and_no_suits_that_nobody_said() -> None:
    assert asking.in_words({"question": "score", "hand": "AC 5C JK"}) == "What is my hand worth? Ace, 5 and joker"
    assert asking.in_words({"question": "score", "hand": ""}) == "What is my hand worth? Nothing"
    assert asking.in_words({"question": "score", "hand": "5X"}) == "What is my hand worth? 5X"


def test_melds_that_a_discard_fits_are_named_by_their_cards() -> None:
    table = ["5C 6C 7C 8C", "KC KD KH", "9D 9H 9S"]
    answer = said("shanghai", "shanghai", card="9C", table=table)
    assert answer == "Yes. The 9 of clubs fits 5-6-7-8 of clubs or the set of 9s. Shanghai may be called."
    alike = said("shanghai", "shanghai", card="5C", table=["5D 5H 5S", "5C 5H 5S"], by="discarder")
    assert alike.startswith("Yes. The 5 of clubs fits the 5s of diamonds, hearts and spades or the 5s of clubs, hearts")


def test_a_lay_off_says_what_comes_of_it_or_what_is_missing_between() -> None:
    told = {"round": 2, "meld": "5C 6C 7C 8C", "down": "earlier"}
    both = "Yes. With the joker it is 4-5-6-7-8 or 5-6-7-8-9 of clubs. The player says which."
    assert said("lay_off", cards="JK", **told) == both
    assert said("lay_off", cards="10C", **told) == (
        "No. The 10 of clubs doesn’t fit 5-6-7-8 of clubs. In 5-6-7-8-10 the 9 of clubs is missing."
    )


def test_a_joker_is_not_taken_for_a_joker() -> None:
    answer = said("swap", round=2, meld="5C 6C JK=7C 8C", card="JK", down="earlier", owner="other")
    assert answer.startswith("No. A wild card is taken for the card that it stands for in 5-6-7-8 of clubs")
    without = said("swap", round=2, meld="5C 6C 7C 8C", card="7C", down="earlier", owner="other")
    assert without == "No. There is no wild card in 5-6-7-8 of clubs."


def test_one_bad_meld_of_a_contract_is_cured_like_a_meld_alone() -> None:
    answer = rule({"rulebook": "contract", "question": "contract", "round": 1, "melds": ["5D 5D 5S", "KC KD QH"]})
    assert answer["makes_legal"] == ["Use a king or a joker in place of the queen of hearts."]
    assert [one["says"] for one in answer["findings"]] == [
        "The second meld doesn’t work. A set is cards of one rank, and the queen of hearts is not a king."
    ]


@pytest.mark.parametrize(
    ("round_no", "melds", "why"),
    [
        (2, ["KC KD KH", "5C 5D 5H"], "A run of 4 is missing. The set of 5s isn’t one"),
        (7, ["KC KD KH", "5C 5D 5H", "9C 9D 9H"], "The set of kings isn’t one of these"),
        (1, ["KC KD KH"], "A set of 3 is missing, and the contract goes down all at once"),
        (1, ["KC KD KH", "5C 5D 5H", "9C 9D 9H"], "Three melds are too many"),
    ],
)
def test_a_contract_not_met_says_what_is_missing_and_what_is_not_that(
    round_no: int, melds: list[str], why: str
) -> None:
    assert said("contract", round=round_no, melds=melds).endswith(f"{why}.")


def test_a_meld_too_short_for_the_contract_is_told_its_length() -> None:
    melds = ["5D 5H 5S", "4C 5C 6C 7C 8C 9C"]
    assert said("contract", "shanghai-kolsov", round=5, melds=melds).endswith(
        "A run of 7 is missing. 4-5-6-7-8-9 of clubs has only six cards."
    )


def test_a_hand_that_goes_down_names_what_stays_while_it_is_little() -> None:
    assert said("go_down", round=1, hand="KC KD KH KS 5C 5D JK") == (
        "Yes. You can lay down a set of 5s and a set of kings. The joker stands for a 5. The king of spades stays in "
        "hand, 10 points."
    )
    assert "Yes. You can lay down a set of 5s and a set of kings. Four cards stay in hand, 24 points." in said(
        "go_down", round=1, hand="5C 5D 5H KC KD KS 3C 9H JS 2D"
    )


@pytest.mark.parametrize(
    ("rulebook", "round_no", "hand", "why", "topic"),
    [
        ("contract", 3, "3C 4C 5C 6C 7C 8C 9C 10C KD 2H",
         "A run of 4 is missing. 3-4-5-6 and 7-8-9-10 of clubs touch, so they count as one run", "contiguous"),
        ("shanghai", 1, "8C 8D 8H 8S 8C 8D KD 2H 4S JH QC",
         "A set of 3 is missing. Two sets of one contract may not have the same rank, and both are 8s",
         "same-rank"),
        ("shanghai-powe", 3, "3C 4C 5C 6C 8C 9C 10C JC KD 2H",
         "A run of 4 is missing. 3-4-5-6 and 8-9-10-J of clubs are two runs of one suit, and only one is "
         "allowed",
         "contiguous"),
    ],
)  # fmt: skip
def test_a_hand_kept_from_going_down_by_a_rule_between_melds_is_told_that_rule(
    rulebook: str, round_no: int, hand: str, why: str, topic: str
) -> None:
    answer = rule({"rulebook": rulebook, "question": "go_down", "round": round_no, "hand": hand})
    assert answer["ruling"] == f"No. {why}."
    assert [one["clause"] for one in answer["because"]] == [f"{rulebook}/contracts", f"{rulebook}/{topic}"]


def test_a_hand_that_is_simply_short_is_told_no_rule_between_melds() -> None:
    assert said("go_down", round=2, hand="5C 5D 5H KC KD KS 3C 9H JS 2D") == "No. A run of 4 is missing."


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("7C 8C", "the 7 and 8 of clubs"),
        ("KC KH", "the kings of clubs and hearts"),
        ("5C 5C JK", "both 5s of clubs and the joker"),
        ("5C 5C 5C", "the three 5s of clubs"),
        ("AC 8D JK JK", "the ace of clubs, the 8 of diamonds and the two jokers"),
    ],
)
def test_several_cards_are_named_together(cards: str, words: str) -> None:
    assert the_cards(parse_cards(cards)) == words


def test_two_of_a_rank_are_not_both_where_no_suit_was_said() -> None:
    """Two decks have eight kings."""
    king = suitless(parse_cards("KC")[0])
    assert the_cards([king, king, *parse_cards("JK")]) == "the two kings and the joker"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("8C", "an 8 of clubs"),
        ("3C 7C JK", "a 3 or 7 of clubs or a joker"),
        ("5C 5D 5H 5S JK", "a 5 or a joker"),
        ("AC AD 6H", "an ace of clubs or diamonds or a 6 of hearts"),
        ("2C 6C 3H JK", "a 2 or 6 of clubs, a 3 of hearts, or a joker"),
    ],
)
def test_one_of_several_cards_is_offered_in_one_breath(cards: str, words: str) -> None:
    assert any_of(parse_cards(cards)) == words


def test_cards_of_a_rank_are_counted() -> None:
    assert [how_many("K", 2), how_many("JK", 1), how_many("8", 1)] == ["two kings", "a joker", "an 8"]


def test_what_a_hand_is_short_of_is_said_in_words() -> None:
    def missing(*slots: str) -> str:
        return in_words(phrase("slots missing", missing=tuple(map(parse_slot, slots))))

    assert missing("set of 3") == "A set of 3 is missing."
    assert missing("run of 4", "run of 4") == "Two runs of 4 are missing."
    assert missing("set of 5", "run of 5", "pair") == "A set of 5, a run of 5 and a pair are missing."
    assert missing("7 of one colour") == "7 cards of one colour are missing."
    assert missing("run of 7 in any suits") == "A run of 7 in any suits is missing."
    assert in_words(phrase("more wilds", count=1)) == "One more wild card would do."
    assert in_words(phrase("more wilds", count=3)) == "Three more wild cards would do."


def test_a_hand_that_must_go_down_whole_is_told_what_would_stay() -> None:
    hand = "3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H KS"
    assert said("go_down", round=7, hand=hand) == (
        "No. At best the king of spades would stay in hand, and the whole hand must be melded."
    )


def test_players_are_named_where_somebody_knows_them() -> None:
    def names(player: Player) -> str | None:
        return {1: "ann", "taker": "Ben"}.get(player.who)

    later = phrase("later in turn", first=Player(1), seat=Player(2))
    assert in_words(later) == "Seat 1 comes before seat 2 in turn."
    assert in_words(later, names) == "ann comes before seat 2 in turn."
    assert in_words(phrase("taker not down", taker=Player("taker")), names).startswith("Ben is not down yet, so")
    assert in_words(phrase("taker not down", taker=Player("taker"))).startswith("The taker is not down yet, so")


@pytest.mark.parametrize(
    ("asked", "word", "because"),
    [
        ({"question": "meld", "cards": "4C 5C 6C 7C"}, "Yes", "It’s a run, 4-5-6-7 of clubs."),
        ({"question": "meld", "cards": "KC KD"}, "No", "A set needs at least three cards, and this has only two."),
        ({"question": "score", "hand": "KC 5D"}, "15 points", "A king at 10 and a 5."),
        ({"question": "deal", "round": 1}, "10 cards each", "Deal 10 cards each to 4 players from"),
        ({"question": "deal"}, "It depends", "That depends. Which round is it?"),
        ({"question": "discard", "hand": "", "card": None, "down": "earlier", "rulebook": "wikipedia"},
         "Yes", "Yes, but that is not going out: the player stays in"),
        ({"question": "may_i", "round": 1, "seats": 4, "active_takes": False, "last_taker": None, "used": {},
          "active": 2, "claims": [1, 3]}, "Seat 3", "Seat 3 gets it"),
    ],
)  # fmt: skip
def test_a_ruling_is_said_without_the_word_that_stands_above_it(asked: dict[str, Any], word: str, because: str) -> None:
    ruling = judged(library.load(asked.get("rulebook", "contract")), asked)
    assert verdict_word(ruling) == word
    assert because_sentence(ruling).startswith(because)


@pytest.mark.parametrize(
    ("meld", "places"),
    [
        ("7C JK=8C 9C", "the joker stands for the 8 of clubs"),
        ("KC JK=K JK=K", "the jokers stand for kings"),
        ("2H=8 8C 8D 2H=8", "both 2s of hearts stand for 8s"),
        ("2H=8 2H=9 2D=9", "both 2s of hearts stand for an 8 and a 9 and the 2 of diamonds stands for a 9"),
    ],
)
def test_wild_cards_that_are_alike_are_named_together(meld: str, places: str) -> None:
    assert wild_places(parse_meld(meld)) == places


def test_who_gets_the_discard_is_answered_with_a_name_as_it_is_written() -> None:
    asked = {"question": "may_i", "round": 1, "seats": 4, "active_takes": False, "last_taker": None, "used": {}}
    ruling = judged(library.load("contract"), {**asked, "active": 2, "claims": [1, 3]})
    assert verdict_word(ruling, lambda player: "de Vries" if player.who == 3 else None) == "de Vries"
