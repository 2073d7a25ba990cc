"""At a desk Now and the score sheet are one page; a phone gets nothing of the sheet."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.house.reading import Reader, read_page
from tests.web.table_phone import Phone, hrefs, words

HEARS = {"HX-Request": "true", "Live": "1.0"}


@pytest.fixture
def phone(app: Flask, client: FlaskClient) -> Phone:
    """A round is closed, and its news are read."""
    made = Phone(app, client, "contract")
    made.see()
    made.send("/round/went-out", round=1, seat=2)
    for seat, cards in {1: "K", 3: "5", 4: "A"}.items():
        made.send("/round/cards-left", round=1, seat=seat, cards=cards, confirmed="1")
    made.send("/round/close", round=1)
    made.see()
    made.see("?read=1")
    return made


def asks(page: Reader) -> list[str | None]:
    """What the page would ask for where there is room beside *Now*."""
    return [one.get("hx-vals") for one in page.elements if "desk" in (one.get("class") or "").split()]


def test_a_phone_gets_no_sheet_and_before_a_closing_not_even_the_question(
    app: Flask, client: FlaskClient, phone: Phone
) -> None:
    page = phone.see()
    assert asks(page) == ['{"desk":1}']
    assert not words(page, "sheet")
    assert asks(Phone(app, client, "contract").see()) == []


def test_who_has_asked_for_it_once_has_it_in_every_page_and_with_all_news(phone: Phone) -> None:
    asked = phone.client.get(f"/g/{phone.code}?desk=1", headers={"HX-Request": "true"})
    assert words(asked, "sheet") == words(phone.see("/score"), "sheet")
    assert words(phone.see(), "contract-words") == "One set of 3 and one run of 4"
    for answer in (phone.client.get(f"/g/{phone.code}"), phone.client.get(f"/g/{phone.code}", headers=HEARS)):
        assert words(answer, "sheet")
        assert asks(read_page(answer.text)) == [None], "and asks for nothing more"


def test_what_is_made_for_a_desk_is_given_to_no_phone(app: Flask, phone: Phone) -> None:
    desk, other = app.test_client(), app.test_client()
    desk.set_cookie("desk", "1")
    for client, has_it in ((desk, True), (other, False)):
        answer = client.get(f"/g/{phone.code}", headers=HEARS)
        assert bool(words(answer, "sheet")) is has_it


def test_its_rounds_lead_to_their_contracts_and_its_cells_are_corrected(phone: Phone) -> None:
    leads = hrefs(phone.see("?desk=1"))
    assert f"/g/{phone.code}/score#round-1" in leads
    assert f"/g/{phone.code}/score/1/3" in leads
