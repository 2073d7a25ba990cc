"""The pages of the stock that ran out and of what went wrong in a round in play."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.judges.irregular import KINDS
from referee.game.state import GameState, RunningRound
from referee.web import words
from referee.web.frame import Trouble
from referee.web.game.bar import Bar, bar
from referee.web.play.page import Cited, cited


@dataclass(frozen=True)
class StockPage:
    bar: Bar
    round: int
    shuffles: int
    shuffled: str
    stock: int
    clauses: tuple[Cited, ...]


def stock_page(code: str, state: GameState, running: RunningRound) -> StockPage:
    book = state.book
    return StockPage(
        bar(code, state),
        running.number,
        running.play.shuffles,
        words.times(running.play.shuffles),
        running.deal.stock,
        cited(book, [f"{book.id}/exhausted", f"{book.id}/exhausted-again"]),
    )


@dataclass(frozen=True)
class IrregularPage:
    bar: Bar
    round: int
    rounds: tuple[tuple[str, str], ...]
    """Rounds that it can concern, the running one first."""
    kinds: tuple[tuple[str, str], ...]
    kind: str
    seats: tuple[tuple[str, str], ...]
    seat: str
    points: str
    text: str
    clauses: tuple[Cited, ...]
    errors: dict[str, str]


def irregular_page(code: str, state: GameState, number: int, trouble: Trouble) -> IrregularPage:
    """For the round ``number``: the running one, or one that is closed."""
    running = state.running
    if running is not None and running.number == number:
        seats: tuple[int, ...] = running.seats
    else:
        seats = tuple(state.rounds[number - 1].cells)
    typed = trouble.typed
    last = len(state.rounds) + (running is not None)
    book = state.book
    return IrregularPage(
        bar=bar(code, state),
        round=number,
        rounds=tuple((str(one), f"Round {one}") for one in range(last, 0, -1)),
        kinds=tuple((kind, words.begun(kind)) for kind in KINDS),
        kind=typed.get("kind", ""),
        seats=(*((str(seat), state.name(seat)) for seat in seats), ("0", "The whole table")),
        seat=typed.get("seat", ""),
        points=typed.get("points", ""),
        text=typed.get("text", ""),
        clauses=cited(book, [f"{book.id}/illegal-meld", f"{book.id}/misdeal"]),
        errors=dict(trouble.fields),
    )
