"""Only known hosts are answered, and every answer carries the security headers."""

from __future__ import annotations

import logging
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from referee import create_app
from referee.app.config import settings
from referee.app.guard import HEADERS, host_allowed, origin
from referee.services.phones import phones
from tests.apps import dispose


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:5000",
        "127.0.0.1:5000",
        "192.168.1.20:5000",
        "10.0.0.3",
        "172.20.10.2:5000",
        "100.100.7.7:5000",
        "[::1]:5000",
        "[fe80::1]:5000",
        "referee.local",
        "REFEREE.local:5000",
        "cards.example",
        "a.below.example",
        "below.example",
    ],
)
def test_home_addresses_and_listed_names_are_answered(host: str) -> None:
    assert host_allowed(host, ["cards.example", ".below.example"])


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "cards.example.evil.example",
        "notbelow.example",
        "localhost.evil.example",
        "8.8.8.8",
        "[",
        "::1]",
    ],
)
def test_strange_hosts_are_not(host: str) -> None:
    assert not host_allowed(host, ["cards.example", ".below.example"])


@pytest.mark.parametrize(
    ("phone", "called", "home"),
    [
        ("192.168.1.7", "192.168.1.2:5000", True),
        ("169.254.3.4", "referee.local", True),
        ("fe80::1", "[fe80::2]:5000", True),
        ("8.8.8.8", "192.168.1.2:5000", False),
        ("192.168.1.7", "cards.example", False),
        ("192.168.1.7", "box.lan.example", True),
    ],
)
def test_who_is_at_home(app: Flask, monkeypatch: pytest.MonkeyPatch, phone: str, called: str, home: bool) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Box.lan.example")
    with app.test_request_context("/", base_url=f"http://{called}", environ_base={"REMOTE_ADDR": phone}):
        assert origin().home == home


def test_a_public_numeric_address_can_be_listed() -> None:
    assert host_allowed("8.8.8.8:443", ["8.8.8.8"])


def test_a_refused_host_is_told_how_to_be_allowed(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "REFEREE_HOSTS" in answer.text


def test_every_answer_carries_the_headers_also_errors_and_files(app: Flask) -> None:
    for path in ("/", "/no/such/page", "/static/no-such-file", "/healthz", "/api/openapi.json"):
        answer = app.test_client().get(path)
        assert answer.headers["Content-Type"].endswith(("; charset=utf-8", "application/json")), path
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path


def test_files_carry_no_cookie_and_are_the_same_for_every_phone(client: FlaskClient) -> None:
    client.get("/ask/meld?rulebook=contract")  # its choice is kept for a year, and told again with each page
    for path in ("/static/gate.js", "/static/icon.svg"):
        with client.get(path) as answer:
            assert answer.status_code == 200
            assert "Set-Cookie" not in answer.headers, path
            assert "Cookie" not in answer.headers.get("Vary", ""), path


@pytest.mark.parametrize(("path", "is_page"), [("/static/referee.css", False), ("/static/icon.svg", True)])
def test_only_what_a_browser_shows_by_itself_has_the_headers_of_a_page(
    client: FlaskClient, path: str, is_page: bool
) -> None:
    with client.get(path) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert ("Content-Security-Policy" in answer.headers) == is_page


def test_on_plain_http_at_home_no_header_makes_the_browser_complain(client: FlaskClient) -> None:
    """Of this one Chromium says on each page that it means nothing there."""
    name = "Cross-Origin-Opener-Policy"
    assert name not in client.get("/", base_url="http://192.168.1.5:5000").headers
    assert name not in client.get("/", base_url="http://table.local:5000").headers
    assert client.get("/", base_url="http://localhost:5000").headers[name] == "same-origin"
    assert client.get("/", base_url="https://192.168.1.5:5000").headers[name] == "same-origin"


def test_the_policy_allows_no_inline_script_or_style() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_behind_a_proxy_addresses_are_those_of_the_proxy_and_forms_are_taken(tmp_path: Path) -> None:
    given = {"TESTING": True, "DATA_DIR": str(tmp_path), "HOSTS": ("cards.example.org",)}
    app = create_app({**settings(tmp_path, {"REFEREE_PROXY": "1"}), **given})
    asked: list[str | None] = []
    app.before_request(lambda: asked.append(request.remote_addr))
    client = app.test_client()
    proxied: dict[str, Any] = {
        "base_url": "http://cards.example.org",
        "headers": {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.9.9.9, 10.0.0.7"},
    }
    with app.app_context():
        phones.set_password("a long evening of cards")
    door = client.get("/door", **proxied)
    assert all(part in door.headers["Set-Cookie"] for part in ("__Host-session=", "Secure", "Path=/"))
    token = re.findall(r'name="csrf_token" value="([^"]+)"', door.text)[0]
    opened = client.post("/door", data={"csrf_token": token, "key": "a long evening of cards"}, **proxied)
    cookie = next(cookie for cookie in opened.headers.getlist("Set-Cookie") if "phone" in cookie)
    assert all(part in cookie for part in ("__Host-phone=", "Secure", "HttpOnly", "Path=/", "SameSite=Lax"))
    page = client.get("/clubs/new", **proxied)
    fields = dict(re.findall(r'name="(csrf_token|write_id)" value="([^"]+)"', page.text))
    made = client.post("/clubs/new", data={**fields, "name": "Thursdays"}, **proxied)
    assert made.status_code == 303, made.text
    feed = client.get(f"{made.headers['Location']}/feed.atom", **proxied)
    assert 'href="https://cards.example.org/' in feed.text
    assert 'href="http://' not in feed.text
    assert set(asked) == {"10.0.0.7"}, "as the proxy itself has seen it, not as somebody says"
    dispose(app)


def test_without_a_proxy_nobody_can_say_who_they_are(new_app: Flask) -> None:
    asked: list[str | None] = []
    new_app.before_request(lambda: asked.append(request.remote_addr))
    answer = new_app.test_client().get("/", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.7"})
    assert asked == ["127.0.0.1"]
    assert "Secure" not in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("sent", "host"),
    [
        ("null", "192.168.1.5:5000"),
        ("http://192.168.1.5:5000", "192.168.1.5:5000"),
        ("https://192.168.1.5:5000", "192.168.1.5:5000"),
        ("http://LOCALHOST", "localhost"),
        ("https://localhost", "localhost"),
        ("http://[fd00::1]:5000", "[fd00::1]:5000"),
    ],
)
def test_what_our_own_pages_send_is_taken(client: FlaskClient, sent: str, host: str) -> None:
    answer = client.post("/look", data={}, headers={"Origin": sent}, base_url=f"http://{host}")
    assert answer.status_code == 303


@pytest.mark.parametrize(
    "sent",
    [
        "http://evil.example",
        "http://localhost:5000",
        "http://localhost.evil.example",
        "http://evil.example/localhost",
        "https://localhost:1",
        "localhost",
        "http://",
        "http://[",
        "",
        "file://",
        "http://localhost:x",
    ],
)
def test_what_another_page_sends_is_refused_and_logged(
    client: FlaskClient, sent: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        answer = client.post("/look", data={"theme": "dark"}, headers={"Origin": sent}, base_url="http://localhost")
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (403, False)
    assert "refused: POST '/look'" in caplog.text
    assert client.get("/", headers={"Origin": sent}, base_url="http://localhost").status_code == 200, "looking is free"
