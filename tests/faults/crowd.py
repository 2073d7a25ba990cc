"""``python -m tests.faults.crowd``: phones as threads over real HTTP, and what they were told held against the log.

On SQLite they write to the home server, on PostgreSQL to several processes of gunicorn, each phone to any of them,
while one process after the other is stopped for a second and a half (SIGSTOP). What was acknowledged must stand in the
log once and in its order, the numbers of a log must have no gaps, no page may show less than one before it, and each
game must be what its log folds to. First a control that must fail: a server that does not know ids again, behind a line
on which one answer in five is lost.
"""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.awake import joined
from tests.faults import book
from tests.faults.forked import forked
from tests.faults.gunicorn import gunicorn
from tests.faults.kills import database
from tests.faults.phones import GONE, NOTHING, Tally, at_once, counted, opened
from tests.processes import until_ready

TOGETHER = 8
"""Phones in one game."""
FORGOTTEN = frozenset({"400"})
"""What a phone is told whose token is a year old by the clock: its page gets another one and sends again."""
_PATIENCE = 30
"""Seconds for which the first write after the trouble may be waited for."""
EACH = 5_000
"""Writes before new games are begun: a log of an evening, not of a year."""


@contextlib.contextmanager
def served(folder: Path, url: str, workers: int, control: str = "", servers: int = 1) -> Iterator[list[int]]:
    """Ports of so many servers on a folder, or of one with so many processes on a PostgreSQL."""
    if url and not control:
        with gunicorn(folder, url, secrets.token_hex(32), workers, stops=True) as port:
            yield [port]
        return
    with forked(folder, url, control) as nest:
        ports = [nest.start() for _ in range(2 if url else servers)]
        for port in ports:
            until_ready(port)
        yield ports


def for_a_while(
    seconds: float, url: str = "", control: str = "", during: Callable[[Path], None] | None = None
) -> Tally:
    """Eight phones for so long, at a server in trouble; ``during``: what happens to its folder meanwhile."""
    with tempfile.TemporaryDirectory(prefix="referee-trouble-") as name, served(Path(name), url, 1, control) as ports:
        folder = Path(name)
        writers = opened(ports[0], TOGETHER, between=0.0, seats=True)
        for writer in writers:
            writer.deaf = 0.2
        threads, over = at_once(writers, ports)
        if during is not None:
            during(folder)
        before = sum(len(writer.times) for writer in writers)
        over.wait(seconds)
        patience = time.monotonic() + _PATIENCE
        while sum(len(writer.times) for writer in writers) == before and time.monotonic() < patience:
            over.wait(0.1)  # a machine that is busy with something else writes late
        over.set()
        joined(threads)
        assert sum(len(writer.times) for writer in writers) > before, "writing went on"
        return counted(writers, book.states(folder, url, (writer.code for writer in writers)), FORGOTTEN | GONE)


def drill(phones: int, operations: int, url: str = "", workers: int = 4, control: str = "", servers: int = 1) -> Tally:
    """So many writes by so many phones; ``url``: a PostgreSQL instead of a file."""
    tally = NOTHING
    with tempfile.TemporaryDirectory(prefix="referee-crowd-") as name:
        folder = Path(name)
        with served(folder, url, workers, control, servers) as ports:
            while tally.acknowledged < operations:
                most = -(-min(EACH, operations - tally.acknowledged) // phones)
                sizes = [min(TOGETHER, phones - first) for first in range(0, phones, TOGETHER)]
                writers = [w for size in sizes for w in opened(ports[0], size, between=0.0, seats=True)]
                for writer in writers:
                    writer.deaf = 0.2 if control else 0.02
                threads, _ = at_once(writers, ports, most)
                for thread in threads:
                    thread.join()
                tally += counted(writers, book.states(folder, url, (writer.code for writer in writers)))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.crowd", description=__doc__.partition("\n")[0])
    parser.add_argument("--phones", type=int, default=96)
    parser.add_argument("--operations", type=int, default=50_000)
    parser.add_argument("--workers", type=int, default=4, help="processes of gunicorn on PostgreSQL")
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    options = parser.parse_args()
    with database(options.on) as url:
        control = drill(8, 200, url, control="forgetful")
        print(f"control, no id is known again: {control}", flush=True)
        if not control.doubled:
            print("The control doubled nothing: this drill would notice nothing.")
            return 1
        began = time.monotonic()
        tally = drill(options.phones, options.operations, url, options.workers)
        seconds = time.monotonic() - began
    print(
        f"{options.on}, {options.phones} phones, {seconds:.0f} s, {tally.acknowledged / seconds:.0f} a second: {tally}"
    )
    return 0 if tally.holds else 1


if __name__ == "__main__":
    sys.exit(main())
