"""The budgets of a long game: server time of the two heaviest answers, and what the first page weighs."""

from __future__ import annotations

import statistics
import sys

import pytest

from tests.bench.game_bench import FIRST_PAGE_BUDGET, SCRIPT_BUDGET, TIME_BUDGET_MS, Figures, measure


@pytest.fixture(scope="module")
def figures() -> Figures:
    tracing = sys.gettrace()
    sys.settrace(None)  # counting lines for the coverage is not what is timed here
    try:
        return measure(samples=9)
    finally:
        sys.settrace(tracing)


@pytest.mark.parametrize("what", ["closing", "score"])
def test_the_heaviest_answers_stay_within_their_time(figures: Figures, what: str) -> None:
    """Processor time: a machine busy with other tests must not fail this one."""
    assert statistics.median(sample.processor for sample in getattr(figures, what)) < TIME_BUDGET_MS


def test_the_first_page_stays_within_its_weight(figures: Figures) -> None:
    assert 5_000 < figures.first_page <= FIRST_PAGE_BUDGET
    assert 5_000 < figures.script <= SCRIPT_BUDGET


def test_no_page_of_a_long_game_is_heavy(figures: Figures) -> None:
    assert len(figures.pages) == 8
    assert max(figures.pages.values()) < 20_000, figures.pages
