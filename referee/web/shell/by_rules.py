"""Screens that ask the rules: a game without a rulebook has none of them."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.services.games import games
from referee.web.shell import screens


def only_by_rules(pages: Blueprint) -> None:
    """Every address of these pages leads to the game itself where nothing can be judged in it."""
    pages.before_request(_to_the_game)


def _to_the_game() -> Response | None:
    code = (request.view_args or {}).get("code", "")
    if not code:
        return None
    state = games.game(code)
    return None if state.book.has_referee else screens.proceed(screens.at("game.now", code=code), state)
