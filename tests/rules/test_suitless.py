"""Cards of which only the rank was told: read in every spelling, and never judged falsely."""

from __future__ import annotations

import os
import re
import time
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee.rulebooks import library
from referee.rules import suits_of_runs
from referee.rules.cards import RANKS, SUIT_WORDS, SUITS, CardError, format_meld, parse_card, parse_meld, split_cards
from referee.rules.referee import rule_under
from tests.rules import asks
from tests.sizes import sized

READ = {
    "8 8 8": "8 8 8",
    "888": "8 8 8",
    "KK5": "K K 5",
    "10 10": "10 10",
    "101010": "10 10 10",
    "★★": "JK JK",
    "8★8": "8 JK 8",
    "JK": "JK",
    "888JK": "8 8 8 JK",
    "jk jk": "JK JK",
    "8♠8♥8": "8S 8H 8",
    "5c6c7c": "5C 6C 7C",
    "8S 8 JK=8": "8S 8 JK=8",
    "JK=7H8H": "JK=7H 8H",
    "3K": "K K K",
    "t,T": "10 10",
}


@pytest.mark.parametrize("typed", READ)
def test_cards_are_read_with_their_suits_or_without(typed: str) -> None:
    assert format_meld(parse_meld(typed, suits=False)) == READ[typed]


@pytest.mark.parametrize("typed", ["QJK", "KJK10", "8X", "1", "8 of"])
def test_what_can_be_read_in_two_ways_or_is_no_card_is_asked_back(typed: str) -> None:
    with pytest.raises(CardError):
        parse_meld(typed, suits=False)


def test_where_a_suit_is_needed_a_rank_alone_is_no_card() -> None:
    with pytest.raises(CardError):
        parse_meld("8 8 8")


def ruling(book: str, question: str, **facts: Any) -> dict[str, Any]:
    answer = rule_under(library.load(book), {"question": question, **facts})
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize(
    ("question", "facts", "legal", "adds"),
    [
        ("meld", {"cards": "8 8 8"}, True, {"readings": ["8 8 8"]}),
        ("meld", {"cards": "8S 8 JK"}, True, {"readings": ["8S 8 JK=8"]}),
        ("meld", {"cards": "8 8 5"}, False, {"fault": ["5"]}),
        ("meld", {"cards": "5 6 9 K"}, False, {"readings": []}),
        ("contract", {"round": 1, "melds": ["8 8 8", "K K K"]}, True, {"readings": ["8 8 8", "K K K"]}),
        ("contract", {"round": 2, "melds": ["8 8 8", "5C 6C 7C 8C"]}, True, {"readings": ["8 8 8", "5C 6C 7C 8C"]}),
        ("go_down", {"round": 1, "hand": "8 8 8 K K K 5"}, True, {"melds": ["8 8 8", "K K K"], "left": "5"}),
        ("lay_off", {"meld": "8 8 8", "cards": "8", "down": "earlier", "owner": "other"}, True, {"meld": "8 8 8 8"}),
        (
            "lay_off",
            {"meld": "8C 8D 8H", "cards": "8", "down": "earlier", "owner": "other"},
            True,
            {"meld": "8C 8D 8H 8"},
        ),
        ("lay_off", {"meld": "5C 6C 7C 8C", "cards": "K", "down": "earlier", "owner": "other"}, False, {}),
        ("discard", {"round": 1, "hand": "5", "card": "5", "down": "earlier"}, True, {"goes_out": True}),
        (
            "turn",
            {
                "round": 1,
                "hand": "8 8 8 K K K 5",
                "down": "no",
                "steps": [{"draw": "2"}, {"contract": ["8 8 8", "K K K"]}, {"discard": "5"}],
            },
            True,
            {"left": "2", "goes_out": False},
        ),
        (
            "turn",
            {
                "round": 2,
                "hand": "8C 8 8 K 5C 6C 7C 8C",
                "down": "no",
                "steps": [{"draw": "QD"}, {"contract": ["8 8 8", "5C 6C 7C 8C"]}, {"discard": "Q"}],
            },
            True,
            {"left": "K"},
        ),
        (
            "turn",
            {
                "round": 1,
                "hand": "8 8 K",
                "down": "earlier",
                "owner": "other",
                "table": ["8 8 8"],
                "steps": [
                    {"draw": "3"},
                    {"lay_off": {"meld": "8 8 8", "cards": "8"}},
                    {"lay_off": {"meld": "8 8 8 8", "cards": "8"}},
                    {"discard": "K"},
                ],
            },
            True,
            {"left": "3"},
        ),
        (
            "turn",
            {
                "round": 1,
                "hand": "8 K 5",
                "down": "earlier",
                "owner": "other",
                "table": ["5C 6C 7C 8C"],
                "steps": [{"draw": "3"}, {"lay_off": {"meld": "5C 6C 7C 8C", "cards": "K"}}, {"discard": "5"}],
            },
            False,
            {"step": 2},
        ),
    ],
)
def test_where_suits_decide_nothing_the_referee_answers(
    question: str, facts: dict[str, Any], legal: bool, adds: dict[str, Any]
) -> None:
    answer = ruling("contract", question, **facts)
    assert answer["legal"] is legal
    assert {name: answer[name] for name in adds} == adds


@pytest.mark.parametrize(
    ("book", "question", "facts", "field", "asks"),
    [
        ("contract", "meld", {"cards": "5 6 7 8"}, "cards", "Which suits are the 5, 6, 7 and 8?"),
        ("contract", "meld", {"cards": "5C 6 7C 8C"}, "cards", "Which suit is the 6?"),
        ("grokipedia", "meld", {"cards": "8 8 8"}, "cards", "Which suits are the three 8s?"),
        (
            "contract", "lay_off", {"meld": "5C 6C 7C 8C", "cards": "9", "down": "earlier", "owner": "other"},
            "cards", "Which suit is the 9?",
        ),
        (
            "contract", "swap", {"meld": "5C JK=6C 7C 8C", "card": "6", "down": "earlier", "owner": "other"},
            "card", "Which suit is the 6?",
        ),
        (
            "shanghai", "shanghai", {"card": "9", "table": ["9 9 9", "5C 6C 7C 8C"], "by": "other"},
            "card", "Which suit is the 9?",
        ),
        (
            "contract", "turn",
            {
                "round": 2, "hand": "8 8 8 5 6 7 8 K", "down": "no",
                "steps": [{"draw": "2"}, {"contract": ["8 8 8", "5 6 7 8"]}, {"discard": "K"}],
            },
            "steps", "Which suits are the 5, 6, 7 and 8?",
        ),
        (
            "contract", "turn",
            {
                "round": 2, "hand": "9 K", "down": "earlier", "table": ["5C 6C 7C 8C"],
                "steps": [{"draw": "2"}, {"lay_off": {"meld": "5C 6C 7C 8C", "cards": "9"}}, {"discard": "K"}],
            },
            "steps", "Which suit is the 9?",
        ),
        (
            "shanghai", "turn",
            {
                "round": 1, "hand": "9 K", "down": "earlier", "from_discards": True, "table": [],
                "steps": [{"draw": "9"}, {"discard": "9"}],
            },
            "hand", "Which suits are the 9 and king?",
        ),
        (
            "contract", "contract", {"round": 2, "melds": ["8 8 8", "5 6 7 8"]},
            "melds", "Which suits are the 5, 6, 7 and 8?",
        ),
    ],
)  # fmt: skip
def test_where_they_decide_it_asks_for_them(
    book: str, question: str, facts: dict[str, Any], field: str, asks: str
) -> None:
    answer = ruling(book, question, **facts)
    assert answer["legal"] is None
    assert answer["needs"] == [{"field": field, "question": asks}]


@pytest.mark.parametrize(
    ("round_no", "hand"),
    [
        (2, "8 8 8 3 4H 5 6H"),
        (2, "8 8 8 3 4H 5 6H K 9C 2D"),
        (2, "3 4 5H 6 8C 8D 8H 2C KS JD"),
        (3, "3 4S 5 6 8 9H 10 J"),
        (3, "3 4S 5 6 4 5H 6 7 K"),
        (6, "J Q K A 5H 6 7 8 9 9 9"),
    ],
)
def test_a_hand_that_may_hold_a_run_is_never_refused(round_no: int, hand: str) -> None:
    answer = ruling("contract", "go_down", round=round_no, hand=hand)
    assert answer["ruling"].startswith("That depends. Which suits are")


def test_a_hand_that_holds_no_run_in_any_suits_is_refused() -> None:
    answer = ruling("contract", "go_down", round=2, hand="8 8 8 3 5H 7 9 J K A")
    assert answer["ruling"].startswith("No. A run of 4 is missing.")


FOUR_RUNS: dict[str, Any] = {"contracts": [["run of 4"] * 4] * 7}
"""The last contract of Jamaican Kalooki."""
SETS_AND_RUN: dict[str, Any] = {"contracts": [["set of 3", "set of 3", "run of 4"]] * 7, "runs_of_one_suit": "any"}
MOST_TRIED = 3000
"""A search through every choice of four runs tries millions."""


@pytest.mark.parametrize(
    ("changes", "hand", "legal"),
    [
        (FOUR_RUNS, "3 4 5 6 7 8 9 10", False),
        (FOUR_RUNS, "2 3 4 5 6 7 8 9 10 J Q K A JK JK 5", None),
        (FOUR_RUNS | {"runs_of_one_suit": "one"}, "3 4 5 6 7 8 9 10 J Q K A 2 3 4 5", None),
        ({}, "2 3 4 5 6 7 8 9 10 JK", False),
        ({"wild_ranks": ["2"]} | SETS_AND_RUN, "7 JK 5 3 5 JK JK 8 6H 5H", None),
    ],
)
def test_runs_are_looked_for_among_the_cards_that_are_left(
    changes: dict[str, Any], hand: str, legal: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suits_of_runs, "MOST_TRIES", MOST_TRIED)
    book = library.with_house_rules(library.load("contract"), changes)
    answer = rule_under(book, {"question": "go_down", "round": 7, "hand": hand})
    assert answer["legal"] is legal


def test_no_choice_of_runs_is_named_twice() -> None:
    hand = [parse_card(name, suits=False) for name in split_cards("7 JK 5 3 5 JK JK 8 6H 5H")]
    choices = [*suits_of_runs.suits_of_runs(library.load("contract"), 2, hand)]
    assert len(choices) > 1
    assert not [choice for at, choice in enumerate(choices) if choice in choices[:at]]


def test_a_search_for_runs_ends_though_it_found_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suits_of_runs, "MOST_TRIES", 0)
    hand = [parse_card(name, suits=False) for name in split_cards("3 4 5 6 7 8 9 10")]
    assert [*suits_of_runs.suits_of_runs(library.load("contract"), 3, hand)] == []


def test_no_two_choices_of_runs_differ_in_their_order_alone() -> None:
    hand = [parse_card(name, suits=False) for name in split_cards("3 4 5 6 8 9 10 J")]
    choices = [*suits_of_runs.suits_of_runs(library.load("contract"), 3, hand)]
    assert len(choices) == len(SUITS) ** 2, "each run in each suit"


def test_more_cards_of_a_rank_than_the_pack_has_are_an_error() -> None:
    answer = rule_under(library.load("contract"), {"question": "meld", "cards": " ".join(["8"] * 9)})
    assert answer["error"] == {"field": "cards", "message": "there are only eight 8s in this pack"}


@pytest.mark.parametrize("melds", ["8 8 8 K K K 4", "8 8 8 K K K", "K K K K 4"])
def test_no_suit_that_nobody_named_is_held_against_the_pack(melds: str) -> None:
    """Two sets in one line are no meld; that three 8s of one suit are not in two decks is nobody's fault."""
    answer = rule_under(library.load("contract"), {"question": "contract", "round": 1, "melds": [melds]})
    assert "error" not in answer
    assert answer["legal"] is False


def test_a_hand_that_the_pack_can_hold_is_judged_however_many_of_a_rank_are_told_with_their_suits() -> None:
    """Four queens beside two of diamonds: the pack has no third one of diamonds."""
    ruling("contract", "go_down", round=1, hand="Q Q Q Q QD QD 5")


def test_points_left_that_rest_on_a_suit_are_not_said_without_it() -> None:
    book = library.load("contract")
    book = library.with_house_rules(book, {"points": {**book.points, "QS": 50}})
    asked = {"question": "go_down", "round": 1}
    answer = rule_under(book, asked | {"hand": "Q 5 5 5 7 7 7"})
    assert (answer["legal"], answer["points_left"]) == (None, None)
    assert answer["needs"][0]["field"] == "hand"
    answer = rule_under(book, asked | {"hand": "J 5 5 5 7 7 7"})
    assert (answer["legal"], answer["points_left"]) == (True, 10)


MEANT = st.lists(
    st.sampled_from([rank + suit for rank in ("A", "7", "8", "9", "10") for suit in SUITS] + ["JK"]),
    min_size=3,
    max_size=4,
)
BARE = st.lists(st.booleans(), min_size=4, max_size=4)
BOOKS = ("contract", "grokipedia", "progressive", "shanghai")


def without(cards: list[str], bare: list[bool]) -> str:
    return " ".join(card[:-1] if each and card != "JK" else card for card, each in zip(cards, bare, strict=False))


@settings(deadline=None, max_examples=150)
@given(MEANT, BARE, st.sampled_from(BOOKS))
@example(["JK", "AC", "10C", "JK"], [False, True, True, False], "contract")
@example(["JK", "JK", "JK", "AC"], [False, False, False, True], "contract")
@example(["10D", "7H", "8H", "AC"], [False, True, True, False], "contract")
def test_an_answer_without_suits_is_that_with_whichever_suits(cards: list[str], bare: list[bool], book: str) -> None:
    rules = library.load(book)
    told = without(cards, bare)
    answer = rule_under(rules, {"question": "meld", "cards": told})
    assume("error" not in answer)
    pieces = [[piece + suit for suit in SUITS] if piece in RANKS else [piece] for piece in split_cards(told)]
    each = [rule_under(rules, {"question": "meld", "cards": " ".join(way)}) for way in product(*pieces)]
    verdicts = {ruled["legal"] for ruled in each if "error" not in ruled}
    several = any(len(ruled["readings"]) > 1 for ruled in each if "error" not in ruled)
    if len(verdicts) > 1 or (several and answer.get("needs")):  # as which meld it lies there may rest on a suit
        assert answer["legal"] is None
    else:
        assert verdicts == {answer["legal"]}
    if answer["legal"] is not None:
        named = set(re.findall("|".join(SUIT_WORDS), answer["ruling"]))
        assert named <= {SUIT_WORDS[SUITS.index(piece[-1])] for piece in told.split() if piece[-1] in SUITS}


@settings(deadline=None, max_examples=sized(30, 80))
@given(MEANT, BARE, st.sampled_from(["8 8 8", "8C 9C 10C", "7S 8S 9S 10S", "8C 8D 8H"]), st.sampled_from(BOOKS))
def test_a_lay_off_without_suits_is_that_with_whichever_suits(
    cards: list[str], bare: list[bool], meld: str, book: str
) -> None:
    rules = library.load(book)
    facts = {"question": "lay_off", "down": "earlier", "owner": "other", "round": 2}
    told = without(cards[:2], bare)
    answer = rule_under(rules, {**facts, "meld": meld, "cards": told})
    assume("error" not in answer)
    pieces = [[p + s for s in SUITS] if p in RANKS else [p] for p in (*split_cards(meld), *split_cards(told))]
    at = len(split_cards(meld))
    ways = [(" ".join(way[:at]), " ".join(way[at:])) for way in product(*pieces)]
    each = [rule_under(rules, {**facts, "meld": lies, "cards": laid}) for lies, laid in ways]
    verdicts = {ruled["legal"] for ruled in each if "error" not in ruled}
    if answer["legal"] is not None:
        assert verdicts == {answer["legal"]}


@pytest.mark.parametrize("rows", [{"meld": "J" * 600}, {"meld": "8 8 8 " + "J" * 300}])
def test_more_cards_of_a_rank_than_any_pack_has_are_no_way_to_mean_them(rows: dict[str, str]) -> None:
    """There are 36 million ways to give 600 jacks their suits: an hour, and more memory than a computer has."""
    begun = time.monotonic()
    answer = rule_under(library.load("contract"), {"question": "meld", **rows})
    assert time.monotonic() - begun < 20
    assert answer.get("legal") is not True


COUNT = int(os.environ.get("SUITLESS_TURNS", sized(150, 500)))
"""How many turns are drawn; of a sixth of them the suits decide nothing."""


def without_suits(told: Any, ranks: list[str]) -> Any:
    """A request with no suits of these ranks; what a wild card stands for keeps its suit."""
    if isinstance(told, str):
        return re.sub(r"(?<![=\w])(10|[2-9AJQK])[CDHS]\b", lambda card: card[card[1] in ranks], told)
    if isinstance(told, list):
        return [without_suits(each, ranks) for each in told]
    return {name: without_suits(each, ranks) for name, each in told.items()} if isinstance(told, dict) else told


def test_a_turn_without_suits_is_ruled_as_with_those_it_had() -> None:
    random = Random(5)
    alike = 0
    for _ in range(COUNT):
        book = random.choice(asks.BOOKS)
        request = asks.drawn(random, book, "turn")
        told = without_suits(request, random.sample(RANKS, random.choice((1, 2, 13))))
        meant, answer = rule_under(book, request), rule_under(book, told)
        if "error" in meant or "error" in answer or answer["legal"] is None:
            continue
        if meant["legal"] is False and meant["findings"][0]["reason"] == "card is not there":
            continue  # told without its suit, another card of the hand is meant
        assert answer["legal"] is meant["legal"], told
        alike += told != request
    assert alike > COUNT / 12
