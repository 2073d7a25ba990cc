"""A phone at the table of one game, for the tests of the pages: it sends what its pages hold, without script."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.game.commands import OpenGame
from referee.game.state import GameState
from referee.rulebooks import library
from referee.services.games import games
from tests.house.reading import Element, Reader, read_page

FIVES, NINES = "5H 5S 5D", "9C 9D 9H"
NAMES = ("Ann", "Ben", "Cid", "Dee")


class Phone:
    """A phone at the table of one game: it sends what its pages hold, as a browser without script does."""

    def __init__(self, app: Flask, client: FlaskClient, book: str, players: tuple[str, ...] = NAMES, **house: Any):
        self.app, self.client = app, client
        rules = library.with_house_rules(library.load(book), house) if house else library.load(book)
        with app.app_context():
            done = games.open_game(OpenGame(rules, players), games.WriteTag(secrets.token_hex(8), 0, "a phone"))
        assert isinstance(done, games.Done)
        self.code = done.code

    @property
    def state(self) -> GameState:
        with self.app.app_context():
            return games.game(self.code)

    def see(self, path: str = "", status: int = 200) -> Reader:
        answer = self.client.get(f"/g/{self.code}{path}")
        assert answer.status_code == status, (path, answer.status)
        return read_page(answer.get_data(as_text=True))

    def send(self, path: str, status: int = 303, seen: int | None = None, **fields: Any) -> TestResponse:
        number = self.state.number if seen is None else seen
        form = {"write_id": secrets.token_hex(16), "seen": number, **fields}
        answer = self.client.post(f"/g/{self.code}{path}", data=form)
        assert answer.status_code == status, (path, answer.status, read_page(answer.text).root.text()[:800])
        return answer

    def last(self) -> Any:
        return self.state.log[-1].event


def words(found: Reader | TestResponse, marker: str = "main") -> str:
    """The words of the first element of this tag, class or id."""
    page = found if isinstance(found, Reader) else read_page(found.get_data(as_text=True))
    return next((one.text() for one in page.elements if _is(one, marker)), "")


def _is(one: Element, marker: str) -> bool:
    return marker in (one.tag, one.get("id"), *(one.get("class") or "").split())


def hrefs(found: Reader | TestResponse) -> list[str]:
    page = found if isinstance(found, Reader) else read_page(found.get_data(as_text=True))
    return [str(one.get("href")) for one in page.elements if one.tag == "a"]


def buttons(found: Reader, name: str) -> dict[str, str]:
    """The submit buttons of a name: value by words."""
    return {
        one.text(): str(one.get("value")) for one in found.elements if one.tag == "button" and one.get("name") == name
    }


def look(phone: Phone, path: str, **told: Any) -> Reader:
    return phone.see(f"{path}?{urlencode(told)}")


def hidden(page: Reader, form: str) -> dict[str, str]:
    """The hidden fields of the form that leads there."""
    found = {}
    for one in page.elements:
        inside = one.within("form")
        if one.get("type") == "hidden" and inside and inside.get("method") == "post" and inside.get("action") == form:
            found[str(one.get("name"))] = str(one.get("value"))
    return found


def record(phone: Phone, page: Reader, path: str, **typed: str) -> Any:
    """Press the button that records what the page shows, with what was typed there."""
    fields = hidden(page, f"/g/{phone.code}{path}") | typed
    assert fields, f"nothing can be recorded here: {words(page)}"
    answer = phone.client.post(f"/g/{phone.code}{path}", data=fields)
    assert answer.status_code == 303, words(answer)
    return phone.last()


def note(phone: Phone, page: Reader, path: str, name: str, key: str) -> Reader:
    """Tap a key that records a note; the page that follows."""
    fields = {**hidden(page, f"/g/{phone.code}{path}"), name: buttons(page, name)[key]}
    answer = phone.client.post(f"/g/{phone.code}{path}", data=fields, follow_redirects=True)
    assert answer.status_code == 200, words(answer)
    return read_page(answer.get_data(as_text=True))


def melds(phone: Phone) -> dict[str, int]:
    running = phone.state.running
    assert running is not None
    return {meld.cards: meld.id for meld in running.play.melds.values()}


def down(app: Flask, client: FlaskClient, book: str = "screw") -> Phone:
    """Ben is down in an earlier turn; it is Ann's turn."""
    phone = Phone(app, client, book)
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    phone.send("/may-i", round=1, claims=3, active=1)
    return phone
