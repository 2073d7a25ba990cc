"""A game in which first melds must be worth so many points, on the pages: told, asked and recorded."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone, state_of

POINTS = "melds worth at least 40"


@pytest.fixture
def table(app: Flask, phone: Phone) -> Phone:
    house = {"contracts": [[POINTS]] * 7, "all_cards_rounds": [], "run_least": 3, "deal": 13}
    return opened_by_house_rules(app, phone, house)


def test_now_says_what_melds_must_be_worth_and_draws_none(table: Phone) -> None:
    table.open(f"/g/{table.code}")
    assert "Melds worth at least 40 points" in table.text
    assert not [one for one in table.all("ul") if one.get("class") == "contract"]


def test_melds_told_in_one_go_go_down_and_those_worth_too_little_do_not(table: Phone) -> None:
    table.open(f"/g/{table.code}/down?seat=2").send("/down", round=1, seat=2, melds="9C 10C JC")
    assert table.status == 422
    assert "These are worth 29 points, eleven too few." in table.text
    table.open(f"/g/{table.code}/down?seat=2").send("/down", round=1, seat=2, melds="9C 10C JC 4D 4H 4S")
    assert "too few" not in table.text
    table.open(f"/g/{table.code}/down?seat=3").send("/down", round=1, seat=3, melds="KC KD KH KS")
    play = state_of(table).running.play
    assert sorted(meld.cards for meld in play.melds_of(2)) == ["4D 4H 4S", "9C 10C JC"]
    assert [meld.cards for meld in play.melds_of(3)] == ["KC KD KH KS"]
