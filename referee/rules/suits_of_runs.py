"""Suits that cards of a hand may have so that runs come of them: what is guessed first where nobody said them.

Cards of a hand belong together in no order, so a guess card by card overlooks the run that some of them are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from referee.rules.cards import JOKER, SUITLESS, SUITS, format_card, suitless
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import ways_to_meet

RANKS = 13


def suits_of_runs(book: Rulebook, round_no: int, hand: Sequence[int]) -> Iterator[Mapping[int, Counter[int]]]:
    """For each choice of runs that a hand may hold as a contract asks for them: by rank, the suits that these need."""
    bare = Counter(card - SUITLESS for card in hand if card >= SUITLESS)
    for way in ways_to_meet(book.contracts[round_no - 1]):
        sizes = [slot.size for slot in way if slot.kind == "run"]
        for runs in product(*(_runs(book, hand, size) for size in sizes)):
            needs: dict[int, Counter[int]] = {}
            for rank, suit in (needed for run in runs for needed in run):
                needs.setdefault(rank, Counter())[suit] += 1
            if needs and all(count.total() <= bare[rank] for rank, count in needs.items()):
                yield needs


def _runs(book: Rulebook, hand: Sequence[int], size: int) -> list[tuple[tuple[int, int], ...]]:
    """Of each run of this size the cards that have no suit yet, as rank and suit; those with the fewest first."""
    wild = [card for card in hand if card == JOKER or format_card(suitless(card)) in book.wild_ranks]
    held = {card for card in hand if card < SUITLESS}
    bare = {card - SUITLESS for card in hand if card >= SUITLESS}
    runs: dict[tuple[tuple[int, int], ...], None] = {}
    for suit, start in product(range(len(SUITS)), range(RANKS)):
        ranks = [(start + step) % RANKS for step in range(size)]
        lacking = [rank for rank in ranks if RANKS * suit + rank not in held]
        if sum(rank not in bare for rank in lacking) <= len(wild):
            runs[tuple((rank, suit) for rank in lacking if rank in bare)] = None
    return sorted(runs, key=len)
