"""Finished games as a file of plays, which BG Stats opens: players, games and plays as JSON.

The fields are those of the files that BG Stats itself shares: ids by number inside the file, a ``uuid`` for each thing
by which it is known again, scores as text. A play has a time there, and a game here a day: noon stands for it.
What BG Stats has no field for (rounds, who left, guests, substitutes) stands under a name of our own, and is read back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid5

from referee.game.notebook.bgstats import OWN
from referee.season.games import FinishedGame, Result, in_order

_NAMES = UUID("0c5e2a54-6f3b-5d0e-9b52-7f1e4a1f9c11")
"""Under which the ids of a file are made from those of a club: the same ones in every file."""
_ABOUT = "Plays for BG Stats, written by Table Referee."


def plays_json(games: Iterable[FinishedGame], names: Mapping[str, str]) -> str:
    """Every game as a play, in order; ``names`` are the players' by id. Whoever left has no rank."""
    played = in_order(games)
    players = _numbered(result.player for game in played for result in game.results)
    kinds = _numbered((game.rulebook_name, _highest_wins(game)) for game in played)
    data = {
        "about": _ABOUT,
        "players": [
            {"uuid": _uuid("player", player), "id": number, "name": names.get(player, player), "isAnonymous": False}
            for player, number in players.items()
        ],
        "locations": [],
        "games": [
            {
                "uuid": _uuid("game", f"{name} {highest_wins}"),
                "id": number,
                "name": name,
                "cooperative": False,
                "highestWins": highest_wins,
                "noPoints": False,
                "usesTeams": False,
            }
            for (name, highest_wins), number in kinds.items()
        ],
        "plays": [_play(game, players, kinds[game.rulebook_name, _highest_wins(game)], names) for game in played],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _numbered(things: Iterable[Any]) -> dict[Any, int]:
    return {thing: number for number, thing in enumerate(dict.fromkeys(things), start=1)}


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_NAMES, f"{kind} {name}"))


def _highest_wins(game: FinishedGame) -> bool:
    return any(result.highest_wins for result in game.results)


def _play(game: FinishedGame, players: Mapping[str, int], kind: int, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "uuid": _uuid("play", game.id),
        "playDate": f"{game.day} 12:00:00",
        "gameRefId": kind,
        "ignored": False,
        "usesTeams": False,
        "manualWinner": True,
        "rounds": len(game.rounds),
        OWN: {"game": game.id},
        "playerScores": [
            _score(game, result, players[result.player], seat, names)
            for seat, result in enumerate(game.results, start=1)
        ],
    }


def _score(game: FinishedGame, result: Result, player: int, seat: int, names: Mapping[str, str]) -> dict[str, Any]:
    place = game.places[result.player].place if result.stayed else 0
    absent = result.stands_in_for
    own = {
        "rounds": [*result.scores],
        "left": not result.stayed,
        "guest": result.guest,
        "standsInFor": names.get(absent, absent) if absent else "",
    }
    return {
        "playerRefId": player,
        "score": str(result.total),
        "winner": place == 1,
        "rank": place,
        "seatOrder": seat,
        "startPlayer": False,
        "newPlayer": False,
        OWN: {name: value for name, value in own.items() if value},
    }
