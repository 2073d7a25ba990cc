"""A referee for SET. The address holds the cards, so a question can be kept and shared, and no tap needs a script."""

from __future__ import annotations

from flask import Blueprint

from referee.web.shell import screens
from referee.web.shell.screens import Page, Visit, screen
from referee.web.triples.page import triples_page

pages = Blueprint("triples", __name__)


@screen(pages, "/ask/set")
def page(visit: Visit) -> Page:
    view = triples_page(visit.value("cards"), visit.value("pick"), visit.value("game"))
    return screens.page("triples/page.html", 422 if view.problem else 200, view=view)
