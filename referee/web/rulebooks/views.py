"""The rulebooks to be read, searched and compared; also the one a game is played by, with its house rules."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.rulebooks import library
from referee.services.clubs import rulebooks
from referee.web.rulebooks.page import book_list, book_page, comparison
from referee.web.shell import frame, screens
from referee.web.shell.bar import bar
from referee.web.shell.club_here import at, here, name_the_club, whose
from referee.web.shell.forms import small_number
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("rulebooks", __name__)
pages.url_defaults(name_the_club)


@screen(pages, "/rulebooks")
def page(visit: Visit) -> Page:
    return screens.page("rulebooks/page.html", view=book_list(rulebooks.books(here().id), visit.value("q")))


@screen(pages, "/rulebooks/<rulebook>")
def book(visit: Visit, rulebook: str) -> Page:
    version = small_number(visit.value("version"))
    shown = rulebooks.rulebook(at().id, rulebook, version)
    base = library.load(shown.builds_on) if shown.builds_on else None
    versions = () if rulebook in library.ids() else rulebooks.versions(at().id, rulebook)
    return screens.page(
        "rulebooks/book.html",
        book=book_page(shown, base, rulebooks.books(at().id)),
        code="",
        playing=False,
        versions=versions,
        version=version or (versions[0].version if versions else 0),
        whole=bool(visit.value("whole")),
        **whose(),
    )


@screen(pages, "/rulebooks/<rulebook>/compare/<other>")
def compare(visit: Visit, rulebook: str, other: str) -> Page:
    version = small_number(visit.value("version"))
    left, right = (rulebooks.rulebook(at().id, rulebook_id, version) for rulebook_id in (rulebook, other))
    return screens.page("rulebooks/compare.html", two=comparison(left, right, rulebooks.books(at().id)))


@pages.get("/rulebooks/<rulebook>/compare")
def choose(rulebook: str) -> Response:
    """Where the form leads: to the page of the two."""
    version = small_number(request.args.get("version", ""))
    two = (rulebook, request.args.get("with", ""))
    left, right = (rulebooks.rulebook(at().id, rulebook_id, version) for rulebook_id in two)
    return frame.go(compare.at(rulebook=left.id, other=right.id).url)


@screen(pages, "/g/<code>/rulebook")
def of_game(visit: Visit) -> Page:
    """The rulebook as it was frozen into a game, against its form without house rules."""
    frozen = visit.state.book
    if not frozen.has_referee:
        return screens.page("rulebooks/sheet.html", book=frozen, bar=bar(visit.code, visit.state))
    plain = library.load(frozen.id if frozen.id in library.ids() else frozen.builds_on)
    view = book_page(frozen, plain, library.all_rulebooks())
    playing = visit.state.status == "playing"
    return screens.page(
        "rulebooks/book.html", book=view, code=visit.code, playing=playing, whole=bool(visit.value("whole"))
    )
