"""Many refusals of each question, on all processors; see the package."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.rules.refusals.checked import Wrong, seen
from tests.rules.refusals.drawing import REFUSED

_AT_ONCE = 250
SHOWN = 3
"""So many examples are printed of each kind of what is wrong."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.refusals", description=__doc__)
    parser.add_argument("refusals", type=int, help="of each question")
    parser.add_argument("questions", nargs="*", help="all of them, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    if strange := set(options.questions) - set(REFUSED):
        parser.error(f"{', '.join(sorted(strange))}: the questions are {', '.join(REFUSED)}")
    wrong: dict[tuple[str, str, str], list[Wrong]] = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for question in options.questions or REFUSED:
            begun = time.monotonic()
            parts = range(0, options.refusals, _AT_ONCE)
            counts = [min(_AT_ONCE, options.refusals - first) for first in parts]
            seeds = [f"{options.seed} {first}" for first in parts]
            reasons, hints, here = Counter[str](), Counter[str](), 0
            for part in pool.map(seen, [question] * len(counts), counts, seeds):
                reasons += part.reasons
                hints += part.hints
                here += len(part.wrong)
                for each in part.wrong:
                    wrong.setdefault((question, each.kind, each.what), []).append(each)
            took = time.monotonic() - begun
            print(f"{question:9} {reasons.total():7} refused, {len(reasons):2} reasons, {hints.total():6} hints of "
                  f"{len(hints):2} kinds, {here} wrong, {took:.0f} s", flush=True)  # fmt: skip
    for (question, _, _), each in wrong.items():
        print(f"\n{question}, {len(each)} times", *map(str, each[:SHOWN]), sep="\n  ")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
