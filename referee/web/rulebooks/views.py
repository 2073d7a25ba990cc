"""The rulebooks to be read, searched and compared; also the one a game is played by, with its house rules."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook
from referee.services import games, rulebooks
from referee.web import frame
from referee.web.club.here import at, here, whose
from referee.web.forms import small_number
from referee.web.rulebooks import page as shown

pages = Blueprint("rulebooks", __name__)
_OF_CLUBS = (
    "rulebooks.book",
    "rulebooks.compare",
    "rulebooks.choose",
    "own.form",
    "own.save",
    "own.take_back",
    "own.take_out",
)


@pages.app_url_defaults
def name_the_club(endpoint: str, values: dict[str, Any]) -> None:
    """An address of a club's own rulebook says whose it is: two clubs may have one of the same name."""
    if endpoint in _OF_CLUBS and {values.get("rulebook"), values.get("other")} - {None, *library.ids()}:
        values.setdefault("club", at().id)


@pages.get("/rulebooks")
def page() -> Response:
    return frame.page(
        "rulebooks/page.html", found=shown.book_list(rulebooks.books(here().id), request.args.get("q", ""))
    )


@pages.get("/rulebooks/<rulebook>")
def book(rulebook: str) -> Response:
    found = _book(rulebook)
    base = library.load(found.builds_on) if found.builds_on else None
    versions = () if rulebook in library.ids() else rulebooks.versions(at().id, rulebook)
    view = shown.book_page(found, base, rulebooks.books(at().id))
    version = _version() or (versions[0].version if versions else 0)
    return frame.page("rulebooks/book.html", book=view, code="", versions=versions, version=version, **whose())


@pages.get("/rulebooks/<rulebook>/compare/<other>")
def compare(rulebook: str, other: str) -> Response:
    two = shown.comparison(_book(rulebook), _book(other), rulebooks.books(at().id))
    return frame.page("rulebooks/compare.html", two=two)


@pages.get("/rulebooks/<rulebook>/compare")
def choose(rulebook: str) -> Response:
    """Where the form leads: to the page of the two."""
    return frame.go(url_for(".compare", rulebook=_book(rulebook).id, other=_book(request.args.get("with", "")).id))


@pages.get("/g/<code>/rulebook")
def of_game(code: str) -> Response:
    """The rulebook as it was frozen into a game, against its form without house rules."""
    found = games.game(code).book
    plain = library.load(found.id if found.id in library.ids() else found.builds_on)
    return frame.page("rulebooks/book.html", book=shown.book_page(found, plain, library.all_rulebooks()), code=code)


def _book(rulebook: str) -> Rulebook:
    """Built in or a club's own, of which ``version`` may name an earlier one; raises UnknownRulebook."""
    return rulebooks.rulebook(at().id, rulebook, _version())


def _version() -> int | None:
    """The version that the address names; None for the latest."""
    return small_number(request.args.get("version", ""))
