"""What a host reads of a running app: a JSON object a line where ``REFEREE_LOG`` is ``json``, and nobody's name in it.

Each answer carries an id in ``X-Request-Id``, which the lines of its request repeat. Names, codes of games, addresses
of phones and what was typed stand in no line: of a message only numbers are filled in, of an error its kind and the
lines of code that it came through, and a page is named by its pattern (``/g/<code>/score``).

At home the lines stay as Flask writes them, for whoever sits at the computer.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, current_app, g, has_request_context, request

from referee.app.guard import OUR_FILES

HEADER = "X-Request-Id"
PROBES = OUR_FILES | {"health.alive", "health.ready", "health.metrics"}
"""Asked every few seconds, or with every page: their answers get no line of their own."""
_A_PROXYS_ID = re.compile(r"[A-Za-z0-9_.:-]{8,64}")
_SLOT = re.compile(r"%(?:\((\w+)\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[hlL]?([a-zA-Z%])")
_LEFT_OUT = re.compile(r"…(?:\W+…)+")
_METHODS = frozenset({"GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"})
_log = logging.getLogger("referee.requests")


def init_app(app: Flask) -> None:
    """Call it before everything else that answers, so that nothing goes out without an id."""
    app.after_request(_answered)
    app.before_request(_began)
    if app.config.get("LOG") == "json":
        as_json()


def as_json() -> None:
    """From now on every line of this process is JSON; gunicorn has seen to it for its own (``gunicorn``)."""
    root = logging.getLogger()
    if not any(isinstance(handler.formatter, AsJson) for handler in root.handlers):
        handler = logging.StreamHandler()
        handler.setFormatter(AsJson())
        root.addHandler(handler)
    _log.setLevel(logging.INFO)


def gunicorn() -> dict[str, Any]:
    """The same as a setting of gunicorn, ``logconfig_dict``; each line goes out once, its own of answers not at all."""
    own: dict[str, Any] = {"level": "INFO", "handlers": [], "propagate": True}
    return {
        "root": {"level": "INFO", "handlers": ["console"]},
        "loggers": {"gunicorn.error": own, "gunicorn.access": {**own, "level": "CRITICAL"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"},
        },
        "formatters": {"json": {"()": f"{__name__}.{AsJson.__name__}"}},
    }


class AsJson(logging.Formatter):
    """One line for each record: what happened, in which request, and nothing that says who."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": filled_in(str(record.msg), record.args),
        }
        if has_request_context():
            line |= {"request": request_id(), "method": method(), "route": route()}
        line |= getattr(record, "numbers", {})
        if record.exc_info and record.exc_info[1]:
            line["error"] = described(record.exc_info[1])
        return json.dumps(line)


def filled_in(message: str, values: object) -> str:
    """A message with the numbers among its values; in place of a text stands …, of an error its kind."""
    named = values if isinstance(values, Mapping) else {}
    waiting = list(values) if isinstance(values, tuple) else [values]

    def fill(slot: re.Match[str]) -> str:
        if slot[2] == "%":
            return "%"
        value = named.get(slot[1]) if slot[1] else waiting.pop(0) if waiting else None
        if isinstance(value, BaseException):
            return kind(value)
        return str(value) if isinstance(value, int | float) else "…"

    return _LEFT_OUT.sub("…", _SLOT.sub(fill, message))


def described(error: BaseException) -> list[str]:
    """An error without its words, which may hold anybody's: its kind, the code it came through, and what caused it."""
    lines = [kind(error)]
    lines += [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [*lines, *(described(before) if before is not None else ())]


def kind(error: BaseException) -> str:
    """The class of an error, with the number that a database or the system gave it."""
    of_driver = getattr(error, "orig", None) or error
    names = ("sqlstate", "sqlite_errorname", "strerror")
    number = next((str(value) for name in names if (value := getattr(of_driver, name, None))), "")
    return f"{type(error).__name__} ({number})" if number else type(error).__name__


def request_id() -> str:
    """The id of this request: its own, or the one that the proxy of the settings gave it."""
    if "request_id" not in g:
        sent = request.headers.get(HEADER, "") if current_app.config.get("BEHIND_PROXY") else ""
        g.request_id = sent if _A_PROXYS_ID.fullmatch(sent) else secrets.token_hex(8)
    return str(g.request_id)


def route() -> str:
    """The pattern of the address that was asked; empty for one that there is not."""
    return request.url_rule.rule if request.url_rule is not None else ""


def method() -> str:
    """How it was asked; whatever nobody asks by stands together."""
    return request.method if request.method in _METHODS else "other"


def seconds() -> float:
    """For how long this request has been worked on."""
    return time.perf_counter() - float(g.get("request_began", time.perf_counter()))


def _began() -> None:
    g.request_began = time.perf_counter()


def _answered(response: Response) -> Response:
    succeeded = response.status_code < 400
    if not (succeeded and request.endpoint in OUR_FILES):  # with twenty scripts a page, ids would weigh more
        response.headers[HEADER] = request_id()
    if request.endpoint not in PROBES or not succeeded:
        numbers = {"status": response.status_code, "milliseconds": round(seconds() * 1000, 1)}
        _log.info("answered", extra={"numbers": numbers})
    return response
