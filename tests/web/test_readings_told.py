"""Where a meld can be read in several ways, each of them is a key to tap."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.house.reading import read_page
from tests.web.table_phone import FIVES, NINES, Phone, hrefs, look, melds, record, words


def at_either_end(app: Flask, client: FlaskClient) -> tuple[Phone, str]:
    phone = Phone(app, client, "screw")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    phone.send("/may-i", round=1, claims=3, active=2)
    phone.send("/new-meld", round=1, seat=2, laid="5H 6H 7H 8H")
    return phone, f"/melds/{melds(phone)['5H 6H 7H 8H']}"


def test_each_end_is_a_key_and_the_one_tapped_is_recorded(app: Flask, client: FlaskClient) -> None:
    phone, path = at_either_end(app, client)
    asked = look(phone, path, seat=2, laid="JK", ask=1)
    assert words(asked, "h1") == "This can be read in several ways. Which one is it?"
    keys = [href.removeprefix(f"/g/{phone.code}") for href in hrefs(asked) if "reading=" in href]
    assert len(keys) == 2
    ruled = phone.see(keys[1])
    assert words(ruled, "word") == "Yes"
    assert record(phone, ruled, path).became == "5H 6H 7H 8H JK=9H"


def test_what_is_sent_without_it_is_asked_back_with_the_same_keys(app: Flask, client: FlaskClient) -> None:
    phone, path = at_either_end(app, client)
    asked = read_page(phone.send(path, 422, round=1, seat=2, laid="JK").get_data(as_text=True))
    forms = [one for one in asked.elements if one.tag == "input" and one.get("name") == "reading"]
    assert {one.get("value") for one in forms} == {"JK=4H 5H 6H 7H 8H", "5H 6H 7H 8H JK=9H"}
    assert not any(one.get("name") == "confirmed" for one in asked.elements)


def test_a_screw_over_that_lays_a_joker_off_asks_for_its_end(app: Flask, client: FlaskClient) -> None:
    phone, path = at_either_end(app, client)
    run = int(path.rpartition("/")[2])
    phone.send("/down", round=1, seat=3, melds="QC QD QH\nKC KD KH")
    phone.send("/may-i", round=1, claims=4, active=1)
    phone.send("/new-meld", round=1, seat=3, laid="2S JK 4S 5S 6S", down="earlier", confirmed=1)
    taken = next(number for cards, number in melds(phone).items() if "2S" in cards)
    told = {"by": 2, "meld": taken, "take": "JK=3S", "use": "lay_off", "onto": run, "use_cards": "JK", "give": "2D"}
    asked = look(phone, "/screw-over", **told, ask=1)
    assert words(asked, "h1") == "This can be read in several ways. Which one is it?", words(asked)
    key = next(href for href in hrefs(asked) if "reading=" in href).removeprefix(f"/g/{phone.code}")
    assert record(phone, phone.see(key), "/screw-over").onto_became in ("JK=4H 5H 6H 7H 8H", "5H 6H 7H 8H JK=9H")


def test_a_contract_that_can_be_read_in_two_ways_is_a_key_for_each(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw", contracts=[["set of 3", "run of 4"]] * 7)
    told = {"round": 1, "seat": 2, "melds": "9C 9D 9H\r\n4H 5H JK 6H"}
    back = read_page(phone.send("/down", 422, **told).get_data(as_text=True))
    keys = [str(one.get("value")) for one in back.elements if one.tag == "input" and one.get("name") == "reading"]
    assert len(keys) == 2
    offered = [one.text() for one in back.elements if one.tag == "button"]
    assert any("with the joker as the 7 of hearts" in key for key in offered)
    asked = look(phone, "/down", seat=2, melds=told["melds"], ask=1)
    assert words(asked, "h1") == "This can be read in several ways. Which one is it?"
    assert sum("reading=" in href for href in hrefs(asked)) == 2
    phone.send("/down", **told, reading=keys[-1])
    assert "; ".join(phone.last().melds) == keys[-1]
