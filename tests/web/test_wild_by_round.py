"""A table whose wild rank changes with the round: what each page says, and what cards left cost, in each round."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.services.clubs import rulebooks, seasons
from tests.services.desk import tag
from tests.web.plain import Phone as Plain
from tests.web.table_phone import Phone, words

THREES_FOURS = ["3", "4", "none", "none", "none", "none", "none"]


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Phone:
    prices = {**library.load("contract").points, "wild": 20}
    return Phone(app, client, "contract", ("Ann", "Ben", "Cid"), wild_by_round=THREES_FOURS, points=prices)


def close(table: Phone, **cards: str) -> None:
    number = len(table.state.rounds) + 1
    table.send("/round/went-out", round=number, seat="1")
    for seat, held in cards.items():
        table.send("/round/cards-left", round=number, seat=seat[1:], cards=held)
    table.send("/round/close", round=number)


def test_now_the_keys_and_what_is_typed_say_this_rounds_wild_cards(table: Phone) -> None:
    for number, dear in ((1, "3"), (2, "4")):
        assert (f"jokers and {dear}s" if number == 1 else f"{dear}s are wild as well.") in words(table.see(), "main")
        pad = table.see("/round?step=cards&seat=2")
        costs = {key.get("data-rank"): key.get("data-points") for key in pad.elements if key.get("data-rank")}
        assert {rank: costs[rank] for rank in ("3", "4", "JK")} == {"3": "3", "4": "4", "JK": "20"} | {dear: "20"}
        [typed] = [field for field in pad.elements if field.get("name") == "cards"]
        read = table.client.post(str(typed.get("hx-post")), data={"cards": f"{dear} K"}).text
        assert 'data-total="30"' in read
        close(table, s2=f"{dear} K", s3="9")
        assert table.state.rounds[number - 1].cells[2].points == 30


def test_a_closed_round_is_corrected_by_its_own_prices(table: Phone) -> None:
    close(table, s2="3", s3="9")
    close(table, s2="3", s3="9")
    [typed] = [field for field in table.see("/score/1/2").elements if field.get("name") == "cards"]
    assert 'data-total="20"' in table.client.post(str(typed.get("hx-post")), data={"cards": "3"}).text
    table.send("/score/1/2", cards="3 3")
    assert [played.cells[2].points for played in table.state.rounds] == [40, 3]


def test_the_rules_name_it_by_round_and_a_ruling_knows_its_round(table: Phone) -> None:
    rules = words(table.see("/rulebook?whole=1"))
    assert "Jokers are wild. So are 3s in round 1 and 4s in round 2." in rules
    assert "3s are wild as well." in rules
    assert "20 points, like every wild card" in rules
    assert "It’s a set of 9s" in words(table.see("/ask/meld?cards=9C+9D+3H&ask=1"))
    assert "not a 9" in words(table.see("/ask/meld?cards=9C+9D+4H&ask=1"))


def test_the_editor_takes_one_rank_for_each_round_and_says_what_is_none(app: Flask, phone: Plain) -> None:
    with app.app_context():
        rulebooks.save_rulebook(seasons.first_club().id, library.load("contract"), "Threes", tag(), {"jokers": 2})
    phone.open("/house-rules/threes/change")
    phone.send("/house-rules/threes/change", status=422, wild_by_round="3, 4, 11, 6, 7, 8, 9")
    assert "must be one of" in phone.text
    assert phone.one("input", name="wild_by_round").get("value") == "3, 4, 11, 6, 7, 8, 9"
    phone.send("/house-rules/threes/change", wild_by_round="3, 4, 5, j, q, k, none")
    assert "jacks in round 4, queens in round 5 and kings in round 6" in phone.text
