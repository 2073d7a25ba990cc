"""A skip is recorded in two taps, where the pack has skips, and *Now* shows who loses a turn."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from referee.game import events as ev
from tests.web.table_phone import Phone, hrefs, words


def test_two_taps_record_who_was_skipped_and_a_third_that_it_is_over(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "phase-10")
    assert any(href.endswith("/skip") for href in hrefs(phone.see()))
    assert "loses a turn" not in words(phone.see(), "standings")
    ways = [href for href in hrefs(phone.see("/skip")) if "by=" in href]
    assert len(ways) == 4
    page = phone.see(f"/skip?{ways[0].partition('?')[2]}")
    keys = [key.get("value") for key in page.elements if key.tag == "button" and key.get("name") == "seat"]
    assert keys == ["2", "3", "4"]
    phone.send("/skip", round=1, by=1, seat=2)
    assert phone.last() == ev.TurnLost(1, 2, 1)
    assert words(phone.see(), "standings").count("loses a turn") == 1
    assert "Ben has lost the turn" in words(phone.see("/skip"))
    phone.send("/skip", round=1, by=1, seat=2, passed="yes")
    assert phone.last() == ev.TurnLost(1, 2, 1, passed=True)
    assert "loses a turn" not in words(phone.see(), "standings")


def test_a_second_skip_is_asked_about_and_recorded_once_the_turn_has_passed(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "phase-10")
    phone.send("/skip", round=1, by=1, seat=2)
    answer = phone.send("/skip", 422, round=1, by=3, seat=2)
    assert "Yes, it has passed" in answer.text
    phone.send("/skip", round=1, by=3, seat=2, confirmed="1")
    assert phone.last() == ev.TurnLost(1, 2, 3)


def test_a_pack_without_skips_has_none_to_record(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert not any(href.endswith("/skip") for href in hrefs(phone.see()))
    assert "nothing to record" in words(phone.see("/skip"))
    phone.send("/skip", 422, round=1, by=1, seat=2)


def test_an_address_that_names_no_player_asks_who_played_it(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "phase-10")
    for by in ("9", "x", "-1", ""):
        assert "Who played a skip?" in words(phone.see(f"/skip?by={by}"), "h1")
    phone.send("/skip", 422, round=1, by="", seat="x")
