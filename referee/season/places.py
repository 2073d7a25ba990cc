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
    """Who was at the table since the moment before; the others' places may move all the same."""


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
    games: int
    """How many they are after: more than moments where these are evenings, months or years."""


def places_of(season_course: Course, names: Mapping[str, str]) -> PlacesOverTime:
    """The places at each moment of a course that was asked for."""
    games, ends = season_course.games, season_course.moments
    after = [season_course.after[at] for at in ends]
    moments = [
        Moment(
            games[at].id,
            games[at].day,
            frozenset().union(*(game.by_player for game in games[since : at + 1])),
        )
        for since, at in zip((0, *(end + 1 for end in ends)), ends, strict=False)
    ]
    lines = [
        PlaceLine(player, names.get(player, player), tuple(places.get(player) for places in after))
        for player in season_course.counting.tallies
    ]

    def order(line: PlaceLine) -> tuple[object, ...]:
        last = line.places[-1]
        return (last is None, last.place if last else 0, line.name.casefold(), line.player)

    lines.sort(key=order)
    lowest = max((place.place for places in after for place in places.values()), default=0)
    return PlacesOverTime(tuple(moments), tuple(lines), lowest, len(games))
