"""Many evenings, on all processors; see the package."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.random_games.asks import Seen
from tests.random_games.evening import Broken, played

_AT_ONCE = 50


def some(first: int, count: int) -> tuple[Seen, list[str]]:
    """What was asked in those evenings, and what did not hold in them."""
    seen: Seen = Counter()
    broken: list[str] = []
    for seed in range(first, first + count):
        try:
            seen += played(seed)
        except Broken as fault:
            broken.append(str(fault))
    return seen, broken


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.random_games", description=__doc__)
    parser.add_argument("evenings", type=int)
    parser.add_argument("--seed", type=int, default=1, help="of the first evening; the next ones follow (default 1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args(arguments)
    seen: Seen = Counter()
    faults, begun = 0, time.monotonic()
    last = asked.seed + asked.evenings
    parts = [(first, min(_AT_ONCE, last - first)) for first in range(asked.seed, last, _AT_ONCE)]
    with ProcessPoolExecutor(asked.processes) as pool:
        for more, broken in pool.map(some, *zip(*parts, strict=True)):
            seen += more
            faults += len(broken)
            print(*broken, sep="\n\n", end="\n\n" if broken else "", flush=True)
    for question in sorted({name for name, _ in seen}):
        print(f"{question:10} {seen[question, True]:8} yes {seen[question, False]:8} no {seen[question, None]:8} open")
    print(f"{asked.evenings} evenings in {time.monotonic() - begun:.0f} s, {faults} broken")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
