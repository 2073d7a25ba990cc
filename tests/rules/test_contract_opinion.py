"""The contract judge against the second opinion: every order and every reading of random melds."""

from __future__ import annotations

from random import Random

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, Placed, card_of, format_meld
from referee.rules.judges.contract import judge_contract
from referee.rules.rulebook.model import Rulebook, Slot
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


@pytest.mark.parametrize("book", library.all_rulebooks(), ids=lambda book: book.id)
def test_a_contract_is_judged_as_by_trying_every_order_and_every_reading(book: Rulebook) -> None:
    random = Random(f"contract {book.id}")
    verdicts = []
    for _ in range(60):
        small = [n for n, slots in enumerate(book.contracts, 1) if len(slots) < 4 and sum(sizes(slots)) < 12]
        round_no = random.choice(small)
        melds = [some_meld(random, book, slot) for slot in book.contracts[round_no - 1]]
        if random.random() < 0.1:
            melds.pop()
        random.shuffle(melds)
        hand = [7] if random.random() < 0.2 else []
        expected = naive.contract_holds(book, round_no, melds, hand)
        ruling = judge_contract(book, melds, hand, round_no)
        assert ruling.legal is expected, f"round {round_no}: {[format_meld(meld) for meld in melds]} {sentence(ruling)}"
        verdicts.append(expected)
    assert 0 < sum(verdicts) < len(verdicts)


def sizes(slots: tuple[Slot, ...]) -> list[int]:
    return [slot.size for slot in slots]
