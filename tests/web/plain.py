"""A phone without script: it follows links and fills in the forms that the page really holds."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from referee.game.state import GameState
from referee.storage.tables.database import db
from referee.storage.tables.phones import Phone as PhoneRow
from referee.storage.tables.phones import Right
from tests.house.reading import Element, read_page

PASSWORD = "a long evening of cards"


def phones_and_rights(app: Flask) -> tuple[int, int]:
    """How many of each there are."""
    with app.app_context():
        phones, rights = (
            db.session.scalar(select(func.count()).select_from(table)) or 0 for table in (PhoneRow, Right)
        )
        return phones, rights


class Phone:
    """The page at hand as a tree, and what a person can do with it."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.answer: TestResponse
        self.elements: list[Element] = []

    def open(self, path: str, **options: Any) -> Phone:
        return self._take(self.client.get(path, follow_redirects=True, **options))

    def _take(self, answer: TestResponse) -> Phone:
        self.answer = answer
        self.elements = read_page(answer.get_data(as_text=True)).elements
        return self

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def path(self) -> str:
        return self.answer.request.path

    @property
    def code(self) -> str:
        """The code of the game on the page."""
        return self.path.split("/")[2]

    @property
    def text(self) -> str:
        """Everything on the page that is read out."""
        parts = {"dock", "strip"}
        roots = [e for e in self.elements if e.tag in ("main", "header") or parts & {*(e.get("class") or "").split()}]
        return " ".join(" ".join(_words(root) for root in roots).split())

    @property
    def main(self) -> str:
        """What is read out of the page itself."""
        return " ".join(_words(self.one("main")).split())

    @property
    def heading(self) -> str:
        return self.one("h1").text()

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """``cls`` is one of the classes, ``id_`` and so on lose their underline."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        kind = wanted.pop("cls", "")
        return [
            e
            for e in self.elements
            if e.tag == tag
            and (not kind or kind in (e.get("class") or "").split())
            and all(e.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} {tag} {attributes} on {self.path}"
        return found[0]

    def links(self) -> dict[str, str]:
        return {e.text(): e.get("href") or "" for e in self.elements if e.tag == "a"}

    def follow(self, words: str) -> Phone:
        """The first link whose words hold these."""
        [href, *_] = [href for text, href in self.links().items() if words in text]
        return self.open(href)

    def form(self, ending: str) -> Element:
        """The form that writes to an address that ends so, whatever it asks for besides."""
        forms = (e for e in self.elements if e.tag == "form" and e.get("method") == "post")
        found = [e for e in forms if re.split("[?#]", e.get("action") or "")[0].endswith(ending)]
        assert found, f"no form to {ending} on {self.path}"
        return found[0]

    def fields(self, form: Element) -> dict[str, Any]:
        """What the form sends before anything is typed."""
        sent: dict[str, Any] = {}
        for e in self.elements:
            if e.within("form") is not form or not e.get("name"):
                continue
            if e.tag == "input" and (e.get("type") not in ("radio", "checkbox") or "checked" in e.attributes):
                name, value = str(e.get("name")), e.get("value") or ""
                before = sent.get(name, [])
                sent[name] = [*(before if isinstance(before, list) else [before]), value] if name in sent else value
            elif e.tag == "select":
                chosen = [o for o in e.children if "selected" in o.attributes] or e.children
                sent[str(e.get("name"))] = chosen[0].get("value") or ""
        return sent

    def send(self, ending: str, **typed: Any) -> Phone:
        """Fill in the form whose address ends so, and send it."""
        form = self.form(ending)
        fields = {**self.fields(form), **typed}
        return self._take(self.client.post(str(form.get("action")), data=fields, follow_redirects=True))

    def post(self, path: str, **fields: Any) -> Phone:
        """A form of one's own making."""
        return self._take(self.client.post(path, data=fields, follow_redirects=True))

    # what happens at the table

    def start(self, rulebook: str = "contract", players: int = 4, dealer: int = 1) -> Phone:
        names = [f"Player {seat}" for seat in range(1, players + 1)]
        self.open("/new").send("/new", rulebook=rulebook, player=names, how="chosen", dealer=str(dealer))
        assert self.status == 200, self.text
        return self

    def count(self, out: int | str, hands: dict[int, str]) -> Phone:
        """From *Now* to the read-back: who went out, then each seat's cards as they are asked for."""
        self.follow("Round over").send("/round/went-out", seat=str(out))
        for _ in hands:
            seat = int(self.fields(self.form("/round/cards-left"))["seat"])
            self.send("/round/cards-left", cards=hands[seat])
            assert self.status == 200, self.text
        return self

    def round(self, out: int | str, hands: dict[int, str]) -> Phone:
        self.count(out, hands).send("/round/close")
        assert self.status == 200, self.text
        return self.read_news()

    def read_news(self) -> Phone:
        """Puts the news of a round away; after the last one there are none."""
        if any("round-news" in (e.get("class") or "") for e in self.elements):
            [href] = [e.get("href") for e in self.elements if e.tag == "a" and "primary" in (e.get("class") or "")]
            self.open(str(href))
        return self


def _words(element: Element) -> str:
    if element.get("aria-hidden") == "true":
        return ""
    return "".join(part if isinstance(part, str) else f" {_words(part)} " for part in element.own_text)


def state_of(phone: Phone) -> GameState:
    """The game on the phone's page, from the book itself."""
    from referee.services.games import games

    with phone.client.application.app_context():
        return games.game(phone.code)
