"""What melds a rulebook has, compiled once from its values: judges and solver count with the same numbers and tables.

``MeldRules`` hang on their rulebook (``meld_rules(book)``): a rulebook never changes, so neither do they.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from referee.rules.cards import JOKER, RANK_NAMES, SUITLESS, format_card, rank_name
from referee.rules.rulebook.kinds import NO_LIMIT, Limit
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import LOOSE, Slot, asked_for

NO_END = 99
"""Stands for "no limit" where numbers are compared: no pack has that many cards of a kind."""
CARDS_FIRST = 1_000_000
"""More points than all cards of a hand cost together, whatever a table sets."""
NO_PLACE = (1 << 18) - 1
RANKS_OF_A_SUIT = 13
HIGH_ACE = 14
"""The place of an ace above the king."""
ROUND_TOP = 25
"""Where runs go round the corner: the place of the queen above an ace above the king."""


Span = tuple[int, int]
"""The lowest and the highest place of a run."""


class Least(NamedTuple):
    """The fewest cards of a meld, less where a round's contract asks for less."""

    set: int
    run: int
    loose: tuple[Slot, ...] = ()
    """The melds that only a contract makes melds, of each kind the smallest that will do; others of its kind are none.
    """

    def of(self, kind: str) -> int:
        """The fewest cards of a meld of this kind; a pair that is laid onto is a set."""
        return self.run if kind == "run" else self.set

    @property
    def slots(self) -> tuple[Slot, Slot]:
        """The smallest set and the smallest run."""
        return Slot("set", self.set), Slot("run", self.run)


class MeldRules:
    """A rulebook's rules of melds as plain numbers and tables."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        pack = book.cards
        self.suits = range(len(pack.suits))
        self.end = RANKS_OF_A_SUIT * len(pack.suits)
        """Behind the last natural card."""
        every = range(max(self.end, JOKER + 1))
        self.wild = tuple([book.is_wild(card) for card in every])
        self.lowest, self.highest = pack.lowest, pack.highest
        """The lowest and the highest rank that a meld can have."""
        ranks = range(self.lowest - 1, self.highest)
        self.odd = tuple([card != JOKER and card % 13 not in ranks for card in every])
        """The cards that fit no meld, whatever else is there: skips, and what the pack does not have."""
        self.any_odd = any(self.odd)
        self.naturals = tuple([card for card in every if card != JOKER and not self.odd[card]])
        """The cards that melds are made of, wild ranks among them."""
        self.wild_cards = tuple([card for card, wild in enumerate(self.wild) if wild])
        self.only_jokers = not any(self.wild[:JOKER])
        self.joker_wild = self.wild[JOKER]
        naturals = [-1 if self.wild[c] or self.odd[c] else 1 << c % 13 | 1 << 13 + c // 13 for c in every]
        naturals[JOKER] = 0 if self.joker_wild else -1
        self.plain = tuple(naturals)
        """Each natural card's rank as one of 13 bits and, above them, its suit as one of 5; 0 for a joker. -1 for a
        card with a rank that is wild, for a joker that is not, and for a skip."""
        bits = [NO_PLACE if self.odd[card] else max(bits, 0) for card, bits in enumerate(naturals)]
        bits[JOKER] = 0 if self.joker_wild else NO_PLACE
        self.bits = tuple(bits)
        """The same with 0 for a wild card; a joker that is not wild has every rank and suit, so it fits nowhere."""
        self.as_itself = book.wild_as_itself
        ends = book.run_ace if pack.has_aces else "low"
        self.bottom = 2 if ends == "high" else self.lowest
        """The lowest place in a run: 1 is the low ace."""
        self.top = {"low": self.highest, "round the corner": ROUND_TOP}.get(ends, HIGH_ACE)
        """The highest place in a run."""
        self.round = ends == "round the corner"
        """Whether a run may go round the corner, from the king over the ace to the two."""
        self.run_longest = min(book.run_longest, 13 if self.round else self.top + 1 - self.bottom)
        self.different = book.set_suits == "different"
        self.set_longest = (
            min(_number(book.set_longest), len(self.suits)) if self.different else _number(book.set_longest)
        )
        limited = not book.wilds_more_later
        """Whether the limits on the wild cards of a meld hold; where they are for a contract alone, ``book.going_down``
        has them."""
        self.wilds_most = _number(book.wilds_most) if limited else NO_END
        self.wilds_going_down = _number(book.wilds_going_down)
        """The most wild cards of a whole contract."""
        self.by_naturals = limited and book.wilds_most_by == "natural cards" and self.wilds_most > 1
        """Whether a meld may not hold more wild cards than natural ones: one is never more, as no meld is one card."""
        self.naturals_least = max(book.naturals_least, int(self.by_naturals))
        self.side_by_side = book.wilds_side_by_side
        self.sets_of_one_rank = book.sets_of_one_rank
        self.run_in_each_suit = book.runs_of_one_suit == "one"
        """One run in each suit at most."""
        self.runs_apart = book.runs_of_one_suit == "not touching"
        """Two runs of one suit may not touch."""
        self.ace_ends_touch = book.ace_ends_touch and (self.bottom, self.top) == (1, HIGH_ACE)
        self.ordinary = Least(book.set_least, book.run_least)
        """What holds where no contract asks for smaller melds."""
        self.leasts = (self.ordinary, *(_least(book, number) for number in range(book.rounds)))
        """By round number; at 0 what holds where no round is named."""
        self.ranks_named = any(slot.rank for contract in book.contracts for slot in contract)
        """Whether some contract says of which rank a meld is to be."""
        self.smallest = Least(
            min(least.set for least in self.leasts),
            min(least.run for least in self.leasts),
            _smallest([slot for least in self.leasts for slot in least.loose]),
        )
        """What is enough in some round."""
        self.other_leasts = tuple(dict.fromkeys(least for least in self.leasts if least != self.ordinary))
        self.wilds_played = book.has_jokers or not self.only_jokers
        self.bare: dict[Least, Any] = {}
        """The bare verdicts made so far (see ``melds.bare``)."""

    @cached_property
    def copies(self) -> Mapping[int, tuple[int, ...]]:
        """By number of players, how many of each card of which the suit was said are in the pack: of a skip none, since
        it has no suit, and none of a card without one, which is counted by its rank."""
        return {
            players: (
                *(jokers if card == JOKER else 0 if odd else decks for card, odd in enumerate(self.odd)),
                *[0] * (SUITLESS + RANKS_OF_A_SUIT - len(self.odd)),
            )
            for players, decks in self.book.decks.items()
            if (jokers := self.book.jokers.get(players)) is not None
        }

    @cached_property
    def unbound(self) -> Rulebook:
        """The rulebook without the rules that bind the melds of a contract to each other."""
        loose: dict[str, Any] = {"sets_of_one_rank": True, "runs_of_one_suit": "any", "ace_ends_touch": False}
        return replace(self.book, **loose, wilds_going_down="no limit")

    @cached_property
    def in_one_suit(self) -> Rulebook:
        """The rulebook for hands in which every card is of one suit, because no suit counts."""
        return replace(self.book, runs_of_one_suit="any", ace_ends_touch=False)

    @cached_property
    def as_long(self) -> Rulebook:
        """The rulebook in which melds may be longer than the contract asks: where any will do, none is too long."""
        return replace(self.book, melds_exact=False) if self.book.melds_exact else self.book

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """What each natural card counts in a meld: what it costs in hand, or would cost if its rank were not wild."""
        points = self.book.points
        return tuple([points.get(format_card(card), points[rank_name(card)]) for card in range(len(self.wild))])

    @cached_property
    def by_number(self) -> MeldRules:
        """The rules by which a meld has any natural cards: what is laid on it card by card may pass through that."""
        return meld_rules(replace(self.book, wilds_most_by="number")) if self.by_naturals else self

    @cached_property
    def by_count(self) -> Rulebook:
        """The rulebook in which every card left counts one: its best lay-down leaves the fewest cards."""
        return replace(self.book, points=dict.fromkeys(RANK_NAMES, 1))

    @cached_property
    def cards_first(self) -> Rulebook:
        """The rulebook in which a card left costs more than all points of a hand: its best lay-down leaves the fewest
        cards, and of so many the fewest points."""
        return replace(self.book, points={name: CARDS_FIRST + points for name, points in self.book.points.items()})

    @cached_property
    def looser(self) -> Mapping[str, Rulebook]:
        """What a table could allow that this rulebook does not, where the table has the last word: by clause topic.

        Each is the rulebook in which it is allowed, the same one where two clauses forbid the same.
        """
        allowed: dict[str, dict[str, Any]] = {}
        if self.book.naturals_least:
            allowed["natural"] = {"naturals_least": 0}
        if self.different:
            allowed["set"] = {"set_suits": "any", "set_longest": NO_LIMIT}
        if self.set_longest < NO_END:
            allowed["set-size"] = {"set_suits": "any", "set_longest": NO_LIMIT}
        if self.as_itself and not self.only_jokers:
            allowed["own-place"] = {"wild_as_itself": False}
        if not self.book.joker_moves:
            allowed["joker-moves"] = {"joker_moves": True}
        if self.book.melds_exact:
            allowed["meld"] = {"melds_exact": False}
        if self.book.wild_place != "any place":
            allowed["wild-place"] = {"wild_place": "any place"}
        if self.runs_apart or self.run_in_each_suit:
            allowed["contiguous"] = {"runs_of_one_suit": "any"}
        open_topics = self.book.up_to_the_table
        books = {str(values): replace(self.book, **values) for topic, values in allowed.items() if topic in open_topics}
        return {topic: books[str(values)] for topic, values in allowed.items() if topic in open_topics}

    def lows(self, cards: int) -> range:
        """The places where a run of so many cards may begin.

        A run of all thirteen ranks goes from ace to king, also where it could go round the corner.
        """
        if self.round:
            return range(1, 14 if cards < 13 else 2)
        return range(self.bottom, self.top + 2 - cards)

    def go_on(self, high: int, low: int) -> bool:
        """Whether a run that begins at ``low`` goes on where another has ended at ``high``."""
        return high + 1 == low or (self.round and high % 13 + 1 == low)

    def adjoin(self, first: Span, other: Span) -> bool:
        """Whether one of two runs of one suit goes on where the other ends."""
        return self.go_on(first[1], other[0]) or self.go_on(other[1], first[0])

    def touch(self, first: Span, other: Span) -> bool:
        """Whether two runs of one suit touch, so that they would be one: at the ace too, where that counts."""
        at_the_ace = (1, HIGH_ACE) in ((first[0], other[1]), (other[0], first[1]))
        return self.adjoin(first, other) or (self.ace_ends_touch and at_the_ace)

    def limits_hold(self, cards: int, wilds: int) -> bool:
        """Whether a meld of so many cards may hold so many wild cards."""
        return (
            wilds <= self.wilds_most
            and cards - wilds >= self.naturals_least
            and (2 * wilds <= cards or not self.by_naturals)
        )

    def fewest_naturals(self, cards: int) -> int:
        """The natural cards without which so many cards, or more, are no meld."""
        half = (cards + 1) // 2 if self.by_naturals else 0
        return max(self.naturals_least, cards - self.wilds_most, half)


def meld_rules(book: Rulebook) -> MeldRules:
    """The meld rules of a rulebook, compiled on first use and kept on it."""
    rules: MeldRules | None = book.__dict__.get("_meld_rules")
    if rules is None:
        # a cached property by hand: a rulebook as a value knows nothing of what is made of it
        rules = book.__dict__["_meld_rules"] = MeldRules(book)
    return rules


def _number(limit: Limit) -> int:
    return NO_END if limit == NO_LIMIT else int(limit)


def _least(book: Rulebook, index: int) -> Least:
    slots = asked_for(book.contracts[index])
    return Least(
        min([book.set_least, *(slot.size for slot in slots if slot.kind in ("set", "pair"))]),
        min([book.run_least, *(slot.size for slot in slots if slot.kind == "run")]),
        _smallest(slots),
    )


def _smallest(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Of each loose kind the smallest of these slots."""
    sizes = [(kind, [slot.size for slot in slots if slot.kind == kind]) for kind in LOOSE]
    return tuple([Slot(kind, min(its)) for kind, its in sizes if its])


def least_of(slot: Slot) -> Least:
    """What is enough to fill a slot."""
    return Least(slot.size, slot.size, (slot,) if slot.kind in LOOSE else ())
