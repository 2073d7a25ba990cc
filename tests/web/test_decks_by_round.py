"""Decks that come in from round to round: seen before the deal, and in the rulebook."""

from __future__ import annotations

from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone
from tests.web.test_highest_wins import close


def test_whoever_deals_next_sees_that_a_deck_comes_in(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, {"decks_by_round": [0, 1, 1, 2, 2, 2, 2]})
    close(table, 2, s1="30", s3="12")
    table.open(f"/g/{table.code}?read=0")
    assert "Play with 1 more deck." in table.text
    table.open(f"/g/{table.code}?read=1")
    assert "Decks 3" in table.text
    assert "3 decks and 2 jokers: 158 cards" in table.text
    table.open("/rulebooks/as-we-play-it")
    assert "Play with 2 more decks." in table.text
