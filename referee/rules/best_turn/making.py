"""Melds made of a hand: every set and run, with a joker in the place of each wild card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product

from referee.rules.best_turn.places import Take, can_be_itself, chosen, itself
from referee.rules.cards import JOKER, Placed
from referee.rules.melds.readings import JOKER_ROWS, JOKERS_IN_SETS, PLAIN, SUIT_OF, Reading, group_of
from referee.rules.rulebook.meld_rules import MeldRules
from referee.rules.rulebook.slots import MIXED
from referee.rules.solver.terms import Work

COST = 2


def sets_of(
    rules: MeldRules, rank: int, held: Mapping[int, int], wilds: int, sizes: range, work: Work
) -> Iterator[Take]:
    """The sets, or pairs, of a rank from 1."""
    kinds = [card for card in range(rank - 1, rules.end, 13) if held.get(card, 0) > 0 and can_be_itself(rules, card)]
    if not kinds and rules.naturals_least:
        return
    most = 1 if rules.different else rules.set_longest
    for counts in product(*[range(min(held[card], most) + 1) for card in kinds]):
        cards = tuple([card for card, count in zip(kinds, counts, strict=True) for _ in range(count)])
        for wild in range(min(wilds, rules.wilds_most) + 1):
            work.spend(COST)
            size = len(cards) + wild
            if size in sizes and size <= rules.set_longest and rules.limits_hold(size, wild):
                row = (*[PLAIN[card] for card in cards], *[JOKERS_IN_SETS[rank]] * wild)
                meld = Reading("pair" if size == 2 else "set", row, rank, -1, wild)
                yield _made(rules, cards, wild, meld)


def runs_of(
    rules: MeldRules, suit: int, held: Mapping[int, int], wilds: int, sizes: range, work: Work
) -> Iterator[Take]:
    """The runs of a suit."""
    there = sum(min(held.get(suit * 13 + rank, 0), 2) for rank in range(13))
    for size in sizes:
        if size > rules.run_longest or there + wilds < size:
            continue
        for low in rules.lows(size):
            for row in _filled(rules, suit, low, size, held, min(wilds, rules.wilds_most), work):
                wild = sum(placed.stands_for is not None for placed in row)
                if rules.limits_hold(size, wild):
                    cards = tuple(sorted(placed.card for placed in row if placed.stands_for is None))
                    yield _made(rules, cards, wild, Reading("run", tuple(row), low, suit, wild))


def mixed_of(rules: MeldRules, held: Mapping[int, int], wilds: int, sizes: range, work: Work) -> Iterator[Take]:
    """The runs of cards of any suits."""
    for size in sizes:
        if size > rules.run_longest or sum(held.values()) + wilds < size:
            continue
        for low in rules.lows(size):
            for row in _filled(rules, -1, low, size, held, min(wilds, rules.wilds_most), work):
                wild = sum(placed.stands_for is not None for placed in row)
                if rules.limits_hold(size, wild):
                    cards = tuple(sorted(placed.card for placed in row if placed.stands_for is None))
                    yield _made(rules, cards, wild, Reading(MIXED, tuple(row), low, -1, wild))


def groups_of(
    rules: MeldRules, kind: str, held: Mapping[int, int], wilds: int, sizes: range, work: Work
) -> Iterator[Take]:
    """The groups of cards of one colour, or of one suit."""
    for group in sorted({group_of(kind, suit) for suit in rules.suits}):
        kinds = [card for card, count in held.items() if count > 0 and can_be_itself(rules, card)]
        kinds = sorted(card for card in kinds if group_of(kind, SUIT_OF[card]) == group)
        for cards in chosen(kinds, held, sizes.stop - 1, work):
            for wild in range(min(wilds, rules.wilds_most) + 1):
                size = len(cards) + wild
                if size in sizes and rules.limits_hold(size, wild):
                    row = (*[PLAIN[card] for card in cards], *[PLAIN[JOKER]] * wild)
                    yield _made(rules, cards, wild, Reading(kind, row, 0, group, wild))


def _filled(
    rules: MeldRules, suit: int, low: int, size: int, held: Mapping[int, int], wilds: int, work: Work
) -> Iterator[list[Placed]]:
    """A place after the other, with the card that belongs there or a wild one; with a suit below 0 of any suit."""
    rows: list[tuple[list[Placed], int]] = [([], wilds)]
    for place in range(low, low + size):
        rank = (place - 1) % 13
        naturals = [PLAIN[suit * 13 + rank]] if suit >= 0 else PLAIN[rank : rules.end : 13]
        wild = JOKER_ROWS[suit][place - 1] if suit >= 0 else JOKERS_IN_SETS[rank + 1]
        longer = []
        for row, left in rows:
            work.spend(COST)
            for natural in naturals:
                if held.get(natural.card, 0) > row.count(natural) and can_be_itself(rules, natural.card):
                    longer.append(([*row, natural], left))
            if left:
                longer.append(([*row, wild], left - 1))
        rows = longer
    for row, _ in rows:
        if rules.side_by_side or not any(
            a.stands_for is not None and b.stands_for is not None for a, b in pairwise(row)
        ):
            yield row


def _made(rules: MeldRules, cards: tuple[int, ...], wilds: int, meld: Reading) -> Take:
    laid = tuple([itself(rules, placed.card) if placed.card != JOKER else placed for placed in meld.cards])
    return Take(cards, wilds, laid, meld)
