"""Each hint of *contract*, followed alone, meets it; what is joined is followed together; a list of cards is whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.judges.contract_repairs import _Contract
from referee.rules.referee import judged
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import RequestError
from referee.rules.speech.phrases import words_of
from tests.rules.asks import drawn
from tests.rules.case_files import all_cases
from tests.rules.contract_followed import completing, does, offered
from tests.rules.solver.drawing import FOUR_SUITS
from tests.rules.test_hints import held

pytestmark = pytest.mark.unmeasured

COUNT = int(os.environ.get("HINTS", "40"))
"""How many requests are drawn for each rulebook; set HINTS=1000 for the long run."""


FIVE = "For the first meld: A 5 or a joker completes the set."
NINE = "For the second meld: A 9 or a joker completes the set."


def near_a_contract(random: Random, book: Rulebook) -> dict[str, Any]:
    """Melds of a round, every second time one of them with a card fewer."""
    request = drawn(random, book, "contract")
    at = random.randrange(len(request["melds"]))
    cards = request["melds"][at].split()
    if random.random() < 0.5 and len(cards) > 1:
        cards.pop(random.randrange(len(cards)))
    melds = [*request["melds"][:at], " ".join(cards), *request["melds"][at + 1 :]]
    return {**request, "melds": melds}


def wrong_hints(book: Rulebook, request: dict[str, Any]) -> Iterator[str]:
    try:
        ruling = judged(book, request)
    except RequestError:
        return
    if ruling.legal is not False:
        return
    hints = ruling.hint(ruling.left)
    yield from (
        f"{request}: {words_of(hint)!r} does not make it legal" for hint in hints if not does(book, request, hint)
    )
    bare = [hint.about.get("hint", hint) for hint in hints]
    listed = [hint.about["offer"] for hint in bare if hint.name == "completes"]
    if listed and all(offer.name in ("any of", "any wild card", "or any wild card") for offer in listed):
        named = {card for offer in listed for card in offered(offer)}
        if others := completing(book, request, held(book, request)) ^ named:
            yield f"{request}: {words_of(hints[0])!r} is not the whole list: {sorted(others)}"


@pytest.mark.parametrize("rulebook", [book.id for book in FOUR_SUITS])
def test_every_hint_followed_alone_or_with_those_it_is_joined_to_meets_the_contract(rulebook: str) -> None:
    book, random = library.load(rulebook), Random(f"contracts of {rulebook}")
    asked = [
        case["ask"] for case in all_cases() if case["ask"]["rulebook"] == rulebook and not case["ask"].get("house")
    ]
    asked = [ask for ask in asked if ask["question"] == "contract" and ask.get("round")]
    asked += [near_a_contract(random, book) for _ in range(COUNT)]
    assert [wrong for request in asked for wrong in wrong_hints(book, request)] == []


def test_hints_that_nobody_has_tried_on_the_whole_contract_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: what makes one meld does not make the contract."""
    monkeypatch.setattr(_Contract, "stands", lambda *_, **__: True)
    book, random = library.load("screw"), Random("untried")
    assert [wrong for _ in range(COUNT) for wrong in wrong_hints(book, near_a_contract(random, book))]


@pytest.mark.parametrize(
    ("rulebook", "round_no", "melds", "hand", "hints"),
    [
        # the contract lacks a set: no card completes the run that is nearer
        ("contract", 1, ["5D 5H 5S", "7C 8C JK"], None, ["Use an 8 or a joker in place of the 7 of clubs."]),
        ("contract", 1, ["5D 5H 5S", "9C 9D"], None, ["A 9 or a joker completes the set."]),
        # both sets lack a card: no one card does
        ("contract", 1, ["5D 5H", "9C 9D"], None, [f"{FIVE} {NINE}"]),
        # either of two sets could be the larger one that is missing
        (
            "short",
            2,
            ["5C 5D 5H", "KC KD KH"],
            None,
            [FIVE, "For the second meld: A king or a joker completes the set."],
        ),
        # no more than the least goes down: both melds are shortened, or none
        ("screw", 1, ["5D 5H 5S 5C", "9C 9D 9H 9S"], None, ["Leave the 5 of clubs and the 9 of spades in hand."]),
        # where the whole hand goes down, no card may leave a meld: it would stay in hand
        ("contract", 7, ["5H 6H 7H 8H", "5C 6C 7C 8C", "9S 10S JS QD"], None, []),
        (
            "contract",
            7,
            ["5H 6H 7H 8H", "5C 6C 7C 8C", "9S 10S QS"],
            None,
            ["A jack of spades or a joker completes the run."],
        ),
        # of two jokers one stands for something: without the other one it would be no run
        ("denexa", 2, ["9C 9D 9H", "4D 5D 6D JK JK=8D"], None, ["Leave the 4 of diamonds in hand."]),
    ],
)
def test_what_is_said_would_do(
    rulebook: str, round_no: int, melds: list[str], hand: str | None, hints: list[str]
) -> None:
    asked = {"rulebook": rulebook, "question": "contract", "round": round_no, "melds": melds, "hand": hand}
    assert rule(asked)["makes_legal"] == hints


@pytest.mark.parametrize(
    ("rulebook", "cards", "hint"),
    [
        ("progressive", "5C 6C 8C", "A 7 of clubs or any wild card completes the run."),
        ("contract", "5C 6C 8C", "A 7 of clubs or a joker completes the run."),
    ],
)
def test_where_more_than_jokers_are_wild_any_wild_card_will_do(rulebook: str, cards: str, hint: str) -> None:
    asked = {"rulebook": rulebook, "question": "meld", "cards": cards}
    assert rule(asked)["makes_legal"] == [hint]


def test_a_second_draw_is_told_that_a_turn_has_one() -> None:
    steps = [{"draw": "2C"}, {"draw": "3C"}, {"discard": "9C"}]
    asked = {"rulebook": "contract", "question": "turn", "round": 1, "hand": "5C KC 9C", "down": "no", "steps": steps}
    answer = rule(asked)
    assert answer["ruling"] == "No. Step 2 (drawing) isn’t allowed. A turn has one draw, of one card."
    assert answer["because"][0]["clause"] == "contract/draw"
