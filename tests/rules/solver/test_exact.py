"""The solver is exact: held against a naive second answer and against an integer program, hand by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.rulebooks import library
from tests.rules.solver.compare import compare

ROOT = Path(__file__).parents[3]
AT_ONCE = 2


def in_processes(oracle: str, first: int, hands: int) -> dict[str, Any]:
    """The summary of so many cases, worked out by two processes beside each other."""
    bounds = [first + hands * i // AT_ONCE for i in range(AT_ONCE + 1)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.rules.solver.compare", oracle, str(one), str(after)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for one, after in pairwise(bounds)
    ]
    results = []
    for process in running:
        output, _ = process.communicate()
        assert process.returncode == 0, "the comparison itself failed; its error stands above"
        results.append(json.loads(output))
    summed: dict[str, Any] = {"differences": [], "books": Counter(), "seen": Counter(), "cases": 0, "met": 0}
    for result in results:
        summed["differences"] += result["differences"]
        summed["books"].update(result["books"])
        summed["seen"].update(result["seen"])
        summed["cases"] += result["cases"]
        summed["met"] += result["met"]
    return summed


@pytest.fixture(scope="module")
def against_naive(request: pytest.FixtureRequest) -> dict[str, Any]:
    return in_processes("naive", 0, request.config.getoption("--hands"))


def test_the_solver_leaves_exactly_what_the_naive_answer_leaves(against_naive: dict[str, Any]) -> None:
    assert not against_naive["differences"], "\n".join(against_naive["differences"])


def test_the_cases_cover_every_rulebook_and_half_of_them_can_be_met(against_naive: dict[str, Any]) -> None:
    assert set(against_naive["books"]) == set(library.ids())
    assert against_naive["met"] >= against_naive["cases"] / 2


def test_the_cases_take_the_rare_ways_of_the_search(against_naive: dict[str, Any]) -> None:
    """Cards that sets and runs both want, and groups that cannot lie as the fast way thinks."""
    assert against_naive["seen"]["split"] >= against_naive["cases"] / 20
    assert against_naive["seen"]["strict"] >= against_naive["cases"] / 200


def test_where_runs_are_listed_one_by_one_the_answer_is_exact_too(request: pytest.FixtureRequest) -> None:
    found = in_processes("few-wilds", 0, request.config.getoption("--hands") // 4)
    assert not found["differences"], "\n".join(found["differences"])
    assert found["met"] >= found["cases"] / 3
    assert found["seen"]["columns"] >= found["cases"] / 3


def test_where_a_contract_names_a_rank_the_answer_is_exact(request: pytest.FixtureRequest) -> None:
    found = in_processes("named", 0, request.config.getoption("--hands") // 4)
    assert not found["differences"], "\n".join(found["differences"])
    assert found["met"] >= found["cases"] / 3


def test_where_single_cards_are_wild_the_answer_is_exact(request: pytest.FixtureRequest) -> None:
    found = in_processes("single-wilds", 0, request.config.getoption("--hands") // 4)
    assert not found["differences"], "\n".join(found["differences"])
    assert found["met"] >= found["cases"] / 3


def test_where_natural_cards_limit_the_wild_ones_the_answer_is_exact(request: pytest.FixtureRequest) -> None:
    found = in_processes("by-naturals", 0, request.config.getoption("--hands") // 4)
    assert not found["differences"], "\n".join(found["differences"])
    assert found["met"] >= found["cases"] / 3
    assert found["seen"]["strict"] >= found["cases"] / 200


def test_runs_in_any_suits_and_groups_of_one_colour_are_found_exactly(request: pytest.FixtureRequest) -> None:
    found = in_processes("loose", 0, request.config.getoption("--hands") // 10)
    assert not found["differences"], "\n".join(found["differences"])
    assert found["met"] >= found["cases"] / 3


def test_any_melds_and_those_that_are_worth_enough_are_found_exactly(request: pytest.FixtureRequest) -> None:
    summary = in_processes("free", 0, request.config.getoption("--hands") // 10)
    assert not summary["differences"], "\n".join(summary["differences"])
    assert summary["met"] >= summary["cases"] / 3


def test_hands_of_five_suits_are_solved_exactly(request: pytest.FixtureRequest) -> None:
    summary = in_processes("with-stars", 0, request.config.getoption("--hands") // 10)
    assert not summary["differences"], "\n".join(summary["differences"])
    assert summary["met"] >= summary["cases"] / 3


@pytest.mark.sweep
def test_hands_of_five_suits_are_in_twenty_thousand_hands_too() -> None:
    assert in_processes("with-stars", 1_000, 20_000)["differences"] == []


@pytest.mark.sweep
def test_any_melds_are_in_twenty_thousand_hands_too() -> None:
    assert in_processes("free", 1_000, 20_000)["differences"] == []


@pytest.mark.sweep
def test_they_are_in_twenty_thousand_hands_too() -> None:
    assert in_processes("loose", 1_000, 20_000)["differences"] == []


def test_the_comparison_in_this_process_finds_no_difference_either() -> None:
    """A few hands where coverage is measured."""
    assert compare("naive", 1_000_000, 1_000_150)["differences"] == []


@pytest.mark.skipif(find_spec("highspy") is None, reason="the integer program needs the extra 'oracle' (highspy)")
def test_the_solver_is_as_good_as_an_integer_program_on_long_hands(request: pytest.FixtureRequest) -> None:
    found = in_processes("program", 0, request.config.getoption("--program-hands"))
    assert not found["differences"], "\n".join(found["differences"])
    assert found["met"] >= found["cases"] / 2
