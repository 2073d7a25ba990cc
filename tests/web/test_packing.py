"""Answers go out compressed, but for those that hold what lets somebody in."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask, g, session
from flask.testing import FlaskClient
from flask_wtf.csrf import generate_csrf
from werkzeug.test import TestResponse

from referee.services.clubs import seasons
from tests.web.plain import Phone

_TOKENS = re.compile(r'(?:name="(?:csrf_token|write_id)" value|data-token)="[^"]+"')
GZIP = {"Accept-Encoding": "gzip"}


def text(answer: TestResponse) -> str:
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    return gzip.decompress(answer.data).decode()


def test_static_texts_travel_compressed_and_arrive_whole(client: FlaskClient, app: Flask) -> None:
    with client.get("/static/referee.css") as plain, client.get("/static/referee.css", headers=GZIP) as packed:
        assert "Content-Encoding" not in plain.headers
        assert text(packed) == plain.text == (Path(str(app.static_folder)) / "referee.css").read_text(encoding="utf-8")
        assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("inside", ["", "/score", "/history"])
def test_a_page_travels_at_half_its_size_or_less_and_arrives_whole(
    phone: Phone, client: FlaskClient, inside: str
) -> None:
    where = f"/g/{phone.start().code}{inside}"
    plain, packed = client.get(where), client.get(where, headers=GZIP)
    assert _TOKENS.sub("", text(packed)) == _TOKENS.sub("", plain.text)
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (packed, plain))
    assert len(packed.data) < len(plain.data) / 2


def test_a_page_that_refuses_what_was_typed_travels_compressed_too(client: FlaskClient) -> None:
    refused = client.post("/new", data={"rulebook": "contract", "player": ["Ann"]}, headers=GZIP)
    assert refused.status_code == 422
    assert "Ann" in text(refused)


@pytest.mark.parametrize("said", ["", "identity", "gzip;q=0"])
def test_who_does_not_ask_for_it_gets_it_plain(client: FlaskClient, said: str) -> None:
    assert client.get("/", headers={"Accept-Encoding": said}).text.endswith("</html>")


def test_what_lets_somebody_in_is_never_compressed(phone: Phone, client: FlaskClient, app: Flask) -> None:
    game = f"/g/{phone.start().code}"
    with app.app_context():
        club = f"/clubs/{seasons.first_club().id}/phones"
    asked = [client.get(where, headers=GZIP) for where in (f"{game}/invite", "/invite", "/join", "/door", club)]
    asked += [client.post(f"{game}/invite/code", headers=GZIP), client.post(f"{club}/card", headers=GZIP)]
    assert [(answer.request.path, answer.headers.get("Content-Encoding")) for answer in asked] == [
        (answer.request.path, None) for answer in asked
    ]
    assert "Recovery card" in asked[-1].text


def test_of_two_tokens_of_a_form_only_the_part_that_opens_nothing_is_the_same(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = []
    with app.test_request_context():
        for second in (1_800_000_000, 1_800_000_001):
            monkeypatch.setattr("itsdangerous.timed.time.time", lambda at=second: at)
            tokens.append(re.split(r"\.", generate_csrf()))
            g.pop("csrf_token")
        assert session["csrf_token"]
    (value, when, signature), (value_again, later, another) = tokens
    assert value == value_again
    assert when != later
    assert signature != another
