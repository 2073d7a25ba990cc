"""Contracts with melds that only a contract makes melds: runs in any suits, groups of one colour or of one suit.

Where no meld of a contract asks for a suit, it is the question of ``search`` with every card in one suit. Else each run
and each set is written down with the cards that it takes, and they are chosen slot by slot, the dearest first; a choice
is given up where the dearest of what is left cannot beat the best so far. The groups then take the dearest of the rest.

Cards that make the same difference to such a contract are one card here, the lowest of them: those of a rank, of a rank
and colour, or each for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.melds.readings import COLOUR_OF, RANK_OF, SUIT_OF, group_of
from referee.rules.rulebook.meld_rules import MeldRules, Span
from referee.rules.rulebook.slots import COLOUR, FREE, LOOSE, MIXED, SUIT, Slot
from referee.rules.solver.deals import Deal, deals
from referee.rules.solver.place import LayDown
from referee.rules.solver.terms import Terms, Work

GROUPS = (COLOUR, SUIT)
NO_SUIT = -1


def is_loose(contract: Sequence[Slot]) -> bool:
    """Whether a contract asks for a meld that only it makes one, or for a set of a named rank."""
    return any(slot.kind in LOOSE or slot.rank for slot in contract)


def without_suits(terms: Terms) -> bool:
    """Whether a contract asks for no suit, nor any price, and no rank is wild in some suits: then all cards of a rank
    are alike."""
    asks = any(slot.kind in ("run", *GROUPS) or slot.rank for slot in terms.contract)
    return not (asks or terms.melds.different or any(terms.mixed) or terms.melds.book.wild_cards)


def stand_ins(terms: Terms) -> tuple[int, ...]:
    """For each card the lowest that makes the same difference to a contract."""
    kinds = {slot.kind for slot in terms.contract}
    each: list[int] = []
    lowest: dict[tuple[int, int, int, bool], int] = {}
    suits_count = terms.melds.different or not kinds.isdisjoint(("run", SUIT, FREE))
    for card in range(len(terms.points)):
        suit = SUIT_OF[card] if suits_count else COLOUR_OF[SUIT_OF[card]] if COLOUR in kinds else NO_SUIT
        each.append(lowest.setdefault((RANK_OF[card], suit, terms.points[card], terms.melds.wild[card]), card))
    each[JOKER] = JOKER
    return tuple(each)


def in_one_suit(contract: Sequence[Slot]) -> tuple[Slot, ...]:
    """A contract as it is where all cards are of one suit."""
    return tuple([Slot("run", slot.size) if slot.kind == MIXED else slot for slot in contract])


def dealt_back(terms: Terms, hand: Sequence[int], answer: LayDown) -> LayDown:
    """An answer with the cards of the hand in the place of those that stand in for them."""
    alike = stand_ins(terms)
    there: dict[int, list[int]] = {}
    for card in sorted(hand, reverse=True):
        there.setdefault(alike[card], []).append(card)
    melds = []
    for slot, meld in zip(terms.contract, answer.melds, strict=True):
        row = []
        for card, place in meld:
            if place == card:
                own = there[card].pop()
                row.append(Placed(own, own))
            else:
                rank_only = slot.kind == MIXED and place is not None and place >= 0
                row.append(Placed(there[card].pop(), -RANK_OF[place] if rank_only and place is not None else place))
        melds.append(tuple(row))
    left = sorted(card for cards in there.values() for card in cards)
    return LayDown(tuple(melds), tuple(left), answer.points)


class Made(NamedTuple):
    """A run or a set that the hand holds."""

    value: int
    wilds: int
    takes: tuple[tuple[int, int], ...]
    """Its naturals, each with how many copies."""
    suit: int
    """That of a run; else ``NO_SUIT``."""
    rank: int
    """That of a set; else 0."""
    span: Span
    row: tuple[int, ...]
    """The naturals in their order; -1 for a wild card."""


class Group(NamedTuple):
    """What a slot for cards of one colour or suit takes: its naturals, and how many wild cards at least and at most."""

    naturals: tuple[int, ...]
    least: int
    most: int


class Best(NamedTuple):
    """The best choice so far."""

    value: int
    deal: Deal
    slots: tuple[Slot, ...]
    made: tuple[Made, ...]
    """A run or a set for each of these slots."""
    groups: tuple[Group, ...]
    wilds_in_groups: int


class Loose:
    """One question about one hand, for a contract in which suits count for some melds and not for others."""

    def __init__(self, terms: Terms, scale_and_values: tuple[int, list[int]], hand: Sequence[int], work: Work) -> None:
        self.terms = terms
        self.rules: MeldRules = terms.melds
        _, self.values = scale_and_values
        alike = stand_ins(terms)
        self.hand = hand
        self.cards = [alike[card] for card in hand]
        self.work = work
        self.slots = [slot for slot in terms.contract if slot.kind not in GROUPS]
        self.groups = sorted([slot for slot in terms.contract if slot.kind in GROUPS], key=_suits_first)
        self.best: Best | None = None
        self.beyond = -1
        """An answer must be worth more."""

    def answer(self) -> LayDown | None:
        """The best way to meet the contract; None if there is none. Raises OutOfWork."""
        for deal in deals(self.terms, self.values, self.cards):
            self._look_at(deal)
        if self.best is None:
            return None
        return dealt_back(self.terms, self.hand, self._on_the_table(self.best))

    def _look_at(self, deal: Deal) -> None:
        self.deal = deal
        self.left = [copies for suit in deal.naturals for copies in suit]
        self.beyond = max(self.best.value if self.best else -1, deal.floor - 1)
        made: dict[Slot, list[Made]] = {}
        # those of which there are few first: often there is none, and the others need not be looked for
        for slot in sorted(set(self.slots), key=lambda slot: (slot.kind == MIXED, slot.kind != "run", -slot.size)):
            made[slot] = self._made(slot)
            if not made[slot]:
                return
        self.slots.sort(key=lambda slot: (len(made[slot]), slot))
        self.made = [made[slot] for slot in self.slots]
        whole = sum([copies * self.values[card] for card, copies in enumerate(self.left)])
        bound = whole if self.groups else 0
        self.after = [bound]
        for its in reversed(self.made):
            bound += its[0].value
            self.after.append(bound)
        self.after.reverse()
        self.whole = whole
        self._choose((), 0, 0, 0)

    # which runs and sets there are

    def _made(self, slot: Slot) -> list[Made]:
        every = self._sets(slot) if slot.kind in ("set", "pair") else self._rows(slot)
        made = list(dict.fromkeys(every))
        self.work.spend(len(made))
        return sorted(made, key=lambda its: -its.value)

    def _sets(self, slot: Slot) -> Iterator[Made]:
        rules, left = self.rules, self.left
        longest = min(slot.size, rules.set_longest) if self.terms.set_terms.exact else rules.set_longest
        for rank in [slot.rank - 1] if slot.rank else range(rules.lowest - 1, 13):
            cards = range(rank, rules.end, 13)
            copies = [min(left[card], 1) if rules.different else left[card] for card in cards]
            for taken in product(*[range(count + 1) for count in copies]):
                self.work.spend(1)
                number = sum(taken)
                for wilds in range(max(0, slot.size - number), min(self.deal.usable, longest - number) + 1):
                    if rules.limits_hold(number + wilds, wilds):
                        takes = tuple([(card, n) for card, n in zip(cards, taken, strict=True) if n])
                        row = tuple([card for card, n in takes for _ in range(n)])
                        yield self._as_made(row, wilds, takes, rank=rank + 1)

    def _rows(self, slot: Slot) -> Iterator[Made]:
        rules = self.rules
        mixed = slot.kind == MIXED
        longest = slot.size if self.terms.run_terms.exact else rules.run_longest
        for suit in (NO_SUIT,) if mixed else rules.suits:
            for length in range(slot.size, min(longest, rules.run_longest) + 1):
                for low in rules.lows(length):
                    for row in self._filled(suit, low, length):
                        takes = tuple(sorted(Counter([card for card in row if card >= 0]).items()))
                        span = (low, low + length - 1)
                        yield self._as_made(row, row.count(-1), takes, suit=suit, span=span)

    def _filled(self, suit: int, low: int, length: int) -> Iterator[tuple[int, ...]]:
        """The rows from a place on, each place with a natural or a wild card."""
        rules, left = self.rules, self.left
        most = min(self.deal.usable, rules.wilds_most)
        rows: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for place in range(low, low + length):
            rank = (place - 1) % 13
            cards = range(rank, rules.end, 13) if suit == NO_SUIT else (suit * 13 + rank,)
            there = [card for card in cards if left[card]]
            longer = []
            for row, wilds in rows:
                self.work.spend(1)
                for card in there:
                    if left[card] > row.count(card):
                        longer.append(((*row, card), wilds))
                if wilds < most and (rules.side_by_side or not row or row[-1] != -1):
                    longer.append(((*row, -1), wilds + 1))
            rows = longer
        for row, wilds in rows:
            if rules.limits_hold(length, wilds):
                yield row

    def _as_made(
        self,
        row: tuple[int, ...],
        wilds: int,
        takes: tuple[tuple[int, int], ...],
        *,
        suit: int = NO_SUIT,
        rank: int = 0,
        span: Span = (0, 0),
    ) -> Made:
        value = sum([self.values[card] * count for card, count in takes])
        return Made(value, wilds, takes, suit, rank, span, row)

    # which of them are chosen

    def _choose(self, chosen: tuple[Made, ...], start: int, value: int, wilds: int) -> None:
        at, worth = len(chosen), self.deal.worth
        if at == len(self.slots):
            self._weigh(chosen, value, wilds)
            return
        for index in range(start, len(self.made[at])):
            made = self.made[at][index]
            self.work.spend(1)
            most = min(value + made.value + self.after[at + 1], self.whole) + worth[self.deal.usable]
            if most <= self.beyond:
                if value + made.value + self.after[at + 1] + worth[self.deal.usable] <= self.beyond:
                    return
                continue
            if wilds + made.wilds > self.deal.usable or any(self.left[card] < count for card, count in made.takes):
                continue
            if any(self._clash(made, other) for other in chosen):
                continue
            for card, count in made.takes:
                self.left[card] -= count
            alike = at + 1 < len(self.slots) and self.slots[at + 1] == self.slots[at]
            self._choose((*chosen, made), index if alike else 0, value + made.value, wilds + made.wilds)
            for card, count in made.takes:
                self.left[card] += count

    def _clash(self, made: Made, other: Made) -> bool:
        """Whether two of them may not stand in one contract."""
        rules = self.rules
        if made.rank and made.rank == other.rank:
            return not rules.sets_of_one_rank
        if made.suit == NO_SUIT or made.suit != other.suit:
            return False
        return rules.run_in_each_suit or (rules.runs_apart and rules.touch(made.span, other.span))

    def _weigh(self, chosen: tuple[Made, ...], value: int, wilds: int) -> None:
        """What the groups take of the rest, and whether that is the best so far."""
        worth, room = self.deal.worth, self.deal.usable - wilds
        if value + (self.after[len(chosen)] if self.groups else 0) + worth[self.deal.usable] <= self.beyond:
            return
        each = [its for suit in self.rules.suits for its in self._of_suit(suit)]
        for groups in self._grouped(0, each, room):
            self.work.spend(2)
            least, most = sum([group.least for group in groups]), sum([group.most for group in groups])
            in_groups = min(most, room)
            if least > in_groups:
                continue
            naturals = sum([self.values[card] for group in groups for card in group.naturals])
            worth_all = value + naturals + worth[wilds + in_groups]
            if worth_all > self.beyond:
                self.beyond = worth_all
                self.best = Best(worth_all, self.deal, tuple(self.slots), chosen, groups, in_groups)

    def _of_suit(self, suit: int) -> Iterator[int]:
        for card in range(13 * suit, 13 * suit + 13):
            yield from [card] * self.left[card]

    def _grouped(self, at: int, rest: list[int], room: int) -> Iterator[tuple[Group, ...]]:
        """What each slot for cards of one colour or suit may take: those of one suit first, which leave the others the
        cheaper cards of it."""
        if at == len(self.groups):
            yield ()
            return
        slot = self.groups[at]
        rules, exact = self.rules, self.terms.set_terms.exact
        for group in sorted({group_of(slot.kind, suit) for suit in rules.suits}):
            here = [card for card in rest if group_of(slot.kind, SUIT_OF[card]) == group]
            here.sort(key=lambda card: (-self.values[card], card))
            most = min(len(here), slot.size) if exact else len(here)
            for number in range(most, -1, -1):
                self.work.spend(1)
                least = max(0, slot.size - number)
                limit = rules.wilds_most
                if rules.by_naturals:
                    limit = min(limit, number)
                if least > min(limit, room) or number < rules.naturals_least:
                    break
                taken = here[:number]
                after = list((Counter(rest) - Counter(taken)).elements()) if number else rest
                upper = least if exact else min(limit, room)
                for others in self._grouped(at + 1, after, room - least):
                    yield (Group(tuple(taken), least, upper), *others)
                if at + 1 == len(self.groups) and not exact:
                    break  # the last takes all that it can

    # how they lie

    def _on_the_table(self, best: Best) -> LayDown:
        pool = iter(best.deal.pool)
        melds: dict[Slot, list[tuple[Placed, ...]]] = {}
        for slot, made in zip(best.slots, best.made, strict=True):
            melds.setdefault(slot, []).append(self._laid(slot, made, pool))
        further = best.wilds_in_groups - sum([group.least for group in best.groups])
        for slot, group in zip(self.groups, best.groups, strict=True):
            more = min(further, group.most - group.least)
            further -= more
            naturals = [self._itself(card) for card in sorted(group.naturals)]
            others = [Placed(next(pool)) for _ in range(group.least + more)]
            melds.setdefault(slot, []).append((*naturals, *others))
        in_order = tuple([melds[slot].pop(0) for slot in self.terms.contract])
        left = Counter(self.cards) - Counter([card for meld in in_order for card, _ in meld])
        points = sum([self.terms.points[card] * count for card, count in left.items()])
        return LayDown(in_order, tuple(sorted(left.elements())), points)

    def _laid(self, slot: Slot, made: Made, pool: Iterator[int]) -> tuple[Placed, ...]:
        if slot.kind in ("set", "pair"):
            wilds = [Placed(next(pool), -made.rank) for _ in range(made.wilds)]
            return (*[Placed(card) for card in made.row], *wilds)
        row = []
        for place, card in enumerate(made.row, made.span[0]):
            rank = (place - 1) % 13
            stands_for = -rank - 1 if slot.kind == MIXED else made.suit * 13 + rank
            row.append(Placed(card) if card >= 0 else Placed(next(pool), stands_for))
        return tuple(row)

    def _itself(self, card: int) -> Placed:
        """A card that counts as itself, where it could be taken for a wild one."""
        return Placed(card, card) if self.rules.wild[card] else Placed(card)


def _suits_first(slot: Slot) -> tuple[bool, int]:
    return slot.kind != SUIT, -slot.size
