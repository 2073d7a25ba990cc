"""To whom a game belongs: its season, and who of the club sat where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.state import GameState
from referee.services.season_views import ClubView, PlayerView, SeasonView
from referee.web.frame import Trouble
from referee.web.game.bar import TABLE, Bar, bar


@dataclass(frozen=True)
class SeatLine:
    seat: int
    name: str
    player: str
    """Id of the player of the club who sat there."""
    absent: str
    """Id of whom they stood in for; empty where they sat for themselves."""
    said: str
    refused: Refused | None
    """Which of its choices was refused."""


@dataclass(frozen=True)
class Refused:
    """A choice that was not written, for the form that shows it again."""

    field: str
    """Id of the field."""
    choice: str
    said: str
    """What was said by it, as ``"Ada sat in for Cora"``."""


@dataclass(frozen=True)
class GameClubView:
    bar: Bar
    club: ClubView
    seasons: tuple[SeasonView, ...]
    season: str
    seats: tuple[SeatLine, ...]
    players: tuple[PlayerView, ...]
    refused: str
    """What was said of a player and is refused; empty where nothing is."""


def game_club(
    code: str,
    state: GameState,
    club: ClubView,
    season: str | None,
    seasons: tuple[SeasonView, ...],
    players: tuple[PlayerView, ...],
    sat: Mapping[int, tuple[str, str | None]],
    trouble: Trouble,
    of: str,
) -> GameClubView:
    """``sat`` says by seat which player sat there and for whom; ``of`` is the id of the field that was refused."""
    names = {one.id: one.name for one in players}
    whole = {double: one.id for one in players for double, _, _ in one.doubles}
    lines = []
    for seat in state.all_seats:
        player, absent = (whole.get(id_ or "", id_ or "") for id_ in sat.get(seat.id, ("", None)))
        who = names.get(player, seat.player)
        said = f"known as {who}" if who != seat.player else ""
        if absent:
            said = f"{said}, " * bool(said) + f"sat in for {names.get(absent, 'somebody')}"
        refused = _refused(seat.id, seat.player, names, trouble, of)
        lines.append(SeatLine(seat.id, seat.player, player, absent, said, refused))
    ordered = tuple(sorted(players, key=lambda one: one.name.casefold()))
    what = next((line.refused.said for line in lines if line.refused), "")
    return GameClubView(bar(code, state, TABLE), club, seasons, season or "", tuple(lines), ordered, what)


def _refused(seat: int, name: str, names: Mapping[str, str], trouble: Trouble, of: str) -> Refused | None:
    said = {f"absent-{seat}": f"{name} sat in for", f"player-{seat}": f"{name} is really"}
    if not trouble or of not in said:
        return None
    choice = trouble.typed.get("choice", "")
    return Refused(of, choice, f"{said[of]} {names.get(choice, 'nobody')}")
