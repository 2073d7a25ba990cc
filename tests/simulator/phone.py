"""A phone: a browser with its cookies, and what it has sent and the book has not acknowledged yet.

What becomes of a tap is decided by the very table by which the script of the pages lives (``static/queue.js``):
the simulator has none of its own.
"""

from __future__ import annotations

import html
import json
import re
import secrets
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from tests.simulator.house import House
from tests.simulator.linear import View, Write

_STATES = Path(__file__).resolve().parents[2] / "static" / "queue.js"
_TOKEN = re.compile(r'id="unsent"[^>]*data-token="([^"]+)"')
_SEEN = re.compile(r'name="seen" value="([^"]*)"')
_AT = re.compile(r'data-at="(\d+)\.')
_FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.S)
_ACTION = re.compile(r'<form\b[^>]*\baction="([^"]*)"')
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_ON_THE_PAGE = ("taken", "out", "looked", "asked")
"""States that last as long as the page: the disk keeps only whether an entry waits or was refused."""


@cache
def transitions() -> dict[str, dict[str, str]]:
    """From each state what may happen in it, and which state follows: the table of the script itself."""
    text = _STATES.read_text(encoding="utf-8").partition("export const TRANSITIONS = ")[2]
    table: dict[str, dict[str, str]] = json.JSONDecoder().raw_decode(text)[0]
    return table


@dataclass(eq=False)
class Tap:
    """One entry of the queue."""

    path: str
    body: dict[str, str]
    write: Write
    code: str
    state: str = "new"
    asks: bool = False
    page: str = ""
    """What the book said to it, where it was not accepted."""

    @property
    def id(self) -> str:
        return self.write.id

    def move(self, event: str) -> None:
        """Raises KeyError for what the table does not have."""
        self.state = transitions()[self.state][event]

    def reload(self) -> None:
        """The page goes, with what only it knew."""
        if self.state in _ON_THE_PAGE:
            self.state = "refused" if self.page else "waits"


@dataclass
class Page:
    """What a phone shows of a game: the log so far, and what its forms carry of that."""

    view: View
    seen: str


@dataclass(eq=False)
class Phone:
    house: House
    name: str
    address: str
    queue: list[Tap] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)
    """By game."""
    is_away: bool = False
    """Whether it has no line at all: it shows what it showed, and keeps what is tapped."""
    is_in: bool = False
    """Whether it was let in and not put out since."""
    role: str = ""
    """As those who may have set it: ``player``, ``scorer``, ``host``; empty for none."""
    came_by: str = ""
    """The secret of the invitation that let it in."""
    raised_by: Phone | None = None
    """The host's phone that gave it its role."""
    seats: dict[str, int] = field(default_factory=dict)
    wrote: set[str] = field(default_factory=set)
    """The ids of what it has entered, as far as it was told."""
    token: str = ""
    showed: tuple[str, View] = ("", View(()))
    """Of which game it showed a page last, and what."""

    def __post_init__(self) -> None:
        self.client = self.house.app.test_client()

    @property
    def cookie(self) -> str:
        found = self.client.get_cookie("phone", domain=_HOST)
        return found.value if found is not None else ""

    def due(self) -> Tap | None:
        """What it sends next: what was tapped first and is not answered."""
        return next((tap for tap in self.queue if tap.state in ("taken", "waits")), None)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.house.ask(self.client, "GET", path, self.address, **more)

    def post(self, path: str, fields: dict[str, Any], dies_at: int = 0) -> TestResponse:
        """A form as a page sends it that goes on beside it; without a token, or with an old one, a page brings one."""
        if not self.token:
            self.renew(self.get("/join"))
        answer = self._post(path, fields, dies_at)
        if answer.status_code == 400 and self.renew(answer):
            answer = self._post(path, fields, dies_at)
        return answer

    def _post(self, path: str, fields: dict[str, Any], dies_at: int) -> TestResponse:
        sent = {"write_id": secrets.token_hex(16), "seen": "0", **fields, "csrf_token": self.token}
        headers = {"Only-Deliver": "yes"}
        return self.house.ask(self.client, "POST", path, self.address, dies_at, data=sent, headers=headers)

    def renew(self, answer: TestResponse) -> bool:
        """Whether a page brought another token."""
        found = _TOKEN.search(answer.text)
        if found is None or found[1] == self.token:
            return False
        self.token = found[1]
        return True


_HOST = "referee.example"


def seen_in(page: str) -> str:
    """What the forms of a page carry of the log that it shows."""
    found = _SEEN.search(page)
    return html.unescape(found[1]) if found else ""


def number_in(page: str) -> int | None:
    """The number of the log that a page shows."""
    found = _AT.search(page)
    return int(found[1]) if found else None


def forms_in(page: str) -> list[tuple[str, dict[str, str]]]:
    """Where each form of a page leads and what it carries without being asked."""
    return [
        (action[1], {name: html.unescape(value) for name, value in _HIDDEN.findall(form)})
        for form in _FORM.findall(page)
        if (action := _ACTION.match(form))
    ]
