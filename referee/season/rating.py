"""A rating as a side figure, never the headline; needs the optional extra ``rating`` (OpenSkill).

What it is, in two sentences, is ``EXPLANATION``. It follows people, not seasons: whoever sat at the
table is rated, a substitute as themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.season.games import FinishedGame, in_order
from referee.season.measures import counts_at_all

EXPLANATION = (
    "Everybody starts at 1000, and finishing ahead of strong players lifts a rating more than finishing ahead of weak "
    "ones; only the order at the end of a game counts, not the points. It is cautious at first, settles over some "
    "twenty games, and decides nothing in any season."
)
START = 1000
SETTLED = 20
"""So many games until a rating says much."""


class NoRating(RuntimeError):
    """The library that rates is not installed."""


@dataclass(frozen=True, slots=True)
class Rated:
    player: str
    name: str
    rating: int
    """A cautious figure: what somebody very probably plays at least; ``START`` for nothing known."""
    changed: int
    """By the last game they sat in."""
    games: int

    @property
    def settled(self) -> bool:
        return self.games >= SETTLED


def available() -> bool:
    """Whether the library that rates is installed."""
    try:
        _model()
    except NoRating:
        return False
    return True


def ratings(games: Iterable[FinishedGame], names: Mapping[str, str]) -> tuple[Rated, ...]:
    """Everybody's rating, the highest first. Raises NoRating without the library.

    Two players with equal ratings and equal results change by the same amount, whatever their seats.
    """
    model = _model()
    now: dict[str, Any] = {}
    before: dict[str, Any] = {}
    played: dict[str, int] = {}
    for game in in_order(games):
        if not counts_at_all(game):
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
            player, names.get(player, player), _figure(now[player]), _figure(now[player]) - _figure(old), played[player]
        )
        for player, old in before.items()
    ]
    return tuple(sorted(rated, key=lambda entry: (-entry.rating, entry.name.casefold(), entry.player)))


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce  # an extra, and slow to import
    except ImportError as missing:
        raise NoRating('Install the extra "rating" to see ratings.') from missing
    return PlackettLuce()


def _figure(rating: Any) -> int:
    """The library's cautious estimate (mean less three deviations, 0 at first) with 40 for one, on top of ``START``."""
    return START + round(40 * float(rating.ordinal()))
