"""Games, standings and history to be read by programs: JSON with an ETag. It writes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee import errors
from referee.services import games as services
from referee.services import seasons
from referee.services.game_places import season_now
from referee.storage.log import normal_code
from referee.web.data import page as data

pages = Blueprint("data_out_api", __name__, url_prefix="/api")


@pages.get("/clubs")
def clubs() -> Response:
    def read() -> Any:
        found = seasons.clubs()
        return {"clubs": data.clubs_data([(club, seasons.seasons(club.id)) for club in found])}

    return _answer(read)


@pages.get("/clubs/<club>/games")
def games(club: str) -> Response:
    """``season`` narrows them to one season."""

    def read() -> Any:
        found, names = seasons.games_of_club(club)
        wanted = request.args.get("season")
        kept = [game for game in found if wanted is None or game.season == wanted]
        return {"games": [data.finished_data(game, names) for game in kept]}

    return _answer(read)


@pages.get("/seasons/<season>/standings")
def standings(season: str) -> Response:
    return _answer(lambda: data.standings_data(seasons.season_page(season)))


@pages.get("/games/<code>")
def game(code: str) -> Response:
    return _answer(lambda: data.game_data(normal_code(code), services.game(code), season_now(code)))


@pages.get("/games/<code>/history")
def history(code: str) -> Response:
    return _answer(lambda: data.history_data(normal_code(code), services.game(code)))


def _answer(read: Callable[[], Any]) -> Response:
    """What was read with its ETag, nothing (304) where the asker has it already, or a fault."""
    status, headers = 200, {"Cache-Control": "no-cache"}
    try:
        found = read()
    except errors.RefereeError as failed:
        status, found = failed.status, {"error": {"field": "request", "message": str(failed)}}
        headers = {"Cache-Control": "no-store"} | ({"Retry-After": "3"} if status == 503 else {})
    text = json.dumps(found, separators=(",", ":"))
    response = Response(text + "\n", status, mimetype="application/json", headers=headers)
    if status != 200:
        return response
    response.add_etag()
    return response.make_conditional(request)
