"""To whom a game belongs: its season, and who of the club sat where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.state import GameState
from referee.season_views import ClubView, PlayerView, SeasonView
from referee.web.contexts.bar import TABLE, Bar, bar


@dataclass(frozen=True)
class SeatLine:
    seat: int
    name: str
    player: str
    """Id of the player of the club who sat there."""
    absent: str
    """Id of whom they stood in for; empty where they sat for themselves."""
    said: str


@dataclass(frozen=True)
class GameClubView:
    bar: Bar
    club: ClubView
    seasons: tuple[SeasonView, ...]
    season: str
    seats: tuple[SeatLine, ...]
    players: tuple[PlayerView, ...]


def game_club(
    code: str,
    state: GameState,
    club: ClubView,
    season: str | None,
    seasons: tuple[SeasonView, ...],
    players: tuple[PlayerView, ...],
    sat: Mapping[int, tuple[str, str | None]],
) -> GameClubView:
    """``sat`` says by seat which player sat there and for whom."""
    names = {one.id: one.name for one in players}
    whole = {double: one.id for one in players for double, _, _ in one.doubles}
    lines = []
    for seat in state.all_seats:
        player, absent = (whole.get(id_ or "", id_ or "") for id_ in sat.get(seat.id, ("", None)))
        who = names.get(player, seat.player)
        said = f"known as {who}" if who != seat.player else ""
        if absent:
            said = f"{said}, " * bool(said) + f"sat in for {names.get(absent, 'somebody')}"
        lines.append(SeatLine(seat.id, seat.player, player, absent, said))
    ordered = tuple(sorted(players, key=lambda one: one.name.casefold()))
    return GameClubView(bar(code, state, TABLE), club, seasons, season or "", tuple(lines), ordered)
