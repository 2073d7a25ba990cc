"""The rulebooks to be read, searched and compared; also the one a game is played by, with its house rules."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from referee import services
from referee.rulebooks import library
from referee.rules.rulebook import Rulebook
from referee.web import frame
from referee.web.contexts import rulebooks as shown

pages = Blueprint("rulebooks", __name__)


@pages.get("/rulebooks")
def page() -> Response:
    return frame.page("rulebooks/page.html", found=shown.book_list(library.all_rulebooks(), request.args.get("q", "")))


@pages.get("/rulebooks/<rulebook>")
def book(rulebook: str) -> Response:
    found = _book(rulebook)
    base = library.load(found.builds_on) if found.builds_on else None
    return frame.page("rulebooks/book.html", book=shown.book_page(found, base, library.all_rulebooks()), code="")


@pages.get("/rulebooks/<rulebook>/compare/<other>")
def compare(rulebook: str, other: str) -> Response:
    two = shown.comparison(_book(rulebook), _book(other), library.all_rulebooks())
    return frame.page("rulebooks/compare.html", two=two)


@pages.get("/rulebooks/<rulebook>/compare")
def choose(rulebook: str) -> Response:
    """Where the form leads: to the page of the two."""
    return frame.go(url_for(".compare", rulebook=_book(rulebook).id, other=_book(request.args.get("with", "")).id))


@pages.get("/g/<code>/rulebook")
def of_game(code: str) -> Response:
    """The rulebook as it was frozen into a game, against its form without house rules."""
    found = services.game(code).book
    plain = library.load(found.id) if found.id in library.ids() else None
    return frame.page("rulebooks/book.html", book=shown.book_page(found, plain, library.all_rulebooks()), code=code)


def _book(rulebook: str) -> Rulebook:
    try:
        return library.load(rulebook)
    except library.UnknownRulebook:
        abort(404, "There is no such rulebook.")
