"""Games for the tests, written short: one text of points for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.season.games import FinishedGame, Played, Result, check

NAMES = {letter: f"Player {number}" for number, letter in enumerate("abcdefghijkl", start=1)}


def column(player: str, text: str, **more: Any) -> Result:
    """``"35 out - 0 20(K K)"``: points by round; ``out`` went out, ``-`` was not there, cards in brackets."""
    scores: list[int | None] = []
    cards: list[str | None] = []
    out: list[int] = []
    for number, word in enumerate(text.replace(" (", "(").split(), start=1):
        points, _, held = word.partition("(")
        if points == "out":
            out.append(number)
        scores.append(None if points == "-" else 0 if points == "out" else int(points))
        cards.append(held.rstrip(")").replace(",", " ") if held else "" if points == "out" else None)
    return Result(player, tuple(scores), tuple(cards), tuple(out), **more)


def game(
    id_: str, columns: Mapping[str, str], marks: Mapping[str, Mapping[str, Any]] | None = None, **more: Any
) -> FinishedGame:
    """A game whose id is its date too, unless ``at`` says another one."""
    results = tuple(column(player, text, **(marks or {}).get(player, {})) for player, text in columns.items())
    rounds = tuple(Played(number, f"contract {number}") for number in range(1, len(results[0].scores) + 1))
    given = {
        "at": id_,
        "day": str(more.get("at", id_))[:10],
        "rulebook": "contract",
        "rulebook_name": "Contract Rummy",
        "rounds": rounds,
    } | more
    return check(FinishedGame(id=id_, results=results, **given))
