"""``python -m tests.faults.kills``: servers killed with -9 again and again while phones write.

The server is ``referee serve``, on an SQLite file or on PostgreSQL. There are two of them on PostgreSQL, and one dies
while the other goes on. Phones write notes and cards and send again what is not answered. After each kill the server
is begun again and must answer within 3 seconds. What was acknowledged must stand in the book once and in its order.

First two controls that must fail: a server that says "written" a moment before it writes loses something, and one that
does not know ids again writes something twice.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests import cluster
from tests.awake import joined, until
from tests.faults import book
from tests.faults.forked import Forked, forked
from tests.faults.phones import NOTHING, Tally, Writer, at_once, counted, opened
from tests.processes import until_ready

WITHIN = 3.0
"""Seconds from a start to the first answer."""
EACH = 250
"""Kills before the phones begin new games and what they wrote is counted: an evening is no longer either."""
PHONES, GAMES = 3, 2


@dataclass
class Outcome:
    kills: int = 0
    tally: Tally = NOTHING
    starts: list[float] = field(default_factory=list)
    """Seconds from each start to its first answer."""

    @property
    def holds(self) -> bool:
        return self.tally.holds and max(self.starts) <= WITHIN

    def __str__(self) -> str:
        ordered = sorted(self.starts)
        return (
            f"{self.kills} kills, {self.tally}; first answer after a start: median "
            f"{ordered[len(ordered) // 2]:.2f} s, longest {ordered[-1]:.2f} s"
        )


def drill(kills: int, url: str = "", seed: int = 15, control: str = "", folder: Path | None = None) -> Outcome:
    """Kill so often; ``url``: a PostgreSQL instead of a file, with two servers before it."""
    chance, outcome = random.Random(seed), Outcome()
    with contextlib.ExitStack() as stack:
        data = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-kills-")))
        nest = stack.enter_context(forked(data, url, control))
        ports = [_started(nest, outcome) for _ in range(2 if url else 1)]
        while outcome.kills < kills:
            turn = min(EACH, kills - outcome.kills)
            writers = [w for _ in range(GAMES) for w in opened(ports[0], PHONES, between=0.0, seats=True)]
            for writer in writers:
                writer.deaf = 0.2 if control == "forgetful" else 0.0
            threads, over = at_once(writers, ports)
            for _ in range(turn):
                _written(writers)
                time.sleep(chance.uniform(0, 0.08))
                port = chance.choice(ports)
                nest.kill(port)
                outcome.kills += 1
                _started(nest, outcome, port)
            _written(writers)
            over.set()
            joined(threads)
            for port in ports:  # as a machine that dies: what is counted is what lies on the disk
                nest.kill(port)
            outcome.tally += counted(writers, book.states(data, url, (writer.code for writer in writers)))
            for port in ports:
                _started(nest, outcome, port)
    return outcome


def _started(nest: Forked, outcome: Outcome, port: int = 0) -> int:
    port = nest.start(port)
    outcome.starts.append(until_ready(port))
    return port


def _written(writers: list[Writer], longest: float = 60.0) -> None:
    """Wait until somebody was told that something is written."""
    before = sum(len(writer.times) for writer in writers)
    until(lambda: sum(len(writer.times) for writer in writers) > before, longest, "Nobody could write any more.", 0.005)


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """``DATABASE_URL`` of a PostgreSQL of its own that writes to its disk as in earnest; nothing for SQLite."""
    if kind == "sqlite":
        yield ""
        return
    with cluster.running("max_connections=300") as server:
        yield server.url


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.kills", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=10_000)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=15)
    options = parser.parse_args()
    with database(options.on) as url:
        hasty = drill(20, url, options.seed, "hasty")
        print(f"control, written only after the answer: {hasty}", flush=True)
        forgetful = drill(20, url, options.seed, "forgetful")
        print(f"control, no id is known again: {forgetful}", flush=True)
        if not (hasty.tally.missing and forgetful.tally.doubled):
            print("A control lost or doubled nothing: this drill would notice nothing.")
            return 1
        outcome, began = Outcome(), time.monotonic()
        while outcome.kills < options.kills:
            some = drill(min(1000, options.kills - outcome.kills), url, options.seed + outcome.kills)
            outcome = Outcome(outcome.kills + some.kills, outcome.tally + some.tally, outcome.starts + some.starts)
            print(f"{time.monotonic() - began:.0f} s, {options.on}: {outcome}", flush=True)
    return 0 if outcome.holds else 1


if __name__ == "__main__":
    sys.exit(main())
