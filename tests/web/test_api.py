"""Questions over HTTP: every answer is JSON, nothing is written, and too much is refused in time."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulebooks.ruling import rule
from referee.web.api import views as api
from referee.web.api.description import MOST_AT_ONCE
from referee.web.shell.throttle import ASKING, Throttle, throttle

GOOD = {"rulebook": "contract", "question": "meld", "cards": "5C 6C 7C 8C"}
BAD = {"rulebook": "contract", "question": "meld", "cards": "5X"}


def post(client: FlaskClient, body: Any, **more: Any) -> Any:
    return send(client, json.dumps(body), **more)


def send(client: FlaskClient, data: str | bytes, **more: Any) -> Any:
    return client.post("/api/rulings", data=data, **{"content_type": "application/json", **more})


def test_one_question_gets_the_ruling_of_the_referee(client: FlaskClient) -> None:
    answer = post(client, GOOD)
    assert answer.status_code == 200
    assert answer.get_json() == rule(GOOD)


def test_no_token_of_a_page_is_needed(app: Flask, client: FlaskClient) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    assert post(client, GOOD).status_code == 200


def test_a_question_in_error_is_answered_with_the_field(client: FlaskClient) -> None:
    answer = post(client, BAD)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["field"] == "cards"


def test_a_list_is_answered_in_order_and_one_error_does_not_spoil_the_others(client: FlaskClient) -> None:
    answer = post(client, [GOOD, BAD, GOOD])
    assert answer.status_code == 422
    assert answer.get_json() == [rule(GOOD), rule(BAD), rule(GOOD)]


def test_a_thousand_questions_at_once_are_answered(client: FlaskClient) -> None:
    answer = post(client, [GOOD] * MOST_AT_ONCE)
    assert answer.status_code == 200
    assert answer.get_json() == [rule(GOOD)] * MOST_AT_ONCE


def test_an_empty_list_has_an_empty_answer(client: FlaskClient) -> None:
    answer = post(client, [])
    assert (answer.status_code, answer.get_json()) == (200, [])


@pytest.mark.parametrize(
    ("body", "more", "status"),
    [
        ("{", {}, 400),
        (b"\xff\xfe\x00", {}, 400),
        ("[" * 100_000, {}, 400),
        ("9" * 10_000, {}, 400),
        ("", {}, 400),
        ("{}", {"content_type": "text/plain"}, 415),
        ("cards=5C", {"content_type": "application/x-www-form-urlencoded"}, 415),
        (json.dumps([GOOD] * (MOST_AT_ONCE + 1)), {}, 413),
        ('"' + "x" * (2 * 1024 * 1024) + '"', {}, 413),
    ],
    ids=["no JSON", "isn't text", "deep", "long number", "empty", "plain text", "form", "too many", "too long"],
)
def test_what_cannot_be_read_is_refused_as_json(
    client: FlaskClient, body: str | bytes, more: dict[str, Any], status: int
) -> None:
    answer = send(client, body, **more)
    assert answer.status_code == status
    assert set(answer.get_json()["error"]) == {"field", "message"}


@pytest.mark.parametrize("body", [None, 7, "meld", True, [None, 7, "meld", [GOOD]]], ids=repr)
def test_what_is_no_question_is_an_error_of_the_request(client: FlaskClient, body: Any) -> None:
    answer = post(client, body)
    assert answer.status_code == 422
    answers = answer.get_json()
    for one in answers if isinstance(answers, list) else [answers]:
        assert one["error"]["field"] == "request"


@pytest.mark.parametrize("text", ["\ud800", "\x00", "☃", "<script>", "é" * 500], ids=ascii)
def test_strange_text_is_answered_too(client: FlaskClient, text: str) -> None:
    answer = post(client, {**GOOD, "cards": text, "rulebook": text})
    assert answer.status_code == 422
    assert answer.mimetype == "application/json"


def test_a_visit_by_browser_says_how_to_ask(client: FlaskClient) -> None:
    answer = client.get("/api/rulings")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "/api/openapi.json" in answer.get_json()["error"]["message"]


def test_an_address_that_asks_too_much_waits_while_others_do_not(app: Flask, client: FlaskClient) -> None:
    now = [0.0]
    app.extensions["referee.throttle"] = Throttle(lambda: now[0])
    throttle(app).spend("127.0.0.1", 30)
    answer = post(client, GOOD)
    assert answer.status_code == 429
    assert answer.get_json()["error"]["field"] == "request"
    wait = int(answer.headers["Retry-After"])
    assert wait > 0
    assert post(client, GOOD, environ_base={"REMOTE_ADDR": "192.0.2.7"}).status_code == 200
    now[0] += wait
    assert post(client, GOOD).status_code == 200


def test_a_list_that_takes_too_long_is_answered_as_far_as_it_goes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "SECONDS_AT_ONCE", -1.0)
    answer = post(client, [GOOD, GOOD])
    assert answer.status_code == 422
    assert [one["error"]["field"] for one in answer.get_json()] == ["request", "request"]


def test_a_bucket_fills_again_but_never_over() -> None:
    now = [0.0]
    bucket = Throttle(lambda: now[0], burst=2, refill=0.5)
    bucket.spend("a", 3)
    assert bucket.wait("a") == 3
    now[0] += 2
    assert bucket.wait("a") == 1
    now[0] += 1000
    bucket.spend("a", 1.9)
    assert bucket.wait("a") == 0
    bucket.spend("a", 0.1 + ASKING)
    assert bucket.wait("a") == 1


def test_an_address_pays_for_the_work_and_not_for_what_others_make_it_wait() -> None:
    bucket = Throttle(lambda: 0.0, burst=ASKING + 0.03)
    with bucket.measured("waits"):
        time.sleep(0.05)
    assert bucket.wait("waits") == 0
    with bucket.measured("works"):
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
    assert bucket.wait("works") > 0


def test_strangers_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.web.shell.throttle.MOST_ADDRESSES", 3)
    bucket = Throttle(lambda: 0.0)
    for address in "abcdef":
        bucket.spend(address, 99)
    assert [bucket.wait(address) > 0 for address in "abcdef"] == [False, False, False, True, True, True]
