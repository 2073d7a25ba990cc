"""What was removed from a club and can still be brought back; a player who is taken out of it."""

from __future__ import annotations

from dataclasses import dataclass

from referee import errors
from referee.days import now
from referee.services.clubs import clubs, evenings
from referee.services.clubs.clubs import demand_manager
from referee.services.clubs.season_views import PlayerView
from referee.services.clubs.seasons import known_club, known_player, player_view
from referee.storage.clubs import clubs as store
from referee.storage.clubs import evenings as sittings
from referee.storage.clubs import forgetting, notebooks
from referee.storage.clubs import seasons as calendar
from referee.storage.engine.transactions import reading, writing
from referee.storage.tables.clubs import Player


@dataclass(frozen=True, slots=True)
class Removed:
    """One thing that is hidden: ``id`` is that of a season or a player, or a game's code."""

    id: str
    name: str
    at: str
    days_left: int


@dataclass(frozen=True, slots=True)
class Bin:
    seasons: tuple[Removed, ...]
    games: tuple[Removed, ...]
    players: tuple[Removed, ...]
    notebooks: tuple[Removed, ...]
    evenings: tuple[Removed, ...]
    """By their day in place of a name."""


@dataclass(frozen=True, slots=True)
class TakingOut:
    """What taking a player out of the club would do, shown before it is asked for the second time."""

    player: PlayerView
    games: int


def removed(club: str) -> Bin:
    """Seasons, games, players and evenings of a club that can be brought back, the latest first; raises UnknownClub."""
    with reading():
        known_club(club)
        kinds = calendar.in_bin(club, store.gone_before(now()))
        return Bin(*(tuple(_removed(*row) for row in rows) for rows in kinds))


def bring_back(club: str, kind: str, id_: str) -> None:
    """A season, a game, an evening, a player or a file of this club is there again, or (``kind`` is club) another club.

    Raises UnknownSeason, UnknownGame, UnknownPlayer, UnknownEvening, UnknownNotebook, UnknownClub: also where it is too
    late, and for what is another club's.
    """
    if kind == "club":
        clubs.restore_club(id_)
        return
    with writing():
        known_club(club)
        if kind == "season":
            season = calendar.season(id_)
            if season is None or season.club != club:
                raise errors.UnknownSeason
            clubs.restore_season(id_)
        elif kind == "game":
            place = calendar.place_of(id_)
            if place is None or place.club != club:
                raise errors.UnknownGame
            clubs.restore_game(id_)
        elif kind == "notebook":
            _restore_notebook(club, id_)
        elif kind == "evening":
            evening = sittings.evening(id_)
            if evening is None or evening.club != club:
                raise errors.UnknownEvening
            evenings.restore(id_)
        else:
            if known_player(id_).club != club:
                raise errors.UnknownPlayer
            restore_player(id_)


def _restore_notebook(club: str, id_: str) -> None:
    row = notebooks.notebook(id_)
    if row is None or row.club != club or not store.kept(row.removed_at, now()):
        raise errors.UnknownNotebook
    demand_manager(club)
    if row.removed_at is not None:
        notebooks.restore(row)


def days_left(at: str) -> int:
    """So many days, a begun one included, until what was removed then is gone for good."""
    return store.days_left(at, now())


def taking_out(player: str) -> TakingOut:
    """Raises UnknownPlayer, also for a double and for somebody who is taken out already."""
    with reading():
        row = _there(player)
        people = store.people(row.club)
        return TakingOut(player_view(row, people), store.games_count(store.ids_of(people, row.id)))


def remove_player(player: str) -> None:
    """Take a player with their doubles out of the club: no list names them any more, their results stay as nobody's.

    When the time to take it back is over, their names go from the old games too. Raises UnknownPlayer.
    """
    with writing():
        row = _there(player)
        demand_manager(row.club)
        row.removed_at = now()
        forgetting.purge_old(now())


def restore_player(player: str) -> PlayerView:
    """Raises UnknownPlayer, also where it is too late."""
    with writing():
        row = known_player(player)
        demand_manager(row.club)
        if not store.kept(row.removed_at, now()):
            raise errors.UnknownPlayer
        row.removed_at = None
        if store.known_as(row.club, row.name) is None:
            store.give_name(row, row.name)
        return player_view(row, store.people(row.club))


def _there(player: str) -> Player:
    row = known_player(player)
    if row.removed_at is not None or row.merged_into is not None:
        raise errors.UnknownPlayer
    return row


def _removed(id_: str, name: str, at: str | None) -> Removed:
    assert at is not None
    return Removed(id_, name, at, days_left(at))
