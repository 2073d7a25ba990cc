"""What many phones ask for at once is made once, and each gets its own tokens in it."""

from __future__ import annotations

import re
import secrets

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient
from sqlalchemy import Connection, event

from referee.services.deliveries import WriteTag
from referee.services.games import games
from referee.services.phones import access, phones
from referee.services.phones.access import Role
from referee.storage.tables.database import db
from referee.web.shell.live_parts import MOST, Parts
from tests.web.table_phone import Phone

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
WRITE_ID = re.compile(r'name="write_id" value="([^"]+)"')
AT_HOME = {"REMOTE_ADDR": "192.168.1.7"}


@pytest.fixture
def phone(app: Flask, client: FlaskClient) -> Phone:
    made = Phone(app, client, "contract")
    made.send("/table/note", text="Cake")
    return made


def news(app: Flask, phone: Phone, client: FlaskClient | None = None, path: str = "/table") -> str:
    headers = {"HX-Request": "true", "Live": "1.0"}
    answer = (client or app.test_client()).get(f"/g/{phone.code}{path}", headers=headers, environ_overrides=AT_HOME)
    assert answer.status_code == 200
    assert answer.content_length == len(answer.data)
    return answer.text


@pytest.fixture
def made(app: Flask) -> list[str]:
    """The names of the pages that were rendered."""
    names: list[str] = []
    with template_rendered.connected_to(lambda _, template, **__: names.append(template.name), app):
        yield names  # type: ignore[misc]


def test_a_part_is_made_once_and_every_phone_has_its_own_tokens_in_it(
    app: Flask, phone: Phone, made: list[str]
) -> None:
    first, second = news(app, phone), news(app, phone)
    assert made == ["seats/page.html"]
    assert len(set(TOKEN.findall(first))) == len(set(TOKEN.findall(second))) == 1
    assert not set(TOKEN.findall(first)) & set(TOKEN.findall(second))
    ids = [*WRITE_ID.findall(first), *WRITE_ID.findall(second)]
    assert len(set(ids)) == len(ids) > 2
    plain = [WRITE_ID.sub("", text.replace(TOKEN.findall(text)[0], "")) for text in (first, second)]
    assert plain[0] == plain[1]


def test_what_is_shown_otherwise_is_made_for_each(app: Flask, phone: Phone, made: list[str]) -> None:
    other = app.test_client()
    news(app, phone)
    other.set_cookie("look", "dark.four")
    news(app, phone, other)
    assert len(made) == 2, "another look"
    app.config["HOSTED"] = True
    assert (
        app.test_client()
        .get(
            f"/g/{phone.code}/table",
            headers={"HX-Request": "true", "Live": "1.0"},
            environ_overrides={"REMOTE_ADDR": "8.8.8.8"},
        )
        .status_code
        == 403
    )
    app.config["HOSTED"] = False
    phone.send("/table/note", text="Coffee")
    made.clear()
    assert "Coffee" in news(app, phone)
    assert made == ["seats/page.html"], "another version"


def test_only_the_phone_that_wrote_something_is_offered_to_undo_it(app: Flask, phone: Phone) -> None:
    app.config["HOSTED"] = True
    scorers = [scorer(app, phone.code) for _ in range(2)]
    for client, note in zip(scorers, ("Cake", "Coffee"), strict=True):
        phone.client = client
        phone.send("/table/note", text=note)
        phone.see("/table")  # where it says that it is written
    with app.app_context():
        number = games.game(phone.code).number
    offered = [f'name="target" value="{number}"' in news(app, phone, client, "/history") for client in scorers]
    assert offered == [False, True]


def scorer(app: Flask, code: str) -> FlaskClient:
    """A phone that may write for all and holds no seat."""
    cookie, client = access.new_cookie(), app.test_client()
    with app.app_context():
        made = access.make_phone(cookie, Role.NOBODY)
        assert made is not None
        tag = WriteTag(secrets.token_hex(8), 0, "")
        phones.give(made.id, access.GAME, code, Role.SCORER, tag)
    client.set_cookie("phone", cookie)
    return client


def test_all_that_a_look_reads_is_read_in_one_transaction_that_ends_with_it(app: Flask, phone: Phone) -> None:
    with app.app_context():
        engine = db.engine
    begun: list[Connection] = []
    listener = begun.append
    event.listen(engine, "begin", listener)
    try:
        assert phone.see("/table").root
        assert len(begun) == 1
        phone.see("/rounds/99", status=404)
        assert len(begun) == 2
    finally:
        event.remove(engine, "begin", listener)
    assert all(connection.closed for connection in begun)


def test_a_part_is_not_given_out_for_long_and_not_many_are_kept(app: Flask, phone: Phone) -> None:
    now = [0.0]
    count = [0]
    parts = Parts(lambda: now[0])

    def make() -> object:
        count[0] += 1
        return app.response_class("A part.")

    with app.test_request_context():
        now[0] = 1.0
        for _ in range(3):
            assert parts.of("key", make).get_data() == b"A part."  # type: ignore[arg-type]
        assert count == [1]
        now[0] = 30.0
        parts.of("key", make)  # type: ignore[arg-type]
        assert count == [2]
        for key in range(MOST):
            parts.of(key, make)  # type: ignore[arg-type]
        parts.of("key", make)  # type: ignore[arg-type]
        assert count == [2 + MOST + 1]
