"""Sets told by their ranks on the pages of a round and of the referee; and keys that are never silent."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game import events as ev
from tests.house.reading import read_page
from tests.web.table_phone import Phone, buttons, hrefs, look, melds, note, record, words


@pytest.mark.parametrize("typed", ["888\nKKK", "8 8 8; K K K", "three 8s\nthree kings", "8 K 8 K 8 K"])
def test_two_sets_go_down_by_rank_and_count(app: Flask, client: FlaskClient, typed: str) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds=typed)
    assert set(melds(phone)) == {"8 8 8", "K K K"}


def test_a_run_asks_for_its_suit_and_keeps_what_was_typed(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "denexa")
    phone.send("/down", round=1, seat=2, melds="888\nKKK")
    page = look(phone, "/new-meld", seat=2, laid="5 6 7 8", down="earlier", ask=1)
    assert words(page, "needed") == "Which suits are the 5, 6, 7 and 8?"
    [field] = [one for one in page.elements if one.get("id") == "laid"]
    assert field.get("value") == "5 6 7 8"
    [form] = [one for one in page.elements if one.get("id") == "question"]
    assert "data-asks-suits" in form.attributes, "the keys of suits complete it"


def test_a_single_card_whose_suit_decides_gets_it_with_one_tap(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "denexa")
    phone.send("/down", round=1, seat=2, melds="888\nKKK")
    phone.send("/new-meld", round=1, seat=2, laid="5C 6C 7C 8C", down="earlier")
    run = melds(phone)["5C 6C 7C 8C"]
    page = look(phone, f"/melds/{run}", seat=2, laid="9", pad=1, ask=1, down="earlier")
    assert words(page, "h1") == "Which suit is the 9?"
    suited = [href for href in hrefs(page) if "laid=9" in href]
    assert [href.partition("laid=")[2][:2] for href in suited] == ["9C", "9D", "9H", "9S"]
    assert words(phone.see(suited[0].removeprefix(f"/g/{phone.code}")), "word") == "Yes"


def test_a_refused_going_down_asks_for_suits_where_they_decide(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "grokipedia")
    page = read_page(phone.send("/down", 422, round=1, seat=2, melds="888\nKKK").text)
    assert "Which suits are the three 8s?" in words(page)
    [form] = [one for one in page.elements if one.get("id") == "question"]
    assert "data-asks-suits" in form.attributes
    assert phone.state.running is not None
    assert not phone.state.running.play.down


def test_recording_nothing_says_what_to_do(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    note(phone, phone.see("/down"), "/down", "seat", "Cid")
    answer = phone.send("/down", round=1, seat=3, melds="")
    follows = client.get(answer.headers["location"])
    assert "Enter the cards laid down first." in words(follows)
    assert words(follows, "h1") == "Cid goes down"
    assert phone.last() == ev.WentDown(1, 1, 3, ())


def test_a_lay_off_on_a_set_is_one_key(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds="888\nKKK")
    phone.send("/down", round=1, seat=3, melds="")
    path = f"/melds/{melds(phone)['8 8 8']}"
    assert set(buttons(look(phone, path, seat=2), "laid").values()) == {"8", "JK"}


@pytest.mark.parametrize(
    ("question", "typed", "word"),
    [
        ("meld", {"cards": "888"}, "Yes"),
        ("meld", {"cards": "8 8 ★"}, "Yes"),
        ("meld", {"cards": "three 8s and a joker"}, "Yes"),
        ("meld", {"cards": "KK5"}, "No"),
        ("meld", {"cards": "5678"}, "It depends"),
        ("contract", {"melds": "888\nKKK", "round": "1"}, "Yes"),
        ("go_down", {"hand": "888KKK5", "round": "1"}, "Yes"),
        ("score", {"hand": "KK5★"}, "40 points"),
        ("meld", {"cards": ""}, "It depends"),
    ],
)
def test_the_referee_understands_ranks(client: FlaskClient, question: str, typed: dict[str, str], word: str) -> None:
    page = read_page(client.get(f"/ask/{question}", query_string={"rulebook": "contract", "ask": "1", **typed}).text)
    assert words(page, "word") == word


def test_a_recorded_set_whose_own_suits_decide_later_is_named_with_them(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds="888\nKKK")
    phone.send("/down", round=1, seat=3, melds="")
    phone.send("/rules/set", topic="set", set_suits="different", kind="rule")
    eights = melds(phone)["8 8 8"]
    page = look(phone, f"/melds/{eights}", seat=3, laid="8", pad=1, ask=1, down="earlier")
    assert words(page, "needed") == "Which suits are the three 8s?"
    [field] = [one for one in page.elements if one.get("id") == "onto_cards"]
    assert field.get("value") == "8 8 8"
    [form] = [one for one in page.elements if one.get("id") == "question"]
    assert "data-asks-suits" in form.attributes
    told = {"seat": "3", "owner": "2", "onto_cards": "8C 8D 8H", "laid": "8S", "down": "earlier"}
    assert words(look(phone, "/melds/another", ask=1, **told), "word") == "Yes"
    phone.send("/melds/another", round=1, **told)
    assert "8C 8D 8H 8S" in melds(phone)
    assert melds(phone)["8C 8D 8H 8S"] == eights


def test_a_recorded_set_from_which_is_stolen_is_named_with_its_suits_where_they_decide(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/down", round=1, seat=2, melds="888\nKKK")
    eights = melds(phone)["8 8 8"]
    phone.send(f"/melds/{eights}", round=1, seat=2, laid="JK", down="earlier")
    phone.send("/rules/set", topic="set", set_suits="different", kind="rule")
    told = {"by": 1, "owner": 2, "meld": eights, "take": "8C", "use": "contract", "give": "5H"}
    told["use_cards"] = "8C 8S 8H\n9C 9D 9S"
    page = look(phone, "/screw-over", **told, down="no", ask=1)
    assert words(page, "needed") == "Which suits are the three 8s?"
    [field] = [one for one in page.elements if one.get("id") == "cards_of"]
    assert field.get("value") == "8 8 8 JK=8", "as it lies there"
    marks = [one.get("id") for one in page.elements]
    assert marks.index("cards_of-needed") < marks.index("cards_of"), "below it the keys lie over the question"
    page = look(phone, "/screw-over", **told, down="no", ask=1, cards_of="8C 8D 8S JK")
    assert words(page, "word") == "Yes"
    record(phone, page, "/screw-over")
    assert "8D 8S JK=8" in melds(phone)
