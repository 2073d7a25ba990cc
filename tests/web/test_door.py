"""Who comes through the door without a link, and how a phone becomes known."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from referee.game import commands as cmd
from referee.services.phones.access import Role
from referee.storage.tables.database import db
from referee.storage.tables.games import Event
from referee.storage.tables.phones import Phone, Right
from referee.web.shell import access
from tests.services.desk import must, open_game

AT_HOME = "http://192.168.1.5:5000"


def role(
    app: Flask, address: str, base_url: str = AT_HOME, headers: Mapping[str, str] | None = None, cookie: str = ""
) -> Role:
    """What a phone without any right may do."""
    with app.test_request_context(
        "/",
        base_url=base_url,
        environ_base={"REMOTE_ADDR": address},
        headers={**(headers or {}), **({"Cookie": f"phone={cookie}"} if cookie else {})},
    ):
        return access.role_here()


@pytest.mark.parametrize(
    "address", ["192.168.1.20", "10.0.0.3", "172.16.9.9", "fe80::1", "fd00::7", "::ffff:192.168.1.9"]
)
@pytest.mark.parametrize(
    "base_url", [AT_HOME, "http://referee.local:5000", "http://cards:5000", "http://[fd00::1]:5000", "http://x.lan"]
)
def test_a_phone_of_the_home_network_is_host_without_any_question(app: Flask, address: str, base_url: str) -> None:
    assert role(app, address, base_url) is Role.HOST


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("base_url", ["http://localhost:5000", "http://127.0.0.1:5000", "http://[::1]:5000"])
def test_the_computer_that_runs_the_app_is_organiser(app: Flask, address: str, base_url: str) -> None:
    assert role(app, address, base_url) is Role.ORGANISER
    app.config["TRUST_LOCALHOST"] = False
    assert role(app, address, base_url) is Role.HOST


@pytest.mark.parametrize(
    ("address", "base_url", "headers"),
    [
        ("8.8.8.8", AT_HOME, {}),
        ("2001:4860:4860::8888", AT_HOME, {}),
        ("", AT_HOME, {}),
        ("no address", AT_HOME, {}),
        ("100.64.0.1", AT_HOME, {}),
        ("127.0.0.1", "http://cards.example", {}),
        ("172.17.0.1", "http://cards.example", {}),
        ("172.17.0.1", "http://8.8.8.8:5000", {}),
        ("127.0.0.1", "http://localhost:5000", {"X-Forwarded-For": "127.0.0.1"}),
        ("127.0.0.1", "http://localhost:5000", {"Forwarded": "for=127.0.0.1"}),
        ("127.0.0.1", "http://localhost:5000", {"X-Real-Ip": "192.168.1.9"}),
        ("127.0.0.1", "http://localhost:5000", {"Cf-Connecting-Ip": "192.168.1.9"}),
        ("192.168.1.9", AT_HOME, {"X-Forwarded-Proto": "https"}),
        ("192.168.1.9", AT_HOME, {"Via": "1.1 somebody"}),
    ],
)
def test_nobody_else_profits_from_the_door(app: Flask, address: str, base_url: str, headers: dict[str, str]) -> None:
    assert role(app, address, base_url, headers) is Role.NOBODY


def test_a_hosted_app_trusts_no_address(app: Flask) -> None:
    app.config["HOSTED"] = True
    assert role(app, "127.0.0.1", "http://localhost:5000") is Role.NOBODY
    assert role(app, "192.168.1.9") is Role.NOBODY


def test_an_address_of_this_computer_by_another_name_is_only_that_of_a_phone(app: Flask) -> None:
    assert role(app, "127.0.0.1", AT_HOME) is Role.HOST


def phones(app: Flask) -> list[tuple[str, str, int]]:
    """Rights: of which phone, where, which."""
    with app.app_context():
        rows = db.session.execute(select(Right.phone, Right.scope, Right.role)).all()
        return [(phone, scope, role) for phone, scope, role in rows]


def lan(app: Flask, number: int = 9) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = f"192.168.1.{number}"
    return client


def note(client: FlaskClient, code: str) -> None:
    form = {
        "text": "Cid brought cake",
        "write_id": f"{code}-{id(client)}-{len(client.application.config)}",
        "seen": "1",
    }
    assert client.post(f"/g/{code}/table/note", data=form).status_code in (200, 303)


def test_no_look_at_a_page_makes_a_phone(app: Flask, client: FlaskClient) -> None:
    client.get("/")
    assert client.get_cookie("phone") is None
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Phone)) == 0


def test_a_phone_of_a_home_that_writes_has_no_right_by_that_and_its_own_cookie(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    first, second = lan(app), lan(app, 10)
    note(first, code)
    note(second, code)
    assert phones(app) == []
    cookie, other = first.get_cookie("phone"), second.get_cookie("phone")
    assert cookie is not None
    assert other is not None
    assert (cookie.http_only, cookie.same_site, len(cookie.value)) == (True, "Lax", 43)
    assert role(app, "8.8.8.8", cookie=cookie.value) is Role.NOBODY, "away from home it is a stranger"
    assert role(app, "8.8.8.8", cookie=other.value) is Role.NOBODY
    with app.app_context():
        wrote = db.session.execute(select(Event.seq, Event.phone).where(Event.game == code)).all()
        assert [bool(phone) for _, phone in wrote] == [False, True, True]
        assert len({phone for _, phone in wrote}) == 3, "each entry says which phone wrote it"
        must(code, cmd.Undo(3, confirmed=True))


def test_the_cookie_itself_is_kept_nowhere(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    client = lan(app)
    note(client, code)
    cookie = client.get_cookie("phone")
    assert cookie is not None
    with app.app_context():
        kept = db.session.scalars(select(Phone)).one()
        assert cookie.value not in (kept.key, kept.id)
        assert len(kept.key) == 64


FORGED = ["", " ", "x", "A" * 43, "é\u2028", "a" * 8000, "../../etc/passwd", "' OR 1=1 --", "%00", '"quoted"']


@pytest.mark.parametrize("cookie", FORGED, ids=range(len(FORGED)))
def test_a_forged_cookie_is_a_stranger(app: Flask, cookie: str) -> None:
    app.config["HOSTED"] = True
    client = app.test_client()
    client.environ_base["HTTP_COOKIE"] = f"phone={cookie}".encode().decode("latin-1")
    assert client.get("/new").status_code == 403
    assert client.post("/new", data={"write_id": "x" * 12}).status_code == 403
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Phone)) == 0


def test_what_the_database_keeps_of_a_phone_is_no_cookie(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    client = lan(app)
    note(client, code)
    with app.app_context():
        kept = db.session.scalars(select(Phone)).one()
        known = [kept.key, kept.id]
    assert [role(app, "8.8.8.8", cookie=each) for each in known] == [Role.NOBODY, Role.NOBODY]


def test_a_first_form_that_a_browser_sends_twice_is_one_phone(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
    first, again = lan(app), lan(app)
    with first.session_transaction() as session:
        session["csrf_token"] = "the same session"
    with again.session_transaction() as session:
        session["csrf_token"] = "the same session"
    note(first, code)
    note(again, code)
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Phone)) == 1
