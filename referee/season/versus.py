"""Two players against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.season.games import FinishedGame, in_order


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of two players."""

    game: str
    day: str
    rulebook: str
    first: int | None
    second: int | None
    """Their totals; None where only places are left."""
    rounds_first: int
    rounds_second: int
    """Rounds in which each had fewer points than the other, or more where the highest total wins."""
    has_rounds: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    first: str
    second: str
    better: int
    """Games that the first finished before the second."""
    level: int
    worse: int
    meetings: tuple[Meeting, ...]
    """The latest first."""


def head_to_head(games: Iterable[FinishedGame], first: str, second: str) -> HeadToHead:
    """Two players against each other, in the games in which both stayed to the end."""
    meetings: list[Meeting] = []
    signs: list[int] = []
    for game in in_order(games):
        if first not in game.places or second not in game.places:
            continue
        first_result, second_result = game.by_player[first], game.by_player[second]
        signs.append((first_result.final > second_result.final) - (first_result.final < second_result.final))
        both = [
            (-a, -b) if game.highest_wins else (a, b)
            for a, b in zip(first_result.scores, second_result.scores, strict=True)
            if a is not None and b is not None
        ]
        meetings.append(
            Meeting(
                game=game.id,
                day=game.day,
                rulebook=game.rulebook_name,
                first=first_result.total if game.has_points else None,
                second=second_result.total if game.has_points else None,
                rounds_first=sum(a < b for a, b in both),
                rounds_second=sum(b < a for a, b in both),
                has_rounds=bool(game.rounds),
            )
        )
    return HeadToHead(
        first,
        second,
        better=signs.count(-1),
        level=signs.count(0),
        worse=signs.count(1),
        meetings=tuple(reversed(meetings)),
    )
