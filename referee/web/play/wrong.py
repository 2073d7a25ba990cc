"""What went wrong in a game, as the score shows it: by name, with what it costs, never mixed with the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.play import Irregularity
from referee.game.state import GameState
from referee.web import words


class WrongLine(NamedTuple):
    where: str
    what: str
    text: str
    by: str
    when: words.Moment


@dataclass(frozen=True)
class Wrong:
    lines: tuple[WrongLine, ...]
    """The latest first."""
    cells: Mapping[tuple[int, int], str]
    """By round and seat, what is in the score beside the cards: ``"+20"``."""


def irregularities(state: GameState) -> Wrong:
    """Everything noted, and what of it stands in which cell of the score."""
    rounds: list[tuple[int, Iterable[Irregularity]]] = [(one.number, one.play.irregularities) for one in state.rounds]
    if state.running is not None:
        rounds.append((state.running.number, state.running.play.irregularities))
    lines = [_line(state, number, one) for number, noted in rounds for one in noted]
    cells = {
        (played.number, seat): " ".join(_signed(extra.points) for extra in cell.extras)
        for played in state.rounds
        for seat, cell in played.cells.items()
        if cell.extras
    }
    return Wrong(tuple(reversed(lines)), cells)


def _line(state: GameState, number: int, one: Irregularity) -> WrongLine:
    who = f", {state.name(one.seat)}" if one.seat is not None else ""
    later = "" if number <= len(state.rounds) else ", counted when the round is closed"
    cost = {"points": f", {_signed(one.points)} points{later}", "nothing": ", nothing done"}.get(one.remedy, "")
    return WrongLine(f"Round {number}{who}", f"{one.kind}{cost}", one.text, one.by, words.moment(one.at))


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else words.signed(points)
