"""The solver's question answered a second time, slowly and by the letter of the rules.

Nothing here is shared with the solver but the rulebook. Every meld that the cards of a hand can form
is written down, natural by natural; then melds are chosen for the contract one after the other, all
choices tried. The only cut: a choice is given up when even the dearest melds for the slots still
open could not beat the best found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import NamedTuple

from referee.rules.cards import JOKER, RANK_NAMES, Placed, format_card
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot
from tests.rules.naive import cards_of, ends, goes_round, is_skip, is_wild, price, suits

MANY = 1000
"""More than any number of cards: what "no limit" means here."""


ENDS = {"low or high": (1, 14), "high": (2, 14), "low": (1, 13), "round the corner": (1, 25)}
"""The lowest and the highest place of a run; 14 is the ace above the king."""


class Answer(NamedTuple):
    """What the best choice leaves: points, cards, and how many wild cards it uses."""

    points: int
    cards: int
    wilds: int


class Meld(NamedTuple):
    """Naturals and a number of wild cards that form one meld; ``low`` and ``high`` are places of a run."""

    naturals: tuple[int, ...]
    wilds: int
    rank: int = 0
    suit: int = -1
    low: int = 0
    high: int = 0


class Hand:
    def __init__(self, book: Rulebook, hand: Sequence[int]) -> None:
        self.book = book
        self.counts = Counter(hand)
        self.wild = Counter(card for card in hand if is_wild(book, card))
        # a wild card with a rank can be a natural only where the rulebook lets it be itself
        self.natural = Counter(
            card
            for card in hand
            if card != JOKER and (not self.wild[card] or book.wild_as_itself) and not is_skip(book, card)
        )
        self.points = {card: price(book, card) for card in [*cards_of(book), *hand, JOKER]}


def limit(value: int | str) -> int:
    return MANY if isinstance(value, str) else value


def most_beside(book: Rulebook, naturals: int) -> int:
    """The most wild cards beside so many naturals, as far as that is what limits them."""
    return naturals if book.wilds_most_by == "natural cards" else MANY


def all_sets(hand: Hand, smallest: int, largest: int) -> Iterator[Meld]:
    book = hand.book
    largest = min(largest, limit(book.set_longest))
    wilds = min(sum(hand.wild.values()), limit(book.wilds_most))
    for rank in sorted({card % 13 + 1 for card in cards_of(book)}):
        cards = [suit * 13 + rank - 1 for suit in suits(book)]
        copies = [min(hand.natural[card], 1 if book.set_suits == "different" else MANY) for card in cards]
        for taken in product(*[range(n + 1) for n in copies]):
            naturals = tuple(card for card, n in zip(cards, taken, strict=True) for _ in range(n))
            if len(naturals) >= book.naturals_least:
                for with_wilds in range(min(wilds, most_beside(book, len(naturals))) + 1):
                    if smallest <= len(naturals) + with_wilds <= largest:
                        yield Meld(naturals, with_wilds, rank=rank)


def all_runs(hand: Hand, smallest: int, largest: int) -> Iterator[Meld]:
    book = hand.book
    bottom, top = ends(book)
    largest = min(largest, book.run_longest)
    wilds = min(sum(hand.wild.values()), limit(book.wilds_most))
    for suit, low in product(suits(book), range(bottom, 14 if top == 25 else 15)):
        for high in range(low + smallest - 1, min(top, low + largest - 1) + 1):
            cards = [suit * 13 + (place - 1) % 13 for place in range(low, high + 1)]
            held = [i for i, card in enumerate(cards) if hand.natural[card]]
            length = len(cards)
            if top == 25 and low + length > 14 and length > 12:
                continue  # all thirteen ranks go from ace to king
            for number in range(max(length - wilds, book.naturals_least), len(held) + 1):
                for chosen in combinations(held, number):
                    naturals = tuple([cards[i] for i in chosen])
                    if length == 14 and naturals.count(cards[0]) > hand.natural[cards[0]]:
                        continue  # one ace at both ends
                    if not book.wilds_side_by_side:
                        missing = [i for i in range(length) if i not in chosen]
                        if any(b - a == 1 for a, b in pairwise(missing)):
                            continue
                    if length - number > most_beside(book, number):
                        continue
                    yield Meld(naturals, length - number, suit=suit, low=low, high=high)


def all_mixed(hand: Hand, smallest: int, largest: int) -> Iterator[Meld]:
    """Runs in which each place has a card of any suit, or a wild one."""
    book = hand.book
    bottom, top = ends(book)
    largest = min(largest, book.run_longest)
    stock = min(sum(hand.wild.values()), limit(book.wilds_most))
    for low in range(bottom, 14 if top == 25 else 15):
        for high in range(low + smallest - 1, min(top, low + largest - 1) + 1):
            length = high - low + 1
            if top == 25 and low + length > 14 and length > 12:
                continue
            ranks = [(place - 1) % 13 for place in range(low, high + 1)]
            for row in _rows(hand, ranks, stock):
                naturals = tuple(card for card in row if card >= 0)
                wilds = length - len(naturals)
                touching = any(a == b == -1 for a, b in pairwise(row))
                if len(naturals) < book.naturals_least or wilds > most_beside(book, len(naturals)):
                    continue
                if touching and not book.wilds_side_by_side:
                    continue
                if Counter(naturals) - hand.natural:
                    continue
                yield Meld(naturals, wilds, low=low, high=high)


def _rows(hand: Hand, ranks: Sequence[int], stock: int) -> Iterator[tuple[int, ...]]:
    """Each place with a natural of any suit, or -1 for a wild card, of which there are so many."""
    if not ranks:
        yield ()
        return
    there = [card for card in cards_of(hand.book) if card % 13 == ranks[0] and hand.natural[card]]
    for card in [*there, *([-1] if stock else [])]:
        for rest in _rows(hand, ranks[1:], stock - (card < 0)):
            yield (card, *rest)


def suits_of_group(book: Rulebook, kind: str) -> list[set[int]]:
    """The suits that belong together: clubs and spades are black, diamonds and hearts red."""
    return [{0, 3, 4}, {1, 2}] if kind == "colour" else [{suit} for suit in suits(book)]


def all_groups(hand: Hand, kind: str, smallest: int, largest: int) -> Iterator[Meld]:
    """Every choice of cards of one colour, or of one suit, and wild cards."""
    book = hand.book
    stock = min(sum(hand.wild.values()), limit(book.wilds_most))
    for group in suits_of_group(book, kind):
        cards = [card for card in cards_of(book) if card // 13 in group and hand.natural[card]]
        for taken in product(*[range(hand.natural[card] + 1) for card in cards]):
            naturals = tuple(card for card, n in zip(cards, taken, strict=True) for _ in range(n))
            if len(naturals) < book.naturals_least:
                continue
            for wilds in range(min(stock, most_beside(book, len(naturals))) + 1):
                if smallest <= len(naturals) + wilds <= largest:
                    yield Meld(naturals, wilds)


def clash(book: Rulebook, one: Meld, other: Meld) -> bool:
    """Whether two melds may not stand in one contract."""
    if (one.suit < 0 and not one.rank) or (other.suit < 0 and not other.rank):
        return False  # neither a set nor a run of one suit
    if one.rank and other.rank:
        return one.rank == other.rank and not book.sets_of_one_rank
    if one.rank or other.rank or one.suit != other.suit:
        return False
    if book.runs_of_one_suit == "one":
        return True
    if book.runs_of_one_suit == "any":
        return False
    between = [one.high + 1 - other.low, other.high + 1 - one.low]
    if 0 in (between if not goes_round(book) else [steps % 13 for steps in between]):
        return True
    if goes_round(book):
        return False
    ends = (one.low == 1 and other.high == 14) or (other.low == 1 and one.high == 14)
    return ends and book.ace_ends_touch


def ways(contract: Sequence[Slot]) -> list[list[Slot]]:
    """The melds of each way to meet a contract."""
    found: list[list[Slot]] = [[]]
    for slot in contract:
        if slot.kind == "or":
            found.append([])
        else:
            found[-1].append(slot)
    return found


def best(book: Rulebook, round_no: int, cards: Sequence[int]) -> Answer | None:
    """What the best way to meet the contract leaves in hand; None if there is no way."""
    answers = [_best(book, round_no, cards, sorted(way)) for way in ways(book.contracts[round_no - 1])]
    return min([answer for answer in answers if answer is not None], default=None)


def _best(book: Rulebook, round_no: int, cards: Sequence[int], slots: list[Slot]) -> Answer | None:
    hand = Hand(book, cards)
    whole_hand = round_no in book.all_cards_rounds
    if slots and slots[0].kind == "melds":
        return _AnyMelds(hand, slots[0], whole_hand).best
    melds = {slot: _melds(hand, slot, whole_hand) for slot in set(slots)}
    if not all(melds.values()):
        return None
    search = _Choice(hand, slots, melds, whole_hand)
    search.fill(0, [], 0)
    return search.best


def _melds(hand: Hand, slot: Slot, whole_hand: bool) -> list[Meld]:
    exact = hand.book.melds_exact and not (whole_hand and slot.kind in ("run", "mixed"))
    largest = slot.size if exact else MANY
    if slot.kind in ("colour", "suit"):
        return list(all_groups(hand, slot.kind, slot.size, largest))
    if slot.kind == "mixed":
        return list(dict.fromkeys(all_mixed(hand, slot.size, largest)))
    if slot.kind == "run":
        return list(all_runs(hand, slot.size, largest))
    return [meld for meld in all_sets(hand, slot.size, largest) if slot.rank in (0, meld.rank)]


class _Choice:
    """Melds chosen slot by slot, the dearest first."""

    def __init__(self, hand: Hand, slots: list[Slot], melds: dict[Slot, list[Meld]], whole_hand: bool) -> None:
        self.hand = hand
        self.slots = slots
        self.whole_hand = whole_hand
        self.stock = sum(hand.wild.values())
        self.most_wilds = limit(hand.book.wilds_going_down)
        dearest = max([hand.points[card] for card in hand.wild], default=0)
        self.melds: list[list[tuple[int, Meld, list[tuple[int, int]]]]] = []
        """By slot, each with its worth and how many it takes of which natural."""
        for slot in slots:
            worth = [(self.worth(meld.naturals) + meld.wilds * (dearest * 10_000 + 99), meld) for meld in melds[slot]]
            by_worth = sorted(worth, reverse=True)
            self.melds.append([(gain, meld, list(Counter(meld.naturals).items())) for gain, meld in by_worth])
        self.most = [0] * (len(slots) + 1)
        for index in range(len(slots) - 1, -1, -1):
            self.most[index] = self.most[index + 1] + self.melds[index][0][0]
        self.position = 0
        self.best: Answer | None = None
        # where all cards must be melded, nothing less than all of them is of use
        least = sum(hand.points[card] * 10_000 + 99 for card in hand.counts.elements())
        self.best_worth = least - 1 if whole_hand else -1

    def worth(self, naturals: Sequence[int]) -> int:
        return sum(self.hand.points[card] * 10_000 + 100 for card in naturals)

    def fill(self, index: int, chosen: list[Meld], worth: int) -> None:
        if index == len(self.slots):
            self.weigh(chosen)
            return
        # equal slots are interchangeable: the later one takes no meld that stands before the earlier one's
        start = 0
        if index and self.slots[index] == self.slots[index - 1]:
            start = self.position
        held = dict(self.hand.natural)
        wilds = self.stock
        for meld in chosen:
            wilds -= meld.wilds
            for card in meld.naturals:
                held[card] -= 1
                wilds -= self.hand.wild[card] > 0
        worth_after = worth + self.most[index + 1]
        for position in range(start, len(self.melds[index])):
            gain, meld, needs = self.melds[index][position]
            if worth_after + gain <= self.best_worth:
                return
            if meld.wilds > wilds or meld.wilds + sum(other.wilds for other in chosen) > self.most_wilds:
                continue
            for card, count in needs:
                if held[card] < count:
                    break
            else:
                if not any(clash(self.hand.book, meld, other) for other in chosen):
                    self.position = position
                    self.fill(index + 1, [*chosen, meld], worth + gain)

    def weigh(self, chosen: list[Meld]) -> None:
        """Take the dearest wild cards that are not melded as themselves, and compare what is left."""
        hand = self.hand
        used = Counter([card for meld in chosen for card in meld.naturals])
        wilds = sum(meld.wilds for meld in chosen)
        free = sorted((hand.wild - used).elements(), key=lambda card: -hand.points[card])
        if wilds > len(free):
            return
        left = hand.counts - used - Counter(free[:wilds])
        if self.whole_hand and left:
            return
        worth = self.worth(list(used.elements())) + sum(hand.points[card] * 10_000 + 99 for card in free[:wilds])
        if worth > self.best_worth:
            self.best_worth = worth
            self.best = Answer(sum(hand.points[card] for card in left.elements()), left.total(), wilds)


class _AnyMelds:
    """Any number of sets and runs, every collection of them tried."""

    def __init__(self, hand: Hand, asked: Slot, whole_hand: bool) -> None:
        self.hand, self.asked, self.whole_hand = hand, asked, whole_hand
        book = hand.book
        self.melds = [*all_sets(hand, book.set_least, MANY), *all_runs(hand, book.run_least, MANY)]
        self.best: Answer | None = None
        self.fill(0, [], hand.natural, sum(hand.wild.values()))

    def fill(self, first: int, chosen: list[Meld], natural: Counter[int], stock: int) -> None:
        self.weigh(chosen)
        for position in range(first, len(self.melds)):
            meld = self.melds[position]
            needs = Counter(meld.naturals)
            after = stock - meld.wilds - sum(copies for card, copies in needs.items() if self.hand.wild[card])
            if after < 0 or any(natural[card] < copies for card, copies in needs.items()):
                continue
            if sum(other.wilds for other in [*chosen, meld]) > limit(self.hand.book.wilds_going_down):
                continue
            if not any(clash(self.hand.book, meld, other) for other in chosen):
                self.fill(position, [*chosen, meld], natural - needs, after)

    def weigh(self, chosen: list[Meld]) -> None:
        hand = self.hand
        if not chosen or lacks(hand.book, self.asked, chosen):
            return
        used = Counter([card for meld in chosen for card in meld.naturals])
        wilds = sum(meld.wilds for meld in chosen)
        free = sorted((hand.wild - used).elements(), key=lambda card: -hand.points[card])
        left = hand.counts - used - Counter(free[:wilds])
        if wilds > len(free) or (self.whole_hand and left):
            return
        answer = Answer(sum(hand.points[card] for card in left.elements()), left.total(), wilds)
        self.best = answer if self.best is None else min(self.best, answer)


def lacks(book: Rulebook, asked: Slot, melds: Sequence[Meld]) -> str:
    """What any melds lack of what is asked for; empty if nothing."""
    if asked.pure and not any(meld.suit >= 0 and not meld.wilds for meld in melds):
        return "no pure run"
    worth = sum(meld_worth(book, meld) for meld in melds)
    return f"worth {worth}" if worth < asked.points else ""


def meld_worth(book: Rulebook, meld: Meld) -> int:
    """Its points by the letter: each card as in hand, a wild one as the card it stands for, an ace that begins a run
    as the table counts it."""
    if meld.rank:
        rank = RANK_NAMES[meld.rank - 1]
        own = [book.points.get(format_card(card), book.points[rank]) for card in meld.naturals]
        return sum(own) + meld.wilds * book.points[rank]
    worth = 0
    for place in range(meld.low, meld.high + 1):
        name = RANK_NAMES[(place - 1) % 13]
        worth += (
            1 if place == 1 and book.low_ace == "one" else book.points.get(name + "CDHS*"[meld.suit], book.points[name])
        )
    return worth


def faults(book: Rulebook, round_no: int, cards: Sequence[int], melds: Sequence[Sequence[Placed]]) -> list[str]:
    """What is wrong with melds laid down from a hand for a contract, read as they lie; empty if nothing is."""
    return min([_faults(book, round_no, cards, melds, way) for way in ways(book.contracts[round_no - 1])], key=len)


def _faults(
    book: Rulebook, round_no: int, cards: Sequence[int], melds: Sequence[Sequence[Placed]], slots: Sequence[Slot]
) -> list[str]:
    if slots and slots[0].kind == "melds":
        return _faults_of_any(book, cards, melds, slots[0])
    wrong = []
    if Counter([card for meld in melds for card, _ in meld]) - Counter(cards):
        wrong.append("cards that are not in the hand")
    if len(melds) != len(slots):
        return [*wrong, "not as many melds as asked"]
    in_all = sum(wilds_in(book, slot, meld) for slot, meld in zip(slots, melds, strict=True))
    if in_all > limit(book.wilds_going_down):
        wrong.append(f"{in_all} wild cards in all")
    seen: list[Meld] = []
    for slot, meld in zip(slots, melds, strict=True):
        read = _read(book, slot, meld)
        if isinstance(read, str):
            wrong.append(f"{slot}: {read}")
            continue
        longer = slot.kind in ("run", "mixed") and round_no in book.all_cards_rounds
        if len(meld) < slot.size or (len(meld) > slot.size and book.melds_exact and not longer):
            wrong.append(f"{slot}: {len(meld)} cards")
        wilds = wilds_in(book, slot, meld)
        naturals = len(meld) - wilds
        if wilds > min(limit(book.wilds_most), most_beside(book, naturals)) or naturals < book.naturals_least:
            wrong.append(f"{slot}: {wilds} wild cards")
        if any(clash(book, read, other) for other in seen):
            wrong.append(f"{slot}: clashes with another")
        seen.append(read)
    return wrong


def _faults_of_any(book: Rulebook, cards: Sequence[int], melds: Sequence[Sequence[Placed]], asked: Slot) -> list[str]:
    kinds = [_kind_of(book, meld) for meld in melds]
    alone = replace(book, contracts=(tuple(kinds),), melds_exact=False, all_cards_rounds=frozenset())
    wrong = _faults(alone, 1, cards, melds, kinds) if melds else ["no meld at all"]
    read = [_read(book, slot, meld) for slot, meld in zip(kinds, melds, strict=True)]
    whole = [meld for meld in read if isinstance(meld, Meld)]
    return wrong or [why for why in [lacks(book, asked, whole)] if why]


def _kind_of(book: Rulebook, meld: Sequence[Placed]) -> Slot:
    run = Slot("run", book.run_least)
    return Slot("set", book.set_least) if isinstance(_read(book, run, meld), str) else run


def counts_as_wild(book: Rulebook, placed: Placed) -> bool:
    card, stands_for = placed
    itself = stands_for is None or (stands_for == card and book.wild_as_itself)
    return is_wild(book, card) and not (itself and card != JOKER and book.wild_as_itself)


def wilds_in(book: Rulebook, slot: Slot, meld: Sequence[Placed]) -> int:
    """How many cards of a meld stand in for others; in a group as few as may be, for there none says which it is."""
    if slot.kind not in ("colour", "suit"):
        return sum(counts_as_wild(book, placed) for placed in meld)
    return min(_wilds_in_groups(book, slot, meld), default=MANY)


def _wilds_in_groups(book: Rulebook, slot: Slot, meld: Sequence[Placed]) -> Iterator[int]:
    for group in suits_of_group(book, slot.kind):
        wilds = 0
        for card, stands_for in meld:
            own = card != JOKER and card // 13 in group
            if is_wild(book, card) and not (own and book.wild_as_itself) and stands_for is None:
                wilds += 1
            elif not own:
                break
        else:
            yield wilds


def laid_as(book: Rulebook, round_no: int, cards: Sequence[int], melds: Sequence[Sequence[Placed]]) -> Sequence[Slot]:
    """The way to meet the contract that melds are."""
    way = min(ways(book.contracts[round_no - 1]), key=lambda way: len(_faults(book, round_no, cards, melds, way)))
    return [_kind_of(book, meld) for meld in melds] if way[0].kind == "melds" else way


def _read(book: Rulebook, slot: Slot, meld: Sequence[Placed]) -> Meld | str:
    if slot.kind in ("colour", "suit"):
        return "not of one group" if wilds_in(book, slot, meld) == MANY else Meld((), 0)
    wild = [counts_as_wild(book, placed) for placed in meld]
    for placed, stands_in in zip(meld, wild, strict=True):
        if stands_in == (placed.stands_for is None):
            return "a wild card without a place, or a place for a natural"
    if slot.kind not in ("run", "mixed"):
        ranks = {-(p.stands_for or 0) if w else p.card % 13 + 1 for p, w in zip(meld, wild, strict=True)}
        naturals = tuple(p.card for p, w in zip(meld, wild, strict=True) if not w)
        if len(ranks) != 1:
            return "more than one rank"
        if book.set_suits == "different" and len({card // 13 for card in naturals}) < len(naturals):
            return "a suit twice"
        if len(meld) > limit(book.set_longest) or (book.set_suits == "different" and len(meld) > len(suits(book))):
            return "too many cards"
        made = Meld(naturals, sum(wild), rank=ranks.pop())
        return made if slot.rank in (0, made.rank) else "another rank than asked for"
    shown = [p.stands_for if w and p.stands_for is not None else p.card for p, w in zip(meld, wild, strict=True)]
    ranks_shown = [-card if card < 0 else card % 13 + 1 for card in shown]
    low = ranks_shown[0]
    places = [low + i for i in range(len(meld))]
    of_suits = {card // 13 for card in shown}
    if (slot.kind == "run" and len(of_suits) != 1) or ranks_shown != [(place - 1) % 13 + 1 for place in places]:
        return "no sequence"
    bottom, top = ends(book)
    full_circle = goes_round(book) and len(meld) > 12 and low > 1
    if low < bottom or places[-1] > top or len(meld) > book.run_longest or full_circle:
        return "a place that a run does not have"
    if not book.wilds_side_by_side and any(a and b for a, b in pairwise(wild)):
        return "wild cards side by side"
    suit = shown[0] // 13 if slot.kind == "run" else -1
    return Meld((), sum(wild), suit=suit, low=low, high=places[-1])
