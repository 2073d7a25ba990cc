"""What a meld on the table takes: every choice of cards that may be laid off on it.

A joker stands in for every wild card of the hand that is laid off as one: which of them it is decides nothing, so
they are dealt out at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.judges.lay_off import Meld, extended, is_for, lying
from referee.rules.melds.readings import PLAIN, RANK_OF, SUIT_OF, Reading, group_of
from referee.rules.rulebook.meld_rules import MeldRules
from referee.rules.rulebook.slots import COLOUR, LOOSE, MIXED, SUIT
from referee.rules.solver.terms import Work

COST = 30
"""What it costs to read a meld with a card more, in steps of work."""


class Take(NamedTuple):
    """Cards that a meld takes, or that make one."""

    cards: tuple[int, ...]
    """Those that are themselves, in ascending order."""
    wilds: int
    """How many wild cards stand for others."""
    laid: tuple[Placed, ...]
    """All of them in their places, a joker for each wild card."""
    meld: Reading | None = None
    """The meld that they make, where they make one."""


NOTHING = Take((), 0, ())


class _Lies(NamedTuple):
    meld: Reading
    cards: tuple[int, ...]
    wilds: tuple[Placed, ...]


def itself(rules: MeldRules, card: int) -> Placed:
    """A card laid down as itself."""
    return Placed(card, card) if rules.wild[card] else PLAIN[card]


def can_be_itself(rules: MeldRules, card: int) -> bool:
    return not (rules.wild[card] or rules.odd[card]) or (rules.as_itself and card != JOKER)


def ways_to_take(
    rules: MeldRules, meld: Meld, round_no: int | None, held: Mapping[int, int], wilds: int, work: Work
) -> list[Take]:
    """Every choice of cards held, and of so many wild cards at most, that a meld takes; first nothing at all."""
    naturals = [card for card, count in held.items() if count > 0 and can_be_itself(rules, card)]
    tables = lying(rules, meld, round_no)
    if tables and tables[0].kind in (COLOUR, SUIT):
        return _ways_to_grow(rules, tables, naturals, held, wilds, work)
    waiting = [_Lies(table, (), ()) for table in tables]
    bound, rules = rules, rules.by_number
    takes: dict[tuple[tuple[int, ...], int], Take] = {((), 0): NOTHING}
    met: set[tuple[object, ...]] = set()
    while waiting:
        here = waiting.pop()
        for after in _one_more(rules, here, naturals, held, wilds, work):
            shape = (after.meld.cards, after.cards, len(after.wilds))
            if shape in met:
                continue
            met.add(shape)
            waiting.append(after)
            key = (after.cards, len(after.wilds))
            if key not in takes and bound.limits_hold(len(after.meld.cards), after.meld.wilds):
                laid = (*[itself(rules, card) for card in after.cards], *after.wilds)
                takes[key] = Take(after.cards, len(after.wilds), laid)
    return sorted(takes.values(), key=lambda take: (len(take.laid), take.cards))


def _ways_to_grow(
    rules: MeldRules,
    groups: Sequence[Reading],
    naturals: Sequence[int],
    held: Mapping[int, int],
    wilds: int,
    work: Work,
) -> list[Take]:
    """The same for cards of one colour or suit, to which every other card of it can be added."""
    takes: dict[tuple[tuple[int, ...], int], Take] = {((), 0): NOTHING}
    for group in groups:
        kinds = sorted(card for card in naturals if of_its_kind(group, card))
        for cards in chosen(kinds, held, sum(held.values()), work):
            for wild in range((wilds if rules.joker_wild else 0) + 1):
                work.spend(1)
                if rules.limits_hold(len(group.cards) + len(cards) + wild, group.wilds + wild):
                    laid = (*[itself(rules, card) for card in cards], *[PLAIN[JOKER]] * wild)
                    takes.setdefault((cards, wild), Take(cards, wild, laid))
    return sorted(takes.values(), key=lambda take: (len(take.laid), take.cards))


def chosen(kinds: Sequence[int], held: Mapping[int, int], most: int, work: Work) -> Iterator[tuple[int, ...]]:
    """Every choice of at most so many of these cards."""
    work.spend(1)
    if not kinds:
        yield ()
        return
    for count in range(min(held[kinds[0]], most) + 1):
        for others in chosen(kinds[1:], held, most - count, work):
            yield (*[kinds[0]] * count, *others)


def _one_more(
    rules: MeldRules, here: _Lies, naturals: Sequence[int], held: Mapping[int, int], wilds: int, work: Work
) -> Iterator[_Lies]:
    for card in naturals:
        if here.cards.count(card) < held[card] and _may_fit(rules, here, card):
            work.spend(COST)
            for after in extended(rules, here.meld, [itself(rules, card)])[0]:
                yield _Lies(after, tuple(sorted((*here.cards, card))), here.wilds)
    if len(here.wilds) < wilds and rules.joker_wild and here.meld.wilds < rules.wilds_most:
        work.spend(COST)
        before = Counter(here.meld.cards)
        for after in extended(rules, here.meld, [PLAIN[JOKER]])[0]:
            added = next((Counter(after.cards) - before).elements())
            yield _Lies(after, here.cards, (*here.wilds, added))


def _may_fit(rules: MeldRules, here: _Lies, card: int) -> bool:
    """Whether it is worth a look: of the rank, or at an end of the run, or where a wild card lies that moves."""
    meld = here.meld
    if not of_its_kind(meld, card):
        return False
    if not meld.is_row:
        return True
    if card % 13 in ((meld.rank - 2) % 13, meld.high % 13):
        return True
    if not rules.book.joker_moves or any(is_for(meld, placed, card) for placed in here.wilds):
        return False
    return any(is_for(meld, placed, card) for placed in meld.cards)


def of_its_kind(meld: Reading, card: int) -> bool:
    """Whether a card has what those of a meld have in common: the rank, the suit or the colour; in a run of any suits
    every card has."""
    if meld.kind == MIXED:
        return True
    if meld.kind in LOOSE:
        return group_of(meld.kind, SUIT_OF[card]) == meld.suit
    return meld.suit == SUIT_OF[card] if meld.kind == "run" else meld.rank == RANK_OF[card]
