"""A story: phones at a house of its own open pages and send forms, and what they get is written down.

The clock stands still but for a minute with every form that is sent; what is drawn by lot comes out the same each
time; what is only an id is called by what it is the id of; and a photograph is the text of what is read from it.
"""

from __future__ import annotations

import datetime
import difflib
import gzip
import itertools
import json
import random
import re
import secrets
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from referee import days, vision
from referee.app import addresses
from referee.game.state import GameState
from referee.services.clubs import seasons
from referee.services.games import games
from referee.storage.engine import watch
from referee.storage.files import backup
from referee.storage.start import filling
from referee.storage.tables.database import db
from tests import apps
from tests.golden.pages.lines import UNTOLD, Lines
from tests.photographs import reading
from tests.web.plain import Phone
from tests.web.season_club import Club

SAID = Path(__file__).parent / "said"
BEGINS = datetime.datetime(2026, 11, 20, 19, 0, tzinfo=datetime.UTC)
"""A Friday evening."""
SETTINGS = {
    "TESTING": True,
    "WTF_CSRF_ENABLED": False,
    "SERVICE_WORKER": False,
    "SECRET_KEY": "the same for every golden page",
}
IDS = {
    "club": "select id, 'club-' || name from club",
    "season": "select id, 'season-' || name from season",
    "player": "select id, 'player-' || name from player",
    "evening": "select id, 'evening-' || row_number() over (order by rowid) from evening",
    "table": "select id, 'table-' || row_number() over (order by rowid) from evening_table",
    "entry": "select id, 'entry-' || row_number() over (order by rowid) from money_entry",
    "game": "select code, 'GAME-' || row_number() over (order by opened_at, rowid) from game",
    "phone": "select id, 'phone-' || row_number() over (order by rowid) from phone",
    "link": "select id, 'link-' || row_number() over (order by rowid) from link",
    "right": "select id, 'right-' || row_number() over (order by rowid) from phone_right",
    "waiting": "select id, 'waiting-' || row_number() over (order by rowid) from waiting",
    "holding": "select id, 'holding-' || row_number() over (order by rowid) from holding",
    "code": "select code, 'CODE' || row_number() over (order by rowid) from join_code",
}
PATTERNS = (
    (r"\b[0-9a-f]{64}\b", "DIGEST"),
    (r"data-version=[0-9a-f]+", "data-version"),
    (r"VERSION = \"[0-9a-f]+\"", "VERSION"),
    (r"/static/v-[0-9a-f]+/", "/static/v/"),
    (r"/static/(styles|later)-[0-9a-f]+\.css", r"/static/\1.css"),
    (r"(/static/[\w./-]+)\?v=[0-9a-f]+", r"\1"),
    (r"(?:[0-9A-F]{2}[: ]*){32}", "FINGERPRINT"),
    (r"urn:uuid:[0-9a-f-]{36}", "urn:uuid:…"),
    (r"/join#[\w-]{27}", "/join#SECRET"),
)
"""What differs from one making to the next, and says nothing."""
MOST = 60
"""Lines of what is no page."""
LONG, BRIEF = 70, 36
"""Letters of a line that is told briefly the second time, and how many are told then."""
WHY = re.compile(r'id="problems"|data-asks|aria-invalid="true"|data-screen="errors/|class="notice warning removed"')
"""What says why something is refused."""
SCREEN = re.compile(r"data-screen=([\w/.]+)")
Tell = Callable[["Story"], None]
STORIES: dict[str, Tell] = {}


def story(tell: Tell) -> Tell:
    """Marks a story; its pages stand in the file of its name."""
    STORIES[tell.__name__.replace("_", "-")] = tell
    return tell


class Told(NamedTuple):
    said: str
    """Everything that the phones saw."""
    clubs: Mapping[str, bytes]
    """Every club of the house in the end, as the file that its page of data gives away; by id."""


def told(name: str) -> Told:
    """A story played in a house that nobody had before."""
    with apps.lent(SETTINGS) as app, _same_each_time() as clock:
        app.test_client_class = FlaskClient  # that pages are sound is seen by the other tests of them
        one = Story(app, clock)
        STORIES[name](one)
        with app.app_context():
            clubs = [club.id for club in seasons.clubs()]
        app.config["HOSTED"] = False  # so that a phone at the computer itself may have them
        phone = app.test_client()
        return Told(one.text(), {club: phone.get(f"/clubs/{club}/club.jsonl").get_data() for club in clubs})


class Clock:
    def __init__(self) -> None:
        self.now = BEGINS

    def goes(self, **further: float) -> None:
        self.now += datetime.timedelta(**further)


@contextmanager
def _same_each_time() -> Iterator[Clock]:
    """The clock and the lot, in the hand of a story; the zone and the addresses of the computer are always the same."""
    clock, lot, count = Clock(), random.Random(1), itertools.count(1)

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return clock.now.astimezone(tz)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(days, "datetime", Datetime)
        patch.setattr(backup, "datetime", Datetime)
        patch.setattr(watch, "seconds", lambda: (clock.now - BEGINS).total_seconds())
        patch.setattr(secrets, "token_hex", lambda size=32: f"{next(count):0{2 * size}x}")
        patch.setattr(secrets, "choice", lot.choice)
        patch.setattr(secrets, "randbelow", lot.randrange)
        patch.setattr(
            addresses, "phone_urls", lambda place: [addresses.url(place, at) for at in ("192.168.1.5", "10.8.0.3")]
        )
        patch.setattr(addresses, "local_name", lambda: "kitchen.local")
        patch.setattr(vision, "installed", lambda: True)
        patch.setattr(vision, "read", lambda picture: reading(*picture.decode().split(";")))
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield clock
    time.tzset()


class _Club(Club):
    """The club of a house; each old game is typed in a minute after the one before."""

    def __init__(self, app: Flask, house: Story) -> None:
        super().__init__(app)
        self._house = house

    def write_id(self) -> str:
        self._house.wrote()
        return super().write_id()


class Story:
    """What the phones of one house see, one page after another."""

    def __init__(self, app: Flask, clock: Clock) -> None:
        self.app = app
        self.clock = clock
        self.club = _Club(app, self)
        self._written: list[str] = []
        self._ids: dict[str, str] = {}
        self._pages: dict[str, list[str]] = {}
        """By screen, the last page of it."""
        self._lines = Lines()
        self._told: set[str] = set()
        self._headers: set[str] = set()
        """What was told of cookies, and of how long something may be kept."""
        self._wrote = True
        """Since the ids were looked up."""

    def phone(self, name: str, address: str = "127.0.0.1", **headers: str) -> Teller:
        """A phone; that of the computer itself may do everything."""
        client = self.app.test_client()
        client.environ_base.update({"REMOTE_ADDR": address, **headers})
        return Teller(self, name, client)

    def starts(self) -> None:
        """The app is started again."""
        with self.app.app_context():
            filling.fill()

    def wrote(self) -> None:
        """A form goes out."""
        self.clock.goes(minutes=1)
        self._wrote = True

    def chapter(self, words: str) -> None:
        """What is told next, for whoever reads the file."""
        self._written += ["", f"==== {words} ====", ""]

    def text(self) -> str:
        return "\n".join(self._written).strip() + "\n"

    def write(self, who: str, answer: TestResponse, sent: str) -> None:
        """What somebody did, and what they got; the page only as far as it is another than the last of its address."""
        request = answer.request
        if self._wrote:
            self._look_up()
        try:
            rule = self.app.url_map.bind("localhost").match(request.path, request.method)[0]
        except HTTPException:
            rule = "nowhere"
        head = f"{who}: {request.method} {unquote(request.path)}{asked(request.query_string.decode())}"
        head += re.sub(r"( seen=\d+)\.[0-9a-f]+", r"\1", sent)
        self._written.append(self._named(f"▶ {head} [{rule}] {answer.status_code}"))
        self._write_headers(rule, answer)
        if answer.status_code in (301, 302, 303, 307, 308):
            self._written.append(self._named(f"  goes to {answer.headers['Location']}"))
            return
        if answer.mimetype == "text/html" and answer.status_code >= 400:
            assert says_why(answer.text), f"{head} is refused with {answer.status_code}, and nothing says why"
        lines = self._named("\n".join(self._body(answer))).splitlines()
        at = next((found[1] for line in lines if (found := SCREEN.search(line))), rule)
        self._written += [f"  {self._briefly(line)}".rstrip() for line in shorter(self._pages.get(at, []), lines)]
        self._pages[at] = lines

    def _write_headers(self, rule: str, answer: TestResponse) -> None:
        """What a phone is to keep, and how; once in a story, for it is mostly the same."""
        kept = [_attributes(cookie) for cookie in answer.headers.getlist("Set-Cookie")]
        caching = answer.headers.get("Cache-Control", "nothing is said")
        if answer.status_code == 200 and caching != "no-store":
            kept.append(f"caching, {rule}: {caching}")
        for line in kept:
            if line not in self._headers:
                self._headers.add(line)
                self._written.append(f"  {line}")

    def _briefly(self, line: str) -> str:
        """A long line that was told before in this story: how it begins, and a number that only it has."""
        mark, told = (line[:1], line[1:]) if line[:1] in "-+" else ("", line)
        words = told.strip()
        if len(words) < LONG or words not in self._told:
            self._told.add(words)
            return line
        room = " " * (len(told) - len(told.lstrip()))
        return f"{mark}{room}{words[:BRIEF]}… #{zlib.crc32(words.encode()):08x}"

    def _body(self, answer: TestResponse) -> list[str]:
        content = answer.get_data()
        if answer.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        if answer.mimetype in ("text/html", "image/svg+xml"):
            return self._lines.of(content.decode())
        kind = [f"({answer.content_type}; {answer.headers.get('Content-Disposition', 'shown')})"]
        if answer.mimetype.endswith("json") and content.count(b"\n") < 2:
            return kind + few(json.dumps(json.loads(content), indent=1, ensure_ascii=False).splitlines())
        if answer.mimetype == "application/x-x509-ca-cert":
            return kind
        if answer.mimetype == "image/png":
            return [*kind, f"{int.from_bytes(content[16:20])} x {int.from_bytes(content[20:24])}"]
        return kind + few(content.decode("utf-8-sig").splitlines())

    def _look_up(self) -> None:
        self._wrote = False
        with self.app.app_context():
            for query in IDS.values():
                for id_, word in db.session.execute(text(query)):
                    self._ids.setdefault(id_, word.replace(" ", "-"))
            db.session.remove()

    def _named(self, text: str) -> str:
        for pattern, word in PATTERNS:
            text = re.sub(pattern, word, text)
        known = re.compile("|".join(rf"(?<![0-9A-Za-z]){re.escape(id_)}(?![0-9A-Za-z])" for id_ in self._ids) or "(?!)")
        return known.sub(lambda found: self._ids[found[0]], text)


def says_why(page: str) -> bool:
    """Whether a page that refuses something has a word on it."""
    return bool(WHY.search(page))


def asked(query: str) -> str:
    """What is asked for in an address, in words."""
    return "".join(f" ?{name}={_shown(value)}" for name, value in parse_qsl(query, keep_blank_values=True))


def _attributes(cookie: str) -> str:
    """A cookie without its value, and without the moment at which it ends: its age says that too."""
    named, *attributes = cookie.split("; ")
    return (
        f"cookie {named.partition('=')[0]}: {'; '.join(each for each in attributes if not each.startswith('Expires='))}"
    )


def few(lines: list[str]) -> list[str]:
    """What programs read, as far as a person would."""
    return lines if len(lines) <= MOST else [*lines[:MOST], f"… and {len(lines) - MOST} lines more"]


def shorter(before: list[str], now: list[str]) -> list[str]:
    """A page, or what is another on it than on the one before where that is not nearly all."""
    changes = [
        line if line.startswith(("-", "+")) else f" {line[1:]}" if line.startswith(" ") else "…"
        for line in difflib.unified_diff(before, now, n=1, lineterm="")
        if not line.startswith(("---", "+++"))
    ]
    if len("".join(changes)) < 0.85 * len("".join(now)):
        return ["(as it was last, but:)", *changes] if changes else ["(as it was last)"]
    return now


class Teller(Phone):
    """A phone without script that tells what it sees, where it is not quiet."""

    def __init__(self, story: Story, name: str, client: Any) -> None:
        super().__init__(client)
        self.story = story
        self.name = name
        self.tells = True
        self._sent = self._only = ""
        self.game = ""
        """The code of the game that it is at."""

    @contextmanager
    def quiet(self) -> Iterator[Teller]:
        """What is done here is told nobody."""
        self.tells = False
        yield self
        self.tells = True

    def sends_only(self, fields: Mapping[str, Any]) -> None:
        """Of the form that is sent next only these fields are told: what was touched in a long one."""
        self._only = sent(fields)

    def takes(self, answer: TestResponse) -> None:
        """An answer to something that is no form."""
        self._sent = self._only
        self._only = ""
        self._take(answer)

    def send(self, ending: str, **typed: Any) -> Teller:
        form = self.form(ending)
        fields = {**self.fields(form), **typed}
        return self._post(str(form.get("action")), follow=True, **fields)

    def post(self, path: str, **fields: Any) -> Teller:
        """A form of one's own making, a minute later; what follows is not opened."""
        return self._post(path, follow=False, **fields)

    def _post(self, path: str, follow: bool, **fields: Any) -> Teller:
        self.story.wrote()
        self._sent, self._only = self._only or sent(fields), ""
        self._take(self.client.post(path, data=fields, follow_redirects=follow))
        return self

    def see(self, *paths: str) -> Teller:
        """Pages of the game that this phone is at."""
        for path in paths:
            self.open(f"/g/{self.game}{path}")
        return self

    def tap(self, path: str, seen: int | None = None, **fields: Any) -> Teller:
        """A form of that game, sent from a page that shows how things stand, or stood; what follows is not opened."""
        with self.story.app.app_context():
            number = games.game(self.game).number if seen is None else seen
        return self.post(f"/g/{self.game}{path}", write_id=secrets.token_hex(16), seen=str(number), **fields)

    def round(self, out: int | str, hands: dict[int, str]) -> Teller:
        """A round from its first card to its news."""
        number = self.state.current
        self.tap("/round/went-out", round=number, seat=out)
        for seat, cards in hands.items():
            self.tap("/round/cards-left", round=number, seat=seat, cards=cards)
        return self.tap("/round/close", round=number)

    @property
    def state(self) -> GameState:
        with self.story.app.app_context():
            return games.game(self.game)

    def _take(self, answer: TestResponse) -> Phone:
        if self.tells:
            for one in (*answer.history, answer):
                self.story.write(self.name, one, self._sent if one.request.method == "POST" else "")
        self._sent = ""
        if answer.mimetype == "text/html":
            super()._take(answer)
        else:
            self.answer, self.elements = answer, []
        if self.path.startswith("/g/") and self.status in (200, 303):
            self.game = self.code
        return self


def sent(fields: Mapping[str, Any]) -> str:
    return "".join(f" {name}={_shown(value)}" for name, value in fields.items() if name not in UNTOLD)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({value[1]})"
    value = str(value) if isinstance(value, int) else value
    return (
        value if isinstance(value, str) and re.fullmatch(r"[^\s\"]+", value) else json.dumps(value, ensure_ascii=False)
    )
