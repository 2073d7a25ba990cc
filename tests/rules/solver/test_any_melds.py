"""Any melds, however many: hands too long for the naive answer, and how the search comes to its own."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.slots import parse_slot
from referee.rules.solver.any_melds import AnyMelds
from referee.rules.solver.free import Free
from referee.rules.solver.search import question_of
from referee.rules.solver.terms import MOST_IN_HAND, Work
from tests.sizes import sized

ENOUGH_WORK = 1 << 40
DEAREST = Path(__file__).parents[2] / "bench" / "dearest.jsonl"


def any_melds(number: int, *, fast: bool) -> tuple[int, int]:
    """What the best melds of a drawn hand are worth, and the cards left; 0 of both where there are none."""
    rng = random.Random(number)
    book = library.load(rng.choice(["romme", "may-i", "liverpool", "five-crowns"])).going_down.in_round(1)
    rules = meld_rules(book)
    suits = rng.sample(rules.suits, rng.choice([1, 2, 3]))
    pack = [card for card in rules.naturals if card // 13 in suits and not rules.wild[card]] * 2
    hand = rng.sample(pack, 13) + [JOKER] * rng.randint(0, 2)
    question = question_of(rules.as_long, rules.ordinary.slots, whole_hand=False)
    best = AnyMelds(question, hand, Work(ENOUGH_WORK), fast=fast).answer()
    return (best[0], len(best[1].left)) if best and best[1] else (0, 0)


@pytest.mark.parametrize("number", range(12))
def test_runs_seen_by_their_naturals_are_worth_what_they_are_worth_card_by_card(number: int) -> None:
    assert any_melds(number, fast=True) == any_melds(number, fast=False)


VIEWS: dict[str, dict[str, Any]] = {
    "by naturals": {"fast": True},
    "tallied": {"fast": True, "tally": True},
    "card by card": {"fast": False},
}


@pytest.mark.parametrize("house", [{}, {"wilds_side_by_side": False}], ids=["side by side", "not side by side"])
def test_each_closer_view_of_a_hand_is_worth_no_more_than_the_one_before_and_no_less_than_the_truth(
    house: dict[str, bool],
) -> None:
    """Few naturals and many jokers: where runs that are seen by their naturals often cannot lie so."""
    rules = meld_rules(library.with_house_rules(library.load("romme"), house).going_down.in_round(1))
    question = question_of(rules.as_long, rules.ordinary.slots, whole_hand=False)
    lies_first, lies_tallied = 0, 0
    for number in range(sized(40, 400)):
        rng = random.Random(number)
        suits = rng.sample(range(4), 2)
        pack = [card for card in rules.naturals if card // 13 in suits] * 2
        hand = rng.sample(pack, 9) + [JOKER] * 5
        views = [AnyMelds(question, hand, Work(ENOUGH_WORK), **view).answer() for view in VIEWS.values()]
        worths = [view[0] if view else 0 for view in views]
        assert worths == sorted(worths, reverse=True), (number, worths)
        first, tallied, truth = [view[1] if view else None for view in views]
        for seen in (first, tallied):
            assert seen is None or (truth and seen.points == truth.points), number
        lies_first += first is not None
        lies_tallied += tallied is not None
    assert lies_first < lies_tallied or house, "the tally brings nothing"  # alone they are rarely too many


def test_a_hand_of_one_suit_that_could_be_anything_is_decided() -> None:
    """Twelve runs of three could begin at each place; each number of sets and runs was once a search of its own."""
    hand = "JK JK JK JK JK JK 10C KC KC QC QC 4C AC 8C 9C JC 2C 6C 3C 2C AC 5C 7C 10C 8C 6C 7C JC 3C 9C"
    answer = rule({"rulebook": "romme", "question": "go_down", "round": 1, "players": 6, "hand": hand})
    assert answer["legal"] is True
    assert answer["left"] == ""


def test_a_run_round_the_corner_leaves_room_for_another_of_its_suit() -> None:
    """It waits between its two ends, and once stood in the way of whatever lay there."""
    asked = {"rulebook": "romme", "question": "go_down", "round": 1, "players": 3, "hand": "QC KC AC 2C 6C 7C 8C 4D"}
    answer = rule({**asked, "house": {"run_ace": "round the corner"}})
    assert answer["legal"] is True
    assert answer["left"] == "4D"


def test_whether_melds_are_worth_enough_is_seen_before_how_they_lie() -> None:
    """As many points as there are can be reached, and one more cannot."""
    book = library.load("romme").going_down
    hand = [0, 1, 2, 3, 16, 29, 42, 8, 21, 34, JOKER]
    slot = parse_slot("melds worth at least 500")
    free = Free(question_of(replace(book, contracts=((slot,),)), (slot,), whole_hand=False), hand, Work(ENOUGH_WORK))
    most = free.most_points
    assert 40 < most < 100
    for points, met in ((most, True), (most + 1, False)):
        contract = (parse_slot(f"melds worth at least {points}"),)
        question = question_of(replace(book, contracts=(contract,)), contract, whole_hand=False)
        assert Free(question, hand, Work(ENOUGH_WORK)).is_met() is met
        assert (Free(question, hand, Work(ENOUGH_WORK)).answer() is not None) is met


def test_no_hand_of_up_to_24_cards_is_too_much() -> None:
    """The dearest hands that climbing has come to (``tests.bench.climb``)."""
    requests = [json.loads(line)["request"] for line in DEAREST.read_text("utf-8").splitlines()]
    short = [request for request in requests if len(request["hand"].split()) <= MOST_IN_HAND]
    assert len(short) >= 10
    undecided = [request for request in short if (answer := rule(request))["legal"] is None and not answer.get("needs")]
    assert not undecided
