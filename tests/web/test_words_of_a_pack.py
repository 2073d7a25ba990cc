"""Every page of a game that is played with numbers speaks of these cards, and of none of another pack."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.house.reading import Element, Reader
from tests.web.table_phone import Phone, hrefs, look, words

OTHER_PACK = re.compile(
    r"\b(?:(?i:jokers?|suits?|spades?|hearts?|diamonds?|aces?|kings?|queens?|jacks?)|[2-9JQKA][CDH]|10[CDHS]|JK"
    r"|[JQKA]-[0-9JQKA]+|[0-9]+-[JQKA])\b"
)
OF_THE_APP = re.compile(
    r"phase-10/(?:jokers|joker-moves|ace-ends|swap-joker|screw-joker)|^Suits$|(?:A to K in four|3 to K in five) suits"
    r"|^taken joker .*"
)
"""Addresses of clauses; how this phone draws cards, in any game; the names of the other packs, to choose them; and
what a log calls a kind."""
SEEN = ("placeholder", "aria-label", "alt", "title")


def said(page: Reader) -> str:
    """What somebody reads or hears of a page, whole text by whole text."""
    return "\n".join([*filter(None, map(_own, page.elements)), *_attributes(page.elements)])


def _own(element: Element) -> str:
    if element.tag in ("script", "style"):
        return ""
    return " ".join(" ".join(piece for piece in element.own_text if isinstance(piece, str)).split())


def _attributes(elements: list[Element]) -> Iterator[str]:
    for element in elements:
        yield from (value for name in SEEN if (value := element.get(name)))
        if element.tag in ("input", "textarea") and element.get("type") in (None, "text") and element.get("value"):
            yield str(element.get("value"))


def odd_words(page: Reader) -> list[str]:
    return [line for line in said(page).splitlines() if OTHER_PACK.search(OF_THE_APP.sub("", line))]


def crawl(phone: Phone, start: str = "") -> dict[str, Reader]:
    """Every page of the game that links lead to."""
    game, seen = f"/g/{phone.code}", dict[str, Reader]()
    todo = [start]
    while todo:
        path = todo.pop(0)
        if path in seen:
            continue
        answer = phone.client.get(f"{game}{path}", follow_redirects=True)
        assert answer.status_code == 200, path
        if answer.mimetype != "text/html":
            continue
        seen[path] = Reader(answer.text)
        links = (href.partition("#")[0] for href in hrefs(seen[path]))
        todo += [link.removeprefix(game) for link in links if link == game or link.startswith((f"{game}/", f"{game}?"))]
    return seen


@pytest.fixture
def phone(app: Flask, client: FlaskClient) -> Phone:
    """Ann is down and Ben loses a turn, in the second round of three."""
    phone = Phone(app, client, "phase-10", ("Ann", "Ben", "Cid"))
    close(phone, 1, out=1, left={2: ("12 S W", "yes"), 3: ("5 5 W W", "no")})
    phone.send("/down", round=2, seat=1, melds="5R 5B W\n9R 10G 11Y 12Y")
    phone.send("/skip", round=2, by=1, seat=2)
    return phone


def close(phone: Phone, number: int, out: int, left: dict[int, tuple[str, str]]) -> None:
    phone.send("/round/went-out", round=number, seat=out)
    for seat, (cards, met) in left.items():
        phone.send("/round/cards-left", round=number, seat=seat, cards=cards, met=met)
    phone.send("/round/close", round=number)


@pytest.mark.long
def test_no_page_of_the_game_speaks_of_another_pack(phone: Phone) -> None:
    pages = crawl(phone)
    assert len(pages) > 100
    assert {path: odd for path, page in pages.items() if (odd := odd_words(page))} == {}


def test_no_page_of_the_result_speaks_of_another_pack(phone: Phone) -> None:
    close(phone, 2, out=1, left={2: ("1 2 3", "yes"), 3: ("W", "no")})
    phone.send("/finish", confirmed="1")
    pages = {path: page for path, page in crawl(phone, "/result").items() if not path.startswith(("/rules", "/ask"))}
    assert "wild cards" in words(pages["/result"])
    assert {path: odd for path, page in pages.items() if (odd := odd_words(page))} == {}
    page = Reader(phone.client.get(f"/tv/{phone.code}").text)
    assert odd_words(page) == []


def test_house_rules_over_it_are_asked_in_its_words(client: FlaskClient) -> None:
    page = Reader(client.get("/house-rules/phase-10/change").text)
    assert odd_words(page) == []
    prices = [str(e.get("name")) for e in page.elements if str(e.get("name")).startswith("points.")]
    assert [name.removeprefix("points.") for name in prices] == [*"A23456789", "10", "J", "Q", "K", "JK"]
    labels = [e.text().partition(",")[0] for e in page.elements if e.get("class") == "seat-number"]
    assert labels[-14:] == [*map(str, range(1, 13)), "skip", "wild card"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("score", {"hand": "5 S W 12"}),
        ("score", {"hand": "W W 11"}),
        ("meld", {"cards": "5R 6R W"}),
        ("meld", {"cards": "5R 5B 6G"}),
        ("meld", {"cards": "5R 5B S"}),
        ("meld", {"cards": "11R 12R 1R 2R"}),
        ("lay_off", {"meld": "5R 5B W", "cards": "6R", "down": "earlier", "owner": "other"}),
        ("swap", {"meld": "5R 5B W=5", "card": "5G", "down": "earlier", "owner": "other"}),
        ("contract", {"round": "8", "melds": "5R 6R 7R 8R 9B 10R W"}),
        ("contract", {"round": "2", "melds": "5R 6B 7R 8R\n1R 1R 1B"}),
        ("go_down", {"round": "4", "hand": "1R 2B 3G 4Y 5R 6R W S S 12R"}),
        ("discard", {"hand": "5R 6R", "card": "S", "down": "no"}),
    ],
)
def test_a_ruling_speaks_of_its_cards(phone: Phone, question: str, told: dict[str, str]) -> None:
    assert odd_words(look(phone, f"/ask/{question}", **told, ask="1")) == []


def test_a_king_that_is_typed_is_no_skip(phone: Phone) -> None:
    answer = phone.client.get(f"/g/{phone.code}/ask/meld?cards=KD+5R&ask=1")
    assert answer.status_code == 422
    assert "I don’t know “KD”" in answer.text


def test_the_picture_has_no_suits_even_if_it_is_asked_for_first(phone: Phone) -> None:
    close(phone, 2, out=1, left={2: ("1 2 3", "yes"), 3: ("W", "no")})
    phone.send("/finish", confirmed="1")
    phone.client.get("/rulebooks/contract")
    picture = phone.client.get(f"/g/{phone.code}/picture.svg").text
    assert "♠" not in picture
    assert "♠" not in phone.client.get(f"/g/{phone.code}/winner").text
    assert phone.client.get(f"/g/{phone.code}/picture.png").mimetype == "image/png"


def test_a_form_names_the_other_packs_by_their_own_words(client: FlaskClient) -> None:
    form = client.get("/house-rules/phase-10/change").get_data(as_text=True)
    assert ">A to K in four suits<" in form
    assert ">3 to K in five suits<" in form
