"""Table Referee beside ihatemoney, the nearest open Flask app that a table shares: pages and writes in one run.

Run it with ``python -m tests.bench.beside_ihatemoney [seconds]``; ``tests/bench/README.md`` has the figures. It makes a
throw-away environment with ihatemoney from the package index. Both are served by waitress with the same settings on
loopback, each in a process of its own with an SQLite file of its own: a project of 8 members and 200 bills, and a game
of 15 rounds, 8 seats and 300 events. One client with one connection asks both in turns, takes packed pages, and sends
the token of each one’s form. Pages are asked for before anything is written, so both stay as they are meanwhile.
"""

from __future__ import annotations

import gzip
import http.client
import itertools
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from referee import create_app
from referee.services.games import games
from referee.storage.tables.database import db
from tests.bench.pages import long_game
from tests.processes import free_port

MEMBERS, BILLS, EVENTS = 8, 200, 300
ROOT = Path(__file__).parents[2]
TURNS = 3
_SERVE = "import sys, waitress; waitress.serve(app, host='127.0.0.1', port=int(sys.argv[1]), threads=8, _quiet=True)"
OURS = f"""
from referee import create_app
import sys
app = create_app({{"DATA_DIR": sys.argv[2]}})
{_SERVE}
"""
THEIRS = f"""
import sys
from ihatemoney.run import create_app
class Settings:
    SQLALCHEMY_DATABASE_URI = "sqlite:///" + sys.argv[2] + "/ihatemoney.db"
    SQLALCHEMY_TRACK_MODIFICATIONS = False
    SECRET_KEY = "of the bench alone"
    SESSION_COOKIE_SECURE = False
    ACTIVATE_DEMO_PROJECT = True
app = create_app(configuration=Settings, instance_path=sys.argv[2])
{_SERVE}
"""


class Rate(NamedTuple):
    by_clock: float
    """Answers in a second."""
    by_processor: float
    """Answers in a second of the server's processor time, which others on the machine do not lengthen."""


class Server:
    """A served app and one connection to it, with the cookies it has set."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies: dict[str, str] = {}
        self.token = ""
        """Of its forms, for as long as the session lasts."""

    def take_token(self, path: str) -> str:
        """The page at this address, whose form has the token."""
        page = self.ask(path)[1].decode()
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
        assert found, path
        self.token = found[1]
        return page

    def ask(self, path: str, form: Mapping[str, object] | list[tuple[str, object]] | None = None) -> tuple[int, bytes]:
        """Status and body."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers["Accept-Encoding"] = "gzip"
        method, body = "GET", None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            fields = list(form.items()) if isinstance(form, Mapping) else form
            method, body = "POST", urlencode([*fields, ("csrf_token", self.token)])
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        sent = answer.read()
        return answer.status, gzip.decompress(sent) if answer.headers["Content-Encoding"] == "gzip" else sent

    def processor(self) -> float:
        """Seconds of processor time it has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rate(self, job: Callable[[Server], int], seconds: float) -> Rate:
        """How often a job is answered."""
        begun, used, count = time.perf_counter(), self.processor(), 0
        while time.perf_counter() - begun < seconds:
            status = job(self)
            assert status in (200, 302, 303), status
            count += 1
        return Rate(count / (time.perf_counter() - begun), count / max(self.processor() - used, 0.01))


@contextmanager
def served(python: Path, code: str, folder: Path) -> Iterator[Server]:
    port = free_port()
    process = subprocess.Popen([python, "-W", "ignore", "-c", code, str(port), str(folder)], cwd=ROOT)
    try:
        server = Server(process, port)
        for _ in range(240):
            try:
                server.connection.connect()
                break
            except OSError:
                time.sleep(0.25)
        yield server
        server.connection.close()
    finally:
        process.terminate()
        process.wait(30)


def ihatemoney(folder: Path) -> Path:
    """The Python of a throw-away environment that has it."""
    environment = folder / "ihatemoney-venv"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "ihatemoney", "waitress"], check=True)
    return python


def fill_project(server: Server) -> list[int]:
    """The demo project, which asks for no password, with its members and bills; the ids of the members."""
    server.ask("/demo")
    server.take_token("/demo/add")
    for number in range(MEMBERS - 3):  # it comes with three
        server.ask("/demo/members/add", {"name": f"Member {number}", "weight": "1"})
    page = server.ask("/demo/add")[1].decode()
    payers = page.partition('id="payer"')[2].partition("</select>")[0]
    members = [int(number) for number in re.findall(r'value="([0-9]+)"', payers)]
    assert len(members) == MEMBERS, members
    for number in range(BILLS):
        status, _ = server.ask("/demo/add", bill(members, number))
        assert status in (302, 303), status
    return members


def bill(members: list[int], number: int) -> list[tuple[str, object]]:
    return [
        ("date", f"2026-01-{number % 28 + 1:02}"),
        ("what", f"Bill {number}"),
        ("payer", members[number % len(members)]),
        ("amount", f"{number % 90 + 1}.50"),
        ("bill_type", "Expense"),
        *(("payed_for", member) for member in members),
    ]


def compared(seconds: float) -> dict[str, Rate]:
    """Rates by page, theirs with a name that says so; the two servers take turns."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "ours").mkdir()
        (folder / "theirs").mkdir()
        python = Path(os.environ.get("IHATEMONEY_PYTHON") or ihatemoney(folder))
        app = create_app({"DATA_DIR": str(folder / "ours")})
        with app.app_context():
            code, written = long_game(EVENTS), long_game(EVENTS)  # what is shown stays as long as it is
            round_no = len(games.game(code).rounds) + 1
            db.engine.dispose()
        with (
            served(Path(sys.executable), OURS, folder / "ours") as ours,
            served(python, THEIRS, folder / "theirs") as theirs,
        ):
            members = fill_project(theirs)
            turns, numbers = itertools.count(), itertools.count(EVENTS)

            def cards(server: Server) -> int:
                number = next(numbers)  # each write adds one event
                fields = {"write_id": secrets.token_hex(16), "seen": number, "round": round_no, "seat": 1}
                return server.ask(f"/g/{written}/round/cards-left", {**fields, "cards": ("K", "Q Q")[number % 2]})[0]

            ours.take_token(f"/g/{written}/round?seat=1")
            pages: list[tuple[str, Server, Callable[[Server], int]]] = [
                ("ihatemoney: bills", theirs, lambda server: server.ask("/demo/")[0]),
                ("Now", ours, lambda server: server.ask(f"/g/{code}")[0]),
                ("Score", ours, lambda server: server.ask(f"/g/{code}/score")[0]),
                ("History", ours, lambda server: server.ask(f"/g/{code}/history")[0]),
                ("Table view", ours, lambda server: server.ask(f"/tv/{code}")[0]),
                ("ihatemoney: settle", theirs, lambda server: server.ask("/demo/settle_bills")[0]),
                ("ihatemoney: statistics", theirs, lambda server: server.ask("/demo/statistics")[0]),
                ("ihatemoney: history", theirs, lambda server: server.ask("/demo/history")[0]),
            ]
            writes: list[tuple[str, Server, Callable[[Server], int]]] = [
                (
                    "ihatemoney: add a bill",
                    theirs,
                    lambda server: server.ask("/demo/add", bill(members, next(turns)))[0],
                ),
                ("cards left, POST", ours, cards),
            ]
            rates: dict[str, list[Rate]] = {}
            for jobs in (pages, writes):
                for _, (what, server, job) in itertools.product(range(TURNS), jobs):
                    rates.setdefault(what, []).append(server.rate(job, seconds))
    return {
        what: Rate(statistics.median(r.by_clock for r in all_), statistics.median(r.by_processor for r in all_))
        for what, all_ in rates.items()
    }


def main() -> None:
    rates = compared(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
    page, write = rates["ihatemoney: bills"], rates["ihatemoney: add a bill"]
    print(f"{'':26}{'per second':>12}{'per processor second':>24}{'times its bills or its bill added':>36}")
    for what, rate in rates.items():
        beside = write if what in ("cards left, POST", "ihatemoney: add a bill") else page
        print(
            f"{what:26}{rate.by_clock:12.1f}{rate.by_processor:24.1f}"
            f"{rate.by_clock / beside.by_clock:18.1f}{rate.by_processor / beside.by_processor:18.1f}"
        )


if __name__ == "__main__":
    main()
