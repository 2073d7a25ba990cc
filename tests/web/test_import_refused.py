"""A club brought in over HTTP with form protection on: taken whole, or refused whole with line and reason."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.storage.files import exporting
from referee.storage.files.lines import FORMAT
from referee.storage.tables.database import db
from referee.storage.tables.games import Game
from referee.web.shell import bodies
from tests.apps import lent
from tests.conftest import CheckedClient
from tests.web.plain import Phone
from tests.web.season_club import Club

Lines = list[dict[str, Any]]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    return {"TESTING": True, "DATA_DIR": str(tmp_path / "instance"), "WTF_CSRF_ENABLED": True}


@pytest.fixture
def file() -> bytes:
    """A club of another house."""
    with lent({"TESTING": True, "WTF_CSRF_ENABLED": False}) as app:
        club = Club(app)
        club.evenings()
        return app.test_client().get(f"/clubs/{club.id}/club.jsonl").get_data()


def send(phone: Phone, content: bytes, **fields: Any) -> Phone:
    """Choose a file on the page of the data, and send it with what the form holds."""
    form = phone.open(f"/clubs/{Club(phone.client.application).id}/data").form("/import")
    sent = {**phone.fields(form), "file": (io.BytesIO(content), "club.jsonl"), **fields}
    return phone.post(str(form.get("action")), **sent)


def written(lines: Lines) -> bytes:
    return "".join(exporting.text(line) for line in lines).encode()


def first(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["type"] == kind)


def newer(lines: Lines) -> None:
    first(lines, "club")["format"] = FORMAT + 1


def player_twice(lines: Lines) -> None:
    lines.insert(2, dict(first(lines, "player")))
    lines[-1]["lines"] += 1


def one_name_for_two(lines: Lines) -> None:
    one, two = [line for line in lines if line["type"] == "player"][:2]
    two["known_as"] = one["known_as"]


def impossible_points(lines: Lines) -> None:
    event = next(told for _, _, told in first(lines, "game")["events"] if told["type"] == "RoundClosed")
    event["lines"]["1"] = [None, 1_000_000]


def points_of_whoever_went_out(lines: Lines) -> None:
    event = next(told for _, _, told in first(lines, "game")["events"] if told["type"] == "RoundClosed")
    event["lines"][str(event["went_out"])] = [None, 5]


def changed(change: Callable[[Lines], None]) -> Callable[[bytes], bytes]:
    def apply(data: bytes) -> bytes:
        lines = [json.loads(line) for line in data.splitlines()]
        change(lines)
        return written(lines)

    return apply


def test_a_file_is_taken_with_the_phones_token(phone: Phone, file: bytes) -> None:
    send(phone, file)
    assert (phone.status, "This phone now uses it" in phone.text) == (200, True)
    assert phone.client.get(f"{phone.path}/club.jsonl").get_data() == file


def test_a_form_without_the_token_brings_nothing_in_and_can_be_sent_again(phone: Phone, file: bytes) -> None:
    send(phone, file, csrf_token="")
    assert (phone.status, "This page was out of date" in phone.text) == (422, True)
    assert send(phone, file).status == 200


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data.replace(b'"type":"season"', b'"type":"season', 1), "Line 6: This isn’t JSON."),
        (lambda data: data[:-40], "The file ends too early."),
        (lambda data: data[: data.rindex(b'{"type":"end"')], "The file ends too early."),
        (lambda _: b"", "The file is empty."),
        (lambda _: bytes(range(256)) * 64, "Line 1: This isn’t JSON."),
        (changed(newer), "Line 1: A newer version of Table Referee wrote this file."),
        (changed(player_twice), "Line 3: This player is in the file twice."),
        (changed(one_name_for_two), "Line 3: Two players are known as"),
        (changed(impossible_points), "1000000 points are impossible."),
        (changed(points_of_whoever_went_out), "5 points are impossible."),
    ],
)
def test_what_cannot_be_is_refused_whole_with_line_and_reason(
    phone: Phone, app: Flask, file: bytes, spoil: Callable[[bytes], bytes], said: str
) -> None:
    send(phone, spoil(file))
    assert phone.status == 422
    assert f"Nothing was imported. {said}" in phone.text or ("Line" in phone.text and said in phone.text)
    with app.app_context():
        assert db.session.query(Game).count() == 0
    assert [club["name"] for club in phone.client.get("/api/clubs").get_json()["clubs"]] == ["Our club"]


def test_too_large_a_file_is_refused_on_the_page_and_not_read(
    phone: Phone, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bodies.LARGEST, "data.import_", len(file))
    send(phone, file)
    assert (phone.status, "Nothing was imported. The file is larger than 16 MB." in phone.text) == (422, True)


def test_other_forms_still_take_no_more_than_a_game_needs(phone: Phone) -> None:
    client: FlaskClient = phone.client
    assert isinstance(client, CheckedClient)
    assert client.post("/clubs/new", data={"name": "a" * 2_000_000}).status_code == 413


def test_a_file_sent_twice_by_a_browser_is_brought_in_once_and_answered_twice(app: Flask, file: bytes) -> None:
    phone = Phone(app.test_client())
    first = send(phone, file, write_id="import-once-1")
    assert first.status == 200, first.text
    heading = first.heading
    again = send(phone, file, write_id="import-once-1")
    assert (again.status, again.heading) == (200, heading)
    other = send(phone, file + b"\n", write_id="import-once-1")
    assert other.status in (409, 422), "another file under the same id"
    assert "This club is already here" in send(phone, file, write_id="import-once-2").text
