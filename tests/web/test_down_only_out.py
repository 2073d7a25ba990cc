"""Melds that are laid down only to go out: what is recorded, asked back and refused on the pages of a game."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone

HOUSE = {"down_only_out": True, "last_turns": True, "melds_exact": False}
MELDS = "KC KD KS\nQC QD QS"


@pytest.fixture
def table(app: Flask, phone: Phone) -> Phone:
    return opened_by_house_rules(app, phone, HOUSE)


def test_now_says_when_melds_go_down(table: Phone) -> None:
    table.open(f"/g/{table.code}?read=1")
    assert "You lay melds down only to go out." in table.text


def test_part_of_a_hand_is_asked_about_and_recorded_in_the_last_turn(table: Phone) -> None:
    table.open(f"/g/{table.code}/down?seat=2")
    table.send("/down", seat="2", melds=MELDS)
    assert "Has another player gone out already?" in table.text
    table.send("/down", seat="2", melds=MELDS, last_turn="yes")
    table.open(f"/g/{table.code}/history")
    assert "Otto: Went down" in table.text or "Otto went down" in table.text


def test_part_of_a_hand_does_not_go_down_before(table: Phone) -> None:
    table.open(f"/g/{table.code}/down?seat=2")
    table.send("/down", seat="2", melds=MELDS)
    table.send("/down", seat="2", melds=MELDS, last_turn="no")
    assert "You lay melds down only to go out" in table.text
    table.open(f"/g/{table.code}/history")
    assert "Otto went down" not in table.text
    assert "Otto: Went down" not in table.text


def test_the_log_knows_that_another_player_has_gone_out(table: Phone) -> None:
    code = table.code
    table.open(f"/g/{code}/round?step=who")
    table.send("/round/went-out", seat="1")
    table.open(f"/g/{code}/down")
    table.send("/down", seat="2", melds=MELDS)
    table.open(f"/g/{code}/history")
    assert "Otto: Went down" in table.text or "Otto went down" in table.text


def test_what_can_i_do_asks_and_keeps_the_hand(table: Phone) -> None:
    told = {"seat": "2", "hand": "KC KD KS QC QD QS 3C 4D 6H 8S 9C", "down": "no", "drawn": "yes"}
    table.open(f"/g/{table.code}/can-do")
    table.send("/can-do", **told)
    assert "Has another player gone out already?" in table.text
    assert "You lay melds down only to go out" not in table.text
    assert "KC KD KS" in table.answer.get_data(as_text=True)
    table.send("/can-do", **told, last_turn="no")
    assert "You lay melds down only to go out" in table.text
