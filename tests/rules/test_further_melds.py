"""Melds after the contract: a further one, and one that replaces what a screw-over cost."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rulebooks import library
from referee.rules.cards import parse_meld
from referee.rules.judges.new_melds import judge_new_meld, judge_replacement
from referee.rules.speech.rulings import as_json

JUST = "by a meld of exactly that kind and size."


def replaced(cards: str, *owed: str) -> dict[str, Any]:
    return as_json(judge_replacement(library.load("screw"), parse_meld(cards), owed, 1))


@pytest.mark.parametrize(
    ("owed", "cards", "replaces", "clause"),
    [
        (("pair",), "5C 5D", "pair", "screw/screw-replace"),
        (("pair", "run of 4"), "5C 5D", "pair", "screw/screw-replace"),
        (("set of 3", "run of 4"), "3C 4C 5C 6C", "run of 4", "screw/run"),
        (("run of 4", "set of 3"), "5C JK JK", "set of 3", "screw/set"),
        (("run of 3",), "3C 4C 5C", "run of 3", "screw/run"),
        (("run of 3", "set of 4"), "3C 4C 5C", "run of 3", "screw/run"),
        (("set of 4", "set of 4"), "5C 5D 5H 5S", "set of 4", "screw/set"),
        (("set of 3", "run of 4"), "AC JK JK JK", "run of 4", "screw/run"),
    ],
)
def test_what_is_owed_is_replaced_by_its_like(owed: tuple[str, ...], cards: str, replaces: str, clause: str) -> None:
    ruling = replaced(cards, *owed)
    assert (ruling["legal"], ruling["replaces"]) == (True, replaces)
    assert ruling["because"][-1]["clause"] == clause
    assert ruling["readings"]
    if cards == "AC JK JK JK":
        assert ruling["readings"] == ["AC JK=2C JK=3C JK=4C", "JK=JC JK=QC JK=KC AC"]


@pytest.mark.parametrize(
    ("owed", "cards", "word"),
    [
        (("set of 4",), "5C 5D 5H", f"No. First replace a set of 4, {JUST} This has three cards."),
        (("set of 3",), "5C 5D 5H 5S", f"No. First replace a set of 3, {JUST} This has four cards."),
        (("set of 3", "set of 3", "pair"), "3C 4C 5C 6C", f"{JUST} This is 3-4-5-6 of clubs."),
        (("run of 5",), "3C 4C 5C 6C", f"No. First replace a run of 5, {JUST} This has four cards."),
    ],
)
def test_another_kind_or_size_replaces_nothing(owed: tuple[str, ...], cards: str, word: str) -> None:
    ruling = replaced(cards, *owed)
    assert (ruling["legal"], ruling["replaces"], ruling["readings"]) == (False, None, [])
    assert word in ruling["ruling"]
    assert ruling["fault"] == cards.split()
    assert ruling["findings"][0]["reason"] == "more than the minimum"


@pytest.mark.parametrize(("owed", "cards"), [("set of 3", "5C 5D 9H"), ("set of 3", "5C 5D"), ("run of 4", "3C 4C 5C")])
def test_what_is_no_meld_at_all_is_told_why(owed: str, cards: str) -> None:
    ruling = replaced(cards, owed)
    assert ruling["legal"] is False
    assert ruling["findings"][0]["reason"] != "more than the minimum"


def test_whoever_went_down_in_this_turn_waits_and_waiting_alone_helps_only_where_nothing_else_is_wrong() -> None:
    book = library.load("screw")
    early = as_json(judge_new_meld(book, parse_meld("5C 5D 5H"), "this turn", 1))
    assert (early["legal"], len(early["findings"]), len(early["makes_legal"])) == (False, 1, 1)
    neither = as_json(judge_new_meld(book, parse_meld("5C 5D 9H"), "this turn", 1))
    assert len(neither["findings"]) > 1
    assert neither["makes_legal"] == []
    known = as_json(judge_new_meld(book, parse_meld("5C 5D 5H"), "earlier", 1))
    assert (known["legal"], known["readings"]) == (True, ["5C 5D 5H"])
    assert [clause["clause"] for clause in known["because"]] == ["screw/new-melds", "screw/set"]
    unsaid = as_json(judge_new_meld(book, parse_meld("5C 5D 5H"), None, 1))
    assert "legal" not in unsaid or unsaid["legal"] is None


def test_new_melds_may_follow_in_the_turn_of_the_contract_where_the_table_says_so() -> None:
    book = library.with_house_rules(library.load("contract"), {"new_melds": "same turn"})
    at_once = as_json(judge_new_meld(book, parse_meld("5C 5D 5H"), "this turn", 1))
    assert (at_once["legal"], at_once["readings"]) == (True, ["5C 5D 5H"])
    assert at_once["because"][0]["text"].startswith("Once your contract is down you may lay down new melds")
    assert as_json(judge_new_meld(book, parse_meld("5C 5D 5H"), "no", 1))["legal"] is False
    later = library.with_house_rules(library.load("contract"), {"new_melds": "later turn"})
    assert as_json(judge_new_meld(later, parse_meld("5C 5D 5H"), "this turn", 1))["legal"] is False


def test_further_melds_have_the_least_size_that_the_table_says() -> None:
    rules = {"run_least": 3, "set_least": 4}
    book = library.with_house_rules(library.load("screw"), rules)
    assert as_json(judge_new_meld(book, parse_meld("3C 4C 5C"), "earlier", 1))["legal"] is True
    too_small = as_json(judge_new_meld(book, parse_meld("5C 5D 5H"), "earlier", 5))
    assert too_small["legal"] is False
    assert too_small["because"][0]["clause"] == "screw/set"
    said = book.clause("new-melds").text
    assert said.endswith("new melds: sets of four or more, runs of three or more.")
