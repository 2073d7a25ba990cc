"""``python -m tests.simulator``: worlds decided by their seed, one after the other; a fault names its seed."""

from __future__ import annotations

import argparse
import math
import secrets
import sys
import time
from collections.abc import Sequence

from tests import apps, turns
from tests.faults.book import in_memory
from tests.simulator.controls import CONTROLS, WITHIN
from tests.simulator.playing import FURTHER, Outcome, play, seeds_from
from tests.simulator.world import STEPS, Fault


def controls(names: Sequence[str], seed: int) -> int:
    """Each of these faults in worlds from this seed on, until it is found; how many were not."""
    missed = 0
    for name in names:
        control = CONTROLS[name]
        outcome, began, found = Outcome(), time.process_time(), ""
        first = seed % FURTHER + control.seed // FURTHER * FURTHER
        with control.put_in():
            while not found and outcome.steps < WITHIN:
                try:
                    play(first + outcome.worlds + outcome.known.total(), outcome=outcome)
                except Fault as fault:
                    found = str(fault).partition("\n")[0]
        missed += not found
        took = f"{outcome.steps + STEPS if found else outcome.steps} steps, {time.process_time() - began:.0f} s"
        print(f"{name} ({control.what}): {took}: {found or 'NOT FOUND'}", flush=True)
    apps.clear()
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="of the processor, after which no world begins")
    parser.add_argument("--seed", type=int, default=None, help="of the first world; the others follow")
    parser.add_argument("--go-on", action="store_true", help="after a fault, with the next world")
    parser.add_argument(
        "--controls", nargs="*", metavar="NAME", help="put in each fault that must be found, or these, one at a time"
    )
    options = parser.parse_args()
    in_memory()
    turns.collect_seldom()
    seed = options.seed if options.seed is not None else secrets.randbelow(10**9)
    print(f"seed {seed}", flush=True)
    if options.controls is not None:
        if unknown := set(options.controls) - set(CONTROLS):
            parser.error(f"no control is called {', '.join(sorted(unknown))}; there are {', '.join(CONTROLS)}")
        return controls(options.controls or [*CONTROLS], seed)
    outcome, began, told, found, worked = Outcome(), time.monotonic(), time.monotonic(), 0, time.process_time()
    for each in seeds_from(seed):
        if outcome.steps >= options.steps or time.process_time() - worked >= options.seconds:
            break
        try:
            play(each, min(STEPS, options.steps - outcome.steps), outcome)
        except Fault as fault:
            print(fault, flush=True)
            found += 1
            if not options.go_on:
                break
            outcome.steps += STEPS
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{told - began:.0f} s: {outcome}", flush=True)
    seconds = time.monotonic() - began
    print(outcome.census())
    print(f"{outcome}; {outcome.steps / seconds:.0f} steps a second, {found} faults")
    apps.clear()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
