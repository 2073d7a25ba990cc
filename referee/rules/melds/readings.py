"""Readings: every way in which some cards are a set, a run or a pair, with each wild card in its place.

A wild card with a rank (a two, where twos are wild) is read as itself in its own place where the
rulebook lets it, and as a wild card everywhere else. Nothing here says why cards are no meld:
that is ``faults``. Most melds that people ask about hold natural cards and jokers of which nothing
was said: ``plain_readings`` takes theirs out of tables, ``readings`` finds all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from referee.rules.cards import ALL_CARDS, JOKER, SUIT_LETTERS, Placed
from referee.rules.rulebook.meld_rules import HIGH_ACE, ROUND_TOP, Least, MeldRules, Span
from referee.rules.rulebook.slots import COLOUR, IN_A_ROW, LOOSE, MIXED, SUIT

MOST_READINGS = 300
"""Where there are more (many different wild cards can change places in ever so many ways), only one is
given for each set and each span of a run."""
MOST_ORDERS = 2000

RANK_OF = tuple([card % 13 + 1 if card != JOKER else 0 for card in ALL_CARDS])
SUIT_OF = tuple([card // 13 if card != JOKER else -1 for card in ALL_CARDS])
PLAIN = tuple(map(Placed, ALL_CARDS))
_SUITS = range(len(SUIT_LETTERS))

ROWS = tuple([tuple([PLAIN[suit * 13 + place % 13] for place in range(ROUND_TOP)]) for suit in _SUITS])
"""Each suit's natural cards by place, from the low ace on."""
JOKER_ROWS = tuple([tuple([Placed(JOKER, suit * 13 + place % 13) for place in range(ROUND_TOP)]) for suit in _SUITS])
"""A joker in each place of a run."""
JOKERS_IN_SETS = tuple([Placed(JOKER, -rank) for rank in range(14)])
"""A joker that stands for each rank; 0 is none."""


class Reading(NamedTuple):
    """One way to read a meld: its kind ``set``, ``run`` or ``pair``, or one of those that only a contract makes melds,
    and its cards in order.

    ``rank`` is the rank of a set or pair; for a run its lowest place from 1, the low ace (14 is the high ace, and
    places above it are round the corner). It is 0 for cards of one colour or suit.
    ``suit`` is the suit of a run or of cards of one suit, for cards of one colour 0 if it is black and 1 if red; else
    -1.
    """

    kind: str
    cards: tuple[Placed, ...]
    rank: int
    suit: int
    wilds: int

    @property
    def high(self) -> int:
        """The highest place of a run."""
        return self.rank + len(self.cards) - 1

    @property
    def grows_as(self) -> str:
        """The kind of a meld with a card more: a pair is a set then."""
        return "set" if self.kind == "pair" else self.kind

    @property
    def is_row(self) -> bool:
        """Whether its cards lie in a row, rank after rank."""
        return self.kind in IN_A_ROW

    @property
    def span(self) -> Span:
        return self.rank, self.high


class Sorted(NamedTuple):
    """Cards by what they can be."""

    naturals: list[Placed]
    assigned: list[Placed]
    """Wild cards whose place was said."""
    free: list[int]
    """Wild cards whose place was not said."""
    wrong: list[Placed]
    """Cards said to stand for another although they are not wild."""


class Seen(NamedTuple):
    """Natural cards, and jokers of which nothing was said, as tables see them."""

    each: list[int]
    """The bits of each card (``MeldRules.plain``), 0 for a joker."""
    held: int
    """The bits of all of them."""
    jokers: int


NOT_PLAIN = Seen([], -1, 0)
"""Tables see nothing of cards that can be themselves and wild too, or whose place was said."""


def look(rules: MeldRules, cards: Sequence[Placed]) -> Seen:
    """What tables see of cards; ``NOT_PLAIN`` where that is not all."""
    plain = rules.plain
    each = []
    held = 0
    for card, place in cards:
        if place is not None:
            return NOT_PLAIN
        bits = plain[card]
        held |= bits
        each.append(bits)
    return Seen(each, held, each.count(0)) if held >= 0 else NOT_PLAIN


def rank_of(placed: Placed) -> int:
    """The rank that a card counts as, a wild one as the card or rank that it stands for."""
    card, place = placed
    return RANK_OF[card] if place is None else -place if place < 0 else RANK_OF[place]


def suit_of(placed: Placed) -> int:
    """The suit that a card counts as; -1 for a wild one of which only the rank was said."""
    card, place = placed
    return SUIT_OF[card] if place is None else -1 if place < 0 else SUIT_OF[place]


def stands(placed: Placed) -> bool:
    """Whether a card of a reading is a wild card that stands for another."""
    return placed.stands_for is not None and placed.stands_for != placed.card


def sort_out(rules: MeldRules, cards: Sequence[Placed], seen: Seen = NOT_PLAIN) -> Sorted:
    """Naturals, assigned and free wild cards, and cards that are not wild though they were assigned."""
    if seen is not NOT_PLAIN:
        naturals = [placed for placed in cards if placed[0] != JOKER] if seen.jokers else [*cards]
        return Sorted(naturals, [], [JOKER] * seen.jokers, [])
    naturals = []
    assigned: list[Placed] = []
    free: list[int] = []
    wrong: list[Placed] = []
    wild = rules.wild
    for placed in cards:
        card, stands_for = placed
        if stands_for is None:
            if wild[card]:
                free.append(card)
            elif card == JOKER or rules.odd[card]:
                wrong.append(placed)
            else:
                naturals.append(placed)
        elif stands_for == card and (rules.as_itself or not wild[card]):
            naturals.append(PLAIN[card])
        elif wild[card]:
            assigned.append(placed)
        else:
            wrong.append(placed)
    return Sorted(naturals, assigned, free, wrong)


def readings(
    rules: MeldRules,
    cards: Sequence[Placed],
    least: Least | None = None,
    *,
    kind: str | None = None,
    every: bool = True,
    seen: Seen | None = None,
) -> list[Reading]:
    """The legal readings of cards in any order: sets by rank, then runs by suit from low to high.

    Those with fewer wild cards come first among the sets, and among the runs.

    ``least`` gives the fewest cards of a set and a run; ``kind`` leaves only sets, runs or pairs.
    Without ``every``, each set and each span of a run comes once, read with the fewest wild cards;
    with it, every way of placing the wild cards (unless that makes more than ``MOST_READINGS``).
    ``seen`` is what somebody who has looked has seen.
    """
    least = least or rules.ordinary
    if kind is None and not least.loose:
        seen = seen or look(rules, cards)
        if seen is not NOT_PLAIN and (plain := plain_readings(rules, cards, least, seen)) is not None:
            return plain
    elif least.loose or kind in LOOSE:
        others = least._replace(loose=())
        bound = [] if kind in LOOSE else readings(rules, cards, others, kind=kind, every=every, seen=seen)
        return [*bound, *_loose(rules, cards, least, kind, every)]
    n = len(cards)
    sorted_out = sort_out(rules, cards)
    if sorted_out.wrong or n < 2:
        return []
    ways: list[Reading] = []
    if kind != "run" and least.set <= n <= rules.set_longest and (kind is None or (kind == "pair") == (n == 2)):
        ways = _natural_first(rules, _sets(rules, sorted_out, n))
    if (kind is None or kind == "run") and least.run <= n <= rules.run_longest:
        runs = list(islice(_runs(rules, sorted_out, n, every), MOST_READINGS + 1))
        few = runs if len(runs) <= MOST_READINGS else _runs(rules, sorted_out, n, every=False)
        ways += _natural_first(rules, few)
    return ways


def _loose(rules: MeldRules, cards: Sequence[Placed], least: Least, kind: str | None, every: bool) -> Iterator[Reading]:
    """The readings as the melds that only a contract makes melds."""
    n = len(cards)
    sorted_out = sort_out(rules, cards)
    for slot in () if sorted_out.wrong else least.loose:
        its = slot.kind
        if kind not in (None, its) or n < slot.size:
            continue
        if its != MIXED:
            yield from _natural_first(rules, _alike(rules, sorted_out, n, its))
        elif n <= rules.run_longest:
            runs = list(islice(_runs(rules, sorted_out, n, every, any_suits=True), MOST_READINGS + 1))
            few = runs if len(runs) <= MOST_READINGS else _runs(rules, sorted_out, n, every=False, any_suits=True)
            yield from _natural_first(rules, few)


COLOUR_OF = tuple([int(suit in (1, 2)) for suit in _SUITS])
"""The colour of each suit: 1 is red."""
_GROUPS = {COLOUR: COLOUR_OF, SUIT: tuple(_SUITS)}


def group_of(kind: str, suit: int) -> int:
    """What cards of one colour, or of one suit, have in common: the colour or the suit."""
    return _GROUPS[kind][suit]


def _alike(rules: MeldRules, cards: Sorted, n: int, kind: str) -> Iterator[Reading]:
    """Cards of one colour, or of one suit, in the order in which they were named; the wild cards last."""
    fixed = [group_of(kind, SUIT_OF[card]) for card, _ in cards.naturals]
    fixed += [group_of(kind, suit) for placed in cards.assigned if (suit := suit_of(placed)) >= 0]
    groups = set(fixed) or {group_of(kind, suit) for suit in rules.suits}
    if len(groups) > 1 and fixed:
        return
    for group in sorted(groups):
        own = [rules.as_itself and card != JOKER and group_of(kind, SUIT_OF[card]) == group for card in cards.free]
        wilds = len(cards.assigned) + own.count(False)
        if rules.limits_hold(n, wilds):
            naturals = [PLAIN[card] for card, natural in zip(cards.free, own, strict=True) if natural]
            others = [PLAIN[card] for card, natural in zip(cards.free, own, strict=True) if not natural]
            yield Reading(kind, (*cards.naturals, *naturals, *cards.assigned, *others), 0, group, wilds)


def is_wild_in(rules: MeldRules, reading: Reading, placed: Placed) -> bool:
    """Whether a card stands in for another in a meld of one colour or suit."""
    if not rules.wild[placed.card]:
        return False
    if placed.stands_for is not None or not rules.as_itself or placed.card == JOKER:
        return placed.stands_for != placed.card or not rules.as_itself
    return group_of(reading.kind, SUIT_OF[placed.card]) != reading.suit


def _natural_first(rules: MeldRules, ways: Iterable[Reading]) -> list[Reading]:
    """The readings with the fewest wild cards first: nobody announces three twos as aces."""
    return list(ways) if rules.only_jokers else sorted(ways, key=lambda way: way.wilds)


def _sets(rules: MeldRules, cards: Sorted, n: int) -> Iterator[Reading]:
    ranks = {RANK_OF[card] for card, _ in cards.naturals}
    for placed in cards.assigned:
        ranks.add(rank_of(placed))
    if len(ranks) > 1:
        return
    for rank in ranks or range(rules.lowest, rules.highest + 1):
        suits = [SUIT_OF[card] for card, _ in cards.naturals]
        suits += [suit for placed in cards.assigned if (suit := suit_of(placed)) >= 0]
        if rules.different and len(set(suits)) < len(suits):
            return
        naturals, wilds = list(cards.naturals), list(cards.assigned)
        for card in cards.free:
            if rules.as_itself and RANK_OF[card] == rank and not (rules.different and SUIT_OF[card] in suits):
                suits.append(SUIT_OF[card])
                naturals.append(PLAIN[card])
            else:
                wilds.append(Placed(card, -rank))
        if rules.limits_hold(n, len(wilds)):
            yield Reading("pair" if n == 2 else "set", (*naturals, *wilds), rank, -1, len(wilds))


def _runs(rules: MeldRules, cards: Sorted, n: int, every: bool, *, any_suits: bool = False) -> Iterator[Reading]:
    """With ``any_suits`` those whose cards need not be of one suit: their own is -1."""
    naturals, assigned, free, _ = cards
    suits = {-1} if any_suits else {card // 13 for card, _ in naturals}
    if not any_suits:
        suits.update([suit for placed in assigned if (suit := suit_of(placed)) >= 0])
    if len(suits) > 1:
        return
    at: dict[int, Placed] = {}
    aces: list[Placed] = []
    fixed = [(RANK_OF[placed.card], placed) for placed in naturals]
    fixed += [(rank_of(placed), placed) for placed in assigned]
    for rank, placed in fixed:
        if rank == 1 and not rules.round:
            aces.append(placed)
        elif rank in at:
            return
        else:
            at[rank] = placed
    if rules.round:
        for suit, low in product(suits or rules.suits, rules.lows(n)):
            places = {place: at[rank] for place in range(low, low + n) if (rank := (place - 1) % 13 + 1) in at}
            if len(places) == len(at):
                yield from _filled(rules, places, free, suit, low, n, every)
        return
    top = rules.top + 1 - n
    first, last = max(rules.bottom, max(at, default=1) - n + 1), min(min(at, default=top), top)
    for suit in suits or rules.suits:
        for low in range(first, last + 1):
            for places in _with_aces(at, aces, low, low + n - 1):
                yield from _filled(rules, places, free, suit, low, n, every)


def _with_aces(at: dict[int, Placed], aces: list[Placed], low: int, high: int) -> Iterator[dict[int, Placed]]:
    """The fixed cards of a run with its aces at the ends that are there for them."""
    if not aces:
        yield at
    elif len(aces) == 1:
        if low == 1:
            yield {1: aces[0], **at}
        if high == 14:
            yield {**at, 14: aces[0]}
    elif len(aces) == 2 and low == 1 and high == 14:
        yield {1: aces[0], **at, 14: aces[1]}
        if aces[0] != aces[1]:
            yield {1: aces[1], **at, 14: aces[0]}


def _filled(
    rules: MeldRules, places: dict[int, Placed], free: list[int], suit: int, low: int, n: int, every: bool
) -> Iterator[Reading]:
    """The runs that come of putting the free wild cards into the places left."""
    span = range(low, low + n)
    if not free:
        row = tuple([places[place] for place in span])
        if (made := _run(rules, row, low, suit)) is not None:
            yield made
        return
    vacant = [place for place in span if place not in places]
    best = _at_home(rules, free, vacant, suit)
    made = _with_order(rules, places, vacant, best, suit, span)
    if made is None:
        # no other order has fewer wild cards, or fewer of them side by side
        return
    if not every or len(set(free)) == 1:
        yield made
        return
    for order in islice(_orders(free), MOST_ORDERS):
        made = _with_order(rules, places, vacant, order, suit, span)
        if made is not None:
            yield made


def _with_order(
    rules: MeldRules, places: dict[int, Placed], vacant: list[int], order: list[int], suit: int, span: range
) -> Reading | None:
    filled = dict(places)
    for place, card in zip(vacant, order, strict=True):
        stands_for = suit * 13 + (place - 1) % 13 if suit >= 0 else -((place - 1) % 13 + 1)
        itself = card == stands_for or (suit < 0 and RANK_OF[card] == -stands_for)
        filled[place] = PLAIN[card] if itself and rules.as_itself else Placed(card, stands_for)
    return _run(rules, tuple([filled[place] for place in span]), span.start, suit)


def _run(rules: MeldRules, row: tuple[Placed, ...], low: int, suit: int) -> Reading | None:
    """The run, if the rulebook's limits on wild cards let it stand."""
    is_wild = [rules.wild[card] and not (rules.as_itself and place in (None, card)) for card, place in row]
    wilds = sum(is_wild)
    if not rules.limits_hold(len(row), wilds):
        return None
    if not rules.side_by_side and any(a and b for a, b in pairwise(is_wild)):
        return None
    return Reading("run" if suit >= 0 else MIXED, row, low, suit, wilds)


def _at_home(rules: MeldRules, free: list[int], vacant: list[int], suit: int) -> list[int]:
    """The free wild cards in the order of the vacant places, as many as can in their own place."""
    if rules.only_jokers or not rules.as_itself:
        return free
    rest = list(free)
    home: dict[int, int] = {}
    for place in vacant:
        rank = (place - 1) % 13 + 1
        card = suit * 13 + rank - 1 if suit >= 0 else next((card for card in rest if RANK_OF[card] == rank), -1)
        if card in rest:
            rest.remove(card)
            home[place] = card
    others = iter(rest)
    return [home[place] if place in home else next(others) for place in vacant]


def _orders(cards: list[int]) -> Iterator[list[int]]:
    """Every different order of some cards; equal cards do not change places."""
    if len(set(cards)) == 1:
        yield cards
        return
    for card in sorted(set(cards), reverse=True):
        rest = list(cards)
        rest.remove(card)
        if not rest:
            yield [card]
        else:
            for order in _orders(rest):
                yield [card, *order]


def plain_readings(rules: MeldRules, cards: Sequence[Placed], least: Least, seen: Seen) -> list[Reading] | None:
    """The readings of cards of which tables see all; None where it is not as plain as that.

    The same readings in the same order as the long way gives.
    """
    _each, held, jokers = seen
    n = len(cards)
    # two equal aces can be both ends of a run of 14
    if n > 13 or n < 2 or jokers == n:
        return None
    ranks, suits = held & 8191, held >> 13
    ways: list[Reading] = []
    if ranks & ranks - 1 == 0:
        if n - jokers == 1 and jokers:
            # one natural card: with jokers it can be a set and a run
            return None
        if least.set <= n <= rules.set_longest and rules.limits_hold(n, jokers):
            if rules.different and suits.bit_count() + jokers < n:
                return ways
            rank = ranks.bit_length()
            row = (
                tuple(cards) if not jokers else (*[p for p in cards if p[0] != JOKER], *[JOKERS_IN_SETS[rank]] * jokers)
            )
            ways.append(Reading("pair" if n == 2 else "set", row, rank, -1, jokers))
        return ways
    if suits & suits - 1 or ranks.bit_count() + jokers != n or not least.run <= n <= rules.run_longest:
        return ways
    if not rules.limits_hold(n, jokers):
        return ways
    suit = suits.bit_length() - 1
    if rules.round:
        for low in rules.lows(n):
            here = (ranks | ranks << 13) & (1 << n) - 1 << low - 1
            if here.bit_count() == ranks.bit_count():
                _spans(rules, ways, here, suit, n, jokers, low, low + n - 1)
    elif ranks & 1:
        if rules.bottom == 1:
            _spans(rules, ways, ranks, suit, n, jokers, 1, rules.highest)
        if rules.top == HIGH_ACE:
            _spans(rules, ways, ranks & 8190 | 8192, suit, n, jokers, 2, HIGH_ACE)
    else:
        _spans(rules, ways, ranks, suit, n, jokers, rules.bottom, rules.top)
    return ways


def _spans(
    rules: MeldRules, ways: list[Reading], places: int, suit: int, n: int, jokers: int, bottom: int, top: int
) -> None:
    """The runs of n cards from ``bottom`` to ``top`` over these places (bit 0 is place 1), jokers in the others."""
    lowest = (places & -places).bit_length()
    highest = places.bit_length()
    for low in range(max(bottom, highest - n + 1), min(lowest, top + 1 - n) + 1):
        row = ROWS[suit][low - 1 : low - 1 + n]
        if jokers:
            vacant = ~places >> low - 1 & (1 << n) - 1
            if not rules.side_by_side and vacant & vacant >> 1:
                continue
            with_jokers = JOKER_ROWS[suit]
            laid = list(row)
            while vacant:
                index = (vacant & -vacant).bit_length() - 1
                laid[index] = with_jokers[low - 1 + index]
                vacant &= vacant - 1
            row = tuple(laid)
        ways.append(Reading("run", row, low, suit, jokers))
