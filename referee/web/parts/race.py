"""The race: who is how far behind the leader, and where they were before, drawn as lanes of one length.

The right end of each lane is the leader's place. Whoever is hopelessly behind does not squeeze the others together: the
lanes are as long as most of them need, and who is further behind stands at the left end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.game.news import Headline, Standing
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.web.parts.own_contracts import moved
from referee.web.shell import words

_MOST = 0.8
"""The share of the seats behind that the lanes are long enough for, at the least."""
_FAR = 4
"""So many times that length is still drawn to scale."""


@dataclass(frozen=True)
class Lane:
    """One seat; places are percent of the lane, from the left."""

    at: float
    was: float | None
    """Where it was after the round before; None for whoever had not played by then."""
    far: bool
    """Whether it is further behind than the lane is long."""


@dataclass(frozen=True)
class Race:
    lanes: Mapping[int, Lane]
    """By seat."""
    start: str
    """What the left end stands for: ``"45 behind"``; empty where there are no lanes."""


@dataclass(frozen=True)
class HeadlineView:
    """What a round has brought, with the names of those of whom it is said."""

    what: str
    """As ``game.news.Headline`` has it."""
    players: tuple[str, ...]
    place: str
    """Of who moves up: ``"2nd"``."""
    says: str = ""
    """The whole sentence, where it says who moves on to which contract."""


def headline(state: GameState, line: Headline) -> HeadlineView:
    if state.book.own_contracts:
        return HeadlineView("contracts", (), "", moved(state))
    place = words.ordinal(line.standings[0].place.place) if line.standings else ""
    return HeadlineView(line.what, tuple(state.name(each.seat) for each in line.standings), place)


def first_of(ordered: Sequence[int], wanted: Iterable[int], most: int) -> list[int]:
    """So many of these seats, in their order: those that are wanted before the others."""
    taken = [*dict.fromkeys((*wanted, *ordered))][:most]
    return [seat for seat in ordered if seat in taken]


def behind(points: int) -> str:
    return _("%(points)s behind", points=points)


def race_of(state: GameState, standings: Sequence[Standing]) -> Race:
    """None is drawn where contracts come before points: nobody is so many points behind there."""
    return Race({}, "") if state.book.own_contracts else race(standings)


def race(standings: Sequence[Standing]) -> Race:
    """Without lanes where nobody is ahead of anybody, now or before: there is nothing to draw."""
    drawn, length = lanes([(each.behind, each.behind_before) for each in standings])
    seats = [each.seat for each in standings]
    return Race(dict(zip(seats, drawn, strict=True)), behind(length)) if drawn else Race({}, "")


def lanes(distances: Sequence[tuple[int, int | None]]) -> tuple[tuple[Lane, ...], int]:
    """The lanes of those who are and were so many points behind, and how many points a lane is long; none as above."""
    length = reach([max(far, before or 0) for far, before in distances])
    if not length:
        return (), 0

    def at(far: int) -> float:
        return round(100 * max(0.0, 1 - far / length), 1)

    return tuple(
        Lane(at(far), None if before is None else at(before), far > length) for far, before in distances
    ), length


def reach(distances: Iterable[int]) -> int:
    """How many points to draw, a round number, for the farthest that each seat was or is behind; 0 where nobody was."""
    behind_at_all = sorted(filter(None, distances))
    if not behind_at_all:
        return 0
    most = behind_at_all[math.floor(_MOST * (len(behind_at_all) - 1))]
    farthest = behind_at_all[-1] if behind_at_all[-1] <= _FAR * most else most
    step = 5 if farthest < 100 else 10 if farthest < 300 else 50
    return math.ceil(farthest / step) * step
