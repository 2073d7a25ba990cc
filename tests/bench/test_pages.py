"""What a page and a write cost in statements and folds; times are measured, not asserted."""

from __future__ import annotations

import pytest

from tests.bench import pages
from tests.bench.pages import CARDS, Cost

SIZES = (50, 300)


@pytest.fixture(scope="module")
def table() -> dict[int, dict[str, Cost]]:
    return pages.table(samples=3, sizes=SIZES)


@pytest.mark.parametrize("events", SIZES)
def test_a_page_reads_the_number_and_folds_nothing(table: dict[int, dict[str, Cost]], events: int) -> None:
    """The phone with its rights, the number of the game, who holds its seats."""
    shown = {name: (cost.statements, cost.folded) for name, cost in table[events].items() if name not in pages.WRITES}
    assert shown.pop(pages.POLL) == (3, 0), "the phone, the number, and whether the phone's rights have changed"
    assert shown == dict.fromkeys((pages.NOW, pages.SCORE, pages.HISTORY, pages.TABLE), (3, 0))


@pytest.mark.parametrize("events", SIZES)
def test_a_write_folds_what_it_appends(table: dict[int, dict[str, Cost]], events: int) -> None:
    """The phone, its seats, the game with its place, what the id stands for, the event, the game's line, the id:
    however long the game is."""
    assert table[events][CARDS][:2] == (7, 1)
