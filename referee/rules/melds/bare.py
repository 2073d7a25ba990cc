"""Is this a meld? The bare verdict in a fraction of a microsecond, by tables, for whoever asks often.

The judges give readings and reasons (``melds``); this only says yes or no, and always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.melds.readings import readings
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END, Least, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook

Verdict = Callable[[Sequence[int]], bool]
Stands = Callable[[int, int, Sequence[int]], bool]

ALL_RANKS = (1 << 13) - 1
BITS_OF_RANKS = tuple([1 << rank for rank in range(13)])


class Plain(NamedTuple):
    """What the tables know of natural cards, two at least, and jokers of which nothing was said, fewer than 14 in all.

    Asked with the bits of the cards, how many are jokers, and how many they are.
    """

    kind: Callable[[int, int, int], str]
    """What they are: a set, a pair or a run; empty for none of these."""
    fitting: Callable[[int, int, int], dict[str, list[int]]]
    """Every natural card that makes a meld of them, and the joker, by its kind, in ascending order."""


class Bare(NamedTuple):
    """The bare verdict under one rulebook, for melds of at least so many cards."""

    verdict: Verdict
    stands: Stands
    """The same for whoever has looked at the cards: their bits (``MeldRules.bits``), how many are wild, the cards."""
    plain: Plain | None
    """None where jokers are not wild."""


def is_meld(book: Rulebook, cards: Sequence[int]) -> bool:
    """Whether cards, in any order, wild cards unassigned, form a set or a run that is long enough."""
    return verdict_of(book)(cards)


def verdict_of(book: Rulebook, least: Least | None = None) -> Verdict:
    """The function that says so for one rulebook: keep it where many melds are asked.

    The cards are a list or tuple of integers as in ``cards``.
    """
    return bare_of(meld_rules(book), least).verdict


def bare_of(rules: MeldRules, least: Least | None = None) -> Bare:
    least = least or rules.ordinary
    bare: Bare | None = rules.bare.get(least)
    if bare is None:
        bare = rules.bare[least] = _bare(rules, least)
    return bare


@cache
def gaps_of(bottom: int, top: int) -> tuple[int, ...]:
    """For each set of ranks, as 13 bits with the ace lowest, the wild cards that fill its inner gaps.

    The ace counts where it needs fewer of them; with ``bottom`` 2 it is high only, with ``top`` 13 low only, and
    above the high ace the places go round the corner.
    """
    gaps = [0] * (ALL_RANKS + 1)
    for ranks in range(1, ALL_RANKS + 1):
        held = ranks.bit_count()
        inner = ranks.bit_length() - (ranks & -ranks).bit_length() + 1 - held
        if ranks & 1 and top == HIGH_ACE:
            above_the_king = ranks >> 1 | 1 << 12
            high = 13 - (above_the_king & -above_the_king).bit_length() + 1 - held
            inner = high if bottom == 2 else min(inner, high)
        if top > HIGH_ACE:
            around = ranks | ranks << 13
            inner = min([width for width in range(14 - held) if _within(around, held, held + width)])
        gaps[ranks] = inner
    return tuple(gaps)


def _within(places: int, held: int, size: int) -> bool:
    """Whether so many places lie within some window of this size."""
    return any((places >> low & (1 << size) - 1).bit_count() == held for low in range(13))


def _bare(rules: MeldRules, least: Least) -> Bare:
    def by_readings(cards: Sequence[int]) -> bool:
        return bool(readings(rules, [Placed(card) for card in cards], least, every=False))

    neighbours_matter = not rules.side_by_side
    longest = max(rules.run_longest, min(rules.set_longest, 24))
    span = range(longest + 1)
    set_ok = [[least.set <= n <= rules.set_longest and rules.limits_hold(n, w) for w in span] for n in span]
    run_ok = [[least.run <= n <= rules.run_longest and rules.limits_hold(n, w) for w in span] for n in span]
    gaps, different, wild, bits = gaps_of(rules.bottom, rules.top), rules.different, rules.wild, rules.bits
    end = rules.end

    @cache
    def some_run_stands(ranks: int, n: int) -> bool:
        """Whether these ranks and jokers make a run of n cards in which no two wild cards meet."""
        row = [Placed(rank) for rank in range(13) if ranks >> rank & 1]
        row += [Placed(JOKER)] * (n - len(row))
        return bool(readings(rules, row, least, kind="run", every=False))

    @cache
    def completing(ranks: int, jokers: int) -> list[int]:
        """The ranks, the ace 0, of which one card more makes a run of these ranks and jokers, as far as its gaps go."""
        n = ranks.bit_count() + jokers + 1
        return [
            rank
            for rank, its in enumerate(BITS_OF_RANKS)
            if not ranks & its
            and rules.lowest <= rank + 1 <= rules.highest
            and gaps[ranks | its] <= jokers
            and not wild[rank]
            and (not neighbours_matter or some_run_stands(ranks | its, n))
        ]

    def stands(held: int, wilds: int, cards: Sequence[int]) -> bool:
        n = len(cards)
        if n > longest:
            return False
        ranks = held & ALL_RANKS
        suits = held >> 13
        if ranks & ranks - 1 == 0 and set_ok[n][wilds] and (not different or suits.bit_count() + wilds == n):
            return True
        if suits & suits - 1 or gaps[ranks] > wilds or not run_ok[n][wilds]:
            return False
        if ranks.bit_count() + wilds != n:
            return n == 14 and _ace_twice(cards, wild) and (not neighbours_matter or by_readings(cards))
        return not neighbours_matter or some_run_stands(ranks, n)

    def verdict(cards: Sequence[int]) -> bool:
        held = wilds = 0
        for card in cards:
            if bit := bits[card]:
                held |= bit
            else:
                wilds += 1
        return stands(held, wilds, cards)

    def kind(held: int, jokers: int, n: int) -> str:
        ranks, suits = held & ALL_RANKS, held >> 13
        if n > longest:
            return ""
        if ranks & ranks - 1 == 0:
            if not set_ok[n][jokers] or (different and suits.bit_count() + jokers < n):
                return ""
            return "pair" if n == 2 else "set"
        if suits & suits - 1 or gaps[ranks] > jokers or ranks.bit_count() + jokers != n or not run_ok[n][jokers]:
            return ""
        return "run" if not neighbours_matter or some_run_stands(ranks, n) else ""

    wilds_played = rules.wilds_played

    def fitting(held: int, jokers: int, n: int) -> dict[str, list[int]]:
        ranks, suits = held & ALL_RANKS, held >> 13
        one_more = n + 1
        cards = []
        if one_more > longest:
            return {}
        if ranks & ranks - 1 == 0:
            made = "set"
            if set_ok[one_more][jokers] and not (different and suits.bit_count() + jokers < n):
                cards = [*range(ranks.bit_length() - 1, end, 13)]
                if different:
                    cards = [card for card in cards if not bits[card] >> 13 & suits]
        elif suits & suits - 1 or gaps[ranks] > jokers + 1 or ranks.bit_count() + jokers != n:
            return {}
        else:
            made = "run"
            if run_ok[one_more][jokers]:
                first = 13 * (suits.bit_length() - 1)
                cards = [first + rank for rank in completing(ranks, jokers)]
        if wilds_played and kind(held, jokers + 1, one_more):
            cards.append(JOKER)
        return {made: cards} if cards else {}

    plain = Plain(kind, fitting) if rules.joker_wild else None
    limited = rules.naturals_least > 0 or rules.wilds_most < NO_END
    if not rules.only_jokers and rules.as_itself and (limited or different or neighbours_matter):
        # whether a two is wild or itself decides, and no table knows
        return Bare(by_readings, lambda _held, _wilds, cards: by_readings(cards), plain)
    return Bare(verdict, stands, plain)


def _ace_twice(cards: Sequence[int], wild: Sequence[bool]) -> bool:
    """Whether the ace, and nothing else, is held twice: the two ends of a run of 14."""
    naturals = sorted(card for card in cards if not wild[card])
    doubles = [card for card, following in pairwise(naturals) if card == following]
    return len(doubles) == 1 and doubles[0] % 13 == 0
