"""Cards left that were entered for the wrong player: taken out with one key, and the line is again not yet said."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.web.table_phone import Phone, words


def counted(app: Flask, client: FlaskClient) -> Phone:
    phone = Phone(app, client, "contract")
    phone.send("/round/went-out", round=1, seat=1)
    phone.send("/round/cards-left", round=1, seat=2, cards="K 5")
    return phone


def entered(phone: Phone) -> set[int]:
    running = phone.state.running
    assert running is not None
    return set(running.entered)


def test_what_was_entered_for_the_wrong_player_is_taken_out_again(app: Flask, client: FlaskClient) -> None:
    phone = counted(app, client)
    assert "Not theirs" in words(phone.see("/round?seat=2"))
    assert "Not theirs" not in words(phone.see("/round?seat=3")), "nothing is there to take out"
    answer = phone.send("/round/not-theirs", round=1, seat=2)
    assert answer.headers["Location"] == f"/g/{phone.code}/round?seat=2"
    assert entered(phone) == set()
    page = phone.see("/round?seat=2")
    assert "Round 1, Ben: 15 (K 5) taken back." in words(page)
    assert "Not theirs" not in words(page, "heading-row")
    phone.send("/undo", target=phone.state.number)
    assert entered(phone) == {2}


def test_what_somebody_has_entered_anew_meanwhile_is_not_taken_out_unseen(app: Flask, client: FlaskClient) -> None:
    phone = counted(app, client)
    seen = phone.state.number
    phone.send("/round/cards-left", round=1, seat=2, cards="Q Q", confirmed="1")
    assert "20" in words(phone.send("/round/not-theirs", 409, seen=seen, round=1, seat=2))
    assert entered(phone) == {2}


def test_a_seat_that_is_not_there_has_nothing_to_take_out(app: Flask, client: FlaskClient) -> None:
    phone = counted(app, client)
    number = phone.state.number
    for told in ({"round": 1, "seat": 9}, {"round": 1, "seat": ""}, {"round": "x", "seat": 2}):
        phone.send("/round/not-theirs", 303 if told == {"round": 1, "seat": 9} else 422, **told)
    assert phone.state.number == number
