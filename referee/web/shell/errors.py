"""What went wrong, as a page or a part of one: always a sentence, always a way on, never a traceback."""

from __future__ import annotations

import re

from flask import Flask, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, NotFound, TooManyRequests
from werkzeug.wrappers import Response

from referee import errors
from referee.app.extensions import htmx
from referee.messages import N_, gettext, lazy_gettext
from referee.services.games import games
from referee.services.phones.access import Role
from referee.storage.games.log import normal_code
from referee.web.shell import access, answers, frame, shown_before

RETRY_AFTER = 3
"""Seconds until a phone sends again what could not be written."""
_HEADINGS = {
    400: N_("Couldn’t read that"),
    403: N_("Not on this phone"),
    404: N_("Page not found"),
    405: N_("Page not found"),
    409: N_("Sent before"),
    411: N_("Couldn’t read that"),
    413: N_("Too much at once"),
    429: N_("Too many tries"),
    500: N_("An error in the app"),
    503: N_("One moment"),
    507: N_("The disk is full"),
}
_SENTENCES = {
    400: N_("The page sent something unreadable. Go back and try again."),
    404: N_("Page not found. A game’s address ends in its code of six letters and digits."),
    405: N_("There is nothing at this address."),
    411: N_("The page didn’t say how much it sends. Go back and try again."),
    413: N_("That is more than any game needs."),
    429: N_("Too many taps at once. Wait a moment, then try again."),
    500: N_("Something went wrong in the app. Everything saved before is safe; nothing is half-saved."),
}
LOST_SIGHT = lazy_gettext("This page was out of date. Send it again.")
"""What a form without the phone's token is told."""
_API = "/api/"
"""Below this address programs ask."""
_HEADING = N_("That didn’t work")
_KINDS = {403: "refused", 503: "later"}
"""What the page of an error goes by, where it offers a way on of its own."""
_UNKNOWN = frozenset({403, 404})
"""What an address of a game gets that is not here: strangers do not learn whether there is one."""
_SEND_AGAIN = frozenset({429, 503, 507})


def init_app(app: Flask) -> None:
    """Answer every error of the app in its own words."""
    app.register_error_handler(errors.RefereeError, _of_ours)
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(Exception, _unexpected)


def _of_ours(error: Exception) -> Response:
    assert isinstance(error, errors.RefereeError)
    if error.status in _UNKNOWN and (lost := shown_before.lost_here(normal_code(access.code_here()))):
        return answer(errors.UnknownGame.status, lost)
    if error.status in (403, 429):
        frame.log_refusal(str(error))
    response = answer(error.status, str(error), lasting=error.lasting, heading=error.heading)
    if error.wait:
        response.headers["Retry-After"] = str(error.wait)
    return response


def _csrf(_error: Exception) -> Response:
    return answer(400, str(LOST_SIGHT), again=True)


def _of_http(error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    if request.path.startswith(_API):
        return _to_a_program(error, status)
    if isinstance(error, NotFound) and error.description and error.description != NotFound.description:
        return answer(status, error.description)  # the view has said what is not there
    sentence = gettext(_SENTENCES[status]) if status in _SENTENCES else str(error.description or error.name)
    if status == 404 and _game():
        sentence = gettext("This game doesn’t have that page.")
    return answer(status, sentence, looks=not isinstance(error, TooManyRequests))


def _to_a_program(error: HTTPException, status: int) -> Response:
    """Whatever is asked of the API is answered in JSON, with what is allowed where the way of asking is not."""
    allowed = {name: value for name, value in error.get_headers() if name == "Allow"}
    return answers.error(status, "request", str(error.description or error.name), allowed)


def _unexpected(error: Exception) -> Response:
    current_app.logger.error("%s %s", request.method, request.path, exc_info=error)
    if current_app.testing:
        raise error
    return answer(500, gettext(_SENTENCES[500]))


def _game() -> str:
    """The code of the game that the address belongs to; empty where there is no such game."""
    inside = re.match(r"/g/([^/]{1,12})/", request.path)
    if inside is None:
        return ""
    code = normal_code(inside[1])
    try:
        if access.role_here() < Role.SPECTATOR:
            return ""
        games.game(code)
    except errors.RefereeError:
        return ""
    return code


def answer(
    status: int, sentence: str, again: bool = False, lasting: bool = False, heading: str = "", *, looks: bool = True
) -> Response:
    """An error as a page; for a write by htmx that may be sent again, as a part beside what was typed.

    Without ``looks`` nobody is looked up for it: whoever floods is to cost the book nothing.
    """
    later = status in _SEND_AGAIN and not lasting
    again = request.method == "POST" and (again or later)
    if again and frame.is_part() and later:
        response: Response = make_response(render_template("errors/_unsent.html", sentence=sentence), status)
        response.headers["HX-Reswap"] = "none"  # the form may have left the page; the bar says what waits, and why
        frame.stays(response)
    else:
        response = _page(status, sentence, again, heading, looks=looks)
    if later:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _page(status: int, sentence: str, again: bool, heading: str, *, looks: bool) -> Response:
    sent = request.form.items(multi=True) if again else ()
    context = {
        "heading": gettext(heading or _HEADINGS.get(status, _HEADING)),
        "kind": "" if heading else _KINDS.get(status, ""),
        "sentence": sentence,
        "fields": [(name, text) for name, text in sent if name != "csrf_token"],
        "again": again,
        "looks": looks and status < 500,
        "code": _game() if looks else "",
    }
    response = frame.rendered("errors/error.html", context, status)
    if frame.is_part():
        if htmx.target != "page":  # of an element that has left the page htmx finds no other target
            response.headers["HX-Retarget"] = "#page"
        response.headers["HX-Reswap"] = "innerHTML"
        frame.stays(response)
    return response
