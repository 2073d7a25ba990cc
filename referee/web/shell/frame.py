"""What every page shares: whole pages or their inner part, the look, what went wrong with a form."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flask import Flask, current_app, make_response, render_template, request, templating
from werkzeug.wrappers import Response

from referee.app.extensions import htmx
from referee.rules.speech.hands import Wrong
from referee.services.clubs.game_places import removed_from
from referee.web.shell import access, shown_before, words
from referee.web.shell.bar import Bar
from referee.web.shell.live import HEADER, Live, of_clubs, of_game
from referee.web.shell.unindented import Unindented

HTMX_CONFIG = {
    "allowEval": False,
    "includeIndicatorStyles": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "scrollIntoViewOnBoost": False,
    "timeout": 15000,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        # refusals and conflicts are pages of their own; the frame of the page stays
        {"code": "[45]..", "swap": True, "error": True},
    ],
}
LOOK_COOKIE = "look"
THEMES = ("system", "dark", "light")


class Look(NamedTuple):
    """How this phone wants its pages: ``theme`` is empty where the system decides."""

    theme: str
    four: bool
    """Suits in four colours."""


class Marked(NamedTuple):
    """A piece of what was typed; ``why`` says what is wrong with it, empty where nothing is."""

    text: str
    why: str


@dataclass(frozen=True)
class Trouble:
    """Why nothing was written, for the page that is shown again with what was typed."""

    sentences: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    """By field, what is wrong with it."""
    typed: Mapping[str, str] = field(default_factory=dict)
    marked: tuple[Marked, ...] = ()
    """What was typed as cards left, in pieces, where a word was not understood."""
    clauses: tuple[str, ...] = ()
    """The addresses of the clauses that refuse it."""
    asks: frozenset[str] = frozenset()
    """The fields that lack a fact which decides: nothing is against what was told otherwise."""
    asks_suits: bool = False
    """Whether the suits of cards are asked for that were told without them."""

    def __bool__(self) -> bool:
        return bool(self.sentences or self.fields)

    @classmethod
    def at(cls, faults: Mapping[str, str], typed: Mapping[str, str] | None = None) -> Trouble:
        """With these faults, by field; what is wrong with several is said once."""
        return cls(tuple(dict.fromkeys(faults.values())), faults, typed or {})


NO_TROUBLE = Trouble()


def mark(text: str, wrong: tuple[Wrong, ...]) -> tuple[Marked, ...]:
    """The typed text in pieces, those that were not understood with the reason."""
    pieces, at = [], 0
    for piece in sorted(wrong):
        pieces += [Marked(text[at : piece.start], ""), Marked(text[piece.start : piece.end], piece.why)]
        at = piece.end
    return tuple(piece for piece in (*pieces, Marked(text[at:], "")) if piece.text)


def is_part() -> bool:
    """Whether htmx asks for the inner part of a page."""
    return bool(htmx) and not htmx.history_restore_request


def is_delivery() -> bool:
    """Whether a phone sends something beside the page that it shows: it goes nowhere, and takes "on to" for a yes."""
    return "Only-Deliver" in request.headers


def rendered(
    template: str, context: Mapping[str, Any], status: int = 200, trouble: Trouble = NO_TROUBLE, here: str = ""
) -> Response:
    """A template as an answer, with what is wrong with its form; ``here`` is its endpoint, where Undo comes back to."""
    bar = context.get("bar", getattr(context.get("view"), "bar", None))
    code = getattr(bar, "code", "")
    around = {"bar": bar, "here": here, "trouble": trouble, "screen": template}
    if code:
        around |= {"removed_from": removed_from(code), "held": access.held_here(code)}
    live = around["live"] = None if trouble or status >= 400 else _live(context, bar)
    if status == 200 and request.method == "GET" and around.get("removed_from"):
        status = 410  # the page is shown all the same, hears of news, and brings the game back
    if live is not None and request.method == "GET" and request.headers.get(HEADER) == live.version:
        return nothing_new()
    response = make_response(render_template(template, **{**context, **around}), status)
    if isinstance(bar, Bar):
        shown_before.keep(response, bar)
    response.headers["Cache-Control"] = "no-store"  # going back shows the game as it is, not as it was
    response.vary.add("HX-Request")
    return response


def stays(response: Response) -> Response:
    """An answer in place of the page that was sent: it has no address of its own."""
    response.headers["HX-Push-Url"] = "false"
    return response


def _live(context: Mapping[str, Any], bar: object) -> Live | None:
    """What the page needs to hear of news; none for one that shows neither a game nor a club."""
    if "live" in context:
        live: Live | None = context["live"]
        return live
    if code := getattr(bar, "code", ""):
        return of_game(code, getattr(bar, "number", 0))
    club = getattr(bar, "club", None)
    return of_clubs([club]) if club is not None else None


def nothing_new() -> Response:
    """Nothing to show, for a phone that has the page of now. No 204: after that, waitress hangs up each time."""
    return Response(headers={"HX-Reswap": "none", "Cache-Control": "no-store"})


def log_refusal(why: str) -> None:
    """Who was refused what; nothing that could be used to come in is written down."""
    phone = access.this_phone()
    who = phone.id or ("a revoked phone" if phone.revoked else "an unknown phone")
    current_app.logger.warning(
        "refused: %s %r, %s at %s: %s", request.method, request.path, who, request.remote_addr, why
    )


def go(url: str) -> Response:
    """On to another address by GET."""
    return Response(f"On to {url}\n", 303, {"Location": url}, mimetype="text/plain")


def new_write_id() -> str:
    """Stands in for the id that a phone makes, where no script runs."""
    return secrets.token_hex(16)


def look() -> Look:
    theme, _, suits = request.cookies.get(LOOK_COOKIE, "").partition(".")
    return Look(theme if theme in ("dark", "light") else "", suits != "two")


class Environment(templating.Environment):
    """Jinja's, whose globals are one plain dictionary for each template.

    Jinja lays those of a template over those of the app, and asks both anew in Python for whatever a page includes and
    imports: a tenth of all calls of a page. What is added to the app's after a template was loaded isn't seen by it.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def init_app(app: Flask) -> None:
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Unindented)
    app.add_template_global(new_write_id)
    app.add_template_global(words.round_of)
    app.add_template_filter(words.unbroken)
    app.add_template_test(words.long_name)
    app.add_template_filter(words.day)
    app.add_template_filter(words.dated)
    app.add_template_filter(words.clock)

    @app.after_request
    def only_deliver(response: Response) -> Response:
        """A phone that sends from another page goes nowhere; a script cannot tell our "on to" from that of a proxy."""
        if is_delivery() and 300 <= response.status_code < 400:
            response.status_code = 200
        return response

    @app.context_processor
    def shared() -> dict[str, Any]:
        return {
            "part": is_part(),
            "look": look(),
            "htmx_config": HTMX_CONFIG,
            "trouble": NO_TROUBLE,
        }
