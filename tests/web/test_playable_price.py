"""A discard that fits a meld and has a price: from the note to the line on the score."""

from __future__ import annotations

from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone

WHAT = "playable card discarded"


def test_the_points_of_the_rulebook_are_entered_with_one_tap(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, {"playable_points": 10, "playable_draws": 2})
    table.open(f"/g/{table.code}/irregular")
    assert "Discarded a card that fits" in table.text
    table.send("/irregular", kind=WHAT, seat="2", remedy="note")
    table.open(f"/g/{table.code}")
    table.follow("Discarded a card that fits")
    assert "you take it back and draw two cards, and it costs ten points" in table.text
    assert table.one("button", name="remedy", value="points").text() == "Add 10 points"
    table.send("/irregular", remedy="points")
    assert "Discarded a card that fits, Otto: 10 when the round is closed." in table.text


def test_what_is_allowed_cannot_go_wrong(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, {"discard_playable": True})
    table.open(f"/g/{table.code}/irregular")
    assert "Discarded a card that fits" not in table.text
