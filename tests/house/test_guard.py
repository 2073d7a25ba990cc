"""Only known hosts are answered, and every answer carries the security headers."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.guard import HEADERS, host_allowed


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


def test_a_public_numeric_address_can_be_listed() -> None:
    assert host_allowed("8.8.8.8:443", ["8.8.8.8"])


def test_a_refused_host_is_told_how_to_be_allowed(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "REFEREE_HOSTS" in answer.text


def test_every_answer_carries_the_headers_also_errors_and_files(app: Flask) -> None:
    for path in ("/", "/no/such/page", "/static/no-such-file"):
        answer = app.test_client().get(path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path


def test_the_policy_allows_no_inline_script_or_style() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
