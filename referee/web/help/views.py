"""How an evening goes, on five cards."""

from __future__ import annotations

from flask import Blueprint

from referee.web.shell import screens
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("help", __name__)


@screen(pages, "/help")
def page(_: Visit) -> Page:
    return screens.page("help/page.html")
