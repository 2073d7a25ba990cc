"""The contract judge against the second opinion: every order and every reading of random melds."""

from __future__ import annotations

from random import Random

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, Placed, card_of, format_meld
from referee.rules.judges import filling
from referee.rules.judges.contract import judge_contract
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot, is_free, ways_to_meet
from referee.rules.solver.loose import is_loose
from referee.rules.speech.rulings import sentence
from tests.rules import naive

pytestmark = pytest.mark.unmeasured


def some_meld(random: Random, book: Rulebook, slot: Slot) -> list[Placed]:
    """A meld that is often what the slot asks for; runs come from two suits, so that they often meet."""
    size = min(7, slot.size + random.choice([0, 0, 0, 0, 1]))
    if slot.kind == "run":
        suit, low = random.randrange(2), random.randrange(1, 15 - size + 1)
        cards = [card_of(suit, (low + i - 1) % 13 + 1) for i in range(size)]
    else:
        rank = random.randrange(1, 5)
        suits = random.sample(range(4), min(size, 4)) + [random.randrange(4) for _ in range(size - 4)]
        cards = [card_of(suit, rank) for suit in suits]
    for index in range(size):
        if random.random() < 0.2:
            cards[index] = JOKER
    random.shuffle(cards)
    return [Placed(card) for card in cards]


def some_slots(random: Random, book: Rulebook) -> list[Slot]:
    """Sets and runs for a contract that leaves it to the player which they are."""
    each = Slot("set", book.set_least), Slot("run", book.run_least), Slot("run", book.run_least + 1)
    return random.choices(each, k=random.choice([1, 2, 2, 3]))


A_CHOICE = library.with_house_rules(
    library.load("contract"),
    {
        "contracts": [["set of 3", "or", "run of 4"], ["set of 3", "set of 3", "or", "run of 4", "set of 3"]],
        "deal": 10,
        "all_cards_rounds": [],
    },
)


FEW_WILDS = library.with_house_rules(library.load("may-i"), {"wilds_going_down": 1})
PURE = library.with_house_rules(library.load("romme"), {"contracts": [["melds worth at least 30 with a pure run"]]})
BOOKS = {
    **{book.id: book for book in library.all_rulebooks()},
    "a choice within a round": A_CHOICE,
    "few": FEW_WILDS,
    "a pure run": PURE,
}


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_a_contract_is_judged_as_by_trying_every_order_and_every_reading(book: Rulebook) -> None:
    random = Random(f"contract {book.id}")
    verdicts = []
    any_melds = all(map(is_free, book.contracts))  # few of these are near the points that are asked for
    for _ in range(300 if any_melds else 60):
        small = [n for n, way in each_way(book) if len(way) < 4 and sum(sizes(way)) < 12 and not is_loose(way)]
        round_no = random.choice(small)
        asked = random.choice([way for n, way in each_way(book) if n == round_no])
        melds = [some_meld(random, book, slot) for slot in (some_slots(random, book) if is_free(asked) else asked)]
        if random.random() < 0.1:
            melds.pop()
        random.shuffle(melds)
        hand = [7] if random.random() < 0.2 else []
        expected = naive.contract_holds(book, round_no, melds, hand)
        ruling = judge_contract(book, melds, hand, round_no)
        assert ruling.legal is expected, f"round {round_no}: {[format_meld(meld) for meld in melds]} {sentence(ruling)}"
        verdicts.append(expected)
    assert 0 < sum(verdicts) < len(verdicts)


def each_way(book: Rulebook) -> list[tuple[int, tuple[Slot, ...]]]:
    return [(n, way) for n, contract in enumerate(book.contracts, 1) for way in ways_to_meet(contract)]


def sizes(slots: tuple[Slot, ...]) -> list[int]:
    return [slot.size for slot in slots]


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    melds = [[Placed(card_of(suit, rank)) for suit in range(3)] for rank in (5, 9)]
    assert judge_contract(library.load("contract"), melds, round_no=1).legal
    monkeypatch.setattr(filling, "MOST_STEPS", 1)
    assert not judge_contract(library.load("contract"), melds, round_no=1).legal
