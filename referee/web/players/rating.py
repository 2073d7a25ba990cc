"""How a player's rating came about: what it is now, its course, and what each game did to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.rating import EXPLANATION, LEAST_SHOWN, Step
from referee.services.clubs.season_views import PlayerView, RatingView
from referee.web.parts.chart import Tick
from referee.web.parts.club_bar import ClubBar, percent, within
from referee.web.parts.pages import Part, part_of
from referee.web.shell import words

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 340, 150, 44, 10, 10
POINTS = 290
"""Of more games not every one is drawn: two of them would lie on one column of the drawing."""


@dataclass(frozen=True)
class StepLine:
    """One game: which it was, what was expected of it, what came of it."""

    code: str
    title: str
    details: str
    changed: str
    spoken: str


@dataclass(frozen=True)
class Curve:
    """The rating after each game as a line, in the units of the drawing, with the range in which it may truly lie."""

    desc: str
    line: str
    range: str
    ticks: tuple[Tick, ...]
    zero: float
    """Where the average of the club lies."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT


@dataclass(frozen=True)
class Expected:
    name: str
    place: str
    own: bool


@dataclass(frozen=True)
class RatingPage:
    bar: ClubBar
    player: PlayerView
    value: str
    within: str
    sentence: str
    curve: Curve | None
    """None where fewer than two games were rated."""
    playing: str
    """The code of the game that they play now."""
    expected: tuple[Expected, ...]
    """Who is expected where in that game, the best first."""
    without: str
    """That these places leave out the handicap of that game, in a sentence; empty where it has none."""
    steps: tuple[StepLine, ...]
    """The latest game first."""
    part: Part
    explanation: str


def rating_page(view: RatingView, number: int = 1) -> RatingPage:
    """``number``: which part of their games is shown."""
    shown, part = part_of(view.steps[::-1], number)
    last = view.steps[-1] if view.steps else None
    return RatingPage(
        bar=ClubBar(view.club),
        player=view.player,
        value=percent(last.better) if last else "",
        within=within(last.within) if last else "",
        sentence=_sentence(last) if last else "",
        curve=_curve(view.steps, thinned(view.steps)) if len(view.steps) > 1 else None,
        playing=view.playing if len(view.expected) > 1 else "",
        expected=tuple(
            Expected(view.names.get(player, player), f"{place:.1f}", player == view.player.id)
            for player, place in sorted(view.expected.items(), key=lambda each: each[1])
        ),
        without=_("They leave out the handicap agreed for this game.") if view.has_handicap else "",
        steps=tuple(_step(step) for step in shown),
        part=part,
        explanation=EXPLANATION,
    )


def _sentence(step: Step) -> str:
    """What the number says, and how sure that is."""
    value, off = f"{abs(step.better):.0f}", f"{step.within:.0f}"
    if abs(step.better) <= step.within:
        return _("Whether that is skill or luck can’t be told yet: the true value is within %(off)s of it.", off=off)
    if step.better > 0:
        return _("Plays about %(value)s%% better than the club’s average, give or take %(off)s.", value=value, off=off)
    return _("Plays about %(value)s%% worse than the club’s average, give or take %(off)s.", value=value, off=off)


def _step(step: Step) -> StepLine:
    place = words.place_of(step.place, step.game.players)
    expected = _("expected %(expected)s", expected=f"{step.expected:.1f}")
    shown = percent(step.changed, 1)
    without = [_("without the handicap")] if step.game.has_handicap else []
    return StepLine(
        step.game.id,
        f"{words.day(step.game.day)}: {place}",
        " · ".join((expected, step.game.rulebook_name, *without)),
        shown if abs(step.changed) >= LEAST_SHOWN else "",
        moved(step.changed),
    )


def moved(changed: float) -> str:
    """What a game did to a rating, as it is spoken."""
    number = f"{abs(changed):.1f}"
    if abs(changed) < LEAST_SHOWN:
        return _("unchanged")
    return _("up %(number)s", number=number) if changed > 0 else _("down %(number)s", number=number)


def thinned(steps: Sequence[Step]) -> Sequence[Step]:
    """The first, the last and as many between as a drawing this wide can show."""
    most = len(steps) - 1
    return steps if most <= POINTS else [steps[round(most * at / POINTS)] for at in range(POINTS + 1)]


def _curve(every: Sequence[Step], steps: Sequence[Step]) -> Curve:
    """``steps``: those of every game that are drawn."""
    top = max(step.better + step.within for step in steps)
    foot = min(step.better - step.within for step in steps)

    def x(at: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 4) * at / (len(steps) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - foot), 1)

    above = [f"{x(at):g} {y(step.better + step.within):g}" for at, step in enumerate(steps)]
    below = [f"{x(at):g} {y(step.better - step.within):g}" for at, step in enumerate(steps)]
    ends = sorted({round(top), 0, round(foot)}, reverse=True)
    return Curve(
        desc=ngettext(
            "The rating after %(num)s game: now %(now)s.",
            "The rating after each of %(num)s games: at first %(first)s, now %(now)s.",
            len(every),
            first=percent(steps[0].better),
            now=percent(steps[-1].better),
        ),
        line="M" + "L".join(f"{x(at):g} {y(step.better):g}" for at, step in enumerate(steps)),
        range="M" + "L".join([*above, *reversed(below)]) + "Z",
        ticks=tuple(Tick(y(value), percent(value)) for value in ends if value == 0 or abs(y(value) - y(0)) > 18),
        zero=y(0),
    )
