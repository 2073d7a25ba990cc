"""What each player still needs in the last games, worked out and not guessed.

The players ahead are taken as they stand now; whoever shows the sentences says so once, above them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.messages import gettext as _
from referee.season.figures import figure, mixed
from referee.season.measures import MEASURES, Measure
from referee.season.rules import SeasonRule
from referee.season.tally import Course, Tally


@dataclass(frozen=True, slots=True)
class Need:
    """What it takes to draw level with somebody ahead."""

    ahead: str
    per_game: Fraction | None
    """The average by the season's way in each game left; None where no result would do."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Outlook:
    player: str
    name: str
    games_left: int
    missing: int
    """Games still to play before they are ranked."""
    in_time: bool
    """Whether they can still be ranked this season."""
    needs: tuple[Need, ...]
    """For the leader first, then for whoever is next ahead, where that is somebody else."""

    @property
    def in_reach(self) -> bool:
        """Whether the first place still is: they can be ranked, and some result would bring them level with it."""
        return self.in_time and all(need.per_game is not None for need in self.needs[:1])


def outlook_of(course_: Course, names: Mapping[str, str]) -> tuple[Outlook, ...]:
    """One for each player of the table, in its order; nothing where the season's length is not settled or
    its games are over."""
    rule, counting = course_.rule, course_.counting
    left = (rule.planned or 0) - len(course_.games)
    if rule.planned is None or left <= 0:
        return ()
    places = course_.after[-1] if course_.after else {}
    order = list(places) + sorted(set(counting.tallies) - set(places))
    measure = MEASURES[rule.way]
    outlooks = []
    for player in order:
        tally = counting.tallies[player]
        missing = max(0, rule.minimum - len(tally.games))
        mine = counting.level(player)[0]
        above = [other for other in places if other != player and counting.level(other)[0] > mine]
        targets = list(dict.fromkeys((*above[:1], *above[-1:])))
        needs = [
            _need(measure, rule, tally, left, other, names.get(other, other), counting.level(other)[0])
            for other in (targets if missing <= left else [])
        ]
        outlooks.append(Outlook(player, names.get(player, player), left, missing, missing <= left, tuple(needs)))
    return tuple(outlooks)


def _need(measure: Measure, rule: SeasonRule, tally: Tally, left: int, other: str, name: str, target: Fraction) -> Need:
    key = level_with(tally, rule.best_of, left, target)
    value = measure.back(key)
    if measure.best is not None and key > measure.back(measure.best):
        return Need(other, None, _("Can no longer catch %(name)s.", name=name))
    if measure.low and value < 0:  # only bonuses bring a game below 0
        return Need(other, None, _("Can catch %(name)s only with bonus points.", name=name))
    in_words = _in_wins(value * left, name) if measure.name == "wins" else _in_points(measure, value, left, name)
    return Need(other, value, in_words)


def _in_wins(wins: Fraction, name: str) -> str:
    if wins == 1:
        return _("Needs a win to draw level with %(name)s.", name=name)
    if wins < 1:
        return _("Needs a shared win to draw level with %(name)s.", name=name)
    return _("Needs %(wins)s wins to draw level with %(name)s.", wins=mixed(wins), name=name)


def _in_points(measure: Measure, value: Fraction, left: int, name: str) -> str:
    says = {"amount": measure.in_words(figure(value)), "name": name}
    if measure.low:
        if left == 1:
            return _("Needs at most %(amount)s to draw level with %(name)s.", **says)
        return _("Needs at most %(amount)s a game to draw level with %(name)s.", **says)
    if left == 1:
        return _("Needs %(amount)s to draw level with %(name)s.", **says)
    return _("Needs %(amount)s a game to draw level with %(name)s.", **says)


def level_with(tally: Tally, best_of: int | None, left: int, target: Fraction) -> Fraction:
    """The least key that, reached in each of the games left, brings the season's value to ``target``.

    With ``j`` of the new games among the counted ones, the best old ones fill the rest; what is
    needed is the least over all ``j``, because counting more of them is never forbidden.
    """
    if best_of is None:  # all count, old and new
        return (target * (tally.counted + left) - sum(tally.sums[:1], Fraction(0))) / left
    old = [-turned[0] for _, turned, _ in tally.best]  # best first
    most = min(best_of, len(old) + left)
    least = None
    for new in range(1, min(left, most) + 1):
        kept = most - new
        if kept > len(old):
            continue
        needed = (target * most - sum(old[:kept], Fraction(0))) / new
        least = needed if least is None else min(least, needed)
    if least is None:  # pragma: no cover - at least one game is left, so one choice fits
        raise ValueError("no game is left")
    return least
