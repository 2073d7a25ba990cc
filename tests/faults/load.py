"""``python -m tests.faults.load hosted|laptop``: evenings at the pace of people, and one phone that floods.

``hosted``: gunicorn with several processes on a PostgreSQL of its own; 200 games with 6 phones each, every phone
waiting for news and asking for its page when it hears some; in each game somebody writes every 30 seconds. One client
asks and writes as fast as it can, from an address of its own. ``laptop``: the home server on SQLite; 12 games, 8 phones.
Everything but the flood must be answered: no error, no stream that ends. It prints how long writes took, and what the
flood was told. All of it on loopback, for so many ``--seconds``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from tests.faults.gunicorn import gunicorn
from tests.faults.kills import database
from tests.faults.phones import opened
from tests.processes import ROOT, lasting_port, until_ready

EVERY = 30.0
"""Seconds between two writes in one game."""
FLOODS_FROM = "203.0.113.66"
_HEAD = re.compile(rb"HTTP/1\.\d (\d+)")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.I)
_AT = re.compile(rb'data-at="([^"]+)"')


class Profile(NamedTuple):
    games: int
    phones: int
    on: str
    workers: int


PROFILES = {"hosted": Profile(200, 6, "postgres", 4), "laptop": Profile(12, 8, "sqlite", 1)}


@dataclass
class Outcome:
    writes: list[float] = field(default_factory=list)
    """Milliseconds."""
    pages: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    flood: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        told = ", ".join(f"{number} x {what}" for what, number in self.flood.most_common())
        return (
            f"{len(self.writes)} writes {_spread(self.writes)}, {len(self.pages)} pages {_spread(self.pages)}; "
            f"{self.errors.total()} errors {dict(self.errors) or ''}; the flood: {told}"
        )


def _spread(milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds) or [0.0]
    return f"(p50 {ordered[len(ordered) // 2]:.0f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.0f} ms)"


@dataclass
class Table:
    """A game, and how its phones ask: each from the address of its house."""

    port: int
    code: str
    cookies: str
    token: str
    address: str

    async def ask(self, method: str, path: str, body: str = "", **more: str) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self.request(method, path, body, **more))
            head = await reader.readuntil(b"\r\n\r\n")
            length, status = _LENGTH.search(head), _HEAD.match(head)
            return int(status[1]) if status else 0, await reader.readexactly(int(length[1]) if length else 0)
        finally:
            writer.close()

    def request(self, method: str, path: str, body: str = "", **more: str) -> bytes:
        headers = {
            "Host": "localhost", "X-Forwarded-For": self.address, "X-Forwarded-Proto": "https", "Cookie": self.cookies,
            "Content-Length": str(len(body)), **({"Content-Type": "application/x-www-form-urlencoded"} if body else {}),
            **{name.replace("_", "-"): value for name, value in more.items()},
        }  # fmt: skip
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}".encode()

    async def note(self, text: str) -> int:
        fields = {"csrf_token": self.token, "write_id": secrets.token_hex(16), "seen": "1", "text": text}
        return (await self.ask("POST", f"/g/{self.code}/table/note", urlencode(fields)))[0]


async def waiting(table: Table, outcome: Outcome) -> None:
    """A phone that hears news and asks for its page each time."""
    version = "1.0"
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    try:
        writer.write(table.request("GET", f"/g/{table.code}/live?since={version}"))
        if b" 200 " not in await reader.readline():
            outcome.errors["a stream was not let in"] += 1
            return
        while line := await reader.readline():
            if line.startswith(b"data:") and len(line) > 8:
                began = time.perf_counter()
                status, page = await table.ask("GET", f"/g/{table.code}", HX_Request="true", Live=version)
                outcome.pages.append((time.perf_counter() - began) * 1000)
                if status != 200:
                    outcome.errors[f"page {status}"] += 1
                if found := _AT.search(page):
                    version = found[1].decode()
        outcome.errors["a stream ended"] += 1
    except (OSError, asyncio.IncompleteReadError) as failed:
        outcome.errors[type(failed).__name__] += 1
    finally:
        writer.close()


async def playing(table: Table, outcome: Outcome, ends: float, chance: random.Random) -> None:
    """Somebody at the table writes, now and then."""
    await asyncio.sleep(chance.uniform(0, EVERY))
    while time.monotonic() < ends:
        began = time.perf_counter()
        try:
            status = await table.note(f"note {time.monotonic():.3f}")
        except (OSError, asyncio.IncompleteReadError) as failed:
            outcome.errors[type(failed).__name__] += 1
        else:
            outcome.writes.append((time.perf_counter() - began) * 1000)
            if status != 303:
                outcome.errors[f"write {status}"] += 1
        await asyncio.sleep(chance.uniform(0.5, 1.5) * EVERY)


async def flooding(table: Table, outcome: Outcome, ends: float) -> None:
    """As fast as it can, four at a time: pages that cost something, and writes."""
    while time.monotonic() < ends:
        some = (table.ask("GET", "/rulebooks"), table.ask("GET", "/ask/meld?cards=5C"), table.note("x"), table.note("y"))
        for answer in await asyncio.gather(*some, return_exceptions=True):
            status = answer[0] if isinstance(answer, tuple) else answer
            outcome.flood[type(status).__name__ if isinstance(status, BaseException) else str(status)] += 1
        if outcome.flood["429"]:
            await asyncio.sleep(0.01)  # else this client alone would take the processors


@contextlib.contextmanager
def served(profile: Profile, folder: Path, url: str) -> Iterator[int]:
    if url:
        more = {"REFEREE_STREAMS": "2000"}
        with gunicorn(folder, url, secrets.token_hex(32), profile.workers, **more) as port:
            yield port
        return
    environment = {**os.environ, "REFEREE_DATA": str(folder), "DATABASE_URL": ""}
    port = lasting_port()
    line = [sys.executable, "-m", "referee", "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(line, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        until_ready(port)
        yield port
    finally:
        process.terminate()
        process.wait(30)


async def evenings(tables: list[Table], flood: Table, phones: int, seconds: float) -> Outcome:
    outcome, chance, ends = Outcome(), random.Random(15), time.monotonic() + seconds
    streams = [asyncio.create_task(waiting(table, outcome)) for table in tables for _ in range(phones)]
    players = [playing(table, outcome, ends, random.Random(chance.random())) for table in tables]
    await asyncio.gather(flooding(flood, outcome, ends), *players)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return outcome


def run(profile: Profile, seconds: float) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="referee-load-") as name, database(profile.on) as url:
        with served(profile, Path(name), url) as port:
            writers = [opened(port)[0] for _ in range(profile.games + 1)]
            tables = [
                Table(port, writer.code, writer.cookies, writer.token, f"198.51.{number // 250}.{number % 250 + 1}")
                for number, writer in enumerate(writers)
            ]
            tables[-1].address = FLOODS_FROM
            return asyncio.run(evenings(tables[:-1], tables[-1], profile.phones, seconds))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.load", description=__doc__.partition("\n")[0])
    parser.add_argument("profile", choices=sorted(PROFILES))
    parser.add_argument("--seconds", type=float, default=120)
    options = parser.parse_args()
    profile = PROFILES[options.profile]
    outcome = run(profile, options.seconds)
    print(f"{profile.games} games, {profile.phones} phones each, {options.seconds:.0f} s: {outcome}")
    return 0 if not outcome.errors and outcome.flood["429"] else 1


if __name__ == "__main__":
    sys.exit(main())
