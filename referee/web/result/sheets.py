"""Tonight's empty score sheet: names, contracts, deal sizes, and room to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.game.state import GameState
from referee.rules.cards import JOKER_NAME
from referee.rules.judges.dealing import deal_for
from referee.rules.rulebook.model import Rulebook
from referee.web import words
from referee.web.game.house import House, house_of

ROOM = 4
"""Columns without a name where nobody is said."""


@dataclass(frozen=True)
class EmptyRow:
    number: int
    contract: str
    cards: str
    dealer: str


@dataclass(frozen=True)
class EmptySheet:
    rulebook: str
    pack: str
    names: tuple[str, ...]
    rows: tuple[EmptyRow, ...]
    points: str
    house: House | None
    back: str


def dealers(state: GameState) -> list[str]:
    """Who deals each round of the rulebook: who did, who does, and then clockwise those who sit there now."""
    order = [seat.id for seat in state.all_seats]
    here = {seat.id for seat in state.seats}
    deals = [played.dealer for played in state.rounds]
    deals += [state.running.dealer] if state.running else []
    while deals and len(deals) < state.book.rounds:
        at = order.index(deals[-1])
        deals.append(next(seat for seat in order[at + 1 :] + order[: at + 1] if seat in here))
    return [state.name(seat) for seat in deals]


def empty_sheet(book: Rulebook, names: Sequence[str], dealers: Sequence[str], back: str) -> EmptySheet:
    """``names`` in table order, ``dealers`` by round as far as it is settled.

    Raises ValueError where a rulebook is not played by so many.
    """
    players = len(names) or ROOM
    deals = [deal_for(book, number, players) for number in range(1, book.rounds + 1)]
    return EmptySheet(
        rulebook=book.name,
        pack=words.pack(deals[0]),
        names=tuple(names) or ("",) * ROOM,
        rows=tuple(
            EmptyRow(
                number,
                words.contract(deal.contract),
                str(deal.deal),
                dealers[number - 1] if number <= len(dealers) else "",
            )
            for number, deal in enumerate(deals, start=1)
        ),
        points=_points(book),
        house=house_of(book),
        back=back,
    )


def _points(book: Rulebook) -> str:
    """What the cards left cost, dear ones first: ``"joker 15, A 15, K Q J 10 10"``."""
    by_value: dict[int, list[str]] = {}
    for rank in words.ranks(book):
        by_value.setdefault(book.points[rank], []).append("joker" if rank == JOKER_NAME else rank)
    dear_first = sorted(by_value.items(), reverse=True)
    return "; ".join(f"{' '.join(ranks)} = {value}" for value, ranks in dear_first)
