"""How far a season has come."""

from __future__ import annotations

from referee.messages import ngettext
from referee.services.clubs.season_views import SeasonTable


def games_played(table: SeasonTable) -> str:
    """``"24 of 28 games"``; without the number planned where it is not said, or not to be reached any more."""
    planned, games = table.season.rule.planned, table.standings.games
    if planned and not table.over and games <= planned:
        return ngettext("%(games)s of %(num)s game", "%(games)s of %(num)s games", planned, games=games)
    return ngettext("%(num)s game", "%(num)s games", games)
