"""Many rulebooks at random through every door, on all processors; see the package."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests import apps
from tests.rulebooks.doors import over_http, passing
from tests.rulebooks.doors.drawing import drawn

_AT_ONCE = 50


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rulebooks.doors", description=__doc__)
    parser.add_argument("rulebooks", type=int)
    parser.add_argument("--seed", type=int, default=0, help="of the first; each has the next")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    begun, wrong = time.monotonic(), 0
    last = options.seed + options.rulebooks
    parts = [range(first, min(first + _AT_ONCE, last)) for first in range(options.seed, last, _AT_ONCE)]
    with ProcessPoolExecutor(options.processes) as pool:
        for disagreements in pool.map(looked_at, parts):
            wrong += len(disagreements)
            for disagreement in disagreements:
                print(disagreement, flush=True)
    print(f"{options.rulebooks} rulebooks, {wrong} disagreements, {time.monotonic() - begun:.0f} s")
    return bool(wrong)


def looked_at(seeds: Iterable[int]) -> list[str]:
    """What is wrong with the rulebooks of these seeds, each through every door."""
    wrong = []
    with apps.lent({"TESTING": True, "WTF_CSRF_ENABLED": False}) as app, tempfile.TemporaryDirectory() as folder:
        client = app.test_client()
        for seed in seeds:
            rulebook = drawn(seed)
            wrong += passing.disagreements(rulebook, Path(folder)) + over_http.disagreements(client, rulebook)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
