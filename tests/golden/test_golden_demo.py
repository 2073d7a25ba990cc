"""The demo club is the same on every machine: its pages are looked at, and pictures are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from referee.services.house.demo import evenings
from tests.recorded import if_meant, recorded

RECORDED = Path(__file__).with_name("demo.txt")
LAST = datetime(2025, 11, 28, 19, 30, tzinfo=UTC)
"""When its last evening began where it was recorded: a real one ends yesterday."""


def test_the_same_seed_gives_the_same_evenings() -> None:
    now = "".join(f"{line}\n" for line in lines())
    assert now == recorded(RECORDED, now), if_meant("tests/golden/test_golden_demo.py")


def lines() -> Iterator[str]:
    """Each evening: its end, how many entries it has, its rulebook and season, totals, and whose seat was lent."""
    for evening in evenings(last=LAST):
        state = evening.state
        totals = ", ".join(f"{seat.player} {state.totals[seat.id]}" for seat in state.all_seats)
        lent = f"; seat {evening.substitute[0]} for {evening.substitute[1]}" if evening.substitute else ""
        yield f"{state.log[-1].at} {state.number} {state.book.id} {evening.season + 1}: {totals}{lent}"
