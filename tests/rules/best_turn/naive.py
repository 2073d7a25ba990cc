"""A second, slow and simple opinion on the best turn: every step after every other, as long as the judge of turns
accepts it.

It shares nothing with the search but that judge, which says of each step whether it is allowed and what lies then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.rules.best_turn.position import Position
from referee.rules.cards import JOKER, Placed
from referee.rules.judges.lay_off import to_replace
from referee.rules.judges.turn import Lying, Now, Step, TurnFacts, taken
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import FREE, LOOSE, MIXED, Slot, ways_to_meet
from tests.rules import naive
from tests.rules.naive import is_wild

Value = tuple[bool, int, int]
"""Whether it does not go out, the points left and the cards left: the least is best."""
MOST_STATES = 4000


class TooMany(Exception):
    """More ways to play a hand than this slow way has the patience for."""


def best(book: Rulebook, position: Position, most: int = MOST_STATES) -> Value | None:
    """What the best turn comes to; None if no turn is allowed. Raises TooMany."""
    return _Twin(book, position).best(most)


class _Twin:
    def __init__(self, book: Rulebook, position: Position) -> None:
        self.book = book
        self.round_no = position.round_no
        table = tuple(Lying(meld.cards, own=False) for meld in position.table)
        self.owners = [meld.owner for meld in position.table]
        told = [meld.cards for meld in position.table]
        self.facts = TurnFacts(position.down, None, position.owes, told, position.round_no, None, position.last_turn)
        owed = to_replace(book, position.owes, position.round_no)
        self.first = Now(tuple(sorted(position.hand)), position.down, owed, table)
        self.at_first = [meld.cards for meld in position.table]

    def best(self, most: int) -> Value | None:
        waiting = [(self.first, tuple(self.owners))]
        met = {_key(*waiting[0])}
        values: list[Value] = []
        while waiting:
            now, owners = waiting.pop()
            for card in [None, *dict.fromkeys(now.hand)]:
                ruling, after = taken(
                    self.book, Step("discard", [] if card is None else [[Placed(card)]]), now, self.facts
                )
                if ruling.legal:
                    left = after.hand
                    points = sum(naive.price(self.book, card) for card in left)
                    values.append((not ruling.adds["goes_out"], points, len(left)))
            for step, owner in self._steps(now, owners):
                ruling, after = taken(self.book, step, now, self.facts)
                if not ruling.legal:
                    continue
                theirs = (*owners, *[owner] * (len(after.table) - len(owners)))
                after = after._replace(hand=tuple(sorted(after.hand)))
                if (key := _key(after, theirs)) not in met:
                    met.add(key)
                    if len(met) > most:
                        raise TooMany
                    waiting.append((after, theirs))
        return min(values, default=None)

    def _steps(self, now: Now, owners: tuple[str | None, ...]) -> Iterator[tuple[Step, str | None]]:
        if now.down == "no" and not now.owed and self.round_no is not None:
            for way in ways_to_meet(self.book.contracts[self.round_no - 1]):
                for melds in self._contracts(way, now.hand):
                    yield Step("contract", melds), "self"
        if now.owed or self.book.new_melds != "never":
            sizes = range(3, len(now.hand) + 1)
            for meld in self._melds_of(now.hand, sizes):
                yield Step("new_meld", [meld]), "self"
        for lying, owner in zip(now.table, owners, strict=True):
            for card in dict.fromkeys(now.hand):
                if self.book.swap != "no":
                    yield Step("swap", [[Placed(card)]], lying.meld, owner), None
                for placed in self._places(card, lying):
                    yield Step("lay_off", [[placed]], lying.meld, owner), None

    def _is_wild(self, card: int) -> bool:
        return is_wild(self.book, card)

    def _places(self, card: int, lying: Lying) -> Iterator[Placed]:
        """What a card could be on a meld: anything in its suit or of its rank."""
        yield Placed(card)
        if not self._is_wild(card):
            return
        if card != JOKER:
            yield Placed(card, card)
        each = [p.card if p.stands_for is None else p.stands_for for p in lying.meld]
        suits = {place // 13 for place in each if 0 <= place < JOKER}
        if len(suits) == 1:
            yield from (Placed(card, next(iter(suits)) * 13 + rank) for rank in range(13))
        ranks = {place % 13 if place >= 0 else -place - 1 for place in each if place != JOKER}
        if len(ranks) == 1:
            yield Placed(card, -next(iter(ranks)) - 1)
        elif len(suits) > 1:
            yield from (Placed(card, -rank) for rank in range(1, 14))

    def _melds_of(self, hand: Sequence[int], sizes: range, kind: str = "") -> Iterator[tuple[Placed, ...]]:
        """Every meld of so many cards of a hand, its wild cards assigned in every way."""
        met: set[tuple[Placed, ...]] = set()
        for size in sizes:
            for cards in dict.fromkeys(combinations(hand, size)):
                plain = [Placed(card) for card in cards]
                naturals = [card for card in cards if not self._is_wild(card)]
                alike = len({card % 13 for card in naturals}) < 2, len({card // 13 for card in naturals}) < 2
                rows = [row for _, row in naive.runs(self.book, plain, 2)] if kind != "set" and alike[1] else []
                if kind != "run" and alike[0]:
                    for rank in naive.set_ranks(self.book, plain, 2):
                        rows.append(tuple(self._in_set(card, rank) for card in cards))
                for row in rows:
                    if row not in met:
                        met.add(row)
                        yield row

    def _loose(self, hand: Sequence[int], sizes: range, kind: str) -> Iterator[tuple[Placed, ...]]:
        """Cards that might be a meld that only a contract makes one: the judge says which are."""
        for size in sizes:
            for cards in dict.fromkeys(combinations(hand, size)):
                if kind != MIXED:
                    yield tuple([Placed(card) for card in cards])
                    continue
                for low in naive.lows(self.book, size):
                    ranks = [(low + step - 1) % 13 + 1 for step in range(size)]
                    yield from dict.fromkeys(self._in_a_row(list(cards), ranks))

    def _in_a_row(self, cards: list[int], ranks: Sequence[int]) -> Iterator[tuple[Placed, ...]]:
        if not ranks:
            yield ()
            return
        for card in dict.fromkeys(cards):
            if self._is_wild(card) or card % 13 + 1 == ranks[0]:
                rest = list(cards)
                rest.remove(card)
                for others in self._in_a_row(rest, ranks[1:]):
                    yield (self._in_set(card, ranks[0]), *others)

    def _in_set(self, card: int, rank: int) -> Placed:
        itself = card != JOKER and card % 13 == rank - 1
        return Placed(card) if itself or not self._is_wild(card) else Placed(card, -rank)

    def _contracts(self, slots: Sequence[Slot], hand: tuple[int, ...]) -> Iterator[list[tuple[Placed, ...]]]:
        if not slots:
            yield []
            return
        if slots[0].kind == FREE:
            yield from self._any(hand)
            return
        first, *others = slots
        rest_needs = sum(slot.size for slot in others)
        most = len(hand) - rest_needs
        longer = not self.book.melds_exact or self.round_no in self.book.all_cards_rounds
        sizes = range(first.size, (most if longer else min(first.size, most)) + 1)
        if first.kind in LOOSE:
            each = self._loose(hand, sizes, first.kind)
        else:
            each = self._melds_of(hand, sizes, "run" if first.kind == "run" else "set")
        for meld in each:
            rest = Counter(hand) - Counter(placed.card for placed in meld)
            for melds in self._contracts(others, tuple(sorted(rest.elements()))):
                yield [meld, *melds]

    def _any(self, hand: tuple[int, ...]) -> Iterator[list[tuple[Placed, ...]]]:
        """Any melds: the judge says which are enough."""
        for meld in self._melds_of(hand, range(3, len(hand) + 1)):
            yield [meld]
            rest = Counter(hand) - Counter(placed.card for placed in meld)
            for melds in self._any(tuple(sorted(rest.elements()))):
                yield [meld, *melds]


def _key(now: Now, owners: tuple[str | None, ...]) -> tuple[object, ...]:
    table = tuple(
        (tuple(sorted(lying.meld, key=repr)), lying.own, owner) for lying, owner in zip(now.table, owners, strict=True)
    )
    return now.hand, now.down, now.owed, now.to_play, now.replaced, tuple(sorted(table, key=repr))
