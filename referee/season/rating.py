"""A rating as a side figure, never the headline; needs the optional extra ``rating`` (OpenSkill).

What it is, in a few sentences, is ``EXPLANATION``. It follows people, not seasons: whoever sat at the
table is rated, a substitute as themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.messages import lazy_gettext
from referee.season.games import FinishedGame, in_order
from referee.season.measures import counts_at_all

START = 1000
SCALE = 20
"""Points of a rating for one of the library's."""
SURE = 2
"""So many standard deviations to either side hold what is true in nineteen of twenty cases."""
START_SPREAD = 333
EXPLANATION = lazy_gettext(
    "All players start at %(start)s ± %(spread)s. Beating strong players raises a rating more than beating weak ones; "
    "only the final order of a game counts, not the points. The number after ± says how far off the rating may be: "
    "the true strength should be within that range nineteen times out of twenty, and more games narrow it. The list "
    "is sorted by the lower end of the range. Seasons don’t use it, and games without a rulebook don’t count.",
    start=START,
    spread=START_SPREAD,
)


class NoRating(RuntimeError):
    """The library that rates is not installed."""


@dataclass(frozen=True, slots=True)
class Rated:
    player: str
    name: str
    rating: int
    """The best guess at their strength; ``START`` for nothing known."""
    spread: int
    """How far off that may be, to either side."""
    changed: int
    """By the last game they sat in."""
    games: int


def available() -> bool:
    """Whether the library that rates is installed."""
    try:
        _model()
    except NoRating:
        return False
    return True


def ratings(games: Iterable[FinishedGame], names: Mapping[str, str]) -> tuple[Rated, ...]:
    """Everybody's rating, first whose strength is surely the highest. Raises NoRating without the library.

    Two players with equal ratings and equal results change by the same amount, whatever their seats.
    """
    model = _model()

    def figure(rating: Any) -> int:
        """The library's mean, moved so that it begins at ``START``."""
        return START + round(SCALE * float(rating.mu - model.mu))

    now: dict[str, Any] = {}
    before: dict[str, Any] = {}
    played: dict[str, int] = {}
    for game in in_order(games):
        if not counts_at_all(game) or game.of_sheet:
            continue
        players = sorted(game.places)  # not by seat: the order of adding must not show in the last digit
        for player in players:
            before[player] = now.setdefault(player, model.rating())
            played[player] = played.get(player, 0) + 1
        ranks = [game.places[player].place for player in players]
        after = model.rate([[now[player]] for player in players], ranks=ranks)
        now.update(zip(players, (team[0] for team in after), strict=True))
    rated = [
        Rated(
            player,
            names.get(player, player),
            figure(now[player]),
            round(SCALE * SURE * now[player].sigma),
            figure(now[player]) - figure(old),
            played[player],
        )
        for player, old in before.items()
    ]
    return tuple(sorted(rated, key=lambda entry: (entry.spread - entry.rating, entry.name.casefold(), entry.player)))


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce  # an extra, and slow to import
    except ImportError as missing:
        raise NoRating('Install the extra "rating" to see ratings.') from missing
    return PlackettLuce()
