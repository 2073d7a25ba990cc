"""How the game goes in a few sentences, and an evening on five cards."""

from __future__ import annotations

from flask import Blueprint

from referee.rulebooks import library
from referee.web.parts.in_short import in_short
from referee.web.shell import screens
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("help", __name__)


@screen(pages, "/help")
def page(_: Visit) -> Page:
    return screens.page("help/page.html", in_short=in_short(library.load(library.ids()[0])))
