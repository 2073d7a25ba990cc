"""The best turn: as good as what a slow and simple search finds, and each of its steps one that the judge accepts."""

from __future__ import annotations

import os
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.best_turn import search
from referee.rules.best_turn.position import OnTable, Position
from referee.rules.best_turn.search import Plan, best_turn
from referee.rules.cards import parse_cards, parse_meld
from referee.rules.solver.lay_down import Undecided
from tests.rules.best_turn import naive
from tests.rules.best_turn.drawing import Case, case, free, idle, loose, more_later, only_out
from tests.sizes import sized

CASES = int(os.environ.get("BEST_TURN_CASES", "60"))
"""How many small positions are compared; thousands are a command's work."""


def position(hand: str, table: list[str], down: str = "earlier", round_no: int | None = 2) -> Position:
    melds = tuple(OnTable(tuple(parse_meld(text)), own=False) for text in table)
    return Position(tuple(parse_cards(hand)), melds, down, round_no)


def plan_of(book: str, hand: str, table: list[str], down: str = "earlier", round_no: int = 2) -> Plan:
    plan = best_turn(library.load(book), position(hand, table, down, round_no))
    assert isinstance(plan, Plan)
    return plan


def differs(number: int, drawn: Case | None = None) -> str:
    """What the quick and the slow search disagree on in a position; empty where they agree."""
    drawn = drawn or case(number, most=5)
    plan = best_turn(drawn.book, drawn.position)
    if isinstance(plan, Undecided):
        return f"undecided: {drawn}"
    try:
        slow = naive.best(drawn.book, drawn.position, most=1500)
    except naive.TooMany:
        return ""
    quick = None if plan is None else (not plan.goes_out, plan.points, len(plan.left))
    return "" if quick == slow else f"{quick} is not {slow}: {drawn}"


def test_no_turn_is_better_than_the_best_one() -> None:
    wrong = [what for number in range(CASES) if (what := differs(number))]
    assert wrong == []


def test_no_turn_is_better_where_only_the_contract_makes_a_meld() -> None:
    assert [what for number in range(sized(20, 1000)) if (what := differs(number, loose(number)))] == []


def test_no_turn_is_better_where_only_a_contract_has_a_limit_on_wild_cards() -> None:
    assert [what for number in range(sized(20, 40)) if (what := differs(number, more_later(number)))] == []


def test_no_turn_is_better_where_a_player_who_is_down_neither_draws_nor_discards() -> None:
    assert [what for number in range(sized(20, 40)) if (what := differs(number, idle(number)))] == []


def test_no_turn_is_better_where_melds_go_down_only_to_go_out() -> None:
    assert [what for number in range(sized(30, 400)) if (what := differs(number, only_out(number)))] == []


def test_no_turn_is_better_where_any_melds_may_go_down() -> None:
    assert [what for number in range(sized(20, 1000)) if (what := differs(number, free(number)))] == []


def test_a_search_that_never_looks_for_wild_cards_to_take_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [number for number in range(2000, 2400) if "swap=any" in case(number, most=5).about]
    kept = search.after_swaps
    monkeypatch.setattr(search, "after_swaps", lambda *about: kept(*about)[:1])
    assert any(differs(number) for number in numbers)


def _asked(**fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    asked = {"question": "best_turn", "round": 2, "down": "earlier", **fields}
    answer = rule(asked)
    turn = {name: value for name, value in asked.items() if name not in ("own", "drawn")}
    turn |= {"question": "turn", "steps": answer["steps"], "table": [*asked["table"], *asked.get("beside", ())]}
    return answer, rule(turn)


@pytest.mark.parametrize(
    "fields",
    [
        {"rulebook": "contract", "hand": "9C 10C KS 4D", "table": ["5C 6C 7C 8C", "KC KD KH"]},
        {"rulebook": "denexa", "hand": "7C 4D 4H QC 9S", "table": ["5C 6C JK=7C 8C"]},
        {"rulebook": "screw", "hand": "4S 4D 4H 9C JK 2S", "table": ["5C 6C 7C 8C"]},
        {"rulebook": "shanghai", "down": "no", "round": 1, "hand": "5C 5D 5H KC KD KH KS QD 3H", "table": ["3C 3D 3S"]},
        {"rulebook": "wikipedia", "down": "no", "round": 1, "hand": "5C 5D 5H KC KD KH 3S", "table": ["3C 3D 3H"]},
        {"rulebook": "bicycle", "hand": "7C 2D QH", "table": ["5C 6C JK=7C 8C"], "own": []},
        {"rulebook": "shanghai-powe", "hand": "9C 10C", "table": ["5C 6C 7C 8C"]},
        {"rulebook": "contract", "hand": "9C KS", "down": "this turn", "table": ["5C 6C 7C 8C"]},
    ],
    ids=lambda fields: f"{fields['rulebook']}, down {fields.get('down', 'earlier')}",
)  # fmt: skip
def test_its_steps_go_back_to_the_judge_of_turns_word_for_word(fields: dict[str, Any]) -> None:
    answer, turn = _asked(**fields)
    assert turn["legal"] is True
    assert (turn["left"].split(), turn["goes_out"]) == (answer["left"].split(), answer["goes_out"])


def test_a_gap_between_two_runs_of_a_contract_is_filled_once_they_lie() -> None:
    """Together they would touch, so the card between them goes down after them."""
    plan = plan_of("shanghai", "3C 4C 5C 6C 7C 8C 9C 10C JC QD", [], "no", 3)
    assert plan.goes_out
    assert [step.way for step in plan.steps] == ["contract", "lay_off", "discard"]


def test_a_joker_that_must_be_laid_off_is_only_taken_where_it_can_be() -> None:
    assert "swap" in [step.way for step in plan_of("contract", "7C QH 2D", ["5C 6C JK=7C 8C"]).steps]
    # a run from ace to ace has no room for it
    full = "AC 2C 3C 4C 5C JK=6C 7C 8C 9C 10C JC QC KC AC"
    assert "swap" not in [step.way for step in plan_of("contract", "6C QH 2D", [full]).steps]


def test_one_card_is_kept_for_the_discard_where_the_last_card_must_be_one() -> None:
    plan = plan_of("contract", "9C 10C", ["5C 6C 7C 8C"])
    assert plan.goes_out
    assert plan.steps[-1].melds


def test_every_card_is_played_where_the_last_one_is_never_discarded() -> None:
    plan = plan_of("shanghai-powe", "9C 10C", ["5C 6C 7C 8C"])
    assert plan.goes_out
    assert not plan.steps[-1].melds


def test_a_joker_is_worth_more_on_the_table_than_the_card_it_stands_for() -> None:
    plan = plan_of("may-i", "9C JK 2D", ["5C 6C 7C 8C"])
    assert plan.goes_out


def test_too_much_work_is_no_answer() -> None:
    asked = position("9C 10C JK 4D 5D", ["5C 6C 7C 8C", "KC KD KH"])
    assert isinstance(best_turn(library.load("screw"), asked, work=10), Undecided)


def test_of_two_melds_of_the_same_cards_the_one_is_meant_whose_jokers_lie_like_that() -> None:
    table = ["5C 6C 7C JK=8C", "JK=4C 5C 6C 7C"]
    answer, turn = _asked(rulebook="contract", players=4, hand="3C QH 2D", table=table)
    assert {"lay_off": {"meld": table[1], "cards": "3C"}} in answer["steps"]
    assert turn["legal"] is True
    assert answer["points_left"] == 2


@pytest.mark.parametrize("missing", ["down", "table", "round"])
def test_a_fact_that_decides_is_asked_for(missing: str) -> None:
    asked = {
        "rulebook": "shanghai", "question": "best_turn", "round": 1, "down": "no", "table": [],
        "hand": "5C 5D 5H KC KD KH 9S",
    }  # fmt: skip
    del asked[missing]
    assert [need["field"] for need in rule(asked)["needs"]] == [missing]


def test_whose_a_meld_is_is_asked_only_where_it_decides() -> None:
    asked = {"rulebook": "bicycle", "question": "best_turn", "round": 2, "down": "earlier", "hand": "7C 2D QH"}
    with_joker = rule({**asked, "table": ["5C 6C JK=7C 8C"]})
    assert [need["field"] for need in with_joker["needs"]] == ["own"]
    assert "needs" not in rule({**asked, "table": ["5C 6C 7C 8C"]})


def test_suits_of_a_set_on_the_table_need_not_be_told() -> None:
    answer = rule({
        "rulebook": "contract", "question": "best_turn", "round": 1, "down": "earlier", "hand": "8C QH",
        "table": ["8 8 8"],
    })  # fmt: skip
    assert answer["goes_out"] is True
    assert answer["steps"][1] == {"lay_off": {"meld": "8 8 8", "cards": "8C"}}
