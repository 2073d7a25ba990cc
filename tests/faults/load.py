"""``python -m tests.faults.load hosted|laptop``: evenings at the pace of people, and one phone that floods.

``hosted``: gunicorn with several processes on a PostgreSQL of its own; 200 games with 6 phones each, every phone
waiting for news and asking for its page when it hears some; in each game somebody writes every 30 seconds. One client
asks and writes as fast as it can, from an address of its own. ``laptop``: the home server on SQLite; 12 games, 8
phones, and no flood, for this computer itself is not counted. Everybody else must be answered: no error, no stream that
ends. It prints how long writes took, what the flood was told, and how long the app and the database server had a
processor. All of it on loopback, for so many ``--seconds``; ``--games`` and ``--quiet`` (nobody floods) are for a
smaller computer.
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

from sqlalchemy import create_engine, text

from referee.services.clubs import seasons
from referee.services.phones import access, phones
from referee.services.phones.access import CLUB, Role
from referee.web.shell.access import COOKIE
from tests.awake import ended
from tests.faults import book
from tests.faults.gunicorn import gunicorn
from tests.faults.kills import database
from tests.processes import ROOT, lasting_port, until_ready
from tests.services.desk import open_game, tag

EVERY = 30.0
"""Seconds between two writes in one game."""
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
    app: float = 0.0
    database: float = 0.0
    """Seconds of processor; none of the database where that is the app's own file."""

    def __str__(self) -> str:
        told = ", ".join(f"{number} x {what}" for what, number in self.flood.most_common())
        return (
            f"{len(self.writes)} writes {_spread(self.writes)}, {len(self.pages)} pages {_spread(self.pages)}; "
            f"{self.errors.total()} errors {dict(self.errors) or ''}; the flood: {told}; "
            f"processor: {self.app:.1f} s of the app, {self.database:.1f} s of the database server"
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
    address: str
    """Behind a proxy the one that it tells; at home the one that the phone has."""
    proxy: bool
    token: str = ""

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        come_from = None if self.proxy else (self.address, 0)
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=come_from)

    async def sit_down(self) -> None:
        """The first page brings the cookie of the session and the token of its forms."""
        reader, writer = await self.line()
        writer.write(self.request("GET", f"/g/{self.code}/table"))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        found = _LENGTH.search(head.encode())
        page = (await reader.readexactly(int(found[1]) if found else 0)).decode()
        writer.close()
        cookies = [self.cookies, *re.findall(r"(?im)^set-cookie: ([^;\r]+)", head)]
        self.cookies = "; ".join(filter(None, cookies))
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token, head
        self.token = token[1]

    async def ask(self, method: str, path: str, body: str = "", **more: str) -> tuple[int, bytes]:
        reader, writer = await self.line()
        try:
            writer.write(self.request(method, path, body, **more))
            head = await reader.readuntil(b"\r\n\r\n")
            length, status = _LENGTH.search(head), _HEAD.match(head)
            return int(status[1]) if status else 0, await reader.readexactly(int(length[1]) if length else 0)
        finally:
            writer.close()

    def request(self, method: str, path: str, body: str = "", **more: str) -> bytes:
        headers = {
            "Host": "localhost", "Cookie": self.cookies, "Connection": "close",
            **({"X-Forwarded-For": self.address, "X-Forwarded-Proto": "https"} if self.proxy else {}),
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
    reader, writer = await table.line()
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
        some = (
            table.ask("GET", "/rulebooks"),
            table.ask("GET", "/ask/meld?cards=5C"),
            table.note("x"),
            table.note("y"),
        )
        for answer in await asyncio.gather(*some, return_exceptions=True):
            status = answer[0] if isinstance(answer, tuple) else answer
            outcome.flood[type(status).__name__ if isinstance(status, BaseException) else str(status)] += 1
        if outcome.flood["429"]:
            await asyncio.sleep(0.01)  # else this client alone would take the processors


@contextlib.contextmanager
def served(profile: Profile, folder: Path, url: str) -> Iterator[int]:
    if url:
        more = {"REFEREE_STREAMS": "2000", "REFEREE_PROXY": "1"}
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
        ended(process)


def spent(process: int) -> float:
    """Seconds for which a process and all below it had a processor, those that have ended included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(spent(int(child)) for child in below)


def _of_app() -> float:
    """The app was started by this process, and the database server was not."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return sum(spent(int(child)) for child in children)


def server_of(url: str) -> int:
    """The first process of a PostgreSQL: each connection has one below it."""
    engine = create_engine(url)
    with engine.connect() as connection:
        mine = connection.scalar(text("SELECT pg_backend_pid()"))
        first = int(Path(f"/proc/{mine}/stat").read_text().rpartition(")")[2].split()[1])
    engine.dispose()
    return first


async def evenings(tables: list[Table], flood: Table | None, phones: int, seconds: float) -> Outcome:
    outcome, chance = Outcome(), random.Random(15)
    for table in [*tables, *([flood] if flood else [])]:
        await table.sit_down()
    ends = time.monotonic() + seconds
    streams = [asyncio.create_task(waiting(table, outcome)) for table in tables for _ in range(phones)]
    players = [playing(table, outcome, ends, random.Random(chance.random())) for table in tables]
    await asyncio.gather(*players, *([flooding(flood, outcome, ends)] if flood else []))
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return outcome


def seated(folder: Path, url: str, games_: int) -> list[tuple[str, str]]:
    """So many games, each with the cookie of a phone that may write in it."""
    made = []
    with book.opened(folder, url):
        club = seasons.first_club().id
        for _ in range(games_):
            cookie = access.new_cookie()
            phone = access.make_phone(cookie, Role.NOBODY)
            assert phone is not None
            phones.give(phone.id, CLUB, club, Role.HOST, tag())
            made.append((open_game("may-i", *(f"Player {seat}" for seat in range(1, 7))).code, cookie))
    return made


def run(profile: Profile, seconds: float, quiet: bool = False) -> Outcome:
    hosted = profile.on == "postgres"
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-load-")))
        url = stack.enter_context(database(profile.on))
        there = seated(folder, url, profile.games + hosted)
        port = stack.enter_context(served(profile, folder, url))
        name = "__Host-phone" if hosted else COOKIE
        tables = [
            Table(port, code, f"{name}={cookie}" if hosted else "", _address(number, hosted), hosted)
            for number, (code, cookie) in enumerate(there)
        ]
        flood = tables.pop() if hosted else None
        server = server_of(url) if hosted else 0
        app, database_ = _of_app(), spent(server) if server else 0.0
        outcome = asyncio.run(evenings(tables, None if quiet else flood, profile.phones, seconds))
        outcome.app = _of_app() - app
        outcome.database = spent(server) - database_ if server else 0.0
        return outcome


def _address(number: int, hosted: bool) -> str:
    return f"{'198.51' if hosted else '127.0'}.{number // 250 + 1}.{number % 250 + 2}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.load", description=__doc__.partition("\n")[0])
    parser.add_argument("profile", choices=sorted(PROFILES))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    profile = PROFILES[options.profile]
    profile = profile._replace(games=options.games or profile.games)
    outcome = run(profile, options.seconds, options.quiet)
    print(f"{profile.games} games, {profile.phones} phones each, {options.seconds:.0f} s: {outcome}")
    held = outcome.flood["429"] or options.quiet or profile.on == "sqlite"
    return 0 if not outcome.errors and held else 1


if __name__ == "__main__":
    sys.exit(main())
