"""Games with double players made one, as storage makes them when it reads the results."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from referee.season.games import FinishedGame, Result, check, seated


def merged(games: Iterable[FinishedGame], root: Mapping[str, str]) -> tuple[FinishedGame, ...]:
    """``root`` says under which id each double counts; raises GameError where both sat at one table."""

    def moved(result: Result) -> Result:
        player, absent = seated(result.player, result.stands_in_for, root)
        return result._replace(player=player, stands_in_for=absent)

    return tuple(check(dataclasses.replace(game, results=tuple(map(moved, game.results)))) for game in games)
