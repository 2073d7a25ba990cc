"""What a best turn is looked for in: a hand, the melds on the table, and what the player may do with them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from referee.rules.cards import Placed
from referee.rules.rulebook.model import Rulebook


class OnTable(NamedTuple):
    """A meld on the table, as it was told or as it lies after a step."""

    cards: tuple[Placed, ...]
    own: bool | None
    """Whether it is the player's own; None where nobody has said and it decides nothing."""

    @property
    def owner(self) -> str | None:
        return None if self.own is None else "self" if self.own else "other"


class Position(NamedTuple):
    """A player's turn, the draw done and nothing else."""

    hand: tuple[int, ...]
    table: tuple[OnTable, ...]
    down: str
    """``no``, ``this turn`` or ``earlier``."""
    round_no: int | None = None
    owes: str | None = None
    """The kind of meld that a truly screwed player must replace first."""
    last_turn: bool = False
    """Whether another player has gone out."""


class Rights:
    """What a player may do on the table who went down at some time."""

    def __init__(self, book: Rulebook, down: str, round_no: int | None) -> None:
        self.book = book
        self.down = down
        self.plays = down != "no" and round_no not in book.all_cards_rounds
        """Whether anything can be done beside going down."""

    def lays_off(self, own: bool | None) -> bool:
        if not self.plays or (self.book.lay_off_whose == "own" and not own):
            return False
        same_turn = self.book.lay_off_same_turn
        return self.down == "earlier" or same_turn == "yes" or (same_turn == "others" and not own)

    def swaps(self, own: bool | None) -> bool:
        book = self.book
        if not self.plays or book.swap == "no" or (book.swap_joker == "new meld now" and not self.makes_new_melds):
            return False
        return (self.down == "earlier" or book.swap_when == "down") and not (book.swap_whose == "others" and own)

    @property
    def makes_new_melds(self) -> bool:
        return self.plays and self.book.new_melds in (
            ("later turn", "same turn") if self.down == "earlier" else ("same turn",)
        )

    def anything(self) -> bool:
        """Whether there is anything to do on a table with melds of anybody."""
        either = (True, False)
        return self.makes_new_melds or any(self.lays_off(own) or self.swaps(own) for own in either)


class Packing:
    """Counts of cards as one number, five bits for each kind of card, the highest of them to guard the others."""

    BITS = 5

    def __init__(self, cards: set[int]) -> None:
        self.at = {card: index * self.BITS for index, card in enumerate(sorted(cards))}
        self.guards = sum(16 << shift for shift in self.at.values())

    def packed(self, cards: tuple[int, ...]) -> int:
        return sum(1 << self.at[card] for card in cards)

    def capacity(self, held: Counter[int]) -> int:
        """What these cards allow; more than fifteen of one are as good as fifteen."""
        return sum(min(count, 15) << self.at[card] for card, count in held.items() if count > 0 and card in self.at)

    def holds(self, capacity: int, used: int) -> bool:
        return (capacity + self.guards - used) & self.guards == self.guards

    def field(self, card: int) -> int:
        """The bits of one kind of card."""
        return 15 << self.at[card]

    def count(self, packed: int, card: int) -> int:
        return packed >> self.at[card] & 15
