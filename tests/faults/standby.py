"""``python -m tests.faults.standby``: the primary dies in the middle of 50 games, and the standby goes on with them.

Two real PostgreSQL clusters on this computer, the second a synchronous standby of the first; two servers of the app
before them, each of two processes, whose ``DATABASE_URL`` names both clusters. 50 games are written by simple clients
that do as phones do: what is not answered goes out again with the same id, to whichever server. The primary is killed
with SIGKILL and all its processes; some seconds later, as long as it takes somebody to notice, the standby is promoted.
Then every acknowledged write must be there once, in its order, and every client must go on by itself within 10 seconds.
No answer may be a fault of the server, and none may stand in its log: while there is no primary, phones are told to
send it again later.

The control before it must fail: a standby that is not synchronous and has been cut off a while loses what was
acknowledged meanwhile, and the drill must say so.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path

import psycopg

from tests.awake import joined, until
from tests.cluster import USER, Cluster
from tests.faults.gunicorn import gunicorn
from tests.faults.phones import LATER, Writer, at_once, opened

STANDBY = "standby"
WITHIN = 10.0
"""Seconds after the promotion within which everybody is to go on."""
LOG = "app.log"
NOTES = "SELECT game, data ->> 'text' FROM event WHERE type = 'NoteAdded' ORDER BY game, seq"


@dataclass
class Outcome:
    """What came of one drill."""

    acknowledged: int
    missing: int
    doubled: int
    disordered: int
    resumed: float
    """Seconds from the promotion to the first acknowledgement of the client that waited longest for it."""
    answers: Counter[str]
    logged: int
    """Faults in the logs of the servers."""

    @property
    def holds(self) -> bool:
        fine = {"303", LATER, "ConnectionResetError", "RemoteDisconnected"}
        return not (self.missing or self.doubled or self.disordered or self.logged or set(self.answers) - fine) and (
            self.resumed <= WITHIN
        )

    def __str__(self) -> str:
        answers = ", ".join(f"{number} x {answer}" for answer, number in self.answers.most_common())
        return (
            f"{self.acknowledged} acknowledged: {self.missing} missing, {self.doubled} doubled, {self.disordered} out "
            f"of order; everybody went on {self.resumed:.1f} s after the promotion; answers: {answers}; "
            f"{self.logged} faults in the log"
        )


@contextlib.contextmanager
def two_clusters(folder: Path, synchronous: bool) -> Iterator[tuple[Cluster, Cluster]]:
    """A primary and its standby."""
    primary = Cluster(_made(folder / "primary"), "max_connections=400", "wal_level=replica", "fsync=on")
    standby = Cluster(_made(folder / "standby"), "max_connections=400", "hot_standby=on", "fsync=on")
    try:
        primary.make()
        primary.start()
        standby.follow(primary, STANDBY)
        standby.start()
        if synchronous:
            command(primary, f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'", "SELECT pg_reload_conf()")
        wanted = "sync" if synchronous else "async"
        state = "SELECT sync_state FROM pg_stat_replication"
        until(lambda: asked(primary, state) == [(wanted,)], 60, f"The standby is not {wanted}.", 0.1)
        yield primary, standby
    finally:
        standby.stop()
        primary.stop()


@contextlib.contextmanager
def servers(folder: Path, clusters: tuple[Cluster, ...], number: int = 2, workers: int = 2) -> Iterator[list[int]]:
    """The ports of as many servers of the app; each is told of all clusters."""
    hosts = ",".join(f"127.0.0.1:{cluster.port}" for cluster in clusters)
    url = f"postgresql://{USER}@{hosts}/postgres?target_session_attrs=read-write&connect_timeout=3"
    secret = secrets.token_hex(32)
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(gunicorn(folder, url, secret, workers, REFEREE_LOG="json")) for _ in range(number)]


def drill(games: int, seconds: float, away: float, synchronous: bool) -> Outcome:
    """Write, kill the primary, promote the standby, go on writing, and count."""
    with tempfile.TemporaryDirectory(prefix="referee-standby-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with two_clusters(folder, synchronous) as (primary, standby):
            with servers(folder, (primary, standby)) as ports:
                clients = [opened(ports[0])[0] for _ in range(games)]
                threads, over = at_once(clients, ports)
                time.sleep(seconds / 2)
                if not synchronous:
                    command(standby, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
                time.sleep(seconds / 2)
                primary.kill()
                time.sleep(away)
                standby.promote()
                promoted = time.monotonic()
                time.sleep(max(seconds, WITHIN))
                over.set()
                joined(threads)
            there = asked(standby, NOTES)
        lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines() if line[:1] == "{"]
        logged = sum(line["level"] in ("error", "critical") for line in lines)
    return counted(clients, there, promoted, logged)


def counted(clients: list[Writer], there: list[tuple[str, ...]], promoted: float, logged: int) -> Outcome:
    """What clients were promised, held against what stands in the book."""
    missing = doubled = disordered = 0
    for client in clients:
        notes = [text for code, text in there if code == client.code]
        missing += len(set(client.acknowledged) - set(notes))
        doubled += len(notes) - len(set(notes))
        disordered += notes != sorted(notes, key=lambda note: int(note.split()[1]))
    return Outcome(
        acknowledged=sum(len(client.acknowledged) for client in clients),
        missing=missing,
        doubled=doubled,
        disordered=disordered,
        resumed=max(min((at for at in client.times if at > promoted), default=inf) for client in clients) - promoted,
        answers=sum((client.answers for client in clients), Counter()),
        logged=logged,
    )


def asked(cluster: Cluster, query: str) -> list[tuple[str, ...]]:
    with psycopg.connect(cluster.url) as connection:
        return connection.execute(query.encode()).fetchall()


def command(cluster: Cluster, *lines: str) -> None:
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        for line in lines:
            connection.execute(line.encode())


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.standby", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0, help="of writing before the primary dies, and after")
    parser.add_argument("--away", type=float, default=5.0, help="seconds from its death to the promotion")
    options = parser.parse_args()
    print("control: a standby that is not synchronous, and cut off a while", flush=True)
    control = drill(options.games, options.seconds, options.away, synchronous=False)
    print(f"  {control}", flush=True)
    print("a synchronous standby", flush=True)
    outcome = drill(options.games, options.seconds, options.away, synchronous=True)
    print(f"  {outcome}", flush=True)
    if not control.missing:
        print("The control lost nothing: this drill would notice nothing.")
    return 0 if outcome.holds and control.missing else 1


if __name__ == "__main__":
    sys.exit(main())
