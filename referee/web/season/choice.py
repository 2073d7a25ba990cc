"""In which club a new game is opened, and in which season it counts."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from referee.days import today
from referee.services import seasons as season_services
from referee.services.season_views import seasons_on
from referee.web.club.here import here


class SeasonChoice(NamedTuple):
    """What the page offers: id and name of each season, and the one chosen (empty for none)."""

    options: tuple[tuple[str, str], ...]
    chosen: str


def choice() -> SeasonChoice:
    """The seasons of this phone's club; chosen is what was sent, or the latest that is on today."""
    seasons = season_services.seasons(here().id)
    options = tuple((season.id, season.name) for season in seasons)
    on = seasons_on(seasons, today())
    chosen = request.form.get("season", on[0].id if on else "")
    return SeasonChoice(options, chosen)


def sent() -> str | None:
    """The season that a form names, where this phone's club has it; None for no season."""
    wanted = request.form.get("season", "")
    return wanted if any(wanted == id_ for id_, _ in choice().options) else None
