"""How a season ends: closed by hand, opened again, or gone on with after it was asked about.

Each function opens one transaction, or joins that of ``deliveries.once``; what was done already is not done again.
"""

from __future__ import annotations

import hashlib
import json

from referee import errors
from referee.days import now, today
from referee.messages import gettext as _
from referee.season.standings import table_of
from referee.season.tally import course
from referee.season.trace import CLOSED, GOES_ON, OPENED_AGAIN, Change, corrections
from referee.services.clubs.clubs import LEAVE, STAY, by, demand_manager
from referee.services.clubs.season_views import SeasonEnd, SeasonView
from referee.services.clubs.seasons import club_view, known_club, known_season, places_in, season_view, silent_since
from referee.storage.clubs import clubs, results, seasons
from referee.storage.engine.transactions import reading, writing
from referee.storage.tables.clubs import Season


def ending(season: str) -> SeasonEnd:
    """What closing a season would close; raises UnknownSeason."""
    with reading():
        return _ending(known_season(season))[0]


def _ending(row: Season) -> tuple[SeasonEnd, Change]:
    """The same with what would be kept of it."""
    view, people = _view(row), clubs.people(row.club)
    games = results.games_of_season(row.id, people)
    played = course(games, view.rule, every_moment=False)
    places, kept = places_in(played), corrections(games)
    playing = tuple(seasons.playing(row.id))
    content = json.dumps([sorted(places.items()), sorted(kept.items()), playing])
    digest = hashlib.sha256(content.encode()).hexdigest()[:16]
    table = table_of(played, people.names)
    end = SeasonEnd(view, view.over(today()), table, club_view(known_club(row.club)), playing, digest)
    return end, Change(now(), by(), CLOSED, places, kept)


def close(season: str, shown: str = "", playing: str = "") -> tuple[SeasonView, bool]:
    """Close a season by hand: the season, and whether that was done now; one that is over already stays as it is.

    ``shown`` is the digest of what the page showed. ``playing``: whether games that are still being played stay in the
    season (``STAY``) or count in none (``LEAVE``). Raises Rejected if its games have changed since, and where it must
    be said what becomes of games.
    """
    with writing():
        row = _held(season)
        end, change = _ending(row)
        if end.over:
            return end.season, False
        if shown and shown != end.digest:
            raise errors.Rejected(
                "shown",
                _("The games of this season changed while you were looking. Check the table and close it again."),
            )
        if end.playing and playing not in (STAY, LEAVE):
            raise errors.Rejected("playing", _("Choose what happens to the games that are still being played."))
        if playing == LEAVE:
            seasons.let_go(end.playing)
        seasons.note(row, change)
        return _view(row), True


def open_again(season: str) -> tuple[SeasonView, bool]:
    """Take a closing by hand back: the season, and whether that was done now."""
    with writing():
        row = _held(season)
        if _view(row).closed is None:
            return _view(row), False
        seasons.note(row, Change(now(), by(), OPENED_AGAIN))
        return _view(row), True


def go_on(season: str) -> SeasonView:
    """Nobody has played for long, and the season is not over all the same: it is asked about again as late."""
    with writing():
        row = _held(season)
        if silent_since(_view(row)):
            seasons.note(row, Change(now(), by(), GOES_ON))
        return _view(row)


def _held(season: str) -> Season:
    row = known_season(season)
    demand_manager(row.club)
    return row


def _view(row: Season) -> SeasonView:
    return season_view(row, seasons.counts(row.club, row.id))
