"""``python -m tests.rights.search``: every world of three phones, two links, three seats that so many steps can make.

The search is exhaustive: each state is looked at once, by the shortest way to it, and each must keep what ``broken``
asks. The seats are alike: of states that differ only by their names, one is looked at. It is written in Python and not
in TLA+ or Alloy, whose checkers need Java, which the project does not install.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.rights.model import PHONES, Rules, Step, World, broken, first, steps

DEPTH = 8


class Found(NamedTuple):
    """What a search came to: how many states, how many steps between them, and the first way to a broken one."""

    states: int
    steps: int
    why: str = ""
    way: tuple[Step, ...] = ()
    agreed: int = 0
    """States in which a phone is to become host, or is host, by an agreement."""


def search(
    depth: int,
    rules: Rules | None = None,
    told: bool = False,
    begin: Sequence[World] = (),
    phones: tuple[int, ...] = PHONES,
) -> Found:
    rules = rules or Rules()
    begun, count = time.monotonic(), 0
    came: dict[World, tuple[World, Step] | None] = dict.fromkeys(begin or first())
    edge = [*came]
    for number in range(1, depth + 1):
        following: list[World] = []
        for world in edge:
            for step in steps(world, rules, phones):
                count += 1
                after = rules.after(world, step)
                if after in came:
                    continue
                came[after] = world, step
                if why := broken(after):
                    return Found(len(came), count, why, _way(came, after))
                following.append(after)
        edge = following
        if told:
            print(
                f"{time.monotonic() - begun:6.1f} s  depth {number}: {len(came):,} states, {count:,} steps", flush=True
            )
    agreed = sum(bool(world.coming) or any(right.agreed for right in world.rights) for world in came)
    return Found(len(came), count, agreed=agreed)


def _way(came: dict[World, tuple[World, Step] | None], world: World) -> tuple[Step, ...]:
    way: list[Step] = []
    while (before := came[world]) is not None:
        world, step = before
        way.append(step)
    return tuple(reversed(way))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.rights.search", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--depth", type=int, default=DEPTH)
    found = search(parser.parse_args().depth, told=True)
    if found.why:
        print(f"{found.why}: {found.way}")
    return 1 if found.why else 0


if __name__ == "__main__":
    sys.exit(main())
