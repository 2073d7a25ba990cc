"""What sets and runs are worth where a contract asks for melds worth so many points, and whether they meet it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.cards import RANKS
from referee.rules.melds.readings import SUIT_OF, Reading, stands
from referee.rules.rulebook.meld_rules import MeldRules
from referee.rules.rulebook.slots import Slot


def worth_of(rules: MeldRules, meld: Reading) -> int:
    """The points of a set or run: what its cards cost in hand, a wild card as the card that it stands for."""
    if meld.kind == "run":
        return run_worth(rules, meld.suit, meld.rank, len(meld.cards))
    naturals = [SUIT_OF[placed.card] for placed in meld.cards if not stands(placed)]
    return set_worth(rules, meld.rank, naturals, len(meld.cards))


def run_worth(rules: MeldRules, suit: int, low: int, size: int) -> int:
    """The points of a run of so many cards from a place on (1 is the low ace), whichever of them are wild."""
    worth = sum([rules.worths[suit * 13 + (place - 1) % 13] for place in range(low, low + size)])
    if low == 1 and rules.book.low_ace == "one":
        worth += 1 - rules.worths[suit * 13]
    return worth


def set_worth(rules: MeldRules, rank: int, suits: Iterable[int], size: int) -> int:
    """The points of a set of so many cards of a rank (from 1): its naturals are of these suits, the others wild."""
    naturals = [rules.worths[suit * 13 + rank - 1] for suit in suits]
    wild: int = rules.book.points[RANKS[rank - 1]]
    return sum(naturals) + wild * (size - len(naturals))


def is_pure(meld: Reading) -> bool:
    """Whether a meld is a run without a wild card."""
    return meld.kind == "run" and not meld.wilds


def is_enough(rules: MeldRules, slot: Slot, melds: Sequence[Reading]) -> bool:
    """Whether melds are what a contract asks for that leaves it to the player which they are."""
    if not melds or (slot.pure and not any(map(is_pure, melds))):
        return False
    return not slot.points or worth_in_all(rules, melds) >= slot.points


def worth_in_all(rules: MeldRules, melds: Iterable[Reading]) -> int:
    """The points of several melds."""
    return sum([worth_of(rules, meld) for meld in melds])
