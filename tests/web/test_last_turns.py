"""A last turn for the others, and players who are down and only lay down cards: what the pages of a game say."""

from __future__ import annotations

from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone


def test_now_and_who_went_out_say_that_the_others_have_a_turn(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, {"last_turns": True, "down_draws": False})
    table.open(f"/g/{table.code}?read=1")
    assert "After a player goes out, the others have one more turn each." in table.text
    assert "Once you are down, you neither draw nor discard." in table.text
    table.open(f"/g/{table.code}/round?step=who")
    assert "The others have one more turn each." in table.text


def test_cards_are_still_laid_down_after_a_player_went_out(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, {"last_turns": True})
    code = table.code
    table.open(f"/g/{code}/round?step=who")
    table.send("/round/went-out", seat="1")
    table.open(f"/g/{code}/down")
    table.send("/down", seat="2", melds="KC KD KS\nQC QD QS")
    table.open(f"/g/{code}")
    assert "Otto" in table.text
    table.open(f"/g/{code}/history")
    assert "Otto: Went down" in table.text or "Otto went down" in table.text
