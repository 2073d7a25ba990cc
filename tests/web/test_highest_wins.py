"""The highest total wins: every page that tells who is ahead says so."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone

HOUSE = {"winning_total": "highest, cards go to who goes out", "contracts": [["set of 3"], ["run of 4"]]}


@pytest.fixture
def table(app: Flask, phone: Phone) -> Phone:
    return opened_by_house_rules(app, phone, {**HOUSE, "deal": 10, "all_cards_rounds": [], "go_out_bonus": 5})


def close(phone: Phone, out: int, **points: str) -> None:
    phone.open(f"/g/{phone.code}/round?step=points")
    phone.send("/round/points", seat=str(out), **{f"points.{seat[1:]}": said for seat, said in points.items()})
    phone.send("/round/close")


def test_the_pages_of_a_game_tell_who_is_ahead(table: Phone) -> None:
    close(table, 2, s1="30", s3="12")
    table.open(f"/g/{table.code}?read=1")
    assert "Highest total wins" in table.text
    assert "Otto none taken leads 47" in table.text
    assert "Round 1: Otto went out. Anna 30 left, Otto +47, Jo 12 left." in table.text
    table.open(f"/g/{table.code}/score")
    assert "highest total wins" in table.text
    assert "Lowest" not in table.text
    close(table, 1, s2="10", s3="10")
    table.open(f"/g/{table.code}/result")
    assert table.heading == "Otto wins"
    assert "highest total wins" in table.text


def test_the_game_in_short_says_what_becomes_of_the_cards(table: Phone) -> None:
    table.open("/rulebooks/as-we-play-it")
    assert "that player gets the points of the cards the others still hold" in table.text
    assert "the highest total at the end wins" in table.text
