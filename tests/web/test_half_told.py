"""A half-told table over HTTP: a meld that nobody told can be told where it matters, with a tap or two."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.web.table_phone import FIVES, NINES, Phone, hrefs, look, melds, record, words

KINGS = "KC KD KH"


def half_told(app: Flask, client: FlaskClient, book: str = "shanghai") -> Phone:
    phone = Phone(app, client, book)
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    phone.send("/down", round=1, seat=3)
    return phone


def test_a_call_on_an_untold_meld_asks_which_it_is_and_records_it(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client)
    call = {"discarder": 4, "seat": 1, "card": "KS", "ask": 1}
    asked = look(phone, "/shanghai", **call)
    assert words(asked, "h1").endswith("Which other meld does?")
    assert "doesn’t fit any meld" not in words(asked)
    told = look(phone, "/shanghai", **call, table=KINGS)
    assert words(told, "word") == "Yes"
    assert record(phone, told, "/shanghai").was == KINGS


def test_the_table_can_say_that_there_is_no_other(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client)
    asked = look(phone, "/shanghai", discarder=4, seat=1, card="KS", ask=1)
    no_other = next(href for href in hrefs(asked) if "all_told=yes" in href)
    assert words(phone.see(no_other.removeprefix(f"/g/{phone.code}")), "word") == "No"


def test_another_meld_can_be_told_although_melds_are_recorded(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client)
    form = look(phone, "/shanghai", discarder=4, seat=1)
    other = next(href for href in hrefs(form) if "another=1" in href).removeprefix(f"/g/{phone.code}")
    assert any(one.get("name") == "table" for one in phone.see(other).elements)
    told = look(phone, "/shanghai", discarder=4, seat=1, another=1, card="9S", table="6S 7S 8S 10S JS", ask=1)
    assert words(told, "word")


def test_ask_says_neither_that_it_fits_none_nor_that_it_may_go(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client)
    asked = look(phone, "/ask/shanghai", ask=1, card="KS", by="other")
    assert words(asked, "word") == "It depends"
    assert "None of the melds told so far" in words(asked, "asks")
    assert words(look(phone, "/ask/shanghai", ask=1, card="KS", by="other", table=KINGS), "word") == "Yes"
    assert words(look(phone, "/ask/shanghai", ask=1, card="KS", by="other", table="none"), "word") == "No"


def test_a_card_that_may_have_been_stolen_is_asked_for_with_two_keys(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client, "screw")
    phone.send("/screw-over", round=1, by=4, owner=1)
    (fives, *_) = phone.state.running.play.melds  # type: ignore[union-attr]
    told = {"by": 1, "owner": 2, "meld": fives, "take": "5S", "use": "contract", "give": "KD"}
    asked = look(phone, "/screw-over", **told, use_cards="5S 5C 5D\nJC JD JH", ask=1)
    assert words(asked, "h1") == "Was the five of spades stolen from Ann in this round?"
    answer = next(href for href in hrefs(asked) if "stolen=no" in href).removeprefix(f"/g/{phone.code}")
    assert record(phone, phone.see(answer), "/screw-over").take == "5S"


def test_a_lay_off_on_an_untold_meld_is_recorded_and_the_meld_is_known(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client)
    assert f"/g/{phone.code}/melds/another" in hrefs(phone.see())
    assert words(look(phone, "/melds/another", seat=2), "h1") == "Whose meld is it?"
    told = {"seat": 1, "owner": 3, "onto_cards": KINGS, "laid": "KS", "ask": 1}
    asked = look(phone, "/melds/another", **told)
    assert words(asked, "h1") == "When did Ann go down?"
    earlier = next(href for href in hrefs(asked) if "down=earlier" in href).removeprefix(f"/g/{phone.code}")
    event = record(phone, phone.see(earlier), "/melds/another")
    assert (event.was, event.became, event.owner) == (KINGS, "KC KD KH KS", 3)
    assert melds(phone)["KC KD KH KS"]


def test_a_lay_off_without_its_meld_asks_for_it(app: Flask, client: FlaskClient) -> None:
    asked = look(half_told(app, client), "/melds/another", seat=2, owner=3, laid="KS", ask=1)
    assert words(asked, "needed") == "Enter it first."


def test_a_swap_can_be_told_of_a_meld_that_nobody_told(app: Flask, client: FlaskClient) -> None:
    phone = half_told(app, client, "contract")
    form = look(phone, "/melds/another", seat=4, owner=3)
    swap = next(href for href in hrefs(form) if "way=swap" in href).removeprefix(f"/g/{phone.code}")
    told = f"{swap}&onto_cards=4H+5H+JK+7H&laid=6H&down=earlier&ask=1"
    assert record(phone, phone.see(told), "/melds/another").became == "4H 5H 6H 7H"


def test_where_all_melds_are_told_no_other_is_offered(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai", ("Ann", "Ben", "Cid"))
    for seat, told in enumerate([f"{FIVES}\n{NINES}", f"{KINGS}\n7C 7D 7H", "3C 3D 3H\nJC JD JH"], 1):
        phone.send("/down", round=1, seat=seat, melds=told)
    assert f"/g/{phone.code}/melds/another" not in hrefs(phone.see())
