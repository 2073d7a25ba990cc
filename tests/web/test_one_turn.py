"""Where going down and out in one turn changes points: asked where it is told who went out, and nowhere else."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone, state_of


@pytest.fixture
def table(app: Flask, phone: Phone) -> Phone:
    house = {"go_out_bonus": 10, "go_out_bonus_for": "one turn"}
    return opened_by_house_rules(app, phone, house)


def test_it_is_one_tap_before_the_name_and_none_where_it_was_another_turn(table: Phone) -> None:
    table.open(f"/g/{table.code}/round?step=who")
    assert "Down and out in one turn: −10" in table.text
    table.send("/round/went-out", seat="1", one_turn="yes").open(f"/g/{table.code}/round?step=read-back")
    assert "Anna went down and out in one turn" in table.text
    table.open(f"/g/{table.code}/round?step=who").send("/round/went-out", seat="1", one_turn="")
    running = state_of(table).running
    assert running is not None
    assert not running.one_turn


def test_it_is_told_with_points_only_and_corrected_on_the_sheet(table: Phone) -> None:
    table.open(f"/g/{table.code}/round?step=points")
    called = {"points.2": "35", "points.3": "17"}
    table.send("/round/points", seat="1", one_turn="yes", **called).send("/round/close")
    assert list(state_of(table).totals.values()) == [-10, 35, 17]
    table.open(f"/g/{table.code}/score/1/1")
    assert "Did Anna go down and out in one turn?" in table.text
    table.send("/score/1/winner", seat="1", cards="")
    assert list(state_of(table).totals.values()) == [0, 35, 17]
    table.open(f"/g/{table.code}/history")
    assert "Anna went out, but had gone down earlier" in table.text


@pytest.fixture
def doubles(app: Flask, phone: Phone) -> Phone:
    return opened_by_house_rules(app, phone, {"one_turn_doubles": True})


def test_the_others_count_double_from_the_check_of_the_round_to_the_result(doubles: Phone) -> None:
    table = doubles
    table.open(f"/g/{table.code}/round?step=points")
    assert "Down and out in one turn: others count double" in table.text
    table.send("/round/points", seat="1", one_turn="yes", **{"points.2": "35", "points.3": "17"})
    table.open(f"/g/{table.code}/round?step=read-back")
    assert "Otto : 70, that is 2 × 35. Change it" in table.text
    table.send("/round/close")
    assert "Anna went down and out in one turn: the others’ cards counted double." in table.text
    table.open(f"/g/{table.code}/score")
    assert " 70 " in table.text
    assert list(state_of(table).totals.values()) == [0, 70, 34]


def test_a_correction_of_the_one_turn_strikes_out_what_it_doubled(doubles: Phone) -> None:
    table = doubles
    table.open(f"/g/{table.code}/round?step=points")
    table.send("/round/points", seat="1", one_turn="yes", **{"points.2": "35", "points.3": "17"}).send("/round/close")
    table.open(f"/g/{table.code}/score/1/1")
    table.send("/score/1/winner", seat="1", cards="")
    assert list(state_of(table).totals.values()) == [0, 35, 17]
    table.open(f"/g/{table.code}/score/1/2")
    assert "2 × 35 → 35" in table.text


def test_other_tables_are_not_asked(phone: Phone) -> None:
    phone.start().open(f"/g/{phone.code}/round?step=who")
    assert "one turn" not in phone.text
