"""A table that tells points instead of cards: every page that asks for a hand opens on a field for points."""

from __future__ import annotations

from flask import Flask

from referee.rulebooks import library
from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone

HOUSE = {"told_in": "points"}


def test_a_round_is_told_in_points_on_one_screen(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    code = table.code
    table.open(f"/g/{code}/round")
    assert table.heading.startswith("Who went out?")
    table.send("/round/points", **{"seat": "1", "points.2": "12+5", "points.3": "10"})
    assert table.heading == "Check the round"
    table.open(f"/g/{code}/round?seat=2")
    assert table.one("input", id_="points-2").get("value") == "17"
    table.send("/round/points", **{"points.2": "18"})
    table.send("/round/close")
    table.open(f"/g/{code}/score/1/2")
    assert table.one("input", name="cards").get("value") == "18"
    table.send("/score/1/2", cards="5+3")
    table.open(f"/g/{code}/score/1/2")
    assert table.one("input", name="cards").get("value") == "8", "a number is points here, no card"


def test_cards_are_possible_where_somebody_wants_them(app: Flask, phone: Phone) -> None:
    points = library.load("contract").in_json("points") | {"10": 5}
    table = opened_by_house_rules(app, phone, HOUSE | {"points": points})
    code = table.code
    table.open(f"/g/{code}/round").follow("Cards")
    assert table.heading == "Who went out?"
    table.send("/round/went-out", seat="1")
    assert "cards left" in table.heading
    table.send("/round/cards-left", cards="10")
    assert "cards left" in table.heading, "the next hand is told in cards as well"
    table.send("/round/cards-left", cards="K 10")
    assert table.heading == "Check the round"
    assert "5 (10)" in table.text, "the key of a ten means the card, and not ten points"
    table.send("/round/close")
    table.open(f"/g/{code}/round")
    assert table.heading.startswith("Who went out?"), "the next round is asked for in points again"


def test_the_clause_says_it_and_a_house_rule_changes_it(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    table.open("/rulebooks/as-we-play-it?whole=1")
    assert "the players tell points only: a number, or a sum like 12+5." in table.text
    table.open("/rulebooks/contract?whole=1")
    assert "the players tell the cards they have left." in table.text
