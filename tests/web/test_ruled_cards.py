"""The fault of a refusal is bracketed where it lies, and what would mend it is drawn as cards that a tap fills in."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.rules.referee import judged
from referee.web.parts.ruled_cards import CardRow, hints, rows
from tests.web.test_ask import link, page, shown, verdict

TOUCHING = {"question": "contract", "round": 3, "melds": ["3C 4C 5C 6C", "7C 8C 9C 10C"]}


def drawn(request: dict[str, object]) -> list[CardRow]:
    book = library.load("contract")
    return [*rows(request, judged(book, request), book)]


def bracketed(request: dict[str, object]) -> list[tuple[str, str]]:
    """The cards over each bracket, and the words below it."""
    return [
        (" ".join(card.face.rank + card.face.sign for card in group.cards), row.fault)
        for row in drawn(request)
        for group in row.groups
        if group.at_fault
    ]


@pytest.mark.parametrize(
    ("request_", "cards", "words"),
    [
        (TOUCHING, "6♣ 7♣", "6 and 7 touch"),
        ({"question": "meld", "cards": "5C 6C 8C 9C 10C"}, "7♣", "7 missing"),
        ({"question": "meld", "cards": "5C 6C 9C 10C"}, "7♣ 8♣", "7 and 8 missing"),
        ({"question": "meld", "cards": "5C 6C JK 9C"}, "?", "one card short"),
        ({"question": "meld", "cards": "5C 6C 2D 8C"}, "2♦", "not a club"),
        ({"question": "meld", "cards": "5C 5D 6H"}, "6♥", "not a 5"),
        ({"question": "meld", "cards": "QC KC AC 2C"}, "A♣", "around the corner"),
        ({"question": "contract", "round": 2, "melds": ["5C 5D", "6C 7C 8C 9C"]}, "5♣ 5♦", "two cards, not three"),
        ({"question": "contract", "round": 1, "melds": ["5C 5D 5H 5S", "6C 6D 6H"]}, "5♠", "only three go down"),
        ({"question": "contract", "round": 1, "melds": ["5C 5D 5H", "6C 6D 7H"]}, "7♥", "not a 6"),
        (
            {"question": "lay_off", "round": 2, "meld": "5C 6C 7C 8C", "cards": "JC", "down": "earlier"},
            "J♣",
            "doesn’t fit",
        ),
    ],
)
def test_the_fault_is_bracketed_where_it_lies_with_words(request_: dict[str, object], cards: str, words: str) -> None:
    assert bracketed(request_) == [(cards, words)]


def test_two_runs_that_touch_lie_in_one_row_wherever_they_were_entered() -> None:
    other = {**TOUCHING, "melds": ["7C 8C 9C 10C", "3C 4C 5C 6C"]}
    assert [[card.face.rank for card in row.cards] for row in drawn(other)] == [
        ["3", "4", "5", "6", "7", "8", "9", "10"]
    ]
    assert drawn(TOUCHING)[0].label == "Meld 1 and Meld 2"


def test_a_fault_in_one_of_two_equal_melds_is_marked_in_the_one_that_the_sentence_names() -> None:
    melds = ["5C 5D 7H", "5C 5D 7H 7S"]
    [first, second] = drawn({"question": "contract", "round": 1, "melds": melds})
    assert (first.fault, second.fault) == ("not a 5", "")


def examples(request: dict[str, object]) -> list[list[str]]:
    """By hint, each example as its cards, a new one with a plus, one that is left off with a minus."""
    book = library.load("contract")
    signs = {"new": "+", "gone": "-"}
    return [
        [
            " | ".join(
                " ".join(signs.get(card.mark, "") + card.face.rank for card in row.cards) for row in example.rows
            )
            for example in hint.examples
        ]
        for hint in hints(request, judged(book, request), None, lambda changed: judged(book, changed))
    ]


@pytest.mark.parametrize(
    ("request_", "drawn_as"),
    [
        (TOUCHING, ["3 4 5 6 | 8 9 10 +J", "3 4 5 6 | +6 7 8 9"]),
        ({"question": "meld", "cards": "5C 6C 8C 9C"}, ["5 6 +7 8 9", "5 6 +JK 8 9"]),
        ({"question": "meld", "cards": "5 5 6"}, ["5 5 +5", "5 5 +JK"]),
        ({"question": "contract", "round": 1, "melds": ["5C 5D 5H 5S", "6C 6D 6H"]}, ["5 5 5 -5 | 6 6 6"]),
        (
            {"question": "contract", "round": 1, "melds": ["5C 5D 5H", "6C 6D 7H"]},
            ["5 5 5 | 6 6 +6", "5 5 5 | 6 6 +JK"],
        ),
        (
            {"question": "lay_off", "round": 2, "meld": "5C 6C 7C 8C", "cards": "9C JC", "down": "earlier"},
            ["9 -J"],
        ),
        (
            {"question": "swap", "round": 2, "meld": "5C JK=6C 7C 8C", "card": "9C", "down": "earlier"},
            ["+6"],
        ),
    ],
)
def test_what_would_help_is_drawn_as_cards_with_the_changed_one_marked(
    request_: dict[str, object], drawn_as: list[str]
) -> None:
    assert examples(request_) == [drawn_as]


@pytest.mark.parametrize("cards", ["3C 4C 9C", "5C 7D 9H"])
def test_where_no_small_change_helps_nothing_is_drawn(cards: str) -> None:
    assert examples({"question": "meld", "cards": cards}) == []


def test_a_tap_on_what_would_help_fills_the_form(client: FlaskClient) -> None:
    refused = verdict(client, "contract", melds="3C 4C 5C 6C\n7C 8C 9C 10C", round="3")
    url = link(refused, "Fill it in: 3-4-5-6 of clubs; 8-9-10-J of clubs")
    typed = parse_qs(urlsplit(url).query)
    assert typed["melds"] == ["3C 4C 5C 6C\n8C 9C 10C JC"]
    assert "ask" not in typed, "the form is filled in, and waits for the tap that asks"
    assert "8C 9C 10C JC" in shown(page(client, url), "melds")
    assert shown(page(client, f"{url}&ask=1"), "word") == "Yes"
