"""What is typed becomes the request that the referee gets, and a request what would have to be typed."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.packs import played_with
from referee.rules.questions import OFFERED, QUESTIONS
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.asked import in_words
from referee.web.ask.forms import QuestionForm
from referee.web.ask.page import setting_of
from referee.web.parts.question_fields import FIELDS
from tests.sizes import sized
from tests.web.cases import typable, typed_for

BOOK = library.load("contract")


def form(question: str, typed: dict[str, str], book: Rulebook = BOOK) -> QuestionForm:
    """A form of a question as it comes back filled in."""
    made = QuestionForm(question, setting_of(book, typed.get("players", ""), typed.get("round", "")))
    made.read(typed)
    return made


def read(question: str, **typed: str) -> dict[str, Any]:
    asked = form(question, typed).request
    del asked["question"], asked["players"]
    return asked


def test_every_question_is_offered_with_a_field_for_everything_that_can_be_told() -> None:
    assert set(OFFERED) == set(QUESTIONS)
    for name, question in QUESTIONS.items():
        parts = {part.name for field in question.fields for part in field.kind.parts}
        book = library.load("screw")
        fields = {field.asks.name for field in form(name, {}, book).answers} - parts
        told = {field.name for field in question.fields if not field.only_with or getattr(book, field.only_with)}
        assert fields == told - {"seats"}, name


def test_every_kind_of_field_has_its_field_of_a_form() -> None:
    fields = [
        field for question in QUESTIONS.values() for whole in question.fields for field in (whole, *whole.kind.parts)
    ]
    assert {type(field.kind) for field in fields if field.label} == set(FIELDS)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("5c 6c 7c", "5c 6c 7c"),
        ("5C,6C, 7C", "5C 6C 7C"),
        ("5C6C7C", "5C 6C 7C"),
        ("10h10s th", "10h 10s th"),
        ("5♣ 10♥", "5♣ 10♥"),
        ("joker jokers *", "JK JK JK"),
        ("5C joker=6C 7C", "5C JK=6C 7C"),
        ("5CJK=6C7C", "5C JK=6C 7C"),
        ("5X banana", "5X banana"),
    ],
)
def test_cards_may_be_typed_in_many_ways(typed: str, cards: str) -> None:
    assert read("meld", cards=typed) == {"cards": cards}


def test_what_is_empty_is_not_told() -> None:
    assert read("meld", cards="  ", kind="") == {}
    assert read("may_i", **{"used.1": "", "claims": ""}) == {}


@pytest.mark.parametrize("word", ["none", "Nothing", "-", "0", "nobody"])
def test_nothing_can_be_said(word: str) -> None:
    assert read("score", hand=word) == {"hand": ""}
    assert read("discard", card=word, table=word) == {"card": None, "table": []}
    assert read("may_i", claims=word, last_taker=word) == {"claims": [], "last_taker": None}
    assert read("screw", stolen_from_by=word, owner_melds=word) == {"stolen_from_by": [], "owner_melds": []}


def test_melds_stand_in_lines_or_between_semicolons() -> None:
    assert read("contract", melds="5C 5D 5H\n\nKC KD KH") == {"melds": ["5C 5D 5H", "KC KD KH"]}
    assert read("contract", melds="5C 5D 5H; KC KD KH") == {"melds": ["5C 5D 5H", "KC KD KH"]}


def test_numbers_by_seat() -> None:
    assert read("may_i", **{"used.1": "2", "used.3": "0"}) == {"used": {"1": 2, "3": 0}}
    typed = {f"totals.{seat}": str(-seat) for seat in range(1, 5)}
    assert read("settle", **typed) == {"totals": [-1, -2, -3, -4]}
    for question in ("settle", "places"):
        typed = {"totals.1": "12+5", "totals.2": "20−3", "totals.3": "4", "totals.4": "0"}
        assert read(question, **typed)["totals"] == [17, 17, 4, 0]
    assert read("settle", **{"totals.1": "ten"}) == {"totals": ["ten", "", "", ""]}


@pytest.mark.parametrize("typed", ["K K 10 joker", "two kings, a ten and a joker", "KC KD 10H JK"])
def test_a_hand_to_be_counted_needs_no_suits(typed: str) -> None:
    answer = rule({"rulebook": "contract", "question": "score", **read("score", hand=typed)})
    assert answer["points"] == 45


def test_cards_of_a_rank_are_as_many_as_the_pack_has() -> None:
    answer = rule({"rulebook": "contract", "question": "score", **read("score", hand="8 kings")})
    assert answer["points"] == 80
    too_many = rule({"rulebook": "contract", "question": "score", **read("score", hand="9 kings")})
    assert "only eight kings" in too_many["error"]["message"]


def test_what_is_done_with_a_stolen_card_is_told_in_three_fields() -> None:
    assert read("screw", use="contract", use_cards="5C 5D 5H; 9C 9D 9H") == {
        "use": {"contract": ["5C 5D 5H", "9C 9D 9H"]}
    }
    assert read("screw", use="new_meld", use_cards="5C 5D 5H") == {"use": {"new_meld": "5C 5D 5H"}}
    assert read("screw", use="lay_off", use_cards="5C", use_onto="6C 7C 8C 9C") == {
        "use": {"lay_off": {"meld": "6C 7C 8C 9C", "cards": "5C"}}
    }


def test_the_steps_of_a_turn_are_told_in_the_order_of_a_turn() -> None:
    typed = {"steps": "5c", "steps_swap": "5C 6C JK 8C", "steps_for": "7C", "steps_discard": "none"}
    typed |= {"steps_lay": "JK; 9C", "steps_onto": "KC KD KH\n5C 6C 7C 8C", "steps_contract": "KC KD KH"}
    assert read("turn", **typed)["steps"] == [
        {"draw": "5c"},
        {"contract": ["KC KD KH"]},
        {"swap": {"meld": "5C 6C JK 8C", "card": "7C"}},
        {"lay_off": {"meld": "KC KD KH", "cards": "JK"}},
        {"lay_off": {"meld": "5C 6C 7C 8C", "cards": "9C"}},
        {"discard": None},
    ]
    assert "steps" not in read("turn", hand="5C")


def test_a_lay_off_without_its_meld_keeps_what_was_typed_and_asks_for_it() -> None:
    told = {"hand": "9C KS", "down": "earlier", "steps": "none", "steps_lay": "9C", "steps_discard": "KS"}
    asked = form("turn", {**told, "round": "2"})
    assert asked.judge()
    assert [field.label.text for field in asked.needed] == ["On these melds"]
    assert asked["steps_lay"].text == "9C"


@pytest.mark.parametrize(
    ("told", "asks"),
    [
        ({"steps_discard": "KS"}, ["The card drawn"]),
        ({"steps": "3D"}, ["The discard"]),
        ({"steps_lay": "QC", "steps_onto": "QD QH QS"}, ["The card drawn"]),
        ({"steps": "3D", "steps_lay": "QC", "steps_onto": "QD QH QS"}, ["The discard"]),
        ({"steps": "3D", "steps_lay": "QC", "steps_discard": "KC"}, ["On these melds"]),
    ],
)
def test_what_is_left_empty_of_a_turn_is_asked_and_not_refused(told: dict[str, str], asks: list[str]) -> None:
    asked = form("turn", {"hand": "QC KC", "down": "earlier", "round": "2", **told})
    assert asked.judge()
    assert asked.ruling is not None
    assert (asked.ruling.legal, [field.label.text for field in asked.needed]) == (None, asks)


def test_every_question_of_the_rules_can_be_typed_and_gets_the_same_answer() -> None:
    """To the form and back: the pages can put every question that the referee is tested with."""
    for ask in typable()[:: sized(3, 1)]:
        book = library.load(ask["rulebook"])
        with played_with(book.pack):
            again = form(ask["question"], typed_for(ask), book).request
        assert rule({**again, "rulebook": ask["rulebook"]}) == rule(ask), ask


def test_no_field_of_a_page_that_stays_empty_turns_a_yes_into_a_no() -> None:
    left_out = 0
    for ask in typable()[:: sized(4, 1)]:
        if rule(ask).get("legal") is not True:
            continue
        told, book = typed_for(ask), library.load(ask["rulebook"])
        # without these it is another turn
        for name in told.keys() - {"players", "steps_contract", "steps_new", "passed"}:
            asked = form(ask["question"], {key: text for key, text in told.items() if key != name}, book)
            assert not asked.judge() or asked.ruling is None or asked.ruling.legal is not False, (ask, name)
            left_out += 1
    assert left_out > sized(120, 500)


def test_a_question_in_a_line() -> None:
    assert in_words({"question": "meld", "cards": "5C 6C 7C 8C"}) == "Is this meld legal? 5-6-7-8 of clubs"
    assert in_words({"question": "contract", "melds": ["5C 5D 5H", "KC KD KH"]}).endswith(
        "The 5s of clubs, diamonds and hearts; the kings of clubs, diamonds and hearts"
    )
    assert in_words({"question": "discard", "hand": "", "card": None}).endswith("Discarding nothing from nothing")
    assert in_words({"question": "lay_off", "cards": "9C"}) == "May I lay this off? The 9 of clubs on ?"
    assert in_words({"question": "deal", "round": 3}) == "How is this round dealt?"
