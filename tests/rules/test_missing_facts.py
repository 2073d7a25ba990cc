"""A fact that was not said is a question, never a "no": left out, or left empty where "none" is no answer."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.judges.may_i import Claims, judge_may_i
from referee.rules.questions import QUESTIONS
from referee.rules.questions.kinds import CARD_LIST, CARDS, MELD, MELDS
from referee.rules.referee import judged, rule_under
from tests.rules.case_files import Line, all_cases

SCREW = {
    "rulebook": "screw", "question": "screw", "round": 2, "by": 1, "owner": 2, "down": "earlier", "used": False,
    "meld": "5C 6C 7C 8C", "take": "8C", "give": "2H", "owner_melds": [], "stolen_from_by": [],
}  # fmt: skip
EMPTY = {CARDS: "", MELD: "", MELDS: [], CARD_LIST: []}
ALLOWED = [case for case in all_cases() if case["want"].get("legal") is True]


def emptied(ask: Line) -> list[tuple[str, Line]]:
    """A request once for each of its fields, without what that said; no answer of its own is emptied."""
    fields = {field.name: field for field in QUESTIONS[ask["question"]].fields}
    return [
        (name, {**ask, name: EMPTY[field.kind]})
        for name, field in fields.items()
        if ask.get(name) and field.kind in EMPTY and not field.none
    ]


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_was_left_empty_forbids_nothing(question: str) -> None:
    for case in ALLOWED:
        if case["ask"]["question"] == question:
            for name, ask in emptied(case["ask"]):
                answer = rule(ask)
                assert answer["legal"] is None, (case["name"], name, answer)
                assert name in [need["field"] for need in answer["needs"]]


@pytest.mark.parametrize(
    ("use", "asks"),
    [
        ({"lay_off": {"meld": "", "cards": "8C"}}, "On which meld is the card taken laid off?"),
        ({"lay_off": {"meld": "9C 10C JC QC", "cards": ""}}, "With which cards is the card taken played?"),
        ({"new_meld": ""}, "With which cards is the card taken played?"),
        ({"contract": []}, "With which cards is the card taken played?"),
    ],
)
def test_how_a_stolen_card_is_used_is_asked_where_it_was_half_told(use: dict[str, Any], asks: str) -> None:
    standing = "no" if "contract" in use else "earlier"
    answer = rule({**SCREW, "down": standing, "use": use})
    assert (answer["legal"], [need["question"] for need in answer["needs"]]) == (None, [asks])


def test_a_fault_that_holds_whatever_is_missing_is_still_a_no() -> None:
    answer = rule({**SCREW, "owner": 1, "use": {"lay_off": {"meld": "", "cards": "8C"}}})
    assert answer["legal"] is False
    assert answer["because"][0]["clause"] == "screw/screw-self"


@pytest.mark.parametrize(("who", "needs"), [(None, ["are_down"]), ([], []), ([1], [])])
def test_who_is_down_is_asked_only_where_the_table_lets_nobody_ask_who_is(
    who: list[int] | None, needs: list[str]
) -> None:
    ask = {
        "rulebook": "contract", "question": "may_i", "round": 1, "active": 2, "active_takes": False, "claims": [3],
        "last_taker": None, "used": {}, "are_down": who,
    }  # fmt: skip
    assert rule(ask)["legal"] is True
    answer = rule({**ask, "house": {"may_i_down": False}})
    assert [need["field"] for need in answer.get("needs", ())] == needs


def test_whether_the_player_on_turn_takes_the_discard_is_not_asked_where_they_may_not() -> None:
    ask = {
        "rulebook": "contract", "question": "may_i", "round": 1, "active": 2, "claims": [3], "last_taker": None,
        "used": {}, "house": {"draw_down": False},
    }  # fmt: skip
    assert [need["field"] for need in rule({**ask, "are_down": [3]})["needs"]] == ["active_takes"]
    assert rule({**ask, "are_down": [2]})["winner"] == 3
    ours = library.with_house_rules(library.load("contract"), ask["house"])
    source_says_so = dataclasses.replace(ours.clause("draw-down"), basis="stated")
    stated = dataclasses.replace(ours, clauses={**ours.clauses, "draw-down": source_says_so})
    plain = {name: value for name, value in ask.items() if name != "house"}
    assert rule_under(stated, {**plain, "are_down": [2]})["winner"] == 3, "whoever made that rule"


def test_when_something_was_laid_down_is_asked_only_where_the_table_lets_it_be_taken_back() -> None:
    ask = {"rulebook": "contract", "question": "take_back"}
    assert rule(ask)["legal"] is False
    answer = rule({**ask, "house": {"take_back": True}})
    assert (answer["legal"], [need["field"] for need in answer["needs"]]) == (None, ["laid"])


@pytest.mark.parametrize("without", [1, 4, 7])
def test_which_round_it_is_decides_also_where_only_one_of_them_is_without_a_may_i(without: int) -> None:
    limit = tuple(0 if number == without else 1 for number in range(1, 8))
    book = dataclasses.replace(library.load("contract"), may_i_limit=limit)
    facts = Claims(seats=4, active=2, active_takes=False, claims=(3,), last_taker=0, used={3: 0})
    answers = {number: judge_may_i(book, facts, number).legal for number in range(1, 8)}
    assert answers == {number: number != without for number in range(1, 8)}
    answer = judge_may_i(book, facts)
    assert (answer.legal, [need.field for need in answer.needs]) == (None, ["round"])


@pytest.mark.parametrize("question", ["discard", "shanghai", "turn", "best_turn"])
def test_a_run_named_out_of_order_is_asked_where_its_joker_lies(question: str) -> None:
    """Its cards, not which melds lie there; named in order it is not asked again."""
    request: dict[str, Any] = {
        "discard": {"hand": "9C QD", "card": "9C", "down": "earlier"},
        "shanghai": {"card": "9C"},
        "turn": {"hand": "9C QD", "steps": [{"draw": "2H"}, {"discard": "9C"}], "down": "earlier"},
        "best_turn": {"hand": "9C QD", "down": "earlier"},
    }[question]
    book = "shanghai" if question == "shanghai" else "wikipedia"
    request = {"rulebook": book, "question": question, "round": 2, **request}
    (need,) = rule({**request, "table": ["6C 7C JK 5C"]})["needs"]
    assert need["field"] == "table"
    assert need["question"].startswith("Where in the run is the wild card?")
    assert not rule({**request, "table": ["JK 5C 6C 7C"]}).get("needs")


def test_what_a_table_does_when_somebody_leaves_is_said_whenever_they_do() -> None:
    book = library.with_house_rules(library.load("contract"), {}, {"leaving": "They score 100."})
    ruling = judged(book, {"question": "leaving"})
    assert (ruling.needs, ruling.topics) == ((), ["leaving"])
