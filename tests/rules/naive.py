"""A second, slow and simple opinion on melds: lay the cards out in every way and look.

It shares nothing with the judges but the cards' numbers and the rulebook's values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations, product

from referee.rules.cards import JOKER, Placed, format_card, rank_name
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot

Laid = tuple[str, tuple[Placed, ...]]


def price(book: Rulebook, card: int) -> int:
    """What a card left costs, read off the points themselves: its own, that of every wild card, or its rank's; a joker
    the dearer of the first two."""
    own, every = book.points.get(format_card(card)), book.points.get("wild")
    if card == JOKER:
        return max(book.points["JK"], every or 0)
    if own is not None:
        return own
    return every if every is not None and is_wild(book, card) else book.points[rank_name(card)]


def is_wild(book: Rulebook, card: int) -> bool:
    return rank_name(card) in book.wild_ranks or format_card(card) in book.wild_cards


def is_skip(book: Rulebook, card: int) -> bool:
    """Whether a card fits no meld: what would be a king in a pack that ends with the 12, an ace or 2 in one from 3."""
    if card == JOKER:
        return False
    return (card % 13 == 12 and book.pack.startswith("1 to 12")) or (card % 13 < 2 and book.pack.startswith("3 to K"))


def suits(book: Rulebook) -> range:
    """The suits of its pack, stars being the fifth."""
    return range(5 if book.pack.startswith("3 to K") else 4)


def cards_of(book: Rulebook) -> list[int]:
    """The natural cards of a rulebook's pack as they are written inside, skips among them."""
    lowest = 2 if book.pack.startswith("3 to K") else 0
    return [suit * 13 + rank for suit in suits(book) for rank in range(lowest, 13)]


def _may_be(book: Rulebook, placed: Placed, place: int, kind: str) -> bool:
    """Whether a card may lie where the natural card ``place`` belongs (in a set: any card of its rank)."""
    card, said = placed
    if is_skip(book, card) or is_skip(book, place):
        return False
    same = card != JOKER and (card == place or (kind == "set" and card % 13 == place % 13))
    if said is None:
        return same or is_wild(book, card)
    if said == card and same:
        return True
    if not is_wild(book, card):
        return False
    return place % 13 == -said - 1 if said < 0 else said == place or (kind == "set" and said % 13 == place % 13)


def _stands_alone(book: Rulebook, placed: Placed, place: int, kind: str) -> bool:
    """Whether a card lying there is itself and no wild card."""
    card, said = placed
    if card == JOKER or (said is not None and said != card):
        return False
    same = card == place or (kind == "set" and card % 13 == place % 13)
    return same and (book.wild_as_itself or not is_wild(book, card))


def _within_limits(book: Rulebook, is_wild: Sequence[bool], kind: str) -> bool:
    wilds = sum(is_wild)
    limited = not book.wilds_more_later  # else only a contract is: ``contract_holds``
    if limited and book.wilds_most != NO_LIMIT and wilds > book.wilds_most:
        return False
    if len(is_wild) - wilds < book.naturals_least:
        return False
    if limited and book.wilds_most_by == "natural cards" and wilds > len(is_wild) - wilds:
        return False
    side_by_side = any(a and b for a, b in pairwise(is_wild))
    return not (kind == "run" and side_by_side and not book.wilds_side_by_side)


ENDS = {"low or high": (1, 14), "high": (2, 14), "low": (1, 13), "round the corner": (1, 25)}
"""The lowest and the highest place of a run."""


def ends(book: Rulebook) -> tuple[int, int]:
    """The same, in a pack that ends with the 12 or begins with the 3 also."""
    if book.pack.startswith("3 to K"):
        return (3, 13)
    return (1, 12) if book.pack.startswith("1 to 12") else ENDS[book.run_ace]


def goes_round(book: Rulebook) -> bool:
    return ends(book) == ENDS["round the corner"]


def lows(book: Rulebook, length: int) -> range:
    """Where a run of so many cards may begin."""
    bottom, top = ends(book)
    if goes_round(book):
        return range(1, 14) if length < 13 else range(1, 2 if length == 13 else 1)
    return range(bottom, top + 2 - length if length <= book.run_longest else bottom)


def runs(book: Rulebook, cards: Sequence[Placed], least: int) -> set[Laid]:
    """Every row of the cards that is a run, wild cards written with what they stand for."""
    found: set[Laid] = set()
    if len(cards) < least:
        return found
    rows = set(permutations(cards))
    for suit, low in product(suits(book), lows(book, len(cards))):
        places = [suit * 13 + (low + i - 1) % 13 for i in range(len(cards))]
        fits = [{placed for placed in cards if _may_be(book, placed, place, "run")} for place in places]
        if not all(fits):
            continue  # a place that none of the cards may take
        for row in rows:
            if not all(map(set.__contains__, fits, row)):
                continue
            alone = [_stands_alone(book, placed, place, "run") for placed, place in zip(row, places, strict=True)]
            if _within_limits(book, [not one for one in alone], "run"):
                laid = [
                    Placed(placed.card, None if itself else _written(placed, place))
                    for placed, place, itself in zip(row, places, alone, strict=True)
                ]
                found.add(("run", tuple(laid)))
    return found


def _written(placed: Placed, place: int) -> int:
    return place if placed.stands_for is None else placed.stands_for


def set_ranks(book: Rulebook, cards: Sequence[Placed], least: int) -> set[int]:
    """The ranks 1 to 13 as sets of which the cards can be read."""
    found: set[int] = set()
    n = len(cards)
    if n < least or (book.set_longest != NO_LIMIT and n > book.set_longest):
        return found
    for rank in range(1, 14):
        if not all(_may_be(book, placed, rank - 1, "set") for placed in cards):
            continue
        alone = [_stands_alone(book, placed, rank - 1, "set") for placed in cards]
        for itself in product(
            *[(True, False) if one and is_wild(book, p.card) else (one,) for one, p in zip(alone, cards, strict=True)]
        ):
            if book.set_suits == "different":
                named = [placed.card // 13 for placed, one in zip(cards, itself, strict=True) if one]
                named += [
                    placed.stands_for // 13
                    for placed, one in zip(cards, itself, strict=True)
                    if not one and placed.stands_for is not None and placed.stands_for >= 0
                ]
                if len(set(named)) < len(named) or n > 4:
                    continue
            if _within_limits(book, [not one for one in itself], "set"):
                found.add(rank)
    return found


def contract_holds(book: Rulebook, round_no: int, melds: Sequence[Sequence[Placed]], hand: Sequence[int]) -> bool:
    """Whether melds meet a contract, by trying every order and every reading, and each way where there is a choice."""
    book = replace(book, wilds_more_later=False)
    contract = book.contracts[round_no - 1]
    ends = [-1, *[at for at, slot in enumerate(contract) if slot.kind == "or"], len(contract)]
    return any(_way_holds(book, round_no, contract[a + 1 : b], melds, hand) for a, b in pairwise(ends))


def _way_holds(
    book: Rulebook, round_no: int, slots: Sequence[Slot], melds: Sequence[Sequence[Placed]], hand: Sequence[int]
) -> bool:
    whole_hand = round_no in book.all_cards_rounds
    if slots[0].kind == "melds":
        enough = (pure >= slots[0].pure and worth >= slots[0].points for worth, pure in worths(book, melds))
        return bool(melds) and not (whole_hand and hand) and any(enough)
    if len(melds) != len(slots) or (whole_hand and hand):
        return False
    for order in permutations(melds):
        ways: list[list[tuple[tuple[str, int, int, int], int]]] = []
        for slot, meld in zip(slots, order, strict=True):
            n = len(meld)
            short = n < slot.size
            long = n > slot.size and book.melds_exact and not (whole_hand and slot.kind == "run")
            if short or long:
                ways.append([])
            elif slot.kind == "run":
                ways.append([(span(row), wild_uses(row)) for _, row in runs(book, meld, slot.size)])
            else:
                ranks = set_ranks(book, meld, slot.size)
                ways.append([(("set", rank, 0, 0), fewest_in_set(book, meld, rank)) for rank in ranks])
        for chosen in product(*[set(one) for one in ways]):
            few = book.wilds_going_down == NO_LIMIT or sum(wilds for _, wilds in chosen) <= book.wilds_going_down
            if few and _beside_each_other(book, [meld for meld, _ in chosen]):
                return True
    return False


def worths(book: Rulebook, melds: Sequence[Sequence[Placed]], *, bound: bool = True) -> Iterator[tuple[int, bool]]:
    """What sets and runs are worth together, and whether one of them is a run without a wild card: in every way in
    which they may be read beside each other, or where nothing is ``bound``, in every way in which each may be."""
    ways: list[set[tuple[tuple[str, int, int, int], int, int]]] = []
    for meld in melds:
        rows = [row for _, row in runs(book, meld, book.run_least)]
        ranks = set_ranks(book, meld, book.set_least)
        ways.append(
            {(span(row), wild_uses(row), _run_worth(book, *span(row)[1:])) for row in rows}
            | {(("set", rank, 0, 0), fewest_in_set(book, meld, rank), _set_worth(book, meld, rank)) for rank in ranks}
        )
    for chosen in product(*ways):
        few = book.wilds_going_down == NO_LIMIT or sum(wilds for _, wilds, _ in chosen) <= book.wilds_going_down
        if not bound or (few and _beside_each_other(book, [meld for meld, _, _ in chosen])):
            pure = any(meld[0] == "run" and not wilds for meld, wilds, _ in chosen)
            yield sum(worth for _, _, worth in chosen), pure


def _run_worth(book: Rulebook, suit: int, low: int, high: int) -> int:
    """What the cards cost that lie in a run, or are stood for there; an ace before a 2 as the table counts it."""
    cards = [suit * 13 + (place - 1) % 13 for place in range(low, high + 1)]
    worth = sum(book.points.get(format_card(card), book.points[rank_name(card)]) for card in cards)
    beneath = book.points.get(format_card(cards[0]), book.points[rank_name(cards[0])])
    return worth - beneath + 1 if low == 1 and book.low_ace == "one" else worth


def _set_worth(book: Rulebook, meld: Sequence[Placed], rank: int) -> int:
    """Each card that is itself as it costs, every other as its rank."""
    of_rank = book.points[rank_name(rank - 1)]
    themselves = [placed.card for placed in meld if _stands_alone(book, placed, rank - 1, "set")]
    own = sum(book.points.get(format_card(card), of_rank) for card in themselves)
    return own + of_rank * (len(meld) - len(themselves))


def wild_uses(row: Sequence[Placed]) -> int:
    """The cards of a run, written as ``runs`` does, that do not lie there as themselves."""
    return sum(place is not None for _, place in row)


def fewest_in_set(book: Rulebook, meld: Sequence[Placed], rank: int) -> int:
    """The fewest wild cards with which cards are a set of a rank: those that may be themselves are none."""
    themselves = [placed.card // 13 for placed in meld if _stands_alone(book, placed, rank - 1, "set")]
    return len(meld) - len(set(themselves) if book.set_suits == "different" else themselves)


def span(row: tuple[Placed, ...]) -> tuple[str, int, int, int]:
    """A run's suit and its lowest and highest place, the ace being 1 or 14."""
    natural = [
        placed.card if placed.stands_for is None or placed.stands_for < 0 else placed.stands_for for placed in row
    ]
    index = next(
        (i for i, c in enumerate(natural) if c != JOKER and 0 < i < len(row) - 1 and row[i].stands_for != -1), 1
    )
    low = natural[index] % 13 + 1 - index
    return ("run", natural[index] // 13, low, low + len(row) - 1)


def _beside_each_other(book: Rulebook, chosen: Sequence[tuple[str, int, int, int]]) -> bool:
    for i, one in enumerate(chosen):
        for other in chosen[i + 1 :]:
            if one[0] != other[0] or one[1] != other[1]:
                continue
            if one[0] == "set":
                if not book.sets_of_one_rank:
                    return False
            elif book.runs_of_one_suit == "one":
                return False
            elif book.runs_of_one_suit == "not touching":
                beyond = [one[3] + 1 - other[2], other[3] + 1 - one[2]]
                if 0 in (beyond if not goes_round(book) else [steps % 13 for steps in beyond]):
                    return False
                if (
                    book.ace_ends_touch
                    and book.run_ace == "low or high"
                    and {1, 14} <= {one[2], one[3], other[2], other[3]}
                ):
                    return False
    return True
