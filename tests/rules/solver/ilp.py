"""The solver's question as an integer program: a second opinion on hands that are too long for the naive one.

Each span of places in a suit is a variable (how many runs lie there), with the naturals used at each
of its places; each rank has a variable for its sets. Limits of a meld are summed over equal melds:
naturals and wild cards can always be dealt out evenly among them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from referee.rules.cards import JOKER
from referee.rules.rulebook.model import Rulebook
from tests.rules.naive import ends, goes_round, is_skip, is_wild, price

MANY = 1000
ENDS = {"low or high": (1, 14), "high": (2, 14), "low": (1, 13), "round the corner": (1, 25)}
"""The lowest and the highest place of a run; 14 is the ace above the king."""


@dataclass
class Program:
    """Maximize; all variables whole, from 0. Rows: (least, most, {variable: factor})."""

    uppers: list[int] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)
    rows: list[tuple[int, int, dict[int, int]]] = field(default_factory=list)

    def variable(self, upper: int, gain: int = 0) -> int:
        self.uppers.append(upper)
        self.gains.append(gain)
        return len(self.uppers) - 1

    def row(self, least: int, most: int, factors: dict[int, int]) -> None:
        self.rows.append((least, most, factors))


def value_of(points: int, cards: int, wilds: int, size: int) -> int:
    """The worth of what is melded: points, then cards, then few wild cards."""
    return (points * (size + 1) + cards) * (size + 1) - wilds


def program(book: Rulebook, round_no: int, hand: Sequence[int], *, only_points: bool = False) -> Program | None:
    """The program of one question; None where a slot has no possible meld.

    With ``only_points`` the number of cards and of wild cards breaks no tie, which is easier to solve.
    """
    return _Builder(book, round_no, hand, only_points).program()


def column_program(book: Rulebook, hand: Sequence[int]) -> Program | None:
    """As ``program`` for the only round with ``only_points``, one variable for each meld that the hand can lay down.

    Where a meld takes at most one wild card these are few, and the program is easier to solve.
    """
    assert book.wilds_most in (0, 1)
    return _Columns(book, 1, hand, only_points=True).program()


def counts_program(book: Rulebook, hand: Sequence[int]) -> Program | None:
    """As ``column_program`` for rules without a limit on a single meld: the naturals of a place are counted once for
    all runs there, and not for each span of places.
    """
    assert has_no_limits(book)
    return _Counts(book, 1, hand, only_points=True).program()


def has_no_limits(book: Rulebook) -> bool:
    """Whether a run asks for one natural at most, and wild cards may lie in it as they like."""
    no_limit = isinstance(book.wilds_most, str) and book.wilds_most_by != "natural cards" and book.wilds_side_by_side
    return no_limit and book.naturals_least <= 1 and not goes_round(book)


class _Builder:
    def __init__(self, book: Rulebook, round_no: int, hand: Sequence[int], only_points: bool) -> None:
        self.book = book
        self.only_points = only_points
        self.slots = Counter(book.contracts[round_no - 1])
        self.whole_hand = round_no in book.all_cards_rounds
        self.hand = Counter(hand)
        self.size = len(hand)
        self.wild = {card: n for card, n in self.hand.items() if is_wild(book, card)}
        self.natural = {
            card: n
            for card, n in self.hand.items()
            if card != JOKER and (card not in self.wild or book.wild_as_itself) and not is_skip(book, card)
        }
        self.most_wilds = MANY if isinstance(book.wilds_most, str) else book.wilds_most
        self.stock = sum(self.wild.values())
        self.made = Program()
        self.uses: dict[int, dict[int, int]] = defaultdict(dict)
        """For each card, the variables that use it as a natural."""
        self.wild_uses: dict[int, int] = {}
        """The number of wild cards used, as a sum."""

    def program(self) -> Program | None:
        for slot, number in self.slots.items():
            exact = self.book.melds_exact and not (self.whole_hand and slot.kind == "run")
            chosen = self.runs(slot.size, number, exact) if slot.kind == "run" else self.sets(slot.size, number, exact)
            if not chosen:
                return None
            self.made.row(number, number, dict.fromkeys(chosen, 1))
        self.bind()
        self.cards()
        return self.made

    def gain(self, card: int, wilds: int = 0) -> int:
        points = price(self.book, card)
        return points if self.only_points else value_of(points, 1, wilds, self.size)

    def take(self, card: int, most: int) -> int:
        """A variable for naturals of one card used in one place."""
        taken = self.made.variable(min(most, self.natural[card]), self.gain(card))
        self.uses[card][taken] = 1
        return taken

    def add_wilds(self, factors: dict[int, int]) -> None:
        for variable, factor in factors.items():
            self.wild_uses[variable] = self.wild_uses.get(variable, 0) + factor

    def half(self, cards: int) -> int:
        """The fewest naturals among so many cards where no meld may have more wild cards than naturals."""
        return (cards + 1) // 2 if self.book.wilds_most_by == "natural cards" else 0

    def runs(self, size: int, number: int, exact: bool) -> list[int]:
        book = self.book
        bottom, top = ends(book)
        longest = size if exact else book.run_longest
        found = []
        if not hasattr(self, "spans"):
            self.spans: list[tuple[int, int, int, int]] = []
        for suit in range(4):
            for low in range(bottom, 14 if top == 25 else 15):
                for high in range(low + size - 1, min(top, low + min(longest, book.run_longest) - 1) + 1):
                    if top == 25 and low > 1 and high - low > 11:
                        continue  # all thirteen ranks go from ace to king
                    cards = [suit * 13 + (place - 1) % 13 for place in range(low, high + 1)]
                    held = [card for card in cards if card in self.natural]
                    if len(cards) - len(held) > min(self.stock, self.most_wilds) or len(held) < book.naturals_least:
                        continue
                    lies = self.made.variable(number)
                    found.append(lies)
                    self.spans.append((suit, low, high, lies))
                    self.run(cards, lies, number)
        return found

    def run(self, cards: list[int], lies: int, number: int) -> None:
        book, made = self.book, self.made
        taken = [self.take(card, number) if card in self.natural else None for card in cards]
        for one in taken:
            if one is not None:
                made.row(-MANY, 0, {one: 1, lies: -1})
        naturals = {one: 1 for one in taken if one is not None}
        wilds = {lies: len(cards), **dict.fromkeys(naturals, -1)}
        self.add_wilds(wilds)
        if self.most_wilds < len(cards):
            made.row(-MANY, 0, {**wilds, lies: len(cards) - self.most_wilds})
        if least := max(book.naturals_least, self.half(len(cards))):
            made.row(0, MANY, {**naturals, lies: -least})
        if not book.wilds_side_by_side:
            for one, other in pairwise(taken):
                pair = [v for v in (one, other) if v is not None]
                made.row(0, MANY, {**dict.fromkeys(pair, 1), lies: -1})

    def sets(self, size: int, number: int, exact: bool) -> list[int]:
        book, made = self.book, self.made
        longest = min(MANY if isinstance(book.set_longest, str) else book.set_longest, size if exact else MANY)
        found = []
        if not hasattr(self, "ranks"):
            self.ranks: dict[int, list[int]] = defaultdict(list)
        for rank in range(13):
            cards = [suit * 13 + rank for suit in range(4) if suit * 13 + rank in self.natural]
            held = sum([1 if book.set_suits == "different" else self.natural[card] for card in cards])
            if held + min(self.stock, self.most_wilds) < size or held < book.naturals_least or size > longest:
                continue
            lies = made.variable(number if book.sets_of_one_rank else 1)
            found.append(lies)
            self.ranks[rank].append(lies)
            naturals = {self.take(card, MANY): 1 for card in cards}
            if book.set_suits == "different":
                for one in naturals:
                    made.row(-MANY, 0, {one: 1, lies: -1})
            wilds = {made.variable(self.stock): 1}
            self.add_wilds(wilds)
            made.row(0, MANY, {**naturals, **wilds, lies: -size})
            made.row(-MANY, 0, {**naturals, **wilds, lies: -longest})
            if self.most_wilds < MANY:
                made.row(-MANY, 0, {**wilds, lies: -self.most_wilds})
            if least := max(book.naturals_least, self.half(size)):
                made.row(0, MANY, {**naturals, lies: -least})
            if self.half(size):
                made.row(0, MANY, {**naturals, **dict.fromkeys(wilds, -1)})
        return found

    def bind(self) -> None:
        """What melds of one contract may not be beside each other."""
        book, made = self.book, self.made
        if not book.sets_of_one_rank:
            for variables in getattr(self, "ranks", {}).values():
                made.row(0, 1, dict.fromkeys(variables, 1))
        spans = getattr(self, "spans", [])
        most = sum(n for slot, n in self.slots.items() if slot.kind == "run")
        if book.runs_of_one_suit == "any" or most < 2:
            return
        for suit in range(4):
            here = [(low, high, lies) for s, low, high, lies in spans if s == suit]
            if book.runs_of_one_suit == "one":
                made.row(0, 1, {lies: 1 for _, _, lies in here})
                continue
            pairs = [
                ([v for _, high, v in here if high == place], [v for low, _, v in here if low == place + 1])
                for place in range(1, 14)
            ]
            if goes_round(book):
                pairs = [
                    (
                        [v for _, high, v in here if high % 13 == place % 13],
                        [v for low, _, v in here if low % 13 == (place + 1) % 13],
                    )
                    for place in range(1, 14)
                ]
            elif book.ace_ends_touch:
                low_end = [v for low, high, v in here if low == 1 and high < 14]
                high_end = [v for low, high, v in here if low > 1 and high == 14]
                both = [v for low, high, v in here if low == 1 and high == 14]
                pairs += [(low_end, high_end), (both, low_end), (both, high_end)]
                if both:
                    made.row(0, 1, dict.fromkeys(both, 1))
            for one, other in pairs:
                if one and other:
                    switch = made.variable(1)
                    made.row(-MANY, 0, {**dict.fromkeys(one, 1), switch: -most})
                    made.row(-MANY, most, {**dict.fromkeys(other, 1), switch: most})

    def cards(self) -> None:
        made = self.made
        laid = {}
        for card, copies in self.wild.items():
            laid[card] = made.variable(copies, self.gain(card, wilds=1))
        if self.wild_uses or laid:
            made.row(0, 0, {**self.wild_uses, **dict.fromkeys(laid.values(), -1)})
        if laid and not isinstance(self.book.wilds_going_down, str):
            made.row(0, self.book.wilds_going_down, dict.fromkeys(laid.values(), 1))
        for card, copies in self.hand.items():
            uses = dict(self.uses.get(card, {}))
            if card in laid:
                uses[laid[card]] = 1
            if uses or self.whole_hand:
                made.row(copies if self.whole_hand else 0, copies, uses)


class _Counts(_Builder):
    """How many runs lie over a span of places, and how many naturals at a place, all runs together.

    The naturals of a place are dealt to the runs there. Each run gets one if no stretch of places has more runs within
    it than naturals: spans of places are intervals, so no other condition is needed (Hall's theorem).
    """

    def run(self, cards: list[int], lies: int, number: int) -> None:
        """Seen to in ``bind``, for all runs together."""

    def bind(self) -> None:
        made, by_suit = self.made, defaultdict[int, list[tuple[int, int, int]]](list)
        for suit, low, high, lies in getattr(self, "spans", []):
            by_suit[suit].append((low, high, lies))
        for suit, spans in by_suit.items():
            there = range(min(low for low, _, _ in spans), max(high for _, high, _ in spans) + 1)
            naturals = {}
            for place in there:
                card = suit * 13 + (place - 1) % 13
                if card in self.natural:
                    naturals[place] = self.take(card, MANY)
                    over = {lies: -1 for low, high, lies in spans if low <= place <= high}
                    made.row(-MANY, 0, {naturals[place]: 1, **over})
            self.add_wilds({lies: high + 1 - low for low, high, lies in spans} | dict.fromkeys(naturals.values(), -1))
            if self.book.naturals_least:
                for low, high in product({low for low, _, _ in spans}, {high for _, high, _ in spans}):
                    within = {lies: -1 for a, b, lies in spans if low <= a and b <= high}
                    if within:
                        its = {natural: 1 for place, natural in naturals.items() if low <= place <= high}
                        made.row(0, MANY, its | within)
        super().bind()


class _Columns(_Builder):
    """One variable for each meld, card by card, with a wild card or without."""

    def meld(self, cards: Sequence[int], wilds: int, number: int) -> int:
        counts = Counter(cards)
        lies = self.made.variable(
            min([number, *[self.natural[card] // copies for card, copies in counts.items()]]),
            sum([self.gain(card) for card in cards]),
        )
        for card, copies in counts.items():
            self.uses[card][lies] = copies
        if wilds:
            self.add_wilds({lies: wilds})
        return lies

    def runs(self, size: int, number: int, exact: bool) -> list[int]:
        book = self.book
        longest = min(size if exact else book.run_longest, book.run_longest)
        melds = []
        if not hasattr(self, "spans"):
            self.spans = []
        bottom, top = ends(book)
        for suit, low in product(range(4), range(bottom, 15)):
            cards: list[int] = []
            for high in range(low, min(top, low + longest - 1) + 1):
                cards.append(suit * 13 + (high - 1) % 13)
                without = [card for card in cards if card not in self.natural]
                if len(without) > min(self.stock, self.most_wilds):
                    break
                if len(cards) < size:
                    continue
                taken = [] if without else [(cards, 0)]
                if self.stock and self.most_wilds:
                    places = [cards.index(without[0])] if without else range(len(cards))
                    taken += [([*cards[:place], *cards[place + 1 :]], 1) for place in places]
                for naturals, wilds in taken:
                    if len(naturals) >= book.naturals_least and not naturals_twice(naturals, self.natural):
                        melds.append(self.meld(naturals, wilds, number))
                        self.spans.append((suit, low, high, melds[-1]))
        return melds

    def sets(self, size: int, number: int, exact: bool) -> list[int]:
        book = self.book
        longest = min(MANY if isinstance(book.set_longest, str) else book.set_longest, size if exact else MANY)
        melds = []
        if not hasattr(self, "ranks"):
            self.ranks = defaultdict(list)
        for rank in range(13):
            held = [suit * 13 + rank for suit in range(4) if suit * 13 + rank in self.natural]
            most = [1 if book.set_suits == "different" else self.natural[card] for card in held]
            for copies in product(*[range(count + 1) for count in most]):
                naturals = [card for card, count in zip(held, copies, strict=True) for _ in range(count)]
                for wilds in range(min(1, self.stock, self.most_wilds) + 1):
                    if size <= len(naturals) + wilds <= longest and len(naturals) >= book.naturals_least:
                        melds.append(self.meld(naturals, wilds, number if book.sets_of_one_rank else 1))
                        self.ranks[rank].append(melds[-1])
        return melds


def naturals_twice(cards: Sequence[int], there: Mapping[int, int]) -> bool:
    """Whether cards hold one more often than it is there: the ace at both ends of a run."""
    return any(cards.count(card) > there[card] for card in cards)


def solve_with_highs(made: Program) -> int | None:
    """The best value, by HiGHS on one thread; None if there is none."""
    import highspy
    import numpy as np

    lp = highspy.HighsLp()
    columns, rows = len(made.uppers), len(made.rows)
    lp.num_col_, lp.num_row_ = columns, rows
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = np.array(made.gains, dtype=float)
    lp.col_lower_ = np.zeros(columns)
    lp.col_upper_ = np.array(made.uppers, dtype=float)
    lp.row_lower_ = np.array([row[0] if row[0] > -MANY else -highspy.kHighsInf for row in made.rows], dtype=float)
    lp.row_upper_ = np.array([row[1] if row[1] < MANY else highspy.kHighsInf for row in made.rows], dtype=float)
    starts, index, factors = [0], [], []
    for _, _, row in made.rows:
        index += row.keys()
        factors += row.values()
        starts.append(len(index))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.array(starts)
    lp.a_matrix_.index_ = np.array(index)
    lp.a_matrix_.value_ = np.array(factors, dtype=float)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * columns
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", 0.5)
    highs.passModel(lp)
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return round(highs.getInfo().objective_function_value)
    assert status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible), status
    return None
