"""In a language with other marks, another order and no capitals: what a page decides on is no sentence of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests import pseudo
from tests.apps import made
from tests.house.reading import read_page
from tests.web.table_phone import Phone, buttons, hrefs, look, melds, words

MARKS = str.maketrans({"?": ";", ".": "\u3002", ":": " -", ",": "\u3001"})


def marked_otherwise(message: str) -> str:
    """
    >>> marked_otherwise("Did Ben go down, %(player)s?")
    '; %(player)s did ben go down\u3001'
    """
    pieces = [
        each if pseudo.KEPT.fullmatch(each) else each.casefold().translate(MARKS) for each in pseudo.KEPT.split(message)
    ]
    return "".join(pieces) if "<" in message else " ".join(each.strip() for each in reversed(pieces) if each.strip())


@pytest.fixture
def speaks(settings: dict[str, Any], tmp_path: Path) -> Iterator[Flask]:
    with made({**settings, **pseudo.settings(tmp_path / "translations", marked_otherwise, "ia")}) as app:
        yield app


def test_what_decides_is_asked_with_its_keys_before_it_is_recorded_and_after_a_refusal(speaks: Flask) -> None:
    phone = Phone(speaks, speaks.test_client(), "screw")
    phone.send("/down", round=1, seat=2, melds="5H 5S 5D\n9C 9D 9H")
    fives = melds(phone)["5H 5S 5D"]
    told = {"by": 1, "owner": 2, "meld": fives, "take": "5S", "use": "new_meld", "use_cards": "5S 5C 5D", "give": "KD"}
    page = look(phone, "/screw-over", **told, ask=1)
    assert ";" in words(page, "h1"), "a question in this language"
    assert {"down=no", "down=earlier"} <= {part for href in hrefs(page) for part in href.split("&")}
    refused = read_page(phone.send("/screw-over", 422, round=1, **told).text)
    assert {"no", "earlier"} <= {*buttons(refused, "down").values()}, "there its answer records it"


def test_suits_that_decide_are_asked_for_by_keys(speaks: Flask) -> None:
    phone = Phone(speaks, speaks.test_client(), "denexa")
    phone.send("/down", round=1, seat=2, melds="888\nKKK")
    phone.send("/new-meld", round=1, seat=2, laid="5C 6C 7C 8C", down="earlier")
    page = look(phone, f"/melds/{melds(phone)['5C 6C 7C 8C']}", seat=2, laid="9", pad=1, ask=1, down="earlier")
    suited = [href.partition("laid=")[2][:2] for href in hrefs(page) if "laid=9" in href]
    assert suited == ["9C", "9D", "9H", "9S"]


def test_the_card_of_which_there_are_too_many_is_marked(speaks: Flask) -> None:
    asked = {"rulebook": "contract", "ask": "1", "cards": "5H 5H 5H 6H"}
    page = read_page(speaks.test_client().get("/ask/meld", query_string=asked).text)
    assert [each.text() for each in page.elements if each.tag == "mark"] == ["5H"]


def test_a_fault_that_stands_within_another_is_told_once(speaks: Flask) -> None:
    phone = Phone(speaks, speaks.test_client(), "screw")
    phone.send("/down", round=1, seat=2, melds="5H 5S 5D\n9C 9D 9H")
    phone.send("/down", round=1, seat=3, melds="7C 7D 7H\nKC KD KH")
    lie = melds(phone)
    told = {
        "by": 1,
        "owner": 2,
        "meld": lie["5H 5S 5D"],
        "take": "5S",
        "use": "lay_off",
        "use_cards": "5S",
        "give": "KD",
    }
    page = look(phone, "/screw-over", **told, onto=lie["7C 7D 7H"], down="earlier", ask=1)
    assert len([each for each in page.elements if each.get("class") == "sentence"]) == 1


@pytest.mark.parametrize(
    ("name", "answers", "behind_the_answer"),
    [
        ("deal", {}, "leads\u3002 Ben how is this round dealt; ruling -"),
        ("score", {"hand": "5C"}, "points 5 \u3002 what is my hand worth; 5 ruling -"),
    ],
)
def test_a_saved_question_has_one_mark(
    speaks: Flask, name: str, answers: dict[str, str], behind_the_answer: str
) -> None:
    phone = Phone(speaks, speaks.test_client(), "contract")
    phone.send(f"/ask/{name}", round="1", **answers)
    entry = next(each.text() for each in phone.see("/history").elements if each.get("id") == "entry-2")
    assert behind_the_answer in entry
