"""The deal of a round: the pack to build, the cards to deal, who leads and what an exact cut is."""

from __future__ import annotations

from typing import NamedTuple

from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot


class Deal(NamedTuple):
    """What the table needs before a round."""

    decks: int
    jokers: int
    pack: int
    """Cards in all."""
    deal: int
    """Cards for each player."""
    contract: tuple[Slot, ...]
    stock: int
    """Cards left in the stock after the deal and the first discard."""
    cut: int | None
    """Cards of an exact cut; None where the rulebook rewards none."""
    leader: int | None
    """The seat that leads, from 1; None if no dealer was given."""


def deal_for(book: Rulebook, round_no: int, players: int, dealer: int | None = None) -> Deal:
    """The deal of a rulebook's round (from 1) for a number of players.

    ValueError for a round or a dealer outside the range, or a number of players for which the
    rulebook names no pack or whose hands the pack cannot serve.
    """
    if not 1 <= round_no <= book.rounds:
        raise ValueError(f"{book.name} has rounds 1 to {book.rounds}")
    if players not in book.decks or players not in book.jokers:
        raise ValueError(f"{book.name} names no pack for {players} players")
    if dealer is not None and not 1 <= dealer <= players:
        raise ValueError(f"the dealer is one of the seats 1 to {players}")
    there = book.in_round(round_no)
    decks, jokers, each = there.decks[players], book.jokers[players], book.deal[round_no - 1]
    pack = there.cards_in_all(players)
    needed = players * each + 1
    if needed > pack:
        raise ValueError(f"{pack} cards are too few to deal {each} to each of {players} players")
    return Deal(
        decks=decks,
        jokers=jokers,
        pack=pack,
        deal=each,
        contract=book.contracts[round_no - 1],
        stock=pack - needed,
        cut=needed if book.cut_bonus else None,
        leader=None if dealer is None else dealer % players + 1,
    )
