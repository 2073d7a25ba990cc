"""One result of an evening, whatever the number of its tables and games; and who came how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.messages import gettext as _
from referee.season.games import FinishedGame
from referee.season.rules import LAST, SeasonRule, explain_ties
from referee.season.standings import Standings, standings

NIGHT = SeasonRule(leavers=LAST, sheets=True)
"""Place points of all tables: a win at a table of three is worth as much as one at a table of five."""


def night(games: Iterable[FinishedGame], names: Mapping[str, str]) -> Standings:
    """The table of these games, in which everybody counts who sat there, guests and substitutes as well."""
    return standings([_as_seated(game) for game in games], NIGHT, names)


def _as_seated(game: FinishedGame) -> FinishedGame:
    sat = tuple(result._replace(guest=False, stands_in_for=None) for result in game.results)
    return replace(game, results=sat)


def explain() -> tuple[str, ...]:
    """The rule of the night in sentences."""
    return (
        _(
            "Each finished game of the evening gives 0 to 100 place points: the share of the others at your table who "
            "finished behind you. A player who shares your place counts half."
        ),
        _(
            "Your result is the average over your games, so the size of the table and the number of games make no "
            "difference. Leaving a game before its end counts as coming last in it."
        ),
        explain_ties(NIGHT),
    )


@dataclass(frozen=True, slots=True)
class Faithful:
    """How many evenings somebody came to."""

    player: str
    evenings: int
    last: str
    """The day of the last one."""


def attendance(evenings: Iterable[tuple[str, Iterable[str]]]) -> Sequence[Faithful]:
    """Of evenings, each by its day and who came: who came how often, the most faithful first, then who came last."""
    days: dict[str, list[str]] = {}
    for day, people in evenings:
        for player in set(people):
            days.setdefault(player, []).append(day)
    came = [Faithful(player, len(each), max(each)) for player, each in days.items()]
    latest = sorted(sorted(came, key=lambda each: each.player), key=lambda each: each.last, reverse=True)
    return sorted(latest, key=lambda each: each.evenings, reverse=True)
