"""How many evenings it takes until all have met: ``python -m tests.bench.seating [SEASONS]``; by lot beside it."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from itertools import combinations
from statistics import mean

from referee.season.seating import Pair, Tables, meetings, seat

CASES = ((8, 2), (9, 3), (12, 3), (16, 4))
"""People and tables, as in the notes of what was measured."""
LONGEST = 400


def evenings_until_all_met(people: int, tables: int, season: int, by_lot: bool) -> int:
    names = [f"Player {number}" for number in range(1, people + 1)]
    met: Counter[Pair] = Counter()
    dealt: Counter[str] = Counter()
    chance = random.Random(season)
    for evening in range(1, LONGEST):
        at_tables = _by_lot(names, tables, chance) if by_lot else seat(names, met, dealt, f"{season} {evening}", tables)
        met += meetings(at_tables)
        dealt += Counter(seats[0] for seats in at_tables)
        if all(frozenset(pair) in met for pair in combinations(names, 2)):
            return evening
    raise ValueError("they never all meet")


def _by_lot(names: list[str], tables: int, chance: random.Random) -> Tables:
    order = chance.sample(names, len(names))
    return tuple(tuple(order[number::tables]) for number in range(tables))


def main() -> None:
    seasons = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"{'people':>6} {'tables':>6} {'seated':>14} {'by lot':>8} {'ms an evening':>14}")
    for people, tables in CASES:
        began = time.perf_counter()
        seated = [evenings_until_all_met(people, tables, season, by_lot=False) for season in range(seasons)]
        spent = 1000 * (time.perf_counter() - began) / sum(seated)
        lot = [evenings_until_all_met(people, tables, season, by_lot=True) for season in range(seasons)]
        shown = f"{mean(seated):.2f} ({min(seated)}-{max(seated)})"
        print(f"{people:>6} {tables:>6} {shown:>14} {mean(lot):>8.1f} {spent:>14.1f}")


if __name__ == "__main__":
    main()
