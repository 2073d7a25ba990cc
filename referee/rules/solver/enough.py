"""Melds worth so many points, or with a run without a wild card, whichever they are: the best of them, card by card.

Each set and each run is written down, as ``loose`` does, and they are put together from the first card on: a card stays
in hand, or lies in one of those that begin with it. What the cards from one on can bring is worked out once: every
choice but those that another beats in value and in points alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.rules.melds.readings import SUIT_OF
from referee.rules.melds.worth import run_worth, set_worth
from referee.rules.rulebook.slots import Slot
from referee.rules.solver.deals import Deal, deals
from referee.rules.solver.loose import Loose, Made
from referee.rules.solver.place import LayDown
from referee.rules.solver.search import Question
from referee.rules.solver.terms import Work


class Piece(NamedTuple):
    """A set or run that the hand holds, and what it brings."""

    made: Made
    slot: Slot
    points: int
    pure: bool


class Way(NamedTuple):
    """What the cards from one on can bring: some melds, each with those after it."""

    value: int
    points: int
    """At most as many as are asked for: more make no difference."""
    pure: bool
    piece: Piece | None = None
    after: Way | None = None

    @property
    def pieces(self) -> Iterator[Piece]:
        way: Way | None = self
        while way and way.piece:
            yield way.piece
            way = way.after


NOTHING = Way(0, 0, pure=False)
Bound = tuple[Made, ...]
"""The melds so far that others may not stand beside."""


class Enough(Loose):
    """One question about one hand."""

    def __init__(self, slot: Slot, question: Question, hand: Sequence[int], work: Work) -> None:
        super().__init__(question.terms, question.values_of(len(hand)), hand, work)
        self.slot = slot
        self.dearest: tuple[int, Deal, Way] | None = None
        """What the best melds so far are worth to the search, and in which way to see the hand they lie."""
        self.most_points = 0
        """What the melds of the hand are worth at most, in points; not looked at beyond what is asked for."""

    def answer(self) -> LayDown | None:
        """The best melds that are what is asked for; None if there are none. Raises OutOfWork."""
        for deal in deals(self.terms, self.values, self.hand):
            self._look_at(deal)
        return self.dearest and self._lying(*self.dearest[1:])

    def _look_at(self, deal: Deal) -> None:
        self.deal = deal
        self.left = [copies for suit in deal.naturals for copies in suit]
        self.beginning: list[list[Piece]] = [[] for _ in self.left]
        """By card, the melds of which it is the first natural."""
        self.of_wilds: list[Piece] = []
        for slot in self.rules.ordinary.slots:
            for made in self._made(slot):
                piece = self._piece(slot, made)
                (self.beginning[made.takes[0][0]] if made.takes else self.of_wilds).append(piece)
        if not (self.rules.run_in_each_suit or self.rules.runs_apart) and self.rules.sets_of_one_rank:
            dearest = {piece.made.wilds: piece for piece in sorted(self.of_wilds, key=lambda piece: piece.points)}
            self.of_wilds = list(dearest.values())
        self.brings: dict[tuple[object, ...], tuple[Way, ...]] = {}
        for way in self._from(0, 0, ()):
            if not way.piece or way.pure < self.slot.pure:
                continue
            self.most_points = max(self.most_points, way.points)
            if way.points >= self.slot.points:
                beyond = max(self.dearest[0] if self.dearest else -1, deal.floor - 1)
                if way.value > beyond:
                    self.dearest = way.value, deal, way

    def _piece(self, slot: Slot, made: Made) -> Piece:
        if slot.kind == "run":
            low, high = made.span
            return Piece(made, slot, run_worth(self.rules, made.suit, low, high + 1 - low), not made.wilds)
        suits = [SUIT_OF[card] for card in made.row]
        return Piece(made, slot, set_worth(self.rules, made.rank, suits, len(suits) + made.wilds), pure=False)

    def _from(self, card: int, wilds: int, bound: Bound) -> tuple[Way, ...]:
        """What the cards left from one on can bring, after melds with so many wild cards."""
        left = self.left
        end = self.rules.end
        while card < end and not left[card]:
            card += 1
        key = (card, bytes(left[card:]), wilds, bound)
        if key not in self.brings:
            ways = self._with_wilds(wilds, bound) if card == end else self._with(card, wilds, bound)
            self.brings[key] = _unbeaten(ways)
        return self.brings[key]

    def _with(self, card: int, wilds: int, bound: Bound) -> Iterator[Way]:
        left, there = self.left, self.left[card]
        left[card] = 0
        yield from self._from(card + 1, wilds, bound)
        left[card] = there
        for piece in self.beginning[card]:
            self.work.spend(1)
            made = piece.made
            if any(left[its] < copies for its, copies in made.takes) or not self._may_stand(made, wilds, bound):
                continue
            for its, copies in made.takes:
                left[its] -= copies
            after = self._from(card, wilds + made.wilds, self._bound(made, bound))
            for its, copies in made.takes:
                left[its] += copies
            yield from self._before(piece, wilds, after)

    def _with_wilds(self, wilds: int, bound: Bound) -> Iterator[Way]:
        """Melds of wild cards alone."""
        yield NOTHING
        for piece in self.of_wilds:
            self.work.spend(1)
            if self._may_stand(piece.made, wilds, bound):
                after = self._from(self.rules.end, wilds + piece.made.wilds, self._bound(piece.made, bound))
                yield from self._before(piece, wilds, after)

    def _before(self, piece: Piece, wilds: int, after: Iterable[Way]) -> Iterator[Way]:
        worth = self.deal.worth
        value = piece.made.value + worth[wilds + piece.made.wilds] - worth[wilds]
        for way in after:
            self.work.spend(1)
            points = min(piece.points + way.points, self.slot.points)
            yield Way(value + way.value, points, piece.pure or way.pure, piece, way)

    def _may_stand(self, made: Made, wilds: int, bound: Bound) -> bool:
        if wilds + made.wilds > self.deal.usable:
            return False
        return not any(self._clash(made, other) for other in bound)

    def _bound(self, made: Made, bound: Bound) -> Bound:
        """The melds that bind others once this is one of them."""
        rules = self.rules
        binds = not rules.sets_of_one_rank if made.rank else rules.run_in_each_suit or rules.runs_apart
        return tuple(sorted((*bound, made))) if binds else bound

    def _lying(self, deal: Deal, way: Way) -> LayDown:
        pool = iter(deal.pool)
        pieces = sorted(way.pieces, key=lambda piece: (piece.slot.kind == "run", piece.made.suit, piece.made.rank))
        melds = tuple([self._laid(piece.slot, piece.made, pool) for piece in pieces])
        left = Counter(self.hand) - Counter([card for meld in melds for card, _ in meld])
        points = sum([self.terms.points[card] * copies for card, copies in left.items()])
        return LayDown(melds, tuple(sorted(left.elements())), points)


def _unbeaten(ways: Iterable[Way]) -> tuple[Way, ...]:
    """The ways that no other beats, or equals, in everything."""
    kept: list[Way] = []
    most = {False: -1, True: -1}
    for way in sorted(ways, key=lambda way: (-way.value, -way.points, not way.pure)):
        if way.points > most[way.pure]:
            kept.append(way)
            most[False] = max(most[False], way.points)
            if way.pure:
                most[True] = way.points
    return tuple(kept)
