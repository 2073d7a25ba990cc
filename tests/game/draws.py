"""Cards as they fall at a table: melds that are right more often than not, a card near a meld, the use of a card."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.rules.packs import NUMBERS_PACK, STARS_PACK
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import IN_A_ROW, SUIT, Slot, is_free, ways_to_meet

SUITS, RANKS = "CDHS", ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Draws:
    """For a player who has ``rng``, ``book`` and the running round."""

    rng: Random
    book: Rulebook

    @property
    def running(self) -> Any:
        raise NotImplementedError

    @property
    def ranks(self) -> list[str]:
        """Of the cards that make melds, as they are written inside: a pack of numbers ends with the twelve."""
        if self.book.pack == STARS_PACK:
            return RANKS[2:]
        return RANKS[:12] if self.book.pack == NUMBERS_PACK else RANKS

    @property
    def suits(self) -> str:
        """As they are written inside; X for stars."""
        return SUITS + "X" if self.book.pack == STARS_PACK else SUITS

    def some_set(self, size: int) -> str:
        rank = self.rng.choice(self.ranks)
        suits = self.rng.sample(self.suits, min(size, 4)) + [self.rng.choice(self.suits) for _ in range(size - 4)]
        return " ".join("JK" if self.rng.random() < 0.12 else f"{rank}{suit}" for suit in suits)

    def some_run(self, size: int) -> str:
        suit, low = self.rng.choice(self.suits), self.rng.randrange(len(self.ranks) + 1 - size)
        return " ".join("JK" if self.rng.random() < 0.1 else f"{rank}{suit}" for rank in self.ranks[low : low + size])

    def some_card(self) -> str:
        return "JK" if self.rng.random() < 0.2 else self.rng.choice(self.ranks) + self.rng.choice(self.suits)

    def near(self, cards: str) -> str:
        """A card that is likely to fit a meld: another copy of its rank, or a neighbour."""
        card = self.rng.choice(cards.split()).partition("=")[2] or self.rng.choice(cards.split()).partition("=")[0]
        if card in ("JK", *self.ranks) or self.rng.random() < 0.2:
            return self.some_card()
        rank, suit = card[:-1], card[-1]
        if len({one.rstrip(self.suits) for one in cards.split() if "=" not in one}) == 1:
            return rank + self.rng.choice(self.suits)
        return self.ranks[(self.ranks.index(rank) + self.rng.choice([-1, 0, 1])) % len(self.ranks)] + suit

    def slots(self, seat: int | None = None) -> tuple[Slot, ...]:
        """The melds of one way to meet the contract, be it a seat's own; a few of any where the player chooses."""
        each = ways_to_meet(self.book.contracts[self.running.of(seat).plays - 1])
        way = each[0] if len(each) == 1 else self.rng.choice(each)
        if not is_free(way):
            return way
        return tuple([Slot(self.rng.choice(["set", "run"]), 4) for _ in range(self.rng.randint(1, 3))])

    def meld_for(self, slot: Slot) -> str:
        """What a part of a contract asks for, but for a joker too many or too few."""
        if slot.kind in IN_A_ROW:
            row = self.some_run(slot.size)
            return row if slot.kind == "run" else " ".join(map(self.in_some_suit, row.split()))
        if slot.kind == SUIT:
            suit = self.rng.choice(self.suits)
            return " ".join(
                "JK" if self.rng.random() < 0.1 else self.rng.choice(self.ranks) + suit for _ in range(slot.size)
            )
        return self.some_set(slot.size)

    def in_some_suit(self, card: str) -> str:
        return card if card == "JK" else card[:-1] + self.rng.choice(self.suits)

    def contract(self, seat: int | None = None) -> tuple[str, ...]:
        laid = [self.meld_for(slot) for slot in self.slots(seat)]
        short = self.rng.random() < 0.1 and len(laid) > 1  # with none it would be a light note
        return tuple(laid[:-1] if short else laid)

    def use(self, card: str, standing: str, seat: int | None = None) -> tuple[str, tuple[str, ...]]:
        """A way to use a card, more often than not one that works."""
        ways = ["contract"] if standing == "no" else ["lay_off", "new_meld"]
        way = self.rng.choice(ways if self.rng.random() < 0.9 else ["contract", "lay_off", "new_meld"])
        if way == "lay_off":
            return way, (card,)
        if card == "JK":
            with_it = f"JK {self.rng.choice(self.ranks)}C {self.rng.choice(self.ranks)}D"
        else:
            with_it = " ".join([card, *(card[:-1] + suit for suit in self.rng.sample(self.suits, 2))])
        if way == "new_meld":
            return way, (with_it,)
        slots = self.slots(seat)
        laid = [self.meld_for(slot) for slot in slots]
        kinds = [index for index, slot in enumerate(slots) if slot.kind == "set"]
        laid[kinds[0] if kinds else 0] = with_it
        return way, tuple(laid)
