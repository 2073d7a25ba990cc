"""Hands and rules drawn at random for the solver's tests: seeded, so that a number names a case."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from referee.rulebooks import library
from referee.rules.cards import JOKER, JOKER_NAME, RANK_NAMES, RANK_OF_CARD, format_cards, parse_card
from referee.rules.packs import PACKS, STARS_PACK
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import COLOUR, MIXED, Slot, parse_slot
from tests.rules.naive import cards_of, is_wild
from tests.rules.naive import suits as suits_of
from tests.rules.solver import naive


class Case(NamedTuple):
    """A question for the solver, and how it was drawn."""

    book: Rulebook
    round_no: int
    hand: list[int]
    about: str

    def __str__(self) -> str:
        slots = " ".join(map(str, self.book.contracts[self.round_no - 1]))
        return f"{self.about} round {self.round_no} ({slots}): {format_cards(self.hand)}"


FOUR_SUITS = tuple([book for book in library.all_rulebooks() if book.pack != STARS_PACK])
"""The rulebooks whose packs have four suits: for one of five hands are drawn in ``with_stars``."""
CONTRACTS = [
    tuple(map(parse_slot, text.split(" + ")))
    for text in (
        "set of 3", "run of 4", "pair", "run of 3", "set of 4", "run of 5", "run of 7", "run of 10",
        "set of 3 + set of 4", "run of 3 + run of 5", "set of 3 + pair", "set of 3 + run of 3", "run of 4 + run of 3",
        "pair + run of 4 + run of 3", "set of 3 + set of 3 + run of 3", "set of 3 + run of 3 + run of 3",
        "run of 3 + run of 3 + run of 3", "set of 3 + set of 3 + set of 3", "pair + pair + run of 4",
        "run of 13", "run of 14",
    )
]  # fmt: skip
CHOICES = [
    tuple(map(parse_slot, text.split(" + ")))
    for text in (
        "set of 3 + or + run of 3", "run of 5 + or + set of 4", "set of 3 + set of 3 + or + run of 4 + set of 3",
        "pair + pair + or + run of 4 + or + set of 4 + run of 3",
    )
]  # fmt: skip


LOOSE = [
    tuple(map(parse_slot, text.split(" + ")))
    for text in (
        "run of 4 in any suits", "run of 7 in any suits", "run of 9 in any suits", "run of 13 in any suits",
        "5 of one colour", "7 of one colour", "4 of one suit", "3 of one suit",
        "set of 3 + run of 4 in any suits", "set of 4 + run of 4 in any suits", "pair + run of 5 in any suits",
        "run of 3 in any suits + run of 4 in any suits", "run of 3 + run of 4 in any suits",
        "set of 3 + run of 3 + run of 3 in any suits", "set of 3 + 4 of one colour", "run of 3 + 4 of one colour",
        "run of 4 in any suits + 3 of one suit", "3 of one colour + 4 of one colour", "3 of one suit + 4 of one colour",
        "pair + 3 of one suit + 3 of one suit", "run of 5 in any suits + or + 6 of one colour",
        "set of 3 + set of 3 + or + run of 7 in any suits",
    )
]  # fmt: skip


FREE = [
    (parse_slot(text),)
    for text in (
        "any melds", "any melds", "melds worth at least 20", "melds worth at least 30", "melds worth at least 51",
        "melds worth at least 30 with a pure run", "melds worth at least 42 with a pure run",
        "any melds with a pure run",
    )
] + [tuple(map(parse_slot, ("pair", "or", "melds worth at least 40")))]  # fmt: skip


def with_switches(rng: random.Random, book: Rulebook, *, every: bool = False) -> tuple[Rulebook, str]:
    """The rulebook with some of the values that bind the solver drawn anew, or with every one of them."""
    changes: dict[str, Any] = {}

    def maybe(name: str, value: object, chance: float = 0.35) -> None:
        if rng.random() < chance or every:
            changes[name] = value

    maybe("melds_exact", rng.random() < 0.5)
    maybe("run_ace", rng.choice(["low or high", "high", "low", "round the corner"]))
    maybe("run_longest", rng.choice([13, 14]))
    maybe("set_suits", rng.choice(["any", "different"]))
    maybe("set_longest", rng.choice([NO_LIMIT, NO_LIMIT, 3, 4, 5]))
    maybe("wild_ranks", frozenset(rng.choice([["JK"], ["JK", "2"], ["JK", "2"], ["JK", "A"], ["JK", "7", "2"]])))
    maybe("wilds_most", rng.choice([NO_LIMIT, NO_LIMIT, 0, 1, 1, 2, 3]))
    maybe("naturals_least", rng.choice([0, 1, 1, 2]))
    maybe("wilds_side_by_side", rng.random() < 0.5)
    maybe("wild_as_itself", rng.random() < 0.6)
    maybe("runs_of_one_suit", rng.choice(["not touching", "not touching", "any", "one"]))
    maybe("ace_ends_touch", rng.random() < 0.5)
    maybe("sets_of_one_rank", rng.random() < 0.5)
    points = {name: rng.choice([0, 5, 10, 15, 20, 50, rng.randrange(60)]) for name in RANK_NAMES}
    if not every:  # the frozen hands are older than these limits and than points for single cards
        maybe("wilds_going_down", rng.choice([NO_LIMIT, 0, 1, 1, 2, 3]))
        maybe("wilds_most_by", rng.choice(["number", "natural cards"]))
        points |= {card: rng.randrange(60) for card in rng.sample([*RANK_OF_CARD], rng.choice([0, 2, 20]))}
    maybe("points", points, 0.35)
    if rng.random() < 0.5:
        # the frozen hands are older than a choice within a round
        changes["contracts"] = (rng.choice(CONTRACTS if every else CONTRACTS + CHOICES),)
        changes["all_cards_rounds"] = frozenset({1} if rng.random() < 0.2 else ())
    run_ace = changes.get("run_ace", book.run_ace)
    if run_ace != "low or high":
        changes["run_longest"] = 13
    if changes.get("set_suits", book.set_suits) == "different":
        changes["set_longest"] = rng.choice([3, 4])
    return replace(book, **changes), ", ".join(f"{k}={v}" for k, v in changes.items() if k not in ("points",))


def planted(rng: random.Random, book: Rulebook, round_no: int, most: int) -> list[int]:
    """A hand that holds the contract, or nearly: its melds with some cards made wild, and other cards."""
    every, number = cards_of(book), len(suits_of(book))
    wild = [JOKER] + [card for card in every if is_wild(book, card)]
    bottom, top = (3, 13) if book.cards.lowest > 1 else (1, 14)
    hand: list[int] = []
    slots = rng.choice(naive.ways(book.contracts[round_no - 1]))
    if slots[0].kind == "melds":
        each = Slot("set", book.set_least), Slot("run", book.run_least)
        slots = [rng.choice(each) for _ in range(rng.choice([1, 2, 2, 3]))]
    rng.shuffle(slots)
    for slot in slots:
        longer = 0 if book.melds_exact and round_no not in book.all_cards_rounds else rng.choice([0, 0, 1, 2])
        if slot.kind in ("colour", "suit"):
            suit = rng.randrange(number)
            suits = [suit, 3 - suit] if slot.kind == "colour" else [suit]
            cards = [rng.choice(suits) * 13 + rng.randrange(bottom - 1, 13) for _ in range(slot.size + longer)]
        elif slot.kind == "mixed":
            size = min(slot.size + longer, top + 1 - bottom, 13)
            low = rng.randint(1, 13) if book.run_ace == "round the corner" else rng.randint(bottom, top + 1 - size)
            cards = [rng.randrange(number) * 13 + (low + i - 1) % 13 for i in range(size)]
        elif slot.kind == "run":
            size = min(slot.size + longer, top + 1 - bottom, max(13, slot.size))
            low = rng.choice([bottom, top + 1 - size, *range(bottom, top + 2 - size)])
            low = rng.randint(1, 13) if book.run_ace == "round the corner" else low
            suit = rng.randrange(number) if not hand or rng.random() < 0.6 else hand[-1] // 13 % number
            cards = [suit * 13 + (low + i - 1) % 13 for i in range(size)]
        else:
            rank = slot.rank - 1 if slot.rank else rng.randrange(bottom - 1, 13)
            cards = [rng.randrange(number) * 13 + rank for _ in range(slot.size + longer)]
        for card in cards:
            hand.append(rng.choice(wild) if rng.random() < 0.15 else card)
    more = rng.randint(0, max(0, most - len(hand)))
    if round_no in book.all_cards_rounds and rng.random() < 0.8:
        more = rng.choice([0, 0, 0, 1])
    hand += [rng.choice([JOKER, *every, *every]) for _ in range(more)]
    rng.shuffle(hand)
    return hand


def loose_cards(rng: random.Random, kind: str, size: int) -> list[int]:
    """Cards of a meld that only a contract makes one, without wild cards; a run has no more than there are places."""
    if kind == MIXED:
        size = min(size, 14)
        low = rng.randint(1, 15 - size)
        return [rng.randrange(4) * 13 + (low + at - 1) % 13 for at in range(size)]
    suit = rng.randrange(4)
    suits = [suit, 3 - suit] if kind == COLOUR else [suit]
    return [rng.choice(suits) * 13 + rng.randrange(13) for _ in range(size)]


def dealt(rng: random.Random, size: int, book: Rulebook | None = None) -> list[int]:
    """A hand off the top of a pack, some packs with many jokers, some of few suits."""
    decks = rng.choice([2, 2, 2, 3])
    suits = rng.choice([[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2], [0, 1], [2]])
    every = cards_of(book) if book else [*range(JOKER)]
    suits = [4, *suits[:-1]] if every[-1] > JOKER else suits
    pack = [card for suit in suits for card in every if card // 13 == suit] * decks
    return rng.sample(pack + [JOKER] * rng.choice([0, 2, 4, 4, 8]), min(size, len(pack)))


def case(number: int, least: int = 6, most: int = 14, *, few_wilds: bool = True) -> Case:
    """The case of this number: any rulebook and round, half of them with switches drawn anew."""
    rng = random.Random(number)
    book = library.load(rng.choice(library.ids()))
    about = f"case {number}, {book.id}"
    if rng.random() < 0.5:
        book, changes = with_switches(rng, book)
        about += f" with {changes}"
    round_no = rng.randint(1, book.rounds)
    if rng.random() < 0.75:
        hand = planted(rng, book, round_no, rng.randint(least, most))
    else:
        hand = dealt(rng, rng.randint(least, most), book)
    if few_wilds:
        asked = max(sum(slot.size for slot in way) for way in naive.ways(book.contracts[round_no - 1]))
        hand = _not_too_wild(rng, book, hand[: max(most, asked)])
    return Case(book, round_no, hand, about)


def by_naturals(number: int) -> Case:
    """A case whose melds hold no more wild cards than natural ones, in half of them only those of a contract."""
    drawn, rng = case(number), random.Random(f"by naturals {number}")
    most = rng.choice([NO_LIMIT, NO_LIMIT, 2, 3])
    later = rng.random() < 0.5
    book = replace(drawn.book, wilds_most_by="natural cards", wilds_most=most, wilds_more_later=later)
    return drawn._replace(book=book, about=f"by naturals, at most {most}, {drawn.about}")


def single_wilds(number: int) -> Case:
    """A case of each kind in which single cards are wild, with more of these than chance gives."""
    rng = random.Random(f"single wilds {number}")
    drawn = rng.choice([case, case, loose, free])(number)
    if PACKS[drawn.book.pack].in_colours:
        return drawn  # this pack has wild cards of its own, and no table can have others
    alone = rng.choice([["AH", "AD"], ["AH", "AD"], ["AS"], ["JH", "JS"], ["2C", "2D", "2S"], ["KD", "AH", "7C"]])
    book = replace(drawn.book, wild_cards=frozenset(alone))
    more = [card for card in map(parse_card, alone) if card in cards_of(book)] or [JOKER]
    hand = _not_too_wild(rng, book, [rng.choice(more) if rng.random() < 0.1 else card for card in drawn.hand])
    return drawn._replace(book=book, hand=hand, about=f"single wilds {alone}, {drawn.about}")


NAMED = [
    tuple(map(parse_slot, text.split(" + ")))
    for text in (
        "pair of aces", "pair of aces + set of 3", "pair of kings + run of 4", "set of 3 queens", "set of 4 2s",
        "set of 3 kings + set of 3", "set of 3 aces + run of 3", "pair of aces + pair of 2s", "set of 3 jacks + pair",
        "pair of 7s + set of 3 + run of 3", "set of 3 10s + or + run of 5", "set of 3 aces + run of 4 in any suits",
    )
]  # fmt: skip


def loose(number: int) -> Case:
    """A case whose contract asks for melds that only a contract makes melds, under values drawn anew."""
    return _asking("loose", LOOSE, number)


def named(number: int) -> Case:
    """A case whose contract names the rank of a set or a pair, likewise."""
    return _asking("named", NAMED, number)


def _asking(what: str, contracts: Sequence[tuple[Slot, ...]], number: int) -> Case:
    rng = random.Random(f"{what} {number}")
    book, changes = with_switches(rng, rng.choice(FOUR_SUITS))
    whole = frozenset({1} if rng.random() < 0.2 else ())
    contract = rng.choice([way for way in contracts if all(_is_there(book, slot) for slot in way)])
    longest = 4 if book.set_suits == "different" else NO_LIMIT if book.set_longest == 3 else book.set_longest
    book = replace(book, contracts=(contract,), all_cards_rounds=whole, set_longest=longest)
    size = rng.randint(6, 13)
    hand = planted(rng, book, 1, size) if rng.random() < 0.75 else dealt(rng, size, book)
    asked = max(sum(slot.size for slot in way) for way in naive.ways(book.contracts[0]))
    hand = _not_too_wild(rng, book, hand[: max(size, asked)])
    return Case(book, 1, hand, f"{what} {number}, {book.id} with {changes}")


def _is_there(book: Rulebook, slot: Slot) -> bool:
    """Whether the pack has the rank that a slot names."""
    return not slot.rank or book.cards.lowest <= slot.rank <= book.cards.highest


def free(number: int) -> Case:
    """A case whose contract leaves it to the player which melds they are."""
    rng = random.Random(f"free {number}")
    book, changes = rng.choice(FOUR_SUITS), ""
    if rng.random() < 0.6:
        book, changes = with_switches(rng, book)
    contract = rng.choice(FREE)
    book = replace(
        book,
        contracts=(contract,),
        all_cards_rounds=frozenset({1} if rng.random() < 0.2 else ()),
        run_least=rng.choice([3, 3, 4]),
        set_least=min(rng.choice([3, 3, 3, 4]), naive.limit(book.set_longest)),
        low_ace=rng.choice(["one", "as in hand"]),
    )
    if rng.random() < 0.5:
        values = {name: 10 if name in "JQK" else 11 if name == "A" else int(name) for name in RANK_NAMES[:13]}
        book = replace(book, points={**values, "JK": rng.choice([0, 20])})
    size = rng.randint(5, 10)
    hand = planted(rng, book, 1, size) if rng.random() < 0.75 else dealt(rng, size, book)
    wild = rng.choice([0, 1, 1, 2, 2, 3])
    hand = _with_so_many_wild(rng, book, hand[:11], wild)
    return Case(book, 1, hand, f"free {number}, {book.id} with {changes}, run of {book.run_least}, {book.low_ace}")


WITH_STARS = {
    "pack": STARS_PACK, "run_ace": "low", "run_longest": 13, "wild_cards": frozenset(), "ace_ends_touch": False,
}  # fmt: skip
"""What a rulebook says if it is played with five suits."""


def with_stars(number: int) -> Case:
    """A case of any kind played with a pack of five suits without aces or twos."""
    rng = random.Random(f"with stars {number}")
    drawn = rng.choice([case, case, loose, free, free])(number)
    book, suited = drawn.book, drawn.book.set_suits == "different"
    ways = [way for contract in book.contracts for way in naive.ways(contract)]
    if any(slot.kind == COLOUR or slot.rank in (1, 2) for way in ways for slot in way):
        book = replace(book, contracts=(rng.choice(CONTRACTS),), all_cards_rounds=frozenset())
    points = {name: cost for name, cost in book.points.items() if name in (*RANK_NAMES, "wild")}
    wild = frozenset({JOKER_NAME, *rng.choice([[], [], ["3"], ["7"], ["K", "5"]])})
    longest = min(naive.limit(book.set_longest), 5) if suited else book.set_longest
    book = replace(book, **WITH_STARS, points=points, wild_ranks=wild, set_longest=longest)
    book = book.in_round(min(drawn.round_no, book.rounds)) if drawn.round_no <= len(book.wild_by_round) else book
    round_no, size = min(drawn.round_no, book.rounds), len(drawn.hand)
    hand = planted(rng, book, round_no, size) if rng.random() < 0.75 else dealt(rng, size, book)
    asked = max(sum(slot.size for slot in way) for way in naive.ways(book.contracts[round_no - 1]))
    hand = _with_so_many_wild(rng, book, hand[: max(min(size, 12), asked)], rng.choice([0, 1, 2, 2, 3]))
    return Case(book, round_no, hand, f"with stars {number}, {drawn.about}")


def few_wilds(number: int) -> Case:
    """A case whose melds take one wild card at most and may be longer than asked, so that its runs are listed."""
    rng = random.Random(f"few wilds {number}")
    book = library.load(rng.choice(["shanghai", "shanghai-powe", "shanghai-kolsov"]))
    about = f"few wilds {number}, {book.id}"
    changes: dict[str, Any] = {"wilds_most": rng.choice([0, 1, 1, 1])}
    changes["wilds_going_down"] = rng.choice([NO_LIMIT, NO_LIMIT, 0, 1, 2])
    if rng.random() < 0.5:
        changes["contracts"] = (rng.choice(CONTRACTS),)
        changes["all_cards_rounds"] = frozenset({1} if rng.random() < 0.2 else ())
    if rng.random() < 0.6:
        changes |= {
            "run_ace": rng.choice(["low or high", "high", "low"]),
            "runs_of_one_suit": rng.choice(["not touching", "any", "one"]),
            "ace_ends_touch": rng.random() < 0.5,
            "naturals_least": rng.choice([0, 1, 2]),
            "wild_ranks": frozenset(rng.choice([["JK"], ["JK", "2"], ["JK", "7"]])),
            "wild_as_itself": rng.random() < 0.6,
            "points": {name: rng.randrange(60) for name in RANK_NAMES},
        }
        changes["run_longest"] = rng.choice([13, 14]) if changes["run_ace"] == "low or high" else 13
    book = replace(book, **changes)
    round_no = rng.randint(1, book.rounds)
    size = rng.randint(6, 14)
    if rng.random() < 0.4:
        naturals = [suit * 13 + rank for suit in rng.sample(range(4), rng.choice([1, 1, 2])) for rank in range(13)]
        hand = rng.sample(naturals * 2, size) + [JOKER] * rng.randint(0, 3)
    else:
        hand = planted(rng, book, round_no, size)
    asked = sum([slot.size for slot in book.contracts[round_no - 1]])
    return Case(book, round_no, _not_too_wild(rng, book, hand[: max(16, asked)]), f"{about} with {changes}")


def _not_too_wild(rng: random.Random, book: Rulebook, hand: list[int]) -> list[int]:
    """The slow answer tries every wild card in every place: the longer the hand, the fewer of them it keeps."""
    size = len(hand)
    return _with_so_many_wild(rng, book, hand, 6 if size <= 9 else 4 if size <= 11 else 3 if size <= 14 else 1)


def _with_so_many_wild(rng: random.Random, book: Rulebook, hand: list[int], most: int) -> list[int]:
    """The hand with at most so many wild cards: others stand in the place of those beyond."""
    plain = [card for card in cards_of(book) if not is_wild(book, card)]
    kept = []
    for card in hand:
        if card == JOKER or is_wild(book, card):
            most -= 1
            if most < 0:
                card = rng.choice(plain)
        kept.append(card)
    return kept


def few_suits(number: int) -> Case:
    """20 to 30 cards of one or two suits from two to four decks, up to 8 jokers: full runs and idle naturals."""
    rng = random.Random(number)
    # every value that binds is drawn here, so that frozen answers do not hang on any rulebook's values
    book, changes = with_switches(rng, library.load("contract"), every=True)
    about = f"few suits {number} with {changes}"
    contract = rng.choice([one for one in CONTRACTS if any(slot.kind == "run" for slot in one)])
    book = replace(book, contracts=(contract,), all_cards_rounds=frozenset({1} if rng.random() < 0.25 else ()))
    suits = rng.sample(range(4), rng.choice([1, 1, 2]))
    naturals = [suit * 13 + rank for suit in suits for rank in range(13)] * rng.choice([2, 3, 4])
    jokers = rng.randint(0, 8)
    size = min(rng.randint(20, 30) - jokers, len(naturals))
    return Case(book, 1, rng.sample(naturals, size) + [JOKER] * jokers, about)
