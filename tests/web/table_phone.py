"""A phone at the table of one game, for the tests of the pages: it sends what its pages hold, without script."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee import services
from referee.game.commands import OpenGame
from referee.game.state import GameState
from referee.rulebooks import library
from tests.house.pages import Element, Reader

NAMES = ("Ann", "Ben", "Cid", "Dee")


class Phone:
    """A phone at the table of one game: it sends what its pages hold, as a browser without script does."""

    def __init__(self, app: Flask, client: FlaskClient, book: str, players: tuple[str, ...] = NAMES, **house: Any):
        self.app, self.client = app, client
        rules = library.with_house_rules(library.load(book), house) if house else library.load(book)
        with app.app_context():
            done = services.open_game(OpenGame(rules, players), services.WriteTag(secrets.token_hex(8), 0, "a phone"))
        assert isinstance(done, services.Done)
        self.code = done.code

    @property
    def state(self) -> GameState:
        with self.app.app_context():
            return services.game(self.code)

    def see(self, path: str = "", status: int = 200) -> Reader:
        answer = self.client.get(f"/g/{self.code}{path}")
        assert answer.status_code == status, (path, answer.status)
        return Reader(answer.get_data(as_text=True))

    def send(self, path: str, status: int = 303, seen: int | None = None, **fields: Any) -> TestResponse:
        number = self.state.number if seen is None else seen
        form = {"write_id": secrets.token_hex(16), "seen": number, **fields}
        answer = self.client.post(f"/g/{self.code}{path}", data=form)
        assert answer.status_code == status, (path, answer.status, Reader(answer.text).root.text()[:800])
        return answer

    def last(self) -> Any:
        return self.state.log[-1].event


def words(found: Reader | TestResponse, marker: str = "main") -> str:
    """The words of the first element of this tag, class or id."""
    page = found if isinstance(found, Reader) else Reader(found.get_data(as_text=True))
    return next((one.text() for one in page.elements if _is(one, marker)), "")


def _is(one: Element, marker: str) -> bool:
    return marker in (one.tag, one.get("id"), *(one.get("class") or "").split())


def hrefs(found: Reader | TestResponse) -> list[str]:
    page = found if isinstance(found, Reader) else Reader(found.get_data(as_text=True))
    return [str(one.get("href")) for one in page.elements if one.tag == "a"]


def buttons(found: Reader, name: str) -> dict[str, str]:
    """The submit buttons of a name: value by words."""
    return {
        one.text(): str(one.get("value")) for one in found.elements if one.tag == "button" and one.get("name") == name
    }
