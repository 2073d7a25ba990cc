"""How far a player is behind in the game that they play, or was in their last one, as the race of those around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.news import Standing, round_news
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.web.parts.race import Lane, behind, first_of, race_of
from referee.web.parts.standing import standing
from referee.web.shell import words
from referee.web.shell.bar import where

MOST = 5
"""So many have a lane; the others are counted."""


class RaceLine(NamedTuple):
    place: str
    player: str
    gap: str
    """``"13 behind"``, ``"leads"``, ``"wins"``."""
    leads: bool
    own: bool
    lane: Lane | None
    """None where nobody is ahead of anybody."""
    total: str


@dataclass(frozen=True)
class LastRace:
    code: str
    heading: str
    about: str
    """The rulebook, and how far the game has come or on which day it was."""
    lines: tuple[RaceLine, ...]
    start: str
    """What the left end of each lane stands for."""
    others: int
    """How many more there were."""


def last_race(code: str, state: GameState, seat: int, names: Mapping[int, str]) -> LastRace | None:
    """``names``: what the club calls those at the table, who may have had other names then, or be removed.

    None where nobody has a place: no round is closed, or the game was abandoned.
    """
    if not state.rounds or state.status == "abandoned":
        return None
    every = round_news(state).standings
    drawn = race_of(state, every)
    shown = _around([standing.seat for standing in every], seat)
    return LastRace(
        code=code,
        heading=_("Last game") if state.over else _("Game in progress"),
        about=_about(state),
        lines=tuple(
            _line(state, each, names, drawn.lanes.get(each.seat), own=each.seat == seat)
            for each in every
            if each.seat in shown
        ),
        start=drawn.start,
        others=len(every) - len(shown),
    )


def _about(state: GameState) -> str:
    return f"{state.book.name} · {words.day(state.day) if state.over else where(state)}"


def _around(ordered: list[int], own: int) -> list[int]:
    """The leader, the player and the last; then whoever stands nearest to the player."""
    at = ordered.index(own) if own in ordered else 0
    nearest = sorted(ordered, key=lambda seat: abs(ordered.index(seat) - at))
    return first_of(ordered, (ordered[0], ordered[at], ordered[-1], *nearest), MOST)


def _line(state: GameState, of_race: Standing, names: Mapping[int, str], lane: Lane | None, *, own: bool) -> RaceLine:
    at = standing(state, state.by_id[of_race.seat])
    player = names.get(of_race.seat, at.player)
    return RaceLine(at.place, player, at.contract or at.sign or behind(of_race.gap), bool(at.sign), own, lane, at.total)
