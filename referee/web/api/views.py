"""The referee over HTTP: questions in, rulings out, two rulebooks side by side; needs no login and writes nothing."""

from __future__ import annotations

import json
import time
from typing import Any

from flask import Blueprint, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from referee.app.extensions import csrf
from referee.rulebooks import comparing, library
from referee.rulebooks.ruling import rule
from referee.web.api.description import MOST_AT_ONCE, SECONDS_AT_ONCE, description
from referee.web.shell.answers import as_json, error, fault, unless_known
from referee.web.shell.throttle import throttle, who_asks

pages = Blueprint("api", __name__, url_prefix="/api")
csrf.exempt(pages)  # it changes nothing, and other programs have no page to take a token from


@pages.post("/rulings")
def rulings() -> Response:
    """One question or a list of them; 422 where at least one is in error."""
    limit, who = throttle(), who_asks()
    if wait := limit.wait(who):
        return error(429, "request", f"Too many questions at once. Wait {wait} s.", {"Retry-After": str(wait)})
    with limit.measured(who):
        questions = _question_sent()
        return questions if isinstance(questions, Response) else _answers(questions)


@pages.route("/rulings", methods=["GET", "PUT", "PATCH", "DELETE"])
def not_so() -> Response:
    return error(405, "request", "send questions by POST; /api/openapi.json says how", {"Allow": "POST"})


@pages.get("/openapi.json")
def openapi() -> Response:
    response = as_json(description())
    response.headers["Access-Control-Allow-Origin"] = "*"  # so that tools elsewhere can show it
    return response


@pages.get("/rulebooks/<rulebook>/compare/<other>")
def compare(rulebook: str, other: str) -> Response:
    """Two rulebooks of the library side by side, with an ETag: they change only with the app."""
    for field, book_id in (("rulebook", rulebook), ("other", other)):
        if book_id not in library.ids():
            return error(404, field, "there is no rulebook of this id")
    compared = comparing.compare(library.load(rulebook), library.load(other))
    return unless_known(as_json(comparing.as_json(compared)))


def _question_sent() -> Any:
    """What was sent, or the answer that says why it cannot be read."""
    if request.mimetype != "application/json":
        return error(415, "request", "send application/json")
    try:
        return json.loads(request.get_data(cache=False))
    except RequestEntityTooLarge:
        return error(413, "request", f"at most {request.max_content_length} bytes at once")
    except (ValueError, RecursionError):
        return error(400, "request", "this is not JSON")


def _answers(questions: Any) -> Response:
    if not isinstance(questions, list):
        answer = rule(questions)
        return as_json(answer, 422 if "error" in answer else 200)
    if len(questions) > MOST_AT_ONCE:
        return error(413, "request", f"at most {MOST_AT_ONCE} questions at once")
    answers, until = [], time.monotonic() + SECONDS_AT_ONCE
    for question in questions:
        in_time = time.monotonic() < until
        answers.append(rule(question) if in_time else fault("request", "the list took too long; ask this one again"))
    return as_json(answers, 422 if any("error" in answer for answer in answers) else 200)
