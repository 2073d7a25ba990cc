"""``python -m tests.faults.fuzz``: requests that no page of ours makes, to every route; none may break anything.

Every address of the URL map with values that are there, odd or hostile; every method; forms with missing, doubled, odd
and huge fields, with files in place of texts and numbers; bodies that are no forms at all; headers as no browser sends
them. Answers 5xx and exceptions are counted, and how long the answers took. Every page of some of them is read as
strictly as in the other tests. First a control that must fail: an app that one id breaks.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import logging
import multiprocessing
import random
import re
import secrets
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock
from urllib.parse import quote, urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

from referee.app.instance import ROOT
from referee.services.games import games
from referee.web.shell.throttle import Throttle
from tests import apps
from tests.awake import awake
from tests.faults.book import in_memory
from tests.house.pages import faults as page_faults
from tests.web.cases import questions
from tests.web.season_club import Club
from tests.web.table_phone import FIVES, down, melds
from tests.web.test_odd_forms import NAMES, ODD

SLOWEST = 250.0
"""Milliseconds within which 99 of 100 answers come."""
HOUSE = 2_500
"""Requests before a new house: what they remove is not there any more."""
TURN = 25_000
"""Requests drawn from one seed."""
READ_EVERY = 25
"""Each so manieth page is read as a whole."""
SAME = "the-same-again"
"""An id that comes with one write in ten, whatever that is."""
METHODS = ("PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "POST", "GET", "BREW")
HEADERS: dict[str, tuple[str, ...]] = {
    "HX-Request": ("true", "false", "\x7f", ""),
    "HX-Target": ("page", "#page", "x" * 500, "<b>"),
    "HX-Current-URL": ("http://localhost/new", "javascript:alert(1)", "//", "http://[::1"),
    "Live": ("1.0", "999.999", "x", "-1", "9" * 400),
    "Accept": ("application/json", "text/event-stream", "*/*;q=nan", "x" * 900, ",,,;;"),
    "Accept-Language": ("de", "x-" * 200, ";q=2", "*"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "br, zstd", "\x7f"),
    "Content-Type": ("application/json", "multipart/form-data", "text/plain; charset=utf-99", "x", ""),
    "Cookie": ("phone=x", "phone=" + "f" * 5000, "session=.e30.x.y", "phone=a; phone=b; ;=; x", "\x7f"),
    "Host": ("localhost", "evil.example", "127.0.0.1:99999", "[::1", "localhost:x", ""),
    "If-None-Match": ('"x"', "*", 'W/"', "x" * 900),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "9" * 50),
    "Origin": ("null", "http://localhost", "http://evil.example", "x"),
    "Range": ("bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=" + "0-1," * 200, "x"),
    "X-Forwarded-For": ("203.0.113.9", "x", "::1, ::2", "1" * 500),
    "X-Forwarded-Proto": ("https", "gopher"),
    "X-Request-Id": ("x", "a b", "f" * 900),
    "Authorization": ("Bearer x", "Basic eA==", "Basic x", "x"),
    "Content-Length": ("0", "-1", "99999999999", "x"),
    "Transfer-Encoding": ("chunked", "x"),
}  # fmt: skip


@dataclass
class Place:
    """A house with a game in the middle of a round, a finished one and a season."""

    app: Flask
    values: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        app = self.app
        app.extensions["referee.throttle"] = Throttle(burst=1e9)
        club = Club(app)
        season = club.season()
        finished = club.game(season, "2026-02-02", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
        game = down(app, app.test_client())
        player = club.player("Ada")
        self.values = {
            "club": [club.id], "season": [season], "player": [player], "other": [club.player("Ben")],
            "kind": ["season", "game", "player"], "id_": [season, finished, player], "rulebook": ["screw", "contract"],
            "name": ["meld", "contract"], "question": ["meld", "may_i"], "topic": ["wild", "deal"],
            "seat": ["1", "2"], "number": ["1"], "seq": ["1", "2"], "meld": [str(melds(game)[FIVES])],
            "code": [game.code, finished], "version": ["1"], "filename": ["icon.svg"], "link": ["x"],
        }  # fmt: skip


@dataclass
class Outcome:
    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    routes: set[str] = field(default_factory=set)
    broken: Counter[str] = field(default_factory=Counter)
    """What went wrong, and how often."""
    milliseconds: list[float] = field(default_factory=list)

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.requests + other.requests,
            self.statuses + other.statuses,
            self.routes | other.routes,
            self.broken + other.broken,
            self.milliseconds + other.milliseconds,
        )

    def within(self, share: float) -> float:
        return sorted(self.milliseconds)[int(len(self.milliseconds) * share)]

    def __str__(self) -> str:
        told = ", ".join(f"{number} x {status}" for status, number in sorted(self.statuses.items()))
        wrong = "".join(f"\n  {number} x {what}" for what, number in self.broken.most_common(20))
        return (
            f"{self.requests} requests to {len(self.routes)} routes: {self.broken.total()} broke something{wrong}; "
            f"p50 {self.within(0.5):.1f} ms, p99 {self.within(0.99):.0f} ms, longest {max(self.milliseconds):.0f} ms; "
            f"answers: {told}"
        )


class Fuzz:
    """Requests drawn one after the other."""

    def __init__(self, place: Place, chance: random.Random) -> None:
        self.place, self.chance = place, chance
        self.rules = [rule for rule in place.app.url_map.iter_rules() if rule.endpoint != "static"]
        templates = (ROOT / "templates").rglob("*.html")
        fields = {name for page in templates for name in re.findall(r'\bname="([a-z_]+)"', page.read_text("utf-8"))}
        self.fields = sorted({*NAMES, *fields, "sure", "confirmed", "write_id", "seen", "key", "secret", "text"})
        self.asked = questions()

    def request(self) -> tuple[Rule, dict[str, Any]]:
        """A route, and what is sent there as the test client takes it."""
        chance, rule = self.chance, self.chance.choice(self.rules)
        allowed = sorted((rule.methods or set()) & {"GET", "POST"}) or ["GET"]
        method = chance.choice(METHODS) if chance.random() < 0.05 else chance.choice(allowed)
        sent: dict[str, Any] = {"path": self._path(rule), "method": method, "headers": self._headers()}
        if chance.random() < 0.3:
            sent["query_string"] = urlencode(self._some(), doseq=True)
        if method == "POST" or chance.random() < 0.05:
            sent |= self._body()
        return rule, sent

    def _path(self, rule: Rule) -> str:
        def value(match: re.Match[str]) -> str:
            there = self.place.values.get(match[1], ["x"])
            odd = self.chance.random() < 0.15
            text = self.chance.choice(ODD) if odd else self.chance.choice(there)
            return quote(text, safe="") or "-"

        return re.sub(r"<(?:\w+:)?(\w+)>", value, rule.rule)

    def _headers(self) -> list[tuple[str, str]]:
        if self.chance.random() < 0.6:
            return []
        some = self.chance.sample(sorted(HEADERS), self.chance.randint(1, 4))
        return [(name, self.chance.choice(HEADERS[name])) for name in some if name != "Content-Type"]

    def _text(self) -> str:
        chance = self.chance
        if chance.random() < 0.1:
            return "".join(chr(chance.choice((chance.randrange(128), chance.randrange(0xD800)))) for _ in range(20))
        return chance.choice((*ODD, *(each for some in self.place.values.values() for each in some)))

    def _some(self) -> list[tuple[str, str]]:
        chance = self.chance
        names = chance.sample(self.fields, chance.randint(0, 12))
        some = [(name, self._text()) for name in names]
        return some + chance.sample(some, min(len(some), chance.choice((0, 0, 1, 3))))

    def _body(self) -> dict[str, Any]:
        kind = self.chance.random()
        if kind < 0.70:
            return {"data": self._form()}
        if kind < 0.85:
            return {"data": self._form(files=True), "content_type": "multipart/form-data"}
        if kind < 0.93:
            return {"data": self._json(), "content_type": self.chance.choice(("application/json", "text/plain"))}
        return {
            "data": self.chance.choice(
                (self.chance.randbytes(200), b"=&=&&%zz%", b"a=" + b"9" * 5000, b"--x\r\n", b"")
            ),
            "content_type": self.chance.choice(
                (*HEADERS["Content-Type"], "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
            ),
        }

    def _form(self, files: bool = False) -> MultiDict[str, Any]:
        chance = self.chance
        form: MultiDict[str, Any] = MultiDict(self._some())
        for name, usual in (("seen", "1"), ("round", "1"), ("seat", "2")):
            if chance.random() < 0.8:
                form[name] = usual
        if chance.random() < 0.9:
            form["write_id"] = secrets.token_hex(8) if chance.random() < 0.9 else SAME
        if files:
            for name in chance.sample(self.fields, chance.randint(1, 5)):
                content = chance.choice((b"", b"a file", chance.randbytes(300), b'{"type":"club"}\n'))
                form.add(name, (io.BytesIO(content), chance.choice(("a.txt", "", "../x", "\u202e.jsonl", "x" * 300))))
        return form

    def _json(self) -> bytes:
        chance = self.chance
        asked: Any = dict(chance.choice(self.asked))
        for _ in range(chance.randint(0, 3)):
            odd = (self._text(), None, True, 0, -1, 2**70, 1.5, [], {}, [[]], {"a": []})
            asked[chance.choice([*asked, "house", "players", "round", "question", "more"])] = chance.choice(odd)
        whole: Any = chance.choice((asked, [asked], [asked] * 3, [[asked]], None, 7, "x"))
        text = json.dumps(whole).encode("utf-8", "replace")
        return chance.choice((text, text, text, text[: len(text) // 2], b"[" * 3000, b'{"a":' * 3000, b"\xff" + text))


def several(requests: int, seed: int, processes: int) -> Outcome:
    """Turns with a seed each, in so many processes; tells how far it came."""
    turns = [min(TURN, requests - before) for before in range(0, requests, TURN)]
    outcome, began, spawned = Outcome(), time.monotonic(), multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, spawned, in_memory) as pool:
        for some in pool.map(_turn, turns, range(seed, seed + len(turns))):
            outcome += some
            print(f"{time.monotonic() - began:.0f} s: {outcome}", flush=True)
    return outcome


def _turn(requests: int, seed: int) -> Outcome:
    try:
        return drill(requests, seed)
    finally:
        apps.clear()


def drill(requests: int, seed: int = 15) -> Outcome:
    chance, outcome = random.Random(seed), Outcome()
    while outcome.requests < requests:
        with house() as place:
            client, fuzz = place.app.test_client(), Fuzz(place, chance)
            for _ in range(min(HOUSE, requests - outcome.requests)):
                rule, sent = fuzz.request()
                _ask(client, rule, sent, outcome)
    return outcome


def _ask(client: FlaskClient, rule: Rule, sent: dict[str, Any], outcome: Outcome) -> None:
    began = awake()
    outcome.requests += 1
    outcome.routes.add(rule.rule)
    where = f"{sent['method']} {rule.rule}"
    try:
        answer = client.open(**sent)
    except Exception as failed:
        last = traceback.extract_tb(failed.__traceback__)[-1]
        outcome.broken[f"{where}: {type(failed).__name__} in {last.name} ({last.filename.rpartition('/')[2]})"] += 1
        return
    with answer:
        stream = answer.mimetype == "text/event-stream"
        body = b"" if stream else answer.get_data()
        outcome.milliseconds.append((awake() - began) * 1000)
        outcome.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            outcome.broken[f"{where}: {answer.status_code}"] += 1
        if answer.mimetype == "text/html" and body and outcome.requests % READ_EVERY == 0:
            page = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
            for fault in page_faults(page.decode()):
                outcome.broken[f"{where}: {fault}"] += 1


@contextmanager
def house() -> Iterator[Place]:
    settings = {"TESTING": True, "WTF_CSRF_ENABLED": False}
    with (
        tempfile.TemporaryDirectory(prefix="referee-fuzz-") as folder,
        apps.lent(settings | {"DATA_DIR": folder}) as app,
    ):
        logging.disable(logging.CRITICAL)  # a tenth of all this is refused, and each refusal is a line
        try:
            yield Place(app)
        finally:
            logging.disable(logging.NOTSET)


@contextmanager
def fragile() -> Iterator[None]:
    """The control: an app that breaks where the same id comes again."""
    check = games.check_tag

    def breaking(tag: games.WriteTag) -> None:
        if tag.id == SAME:
            raise KeyError(tag.id)
        check(tag)

    with mock.patch.object(games, "check_tag", breaking):
        yield


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    in_memory()
    with fragile():
        control = drill(5_000, options.seed)
    apps.clear()
    print(f"control, an id that comes again breaks something: {control}", flush=True)
    if not control.broken:
        print("The control broke nothing: this drill would notice nothing.")
        return 1
    outcome = several(options.requests, options.seed, options.processes)
    print(outcome)
    return 0 if not outcome.broken and outcome.within(0.99) <= SLOWEST else 1


if __name__ == "__main__":
    sys.exit(main())
