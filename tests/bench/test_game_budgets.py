"""What the first page and the pages of a long game weigh; their times are measured by ``game_bench``, not asserted."""

from __future__ import annotations

import pytest

from tests.bench.game_bench import FIRST_PAGE_BUDGET, SCRIPT_BUDGET, Figures, measure


@pytest.fixture(scope="module")
def figures() -> Figures:
    return measure(samples=1)


def test_the_first_page_stays_within_its_weight(figures: Figures) -> None:
    assert 5_000 < figures.first_page <= FIRST_PAGE_BUDGET
    assert 5_000 < figures.script <= SCRIPT_BUDGET


def test_no_page_of_a_long_game_is_heavy(figures: Figures) -> None:
    assert len(figures.pages) == 8
    assert max(figures.pages.values()) < 20_000, figures.pages
