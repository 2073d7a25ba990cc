"""How the tests share the machine: how many at once, what begins first, where their files lie."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from itertools import groupby
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ROOM = 2**31
"""So many bytes of it must be free: the tests that run at once hold far less."""
DEAR = ("tests/browser", "tests/faults")
"""Whoever waits for a browser or a process."""


def workers() -> int:
    """What ``-n auto`` comes to: two more than there are cores, because whoever drives a browser mostly waits for it
    (with one more, a quarter of the cores' time went by unused)."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 2


def use_memory() -> None:
    """From now on temporary files lie in memory, here and in the processes begun here: a disk only makes wait."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def collect_seldom() -> None:
    """Look for circles of dead objects seldom: a process with thousands of tests holds so much that each look is long
    (a seventh of the processors' time, measured on 205 tests of pages and the engine)."""
    gc.set_threshold(100_000, 50, 1000)


def deal(items: list[pytest.Item], hands: int) -> None:
    """Sort the tests so that each process begins with something long.

    With ``--dist worksteal`` each process gets a run of the list, all of one length; whoever is idle then takes from
    the end of another's. So each run begins with its share of what is long, then of what is dear, a file at a time,
    and what takes no time stands at the end.
    """
    shares: list[list[pytest.Item]] = [[] for _ in range(hands)]
    weights = [0] * hands
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    cheap: list[pytest.Item] = []
    for tests in sorted(files, key=lambda tests: -weight(tests)):
        if weight(tests):
            share = weights.index(min(weights))
            weights[share] += weight(tests)
            shares[share] += tests
        else:
            cheap += tests
    for share in shares:
        share.sort(key=lambda item: not item.get_closest_marker("long"))
    left = iter(cheap)
    remaining = len(items)
    for at, share in enumerate(shares):
        size = remaining // (hands - at)
        share += [item for _, item in zip(range(size - len(share)), left, strict=False)]
        remaining -= len(share)
    items[:] = [item for share in shares for item in share] + list(left)


def weight(tests: list[pytest.Item]) -> int:
    """How dear a file is; nothing where it takes no time."""
    long = sum(bool(test.get_closest_marker("long")) for test in tests)
    dear = any(f"/{folder}/" in tests[0].path.as_posix() for folder in DEAR)
    return 20 * long + len(tests) * dear
