"""The fixtures themselves: the client checks what it gets, the live server answers over the network."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest
from flask import Flask

from referee.services.phones.access import Role
from referee.web.shell.rights import RIGHTS, Need


@pytest.fixture(autouse=True)
def open_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A route without a row in the table of rights is refused before it answers."""
    monkeypatch.setitem(RIGHTS, "broken", Need(Role.NOBODY, "nowhere"))


def test_the_client_fails_on_a_page_with_a_fault(new_app: Flask) -> None:
    new_app.add_url_rule("/broken", "broken", lambda: "<p onclick='x()'>x")
    with pytest.raises(AssertionError, match="carries script"):
        new_app.test_client().get("/broken")


def test_the_client_fails_on_a_fault_of_the_server(new_app: Flask) -> None:
    new_app.add_url_rule("/broken", "broken", lambda: ("sorry", 500))
    with pytest.raises(AssertionError, match="fault of the server"):
        new_app.test_client().get("/broken")


def test_the_live_server_answers_with_the_headers(live_server: str) -> None:
    try:
        answer = urllib.request.urlopen(live_server + "/static/no-such-file", timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        assert answer.status == 404
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
