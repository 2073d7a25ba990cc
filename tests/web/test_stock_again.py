"""The stock runs out a second time: where the rules have the round dealt again, its page leads there."""

from __future__ import annotations

from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone

HOUSE = {"stock_again": "deal again", "contracts": [["set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}


def test_the_round_is_dealt_again_where_the_rules_say_so(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    stock = f"/g/{table.code}/stock"
    table.open(stock)
    assert "Deal round 1 again" not in table.text
    table.send("/stock")
    table.open(stock)
    assert "Deal round 1 again" in table.text
    table.send("/irregular", remedy="void")
    table.open(stock)
    assert "Deal round 1 again" not in table.text, "the new deal has a stock of its own"
    table.open(f"/g/{table.code}/history")
    assert "Dealt again; The stock ran out a second time" in table.text
    assert "omething else" not in table.text


def test_a_second_shuffle_is_asked_about_and_can_be_insisted_on(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    stock = f"/g/{table.code}/stock"
    for _ in range(2):
        table.open(stock)
        table.send("/stock")
    assert "under these rules round 1 is dealt again now, without points" in table.text
    assert "No, don’t shuffle" in table.text
    table.send("/stock", confirmed="1")
    table.open(stock)
    assert "It was reshuffled twice in this round." in table.text
