"""Places over time: what the bump chart draws and the table behind it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules.judges.scoring import Place
from referee.season.tally import Course


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the chart's time: after which game."""

    game: str
    day: str
    played: frozenset[str]
    """Who was at the table; the others' places may move all the same."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    player: str
    name: str
    places: tuple[Place | None, ...]
    """One for each moment; None before they were ranked."""


@dataclass(frozen=True, slots=True)
class PlacesOverTime:
    moments: tuple[Moment, ...]
    lines: tuple[PlaceLine, ...]
    """In the order of the last places; who is not ranked yet stands last."""
    lowest: int
    """The lowest place there ever was, the chart's height."""


def places_of(season_course: Course, names: Mapping[str, str]) -> PlacesOverTime:
    """The places after each game of a course that was counted with every moment."""
    after = season_course.after
    moments = [Moment(game.id, game.day, frozenset(game.by_player)) for game in season_course.games]
    lines = [
        PlaceLine(player, names.get(player, player), tuple(places.get(player) for places in after))
        for player in season_course.counting.tallies
    ]

    def order(line: PlaceLine) -> tuple[object, ...]:
        last = line.places[-1]
        return (last is None, last.place if last else 0, line.name.casefold(), line.player)

    lines.sort(key=order)
    lowest = max((place.place for places in after for place in places.values()), default=0)
    return PlacesOverTime(tuple(moments), tuple(lines), lowest)
