"""The discard out of turn over HTTP: recorded in one form, refused with its clause, shown on the Now page."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game import table_events as te
from tests.house.pages import Reader
from tests.web.table_phone import NAMES, Phone, buttons, hrefs, words


def test_now_leads_to_a_page_with_a_key_for_every_player_that_records_at_once(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    assert f"/g/{phone.code}/may-i" in hrefs(phone.see())
    keys = buttons(phone.see("/may-i"), "claims")
    assert list(keys) == [f"{name} 2 left" for name in NAMES]
    answer = phone.send("/may-i", round=1, claims=keys["Cid 2 left"])
    assert answer.headers["Location"] == f"/g/{phone.code}"
    assert (phone.last().seat, phone.last().penalty) == (3, 2)
    now = phone.see()
    assert "Cid 1 left" in words(now, "at-seats")
    assert "Cid took the discard by a May I with 2 cards from the stock" in words(now, "notices")


def test_the_one_too_many_is_refused_with_the_clause_as_a_link(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    phone.send("/may-i", round=1, claims=3, active=2)
    phone.send("/may-i", round=1, claims=3, active=4)
    answer = phone.send("/may-i", 422, round=1, claims=3, active=1)
    assert "Cid has had two in this round already, and that is the limit." in words(answer, "problems")
    assert f"/g/{phone.code}/rulebook#may-i-limit" in hrefs(answer)
    assert "Cid none left" in words(phone.see(), "at-seats")
    assert phone.state.number == 3


def test_what_decides_is_asked_back_with_the_answers_as_keys(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/may-i", round=1, claims=3, active=2)
    answer = phone.send("/may-i", 422, round=1, claims=3, active=2)
    page = Reader(answer.get_data(as_text=True))
    assert words(page, "asks").startswith("Is this the next discard in the same interruption")
    assert buttons(page, "same") == {"Same interruption": "yes", "A new turn": "no"}
    hidden = {one.get("name"): one.get("value") for one in page.elements if one.get("type") == "hidden"}
    assert (hidden["claims"], hidden["active"]) == ("3", "2")
    refused = phone.send("/may-i", 422, round=1, claims=3, active=2, same="yes")
    assert f"/g/{phone.code}/rulebook#successive" in hrefs(refused)
    phone.send("/may-i", round=1, claims=3, active=2, same="no")
    assert phone.state.running is not None
    assert phone.state.running.play.used(3) == 2


def test_several_are_tapped_in_the_order_they_spoke_and_the_page_says_who_gets_it(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "shanghai", may_i_order="first to ask")
    first = phone.see("/may-i?several=1")
    one = next(href for href in hrefs(first) if href.endswith("claims=4"))
    two = next(href for href in hrefs(phone.see(one.removeprefix(f"/g/{phone.code}"))) if href.endswith("4,3"))
    page = phone.see(two.removeprefix(f"/g/{phone.code}"))
    assert [one.text() for one in page.elements if one.tag == "li" and one.within("ol")] == ["Dee", "Cid"]
    assert words(page, "word") == "Dee gets it"
    assert "With 2 cards from the stock." in words(page, "verdict")
    assert "Cid: Dee was first." in words(page, "verdict")
    phone.send("/may-i", round=1, claims="4,3", several=1)
    assert (phone.last().seat, phone.last().claims) == (4, (4, 3))


def test_where_turn_order_decides_whose_turn_it_is_must_be_said(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = phone.see("/may-i?several=1&claims=4,2")
    assert words(page, "asks").startswith("Whose turn is it?")
    assert buttons(page, "active") == {"Ann": "1", "Cid": "3"}
    assert words(phone.see("/may-i?several=1&claims=4,2&active=3"), "word") == "Dee gets it"
    phone.send("/may-i", round=1, claims="4,2", active=3, several=1)
    assert phone.last().refused == {2: "contract/may-i"}


def test_what_the_player_on_turn_takes_nobody_else_gets(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = phone.see("/may-i?several=1&claims=4,2&active=3&active_takes=yes")
    assert words(page, "word") == "Nobody gets it"
    assert f"/g/{phone.code}/rulebook#draw" in hrefs(page)


def test_a_round_without_buying_shows_no_key_and_refuses_with_the_clause(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "progressive")
    assert f"/g/{phone.code}/may-i" not in hrefs(phone.see())
    answer = phone.send("/may-i", 422, round=1, claims=3, active=2)
    assert f"/g/{phone.code}/rulebook#may-i-limit" in hrefs(answer)


def test_a_discard_that_another_phone_recorded_meanwhile_is_shown_and_not_doubled(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "shanghai")
    phone.send("/may-i", round=1, claims=3)
    answer = phone.send("/may-i", 409, seen=1, round=1, claims=3)
    assert "Cid took one" in words(answer)
    assert "It was another one" in answer.get_data(as_text=True)
    assert sum(isinstance(one.event, te.MayITaken) for one in phone.state.log) == 1


@pytest.mark.parametrize(
    "wrong",
    [{"claims": ""}, {"claims": "x"}, {"claims": "9"}, {"claims": "3", "round": "no"}, {"claims": "3", "round": 7}],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_written(
    app: Flask, client: FlaskClient, wrong: dict[str, Any]
) -> None:
    phone = Phone(app, client, "shanghai")
    assert words(phone.send("/may-i", 422, **{"round": 1, **wrong}), "problems")
    assert phone.state.number == 1
