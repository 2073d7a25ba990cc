"""Suits that cards of a hand may have so that runs come of them: what is guessed first where nobody said them.

Cards of a hand belong together in no order, so a guess card by card overlooks the run that some of them are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from referee.rules.cards import JOKER, RANKS, SUITLESS
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import is_free, ways_to_meet

MOST_TRIES = 10_000
"""So many times a run is tried for a hand, a tenth of a second; choices that are not found by then are left out."""


def suits_of_runs(book: Rulebook, round_no: int, hand: Sequence[int]) -> Iterator[Mapping[int, Counter[int]]]:
    """For each choice of runs that a hand may hold as a contract asks for them: by rank, the suits that these need."""
    search = _Search(book, hand)
    seen: set[_Needs] = {()}
    for sizes in _sizes_of_runs(book, round_no, hand):
        for choice in search.choices(search.whole, sizes) if sum(sizes) <= len(hand) else ():
            needs = tuple(sorted(choice))
            if needs not in seen:
                seen.add(needs)
                by_rank: dict[int, Counter[int]] = {}
                for rank, suit in needs:
                    by_rank.setdefault(rank, Counter())[suit] += 1
                yield by_rank


def _sizes_of_runs(book: Rulebook, round_no: int, hand: Sequence[int]) -> Iterator[list[int]]:
    """The sizes of the runs that a contract asks for; where any melds will do, one run more each time."""
    for way in ways_to_meet(book.contracts[round_no - 1]):
        if is_free(way):
            yield from ([book.run_least] * number for number in range(1, len(hand) // book.run_least + 1))
        else:
            yield sorted((slot.size for slot in way if slot.kind == "run"), reverse=True)


class _Left(NamedTuple):
    """The cards that no run has taken yet: of each rank those of each suit, then those without; and all wild cards."""

    cards: tuple[tuple[int, ...], ...]
    wild: int


_Needs = tuple[tuple[int, int], ...]
"""The cards without a suit that runs take, each by its rank with the suit that it is to have."""


class _Search:
    """Looks for runs one after the other, each of what those before it left."""

    def __init__(self, book: Rulebook, hand: Sequence[int]) -> None:
        self.one_of_each_suit = book.runs_of_one_suit == "one"
        every = range(len(RANKS))
        self.suits = range(len(book.cards.suits))
        self.wild = [[book.is_wild(len(RANKS) * suit + rank) for suit in self.suits] for rank in every]
        """Of each rank the suits in which it is wild."""
        counts = [[0] * (len(self.suits) + 1) for _ in RANKS]
        for card in hand:
            if card != JOKER:
                counts[card % len(RANKS)][card // len(RANKS) if card < SUITLESS else len(self.suits)] += 1
        wild = sum(map(book.is_wild, hand))
        self.whole = _Left(tuple(map(tuple, counts)), wild)
        self.tries = 0
        self.looked_at: dict[tuple[object, ...], bool] = {}

    def choices(
        self, left: _Left, sizes: Sequence[int], after: int = 0, taken: frozenset[int] = frozenset()
    ) -> Iterator[_Needs]:
        """What each choice of runs of these sizes needs; runs of one size in one order, the likeliest first.

        ``after``: the place of the run chosen before, if it is of this size; ``taken``: the suits of those before.
        """
        if not sizes:
            yield ()
            return
        size, *others = sizes
        for place, (suit, start) in enumerate(self._likeliest(size)):
            if place < after or (self.one_of_each_suit and suit in taken):
                continue
            if self.tries >= MOST_TRIES:
                return
            if (run := self._taken(left, suit, start, size)) and self._may_hold(_by_rank(run[0]), run[0].wild, others):
                then = place if others[:1] == [size] else 0
                for needs in self.choices(run[0], others, then, taken | {suit}):
                    yield (*run[1], *needs)

    def _likeliest(self, size: int) -> list[tuple[int, int]]:
        """Each run of a size by its suit and first rank; those that need the fewest cards without a suit first."""
        cards = self.whole.cards

        def needed(run: tuple[int, int]) -> int:
            suit, start = run
            ranks = [cards[(start + step) % len(RANKS)] for step in range(size)]
            return sum(not each[suit] and each[-1] > 0 for each in ranks)

        return sorted(product(self.suits, range(len(RANKS))), key=needed)

    def _taken(self, left: _Left, suit: int, start: int, size: int) -> tuple[_Left, _Needs] | None:
        """What a run leaves, and what it needs; None if there are too few cards for it."""
        self.tries += 1
        cards, wild, needs = [*left.cards], left.wild, []
        for rank in ((start + step) % len(RANKS) for step in range(size)):
            here = suit if cards[rank][suit] else len(self.suits)
            there = cards[rank][here]
            if there:
                cards[rank] = (*cards[rank][:here], there - 1, *cards[rank][here + 1 :])
                if here != suit:
                    needs.append((rank, suit))
            wild -= not there or (self.wild[rank][suit] if here == suit else all(self.wild[rank]))
            if wild < 0:
                return None
        return _Left(tuple(cards), wild), tuple(needs)

    def _may_hold(self, ranks: tuple[int, ...], wild: int, sizes: Sequence[int], first: int = 0) -> bool:
        """Whether runs of these sizes come of so many cards of each rank, if each had the suit that is wanted."""
        key = (ranks, wild, *sizes, first)
        if not sizes or key in self.looked_at:
            return self.looked_at.get(key, True)
        size, *others = sizes
        may = False
        for start in range(first, len(RANKS)):
            self.tries += 1
            after, lacking = [*ranks], 0
            for rank in ((start + step) % len(RANKS) for step in range(size)):
                lacking += all(self.wild[rank]) or not after[rank]
                after[rank] -= after[rank] > 0
            then = start if others[:1] == [size] else 0
            if lacking <= wild and self._may_hold(tuple(after), wild - lacking, others, then):
                may = True
                break
        self.looked_at[key] = may
        return may


def _by_rank(left: _Left) -> tuple[int, ...]:
    return tuple(map(sum, left.cards))
