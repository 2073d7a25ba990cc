"""Any sets and runs, however many: the best of them in one search, from the lowest place to the highest.

At each place every suit says which of its naturals lie in runs (``suit_ways``), then the sets of the rank are made of
what is left. How good all that follows can be is bounded by prices: each natural that both sets and runs want has a
price, and so have the wild cards, and each point where melds must be worth so many. At these prices every suit and
every rank is looked at for itself, and what nobody takes is sold. The prices are bettered until the bound is close;
then the search goes on wherever the bound is best.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, count, islice, product
from operator import mul
from typing import Any, NamedTuple

from referee.rules.cards import JOKER, RANKS
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END
from referee.rules.solver.place import LayDown, lay_out, lengthened, on_the_table
from referee.rules.solver.round import run_moves_of
from referee.rules.solver.runs import Group
from referee.rules.solver.search import Question
from referee.rules.solver.sets import SetMade
from referee.rules.solver.strict import Laid
from referee.rules.solver.suit_ways import CardWays, GroupWays, SuitWays, Way, Ways
from referee.rules.solver.sweep import Meter, Step, replayed
from referee.rules.solver.terms import MOST_IN_HAND, Work

PASSES = ((10, 200), (30, 1_000), (300, TO_THE_LAST_WILD := 8_000), (0, NO_BOUND := 1 << 60))
"""So often the prices are bettered at most, then so many steps are tried before they are bettered again. In the end of
melds of the same cards any will do, however many wild cards they use; of a hand that nobody is dealt a pass sooner."""
MOST_LOOKED_AT = 100_000
"""So many ways of suits in all the rounds of a pass."""
PATIENCE = 4
"""After so many rounds that better nothing the steps are halved,"""
SHORTEST_STEP = 0.03
"""until they are as short as that."""
TURNING = 1.0
"""How much of where the prices went before is taken along where they would turn back: 1 goes on at a right angle to it,
so that they do not go to and fro between two sides of a valley (after Camerini, Fratta and Maffioli, 1975)."""
STRAIGHT = 1e-6
"""A direction of which so small a part (of the square) is left has turned straight back."""
CLASS_BITS = 5

Counts = tuple[int, ...]
"""How many cards of a rank there are, by suit."""


class Sets(NamedTuple):
    """So many sets of a rank, of so many naturals, and the fewest and the most wild cards that they can have."""

    number: int
    naturals: int
    least: int
    most: int


class Chosen(NamedTuple):
    """The sets of a rank that a search has chosen."""

    rank: int
    number: int
    taken: Counts
    wilds: int


class Prices(NamedTuple):
    """What things cost, so that sets and runs can be looked at apart."""

    cards: list[int]
    """Of each natural that both may want."""
    wild: int
    point: int


class Relaxed(NamedTuple):
    """What sets and runs bring at some prices, each for itself."""

    bound: int
    prices: Prices
    suits: list[list[list[int]]]
    """What each state of each place of a suit can still bring."""
    ranks: list[int]
    over: list[int]
    """How many more of each card are wanted than there are."""
    too_many: int
    """The same of wild cards, and of points that are lacking."""
    lacking: int


Steps = tuple["Way | Chosen | None", ...]


class Node(NamedTuple):
    """How far a search has come."""

    base: int
    """What there is and what may come, without what the pool is worth."""
    stage: int
    states: tuple[int, ...]
    """Of the runs, by suit."""
    left: Counts
    """What sets may have of this place."""
    wilds: int
    own: int
    """How many cards of the pool count as themselves,"""
    which: int
    """and which they are, as far as that matters."""
    points: int
    """What the melds are worth, as far as that is asked for."""
    before: Node | None
    steps: Steps
    """From what was before."""


class Child(NamedTuple):
    """Some steps further. ``pool``: what the pool is worth, once that is certain."""

    stage: int
    base: int
    wilds: int
    own: int
    which: int
    states: tuple[int, ...]
    left: Counts
    steps: Steps
    points: int = 0
    pool: int | None = None


class StillOpen(Exception):
    """So many steps did not do."""


class Kept:
    """What hands that are asked about one after the other have in common."""

    def __init__(self) -> None:
        self.prices: dict[tuple[bool, bool], Prices] = {}
        """Those of the last hand; for one that is nearly the same they are good to begin with."""
        self.suits: dict[tuple[object, ...], SuitWays] = {}
        self.card_ways: dict[tuple[int, bool], CardWays] = {}
        """By the most runs of a suit, and whether wild cards are counted."""


@cache
def even_parts(number: int, into: int) -> tuple[int, ...]:
    return tuple([(number + at) // into for at in range(into)])


def _turned(onward: Sequence[int], before: Sequence[float]) -> list[float]:
    """Where to go on, at a right angle to where it went ``before`` if it would go back; empty for straight back."""
    if not before or (back := sum(map(mul, onward, before))) >= 0:
        return [float(its) for its in onward]
    along = -TURNING * back / sum(map(mul, before, before))
    turned = [its + along * earlier for its, earlier in zip(onward, before, strict=True)]
    is_back = sum(map(mul, turned, turned)) < STRAIGHT * sum(map(mul, onward, onward))
    return [] if is_back else turned


class AnyMelds:
    """One question about one hand."""

    def __init__(
        self,
        question: Question,
        hand: Sequence[int],
        work: Work,
        *,
        fast: bool,
        tally: bool = False,
        points: int = 0,
        pure: int = -1,
        only_points: bool = False,
        kept: Kept | None = None,
    ) -> None:
        """``question``: of a contract with the smallest set and the smallest run. ``fast``: as ``GroupWays`` see runs,
        with ``tally`` or without.
        ``points``: what the melds must be worth; ``pure``: the suit that must have a run without a wild card.

        With ``only_points`` the best are those worth most, which are not looked at beyond ``points``.
        """
        self.question, self.hand, self.work, self.fast, self.tally = question, hand, work, fast, tally
        self.least_points, self.pure, self.only_points = points, pure, only_points
        self.kept = kept or Kept()
        self.rules = rules = question.terms.melds
        self.set_terms, self.run_terms = question.terms.set_terms, question.terms.run_terms
        self.scale, self.values = question.values_of(len(hand))
        if only_points:
            self.values = [0] * len(self.values)
        self.counts = [0] * len(self.values)
        """What can lie as a natural."""
        for card in hand:
            self.counts[card] += 1
        self.pool = sorted([card for card in hand if rules.wild[card]], key=lambda card: (-self.values[card], card))
        """What can lie as a wild card, the dearest first."""
        for card in rules.wild_cards:
            if not rules.as_itself or card == JOKER:
                self.counts[card] = 0
        self.usable = len(self.pool)
        self.most_wilds = min(rules.wilds_going_down, self.usable)
        self.gain = [0 if wild else value for wild, value in zip(rules.wild, self.values, strict=True)]
        """What a natural is worth; what the pool has is counted there."""
        self.wild_ranks = [any(rules.wild[rank : rules.end : 13]) for rank in range(13)]
        """Which ranks have a wild card, even if only that of one suit is."""
        self.itself = [card for card in self.pool if self.counts[card]]
        """The cards of the pool that can be themselves."""
        values = sorted({self.values[card] for card in self.itself})
        self.classes = {card: values.index(self.values[card]) for card in self.itself}
        """By what they are worth: which of them are themselves matters only where they are not worth the same."""
        self.alike = len(values) < 2
        self.wild_worths = [rules.book.points.get(name, 0) if points else 0 for name in RANKS]
        self.options: dict[Counts, list[Sets]] = {}
        self.beyond, self.at_most, self.hint = -1, NO_BOUND, -1
        self.last: dict[int, tuple[Any, list[list[int]], list[Way], int]] = {}
        """By suit, what it is worth to what, what that comes to, and the best runs with what they are short of."""
        self._look()

    def _look(self) -> None:
        """What each suit and each rank can be."""
        rules = self.rules
        self.places = range(rules.bottom, (13 if rules.round else rules.top) + 1)
        self.ways: Ways = self._group_ways() if self.fast else self._card_ways()
        self.suits: list[SuitWays] = []
        for suit in rules.suits:
            counts, pure = self.counts[suit * 13 : suit * 13 + 13], suit == self.pure
            longest = self.fast or max(self.counts)
            key = (suit, *counts, self.usable, self.fast, self.tally, self.least_points > 0, pure, longest)
            ways = self.kept.suits.get(key)
            if ways is None:
                ways = self.kept.suits[key] = self._suit(suit, counts, pure=pure)
            else:
                self.work.charge(ways.cost)
            self.suits.append(ways)
        self.hopeless = not all(ways.ends for ways in self.suits)
        self.rank_at = {at: (place - 1) % 13 for at, place in enumerate(self.places)}
        """At which place the sets of which rank are made: those of aces last."""
        if len(self.places) > 13:
            del self.rank_at[0]
        self.held = [tuple(self.counts[rank : rules.end : 13]) for rank in range(13)]
        self.cells = [card for card, copies in enumerate(self.counts[: rules.end]) if copies]
        self.ranks = [rank for rank in self.rank_at.values() if self._sets_of(self.held[rank])]
        """Those that can be a set."""

    def _group_ways(self, *, pure: bool = False) -> GroupWays:
        return GroupWays(self.run_terms, self.usable, pure=pure, tally=self.tally)

    def _card_ways(self) -> CardWays:
        # of a run that goes round the corner a place says nothing, and yet it waits there
        waiting = max(self.counts[: self.rules.end : 13]) if self.rules.round else 0
        most = 1 if self.rules.run_in_each_suit else max(self.counts) + waiting + self.usable
        counted = self.rules.wilds_most < self.usable
        ways = self.kept.card_ways.get((most, counted))
        if ways is None:
            moves = run_moves_of(self.run_terms)(self.run_terms, Meter(), counted=counted)
            moves.most_runs = most
            ways = self.kept.card_ways[most, counted] = CardWays(self.run_terms, moves)
        return ways

    def _suit(self, suit: int, counts: Sequence[int], *, pure: bool) -> SuitWays:
        cards = [suit * 13 + (place - 1) % 13 for place in self.places]
        if isinstance(self.ways, CardWays):
            steps = self.question.suit_runs.steps_of(self.ways.moves, counts, counts, counts, self.usable)
        else:
            there = [counts[card % 13] for card in cards]
            steps = [
                Step(place, there[at], 0, 0, place == 1, place == HIGH_ACE, tuple(there[at + 1 :]))
                for at, place in enumerate(self.places)
            ]
        ways = self._group_ways(pure=True) if pure else self.ways
        own = [int(self.rules.wild[card]) for card in cards]
        worths = [self.rules.worths[card] if self.least_points else 0 for card in cards]
        return SuitWays(ways, steps, own, worths, self.usable, self.work)

    # what the best are

    def answer(self, beyond: int = -1, at_most: int = NO_BOUND) -> tuple[int, LayDown | None] | None:
        """What the best melds are worth at most, if that is more than ``beyond``, and how they lie.

        None for the latter where that cannot be seen so fast. ``at_most``: it is surely worth no more than that.
        """
        # if all cards lie, those that cannot be themselves are wild
        all_lie = sum([self.values[card] for card in self.hand]) - (self.usable - len(self.itself))
        self.beyond, self.at_most = beyond, min(at_most, all_lie)
        self.hint = at_most if at_most < NO_BOUND else -1
        best = None if self.hopeless else self._best()
        return best and (best[0], self._on_the_table(best[1]))

    def most_points(self, beyond: int = 0) -> int:
        """What the melds are worth at most, in points, as far as that is looked at; 0 if no more than ``beyond``."""
        self.beyond, self.at_most = self.scale * (beyond + 1) - 1, self.scale * self.least_points
        best = self._best()
        return best[1].points if best else 0

    def _best(self) -> tuple[int, Node] | None:
        """What the best melds are worth at most, if that is more than ``beyond``, and the last step to them."""
        self.least = self.beyond
        """The search looks for more than that."""
        bounds = self._priced()
        affordable = 1 + MOST_LOOKED_AT // max(1, sum([ways.number for ways in self.suits]))
        for rounds, most in PASSES:
            for relaxed in islice(bounds, min(rounds, affordable)):
                if self._is_close(relaxed.bound):
                    break
            if most == TO_THE_LAST_WILD and len(self.hand) > MOST_IN_HAND:
                continue
            with suppress(StillOpen):
                return self._search(relaxed, most, coarse=most == NO_BOUND)
            self.hint = -1  # the melds are not worth as much as was hoped for: only better prices say so soon
        return None

    # the sets of a rank

    def _sets_of(self, left: Counts) -> list[Sets]:
        """The numbers of sets, and of naturals in them, that can be made of these cards."""
        options = self.options.get(left)
        if options is None:
            rules, total = self.rules, sum(left)
            most = (total + self.usable) // self.set_terms.sizes[0]
            if rules.naturals_least or self.fast:
                most = min(most, total // max(rules.naturals_least, 1))
            if not rules.sets_of_one_rank:
                most = min(most, 1)
            options = self.options[left] = []
            for number in range(1, most + 1):
                room = sum([min(copies, number) for copies in left]) if rules.different else total
                for naturals in range(int(self.fast), room + 1):
                    sets = self._sets(number, naturals)
                    if sets and sets.least <= self.usable:
                        options.append(sets)
            self.work.spend(1 + len(options))
        return options

    def _sets(self, number: int, naturals: int) -> Sets | None:
        """So many sets. Where any naturals will do, even parts need the fewest wild cards and have room for most."""
        least = most = 0
        for its in even_parts(naturals, number):
            need, room = max(0, self.set_terms.sizes[0] - its), self._room_beside(its)
            if its < self.rules.naturals_least or need > room:
                return None
            least += need
            most += room
        return Sets(number, naturals, least, most)

    def _room_beside(self, naturals: int) -> int:
        """The most wild cards in a set of so many naturals."""
        rules = self.rules
        return min(rules.wilds_most, rules.set_longest - naturals, naturals if rules.by_naturals else NO_END)

    def _best_sets(self, left: Counts, worth: Sequence[int], wild: int) -> tuple[int, Sets | None]:
        """The most that sets can bring, each card worth so much and a wild one costing so much, and which they are."""
        best, which = 0, None
        sums: dict[int, list[int]] = {}
        for sets in self._sets_of(left):
            copies = sets.number if self.rules.different else NO_END
            if copies not in sums:
                dear = [its for its, held in zip(worth, left, strict=True) for _ in range(min(held, copies))]
                sums[copies] = [0, *accumulate(sorted(dear, reverse=True))]
            wilds = sets.least if self.fast or wild >= 0 else min(sets.most, self.usable)
            value = sums[copies][sets.naturals] - wild * wilds
            if value > best:
                best, which = value, sets
        return best, which

    def _dearest(self, left: Counts, sets: Sets, worth: Sequence[int]) -> Counts:
        """The naturals that sets take."""
        copies = sets.number if self.rules.different else NO_END
        rest, taken = sets.naturals, [0] * len(left)
        for suit in sorted(range(len(left)), key=lambda suit: -worth[suit]):
            taken[suit] = min(left[suit], copies, rest)
            rest -= taken[suit]
        return tuple(taken)

    def _choices(self, rank: int, left: Counts, sets: Sets) -> Iterator[Counts]:
        """The naturals that sets of a rank may take, where the dearest are not the best in any case."""
        which_matters = (self.wild_ranks[rank] and not self.alike) or (
            self.least_points and self.question.terms.mixed[rank]
        )
        if not which_matters:
            yield self._dearest(left, sets, self.gain[rank : self.rules.end : 13])
            return
        copies = sets.number if self.rules.different else NO_END
        for taken in product(*[range(min(held, copies) + 1) for held in left]):
            if sum(taken) == sets.naturals:
                yield taken

    # what the pool is worth

    def _pool_worth(self, wilds: int, own: Sequence[int]) -> int:
        """With so many wild cards, and these cards as themselves; seen fast, as many wild cards as may be."""
        if self.only_points:
            return 0
        rest = list(self.pool)
        for card in own:
            rest.remove(card)
        used = min(self.most_wilds, len(rest)) if self.fast else wilds
        return sum([self.values[card] for card in own]) + sum([self.values[card] - 1 for card in rest[:used]])

    def _pool_table(self, price: int) -> list[list[int]]:
        """The most that the pool can be worth after so many wild cards and so many as themselves."""
        table = [[-NO_BOUND] * (self.usable + 2) for _ in range(self.usable + 2)]
        for own in range(len(self.itself), -1, -1):
            most = min(self.most_wilds, self.usable - own)
            for wilds in range(most, -1, -1):
                if self.alike or self.only_points:
                    worth = self._pool_worth(wilds, self.itself[:own])
                else:
                    dearest = self.pool[: most if self.fast else wilds]
                    worth = sum([self.values[card] for card in self.itself[:own]])
                    worth += sum([self.values[card] - 1 for card in dearest])
                table[wilds][own] = max(worth, table[wilds + 1][own] + price, table[wilds][own + 1] + price)
        return table

    # prices

    def _priced(self) -> Iterator[Relaxed]:
        """The best bound so far, after each round of bettering prices; it ends where they hardly move any more."""
        prices, best = self._first_prices(), None
        pace, idle = 1.0, 0
        direction: list[float] = []
        while pace >= SHORTEST_STEP:
            relaxed = self._at(prices)
            idle += 1
            if best is None or relaxed.bound < best.bound:
                best, idle = relaxed, 0
                self.kept.prices[self.fast, self.only_points] = prices
            yield best
            if idle == PATIENCE:  # back to the best, and shorter steps from there
                pace, idle = pace / 2, 0
                relaxed, direction = best, []
            onward = [*relaxed.over, relaxed.too_many, relaxed.lacking]
            if not any(onward):
                return
            direction = _turned(onward, direction)
            if not direction:  # straight back: it was too far
                direction, pace = [float(its) for its in onward], pace / 2
            norm = sum(map(mul, direction, direction))
            target = max(self.least, self.hint)
            step = pace * (relaxed.bound - (target if target >= 0 else relaxed.bound - relaxed.bound // 8)) / norm
            prices = self._bettered(relaxed.prices, direction, step)

    def _first_prices(self) -> Prices:
        prices = self.kept.prices.get((self.fast, self.only_points))
        if prices is not None:
            return prices._replace(
                cards=[its if held else 0 for its, held in zip(prices.cards, self.counts, strict=True)]
            )
        point = self.scale * self.only_points
        cards = [0] * len(self.counts)
        for card in self.cells:
            if card % 13 in self.ranks:
                cards[card] = (self.gain[card] + point * self.rules.worths[card]) // 2
        return Prices(cards, 0, point)

    def _is_close(self, bound: int) -> bool:
        """Whether the search need not wait for a better bound."""
        if self.only_points:
            return bound <= self.least
        # what wild cards alone could better it soon sees
        return min(self._rounded(bound), bound - self.usable - 1) <= max(self.least + 1, self.hint)

    def _bettered(self, prices: Prices, direction: Sequence[float], step: float) -> Prices:
        """``direction``: of the cells, of a wild card, of a point. What is wanted too often becomes dearer, what is
        left over cheaper."""
        *of_cells, of_wild, of_point = direction
        cards = prices.cards[:]
        for card, its in zip(self.cells, of_cells, strict=True):
            cards[card] = max(0, int(cards[card] + step * its))
        wild = int(prices.wild + step * of_wild)
        point = max(0, int(prices.point + step * of_point))
        return Prices(cards, max(0, wild) if self.fast else wild, point)

    def _at(self, prices: Prices) -> Relaxed:
        rules, gain = self.rules, self.gain
        cards, wild, point = prices
        used = [0] * len(self.counts)
        wilds = own = points = steps = 0
        suits, ranks = [], [0] * 13
        net = [its - cost - wild * is_wild for its, cost, is_wild in zip(gain, cards, rules.wild, strict=True)]
        for suit, ways in enumerate(self.suits):
            its_cards = [suit * 13 + (step.place - 1) % 13 for step in ways.steps]
            gains = [
                [net[card] * taken for taken in range(step.copies + 1)]
                for card, step in zip(its_cards, ways.steps, strict=True)
            ]
            at = (gains, wild, point)
            if self.last.get(suit, (None,))[0] != at:
                every = ways.potentials(gains, wild, point)
                self.last[suit] = at, every, *ways.best_ways(every, gains, wild, point)
                steps += ways.number
            _, every, path, short = self.last[suit]
            suits.append(every)
            wilds += short
            for card, way in zip(its_cards, path, strict=True):
                used[card] += way.covered
                own += way.covered * rules.wild[card]
                wilds += way.wilds
                points += way.points
        if self.fast and not self.least_points:
            self._look_for_more(used, min(self.usable - own, self.most_wilds) - wilds)
        for rank in self.ranks:
            of_rank = range(rank, rules.end, 13)
            worth = [net[card] + point * rules.worths[card] for card in of_rank]
            ranks[rank], sets = self._best_sets(self.held[rank], worth, wild - point * self.wild_worths[rank])
            if sets:
                for card, taken in zip(of_rank, self._dearest(self.held[rank], sets, worth), strict=True):
                    used[card] += taken
                    own += taken * rules.wild[card]
                    points += taken * rules.worths[card]
                wilds += sets.least
                points += sets.least * self.wild_worths[rank]
        self.work.spend(steps // 8 + 10 * len(self.ranks))
        bound = sum([its[0][0] for its in suits]) + sum(ranks) + sum(map(mul, cards, self.counts))
        bound += self._pool_table(wild)[0][0]
        lacking = 0
        if not self.only_points:
            bound -= point * self.least_points
            lacking = self.least_points - points
        over = [used[card] - self.counts[card] for card in self.cells]
        over = [its if its > 0 or cards[card] else 0 for its, card in zip(over, self.cells, strict=True)]
        too_many = wilds - self.most_wilds if self.most_wilds < self.usable else wilds + own - self.usable
        too_many = max(0, too_many) if self.fast and not wild else too_many
        return Relaxed(bound, prices, suits, ranks, over, too_many, lacking if lacking > 0 or point else 0)

    def _rounded(self, value: int, *, coarse: bool = False) -> int:
        """The most that melds can be worth if they are worth no more than that: a card less is less by more than all
        wild cards make. ``coarse``: rounded up, as if no wild card cost anything."""
        value = min(value, self.at_most)
        if coarse and not self.only_points:
            return (value + self.usable) // self.scale * self.scale
        over = value % self.scale
        return value - over if 0 < over < self.scale - self.usable and not self.only_points else value

    def _look_for_more(self, in_runs: Sequence[int], wilds: int) -> None:
        """Whether these runs, with sets of the rest and so many wild cards, are the best so far."""
        rules = self.rules
        if wilds < 0:
            return
        own = [card for card in dict.fromkeys(self.itself) for _ in range(in_runs[card])]
        best = [0] * (wilds + 1)
        for rank in self.ranks:
            if self.wild_ranks[rank]:
                continue  # what lies there as itself is wanted as a wild card
            left = tuple([self.counts[card] - in_runs[card] for card in range(rank, rules.end, 13)])
            worth = self.gain[rank : rules.end : 13]
            pairs = [
                (sum(map(mul, self._dearest(left, sets, worth), worth)), sets.least) for sets in self._sets_of(left)
            ]
            if pairs:
                best = [
                    max([best[room], *[best[room - least] + brings for brings, least in pairs if least <= room]])
                    for room in range(wilds + 1)
                ]
        value = sum(map(mul, in_runs, self.gain)) + best[wilds] + self._pool_worth(0, own)
        # the search is to come to it
        self.least = max(self.least, value - 1)

    # the search

    def _search(self, relaxed: Relaxed, most: int, *, coarse: bool) -> tuple[int, Node] | None:
        """What the best melds are worth at most, if it is more than ``least``, and the last step to them.

        ``coarse``: of melds of the same cards any will do, however many wild cards they use. Raises StillOpen.
        """
        table = self._pool_table(relaxed.prices.wild)
        width, none = len(self.suits) + 1, (0,) * len(self.suits)
        last = len(self.places) * width
        root = Node(relaxed.bound - table[0][0], 0, none, none, 0, 0, 0, 0, None, ())
        self.forced: dict[tuple[int, tuple[int, ...]], Child] = {}
        waiting = [(-self._rounded(relaxed.bound, coarse=coarse), 0, 0, 0, root)]
        serial = count(1)
        best: dict[tuple[object, ...], int] = {}
        only: Node | None = None
        """What the last step comes to where there was no other, and it is still bound to be worth as much."""
        bound = 0
        while waiting or only:
            if (most := most - 1) < 0:
                raise StillOpen
            if only:
                node, only = only, None
            else:
                bound, *_, node = heapq.heappop(waiting)
                if -bound <= self.least:
                    return None
            if node.stage > last:
                return -bound, node
            at, suit = divmod(node.stage, width)
            if node.stage == last:
                children = [self._ended(node, relaxed)]
            elif suit < width - 1:
                children = self._with_runs(node, at, suit, relaxed)
            else:
                children = [*self._with_sets(node, at, relaxed)]
            alone = len(children) == 1
            self.work.spend(1 if alone else 2 + 2 * len(children))
            for stage, base, wilds, own, which, states, left, steps, more, pool in children:
                if wilds + own > self.usable or wilds > self.most_wilds:
                    continue
                points = 0
                if self.least_points:
                    # beyond what is asked for, points make no difference
                    points = min(node.points + more, self.least_points)
                    base += relaxed.prices.point * (points - node.points)
                    if pool is not None and points < self.least_points and not self.only_points:
                        continue
                value = base + (table[wilds][own] if pool is None else pool)
                rounded = self._rounded(value, coarse=coarse)
                if rounded <= self.least:
                    continue
                if alone and rounded == -bound:
                    only = Node(base, stage, states, left, wilds, own, which, points, node, steps)
                    break
                # two that are bound to be worth the same need not be
                key = (stage, states, left, wilds, own, which, points)
                if best.get(key, -1) >= value:
                    continue
                best[key] = value
                child = Node(base, stage, states, left, wilds, own, which, points, node, steps)
                # of equal bounds the nearest to an answer first
                heapq.heappush(waiting, (-rounded, -stage, -value, next(serial), child))
        return None

    def _ended(self, node: Node, relaxed: Relaxed) -> Child:
        short = sum([ways.ends[state] for ways, state in zip(self.suits, node.states, strict=True)])
        wilds = node.wilds + short
        own = self.itself[: node.own] if self.alike else self._melds_of(node)[2]
        base = node.base + relaxed.prices.wild * short
        worth = self._pool_worth(wilds, own)
        return Child(node.stage + 1, base, wilds, node.own, node.which, node.states, (), (None,), pool=worth)

    def _with_runs(self, node: Node, at: int, suit: int, relaxed: Relaxed) -> list[Child]:
        """What the runs of a suit may do at a place; the suits that follow go with it where they have no choice."""
        key = (node.stage + 1, node.states[suit + 1 :])
        forced = self.forced.get(key)
        if forced is None:
            forced = self.forced[key] = self._forced(node, at, suit + 1, relaxed)
        stage, more_base, more_wilds, more_own, more_which, after, higher, more_steps, more_points, _ = forced
        ways, state = self.suits[suit], node.states[suit]
        later = relaxed.suits[suit][at + 1]
        base = node.base - relaxed.suits[suit][at][state] + more_base
        card = suit * 13 + (self.places[at] - 1) % 13
        worth, is_wild = self.gain[card] - relaxed.prices.cards[card], self.rules.wild[card]
        shift = CLASS_BITS * self.classes.get(card, 0)
        before, lower = node.states[:suit], node.left[:suit]
        so_far, so_far_own, so_far_which = node.wilds + more_wilds, node.own + more_own, node.which + more_which
        copies = ways.copies[at][state] if at in self.rank_at else 0
        children = []
        for way in ways.ways[at][state]:
            to, wilds, taken, _, points = way
            own = taken if is_wild else 0
            children.append(
                Child(
                    stage, base + later[to] + worth * taken, so_far + wilds, so_far_own + own,
                    so_far_which + (own << shift), (*before, to, *after), (*lower, copies and copies - taken, *higher),
                    (way, *more_steps), points + more_points,
                )
            )  # fmt: skip
        return children

    def _forced(self, node: Node, at: int, suit: int, relaxed: Relaxed) -> Child:
        """What the suits from one on do at a place, up to the first that has a choice: how much each value grows by it,
        the states of all these suits, and what is left of their cards."""
        base = own = which = wilds = points = 0
        states, left, steps = list(node.states[suit:]), list(node.left[suit:]), list[Way | Chosen | None]()
        for index, (ways, state) in enumerate(zip(self.suits[suit:], node.states[suit:], strict=True)):
            if len(ways.ways[at][state]) > 1:
                break
            (way,) = ways.ways[at][state]
            card = (suit + index) * 13 + (self.places[at] - 1) % 13
            prices, taken = relaxed.suits[suit + index], way.covered
            base += prices[at + 1][way.after] - prices[at][state]
            base += (self.gain[card] - relaxed.prices.cards[card]) * taken
            wilds += way.wilds
            points += way.points
            if self.rules.wild[card]:
                own += taken
                which += taken << CLASS_BITS * self.classes.get(card, 0)
            states[index] = way.after
            left[index] = ways.copies[at][state] - taken if at in self.rank_at else 0
            steps.append(way)
        stage = node.stage + 1 + len(steps)
        return Child(stage, base, wilds, own, which, tuple(states), tuple(left), tuple(steps), points)

    def _with_sets(self, node: Node, at: int, relaxed: Relaxed) -> Iterator[Child]:
        """What the sets of a rank may be."""
        none = (0,) * len(self.suits)
        rank, stage = self.rank_at.get(at), node.stage + 1
        if rank is None:
            yield Child(stage, node.base, node.wilds, node.own, node.which, node.states, none, (None,))
            return
        rules, left = self.rules, node.left
        cards = range(rank, rules.end, 13)
        base = node.base - relaxed.ranks[rank] - sum(map(mul, relaxed.prices.cards[rank : rules.end : 13], left))
        yield Child(stage, base, node.wilds, node.own, node.which, node.states, none, (None,))
        room = self.usable - node.wilds - node.own
        best: dict[tuple[int, int, int], tuple[int, int, Chosen]] = {}
        for sets in self._sets_of(left):
            if sets.least > room:
                continue
            for taken in self._choices(rank, left, sets):
                worth = sum(map(mul, self.gain[rank : rules.end : 13], taken))
                own = which = points = 0
                if self.wild_ranks[rank]:
                    of_pool = [(card, its) for card, its in zip(cards, taken, strict=True) if rules.wild[card]]
                    own = sum([its for _, its in of_pool])
                    which = sum([its << CLASS_BITS * self.classes.get(card, 0) for card, its in of_pool])
                most = sets.least if self.fast else min(sets.most, room - own)
                for wilds in range(sets.least, most + 1):
                    if self.least_points:
                        points = sum(map(mul, rules.worths[rank : rules.end : 13], taken))
                        points += wilds * self.wild_worths[rank]
                    earlier = best.get((wilds, which, points))
                    if earlier is None or earlier[0] < worth:
                        best[wilds, which, points] = worth, own, Chosen(rank, sets.number, taken, wilds)
        for (wilds, which, points), (worth, own, chosen) in best.items():
            yield Child(
                stage, base + worth, node.wilds + wilds, node.own + own, node.which + which, node.states, none,
                (chosen,), points,
            )  # fmt: skip

    # how they lie

    def _melds_of(self, node: Node) -> tuple[list[list[Way]], list[Chosen], list[int]]:
        """By suit what its runs do place by place; the sets; the cards of the pool that count as themselves."""
        width = len(self.suits) + 1
        runs: list[list[Way]] = [[] for _ in self.suits]
        sets: list[Chosen] = []
        own: list[int] = []
        here: Node | None = node
        while here is not None:
            for back, step in enumerate(reversed(here.steps), 1):
                at, suit = divmod(here.stage - back, width)
                if isinstance(step, Way):
                    runs[suit].append(step)
                    own += [suit * 13 + (self.places[at] - 1) % 13] * step.covered
                elif isinstance(step, Chosen):
                    sets.append(step)
                    own += [step.rank + 13 * suit for suit, its in enumerate(step.taken) for _ in range(its)]
            here = here.before
        return [path[::-1] for path in runs], sets[::-1], [card for card in own if self.rules.wild[card]]

    def _on_the_table(self, node: Node) -> LayDown | None:
        paths, chosen, own = self._melds_of(node)
        pool = list(self.pool)
        for card in own:
            pool.remove(card)
        sets = [made for its in chosen for made in self._sets_made(its)]
        traced = [
            replayed(self.ways, ways.steps, [way.detail for way in path])
            for ways, path in zip(self.suits, paths, strict=True)
        ]
        runs: list[tuple[int, list[Laid]]] | None
        if self.fast:
            sets, further = lengthened(self.set_terms, sets, min(self.most_wilds, len(pool)) - node.wilds)
            groups = [[Group(0, [place for place, natural in run.places if natural]) for run in its] for its in traced]
            runs = self._laid(groups, further)
            if runs is None and not (self.rules.runs_apart or self.rules.run_in_each_suit or self.rules.ace_ends_touch):
                runs = self._laid(
                    [[piece for group in its for piece in self._in_pieces(group)] for its in groups], further
                )
            if runs is None:
                return None
        else:
            runs = [(suit, list(map(self.question.suit_runs.laid, its))) for suit, its in enumerate(traced)]
        set_slot, run_slot = self.rules.ordinary.slots
        contract = (set_slot,) * len(sets) + (run_slot,) * sum([len(its) for _, its in runs])
        return on_the_table(self.question.terms, self.hand, runs, sets, pool, contract) if contract else None

    def _sets_made(self, chosen: Chosen) -> Iterator[tuple[int, SetMade]]:
        rank, number, taken, wilds = chosen
        each = [suit for suit, its in enumerate(taken) for _ in range(its)]
        rows = [each[at::number] for at in range(number)]
        needs = [max(0, self.set_terms.sizes[0] - len(row)) for row in rows]
        further = wilds - sum(needs)
        for row, need in zip(rows, needs, strict=True):
            more = min(further, self._room_beside(len(row)) - need)
            further -= more
            yield rank, SetMade(0, tuple([row.count(suit) for suit in self.rules.suits]), need + more)

    def _laid(self, groups: Sequence[Sequence[Group]], further: int) -> list[tuple[int, list[Laid]]] | None:
        """The runs of each suit, with so many wild cards more than they need; None if they cannot lie so."""
        runs: list[tuple[int, list[Laid]]] = []
        for suit, its in enumerate(groups):
            if not its:
                continue
            if len(its) > 1 and self.rules.run_in_each_suit:
                return None
            if (lying := lay_out(self.run_terms, its, further, self.work)) is None:
                return None
            runs.append((suit, lying[0]))
            further -= lying[1]
        return None if further else runs

    def _in_pieces(self, group: Group) -> Iterator[Group]:
        """The same cards as more runs, which have room for more wild cards."""
        size, (kind, places) = self.run_terms.sizes[0], group
        while cut := next((at for at in range(1, len(places)) if self._may_be_cut(places, at, size)), 0):
            yield Group(kind, places[:cut])
            places = places[cut:]
        yield Group(kind, places)

    def _may_be_cut(self, places: Sequence[int], at: int, size: int) -> bool:
        """Whether a run that ends before a natural, and another one that begins with it, are long enough."""
        length, rules = places[at] - places[0], self.rules
        if places[at - 1] + 1 < places[at] or min(length, places[-1] + 1 - places[at]) < size:
            return False
        wilds = length - at
        return at >= max(rules.naturals_least, wilds if rules.by_naturals else 0) and wilds <= rules.wilds_most
