"""*Ask* inside a game: it asks who asks, takes what it knows from the log, and never differs from the recording."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.house.reading import Reader
from tests.web.table_phone import FIVES, NINES, Phone, look, words
from tests.web.test_ask import page, shown


def screwed(app: Flask, client: FlaskClient) -> Phone:
    """Screw Rummy: Ann took a five out of Ben's set, so Ben is truly screwed and owes a set of 3."""
    phone = Phone(app, client, "screw")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    (fives, _) = phone.state.running.play.melds  # type: ignore[union-attr]
    told: dict[str, Any] = {"use": "contract", "use_cards": "5S 5C 5D\nJC JD JH", "give": "KD"}
    phone.send("/screw-over", round=1, by=1, owner=2, meld=fives, take="5S", **told)
    assert phone.last().owed == "set of 3"
    return phone


def test_a_truly_screwed_player_is_told_the_same_by_ask_and_by_the_recording(app: Flask, client: FlaskClient) -> None:
    phone = screwed(app, client)
    running = phone.state.running
    assert running is not None
    nines = next(one for one in running.play.melds.values() if one.cards == NINES)
    asked = look(phone, "/ask/lay_off", ask=1, asker=2, meld=NINES, cards="9S")
    assert words(asked, "word") == "No"
    assert "First replace the set of 3 that went back. Only then may you lay off." in words(asked)
    recorded = phone.send(f"/melds/{nines.id}", 422, round=1, seat=2, laid="9S")
    assert "First replace the set of 3 that went back. Only then may you lay off." in words(recorded)


def test_a_whole_turn_of_a_truly_screwed_player_begins_with_the_meld_they_owe(app: Flask, client: FlaskClient) -> None:
    phone = screwed(app, client)
    turn = {
        "ask": 1,
        "asker": 2,
        "hand": "7C 7D 7H 9S KS",
        "steps": "none",
        "steps_lay": "9S",
        "steps_onto": NINES,
        "steps_discard": "KS",
    }
    refused = look(phone, "/ask/turn", **turn)
    assert words(refused, "word") == "No"
    assert "Step 2 (laying off) isn’t allowed. First replace the set of 3" in words(refused)
    too_soon = look(phone, "/ask/turn", **turn, steps_new="7C 7D 7H")
    assert words(too_soon, "word") == "No"
    assert "Step 3 (laying off) isn’t allowed. A player who has replaced a lost meld waits" in words(too_soon)
    replaced = look(phone, "/ask/turn", **{**turn, "steps_lay": "", "steps_onto": ""}, steps_new="7C 7D 7H")
    assert words(replaced, "word") == "Yes", words(replaced)


def test_whoever_owes_a_meld_is_told_that_it_is_no_new_contract(app: Flask, client: FlaskClient) -> None:
    phone = screwed(app, client)
    refused = look(phone, "/ask/contract", ask=1, asker=2, melds="7C 7D 7H\n8C 8D 8H")
    assert words(refused, "word") == "No"
    assert "puts down the set of 3 that went back" in words(refused)


def test_a_whole_turn_knows_who_is_down_and_what_lies_there(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    turn = {"ask": 1, "hand": "9S KS 2D", "steps": "none", "steps_lay": "9S", "steps_onto": NINES}
    turn |= {"steps_discard": "KS"}
    assert words(look(phone, "/ask/turn", asker=3, down="no", **turn), "word") == "No"
    again = look(phone, "/ask/turn", asker=2, **turn, steps_contract="KC KD KH\n2C 2D 2H")
    assert "the contract is melded once" in words(again)


def test_a_whole_turn_of_which_only_the_hand_is_told_is_no_turn_without_a_discard(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    asked = look(phone, "/ask/turn", ask=1, asker=2, hand="QC KC")
    assert (words(asked, "word"), words(asked, "asks")) == (
        "It depends",
        "What was done in the turn, from the draw to the discard? Answer below",
    )


def test_who_asks_is_asked_where_it_decides_and_only_there(app: Flask, client: FlaskClient) -> None:
    phone = screwed(app, client)
    asked = look(phone, "/ask/lay_off", ask=1, meld=NINES, cards="9S")
    assert (words(asked, "word"), words(asked, "asks")) == ("It depends", "Who asks? AnnBenCidDee")
    assert words(look(phone, "/ask/lay_off", ask=1, meld=NINES, cards="5S"), "word") == "No"


def test_nobody_says_how_many_may_is_were_taken(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    for active in (1, 3):
        phone.send("/may-i", round=1, claims=2, active=active)
    limit = phone.state.book.may_i_limit[0]
    for active in (4, 1)[: int(limit) - 2]:
        phone.send("/may-i", round=1, claims=2, active=active)
    asked = look(phone, "/ask/may_i", ask=1, active=3, active_takes="no", claims=2)
    assert (words(asked, "word"), "Ben" in words(asked, "sentence")) == ("No", True), words(asked)
    form = look(phone, "/ask/may_i")
    assert not {one.get("name") for one in form.elements} & {"used.1", "last_taker"}


def test_what_the_log_knows_of_a_lay_off_is_not_asked(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    form = look(phone, "/ask/lay_off")
    assert not {one.get("name") for one in form.elements} & {"down", "owner"}
    asked = look(phone, "/ask/lay_off", ask=1, asker=3, meld=FIVES, cards="5C")
    assert words(asked, "asks").startswith("When did the player meld the contract")
    again = look(phone, "/ask/lay_off", ask=1, asker=3, meld=FIVES, cards="5C", down="earlier")
    assert words(again, "word") == "Yes"


def test_whoever_left_the_round_is_not_offered_and_not_judged(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    phone.send("/table/leave", seat=3, when="now")
    assert phone.state.running is not None
    assert phone.state.running.away == (3,)

    def offers(form: Reader, name: str) -> list[str]:
        return [str(one.get("value")) for one in form.elements if one.get("name") == name]

    assert offers(look(phone, "/ask/lay_off"), "asker") == ["1", "2", "4"]
    assert words(look(phone, "/ask/lay_off", ask=1, meld=NINES, cards="9S"), "asks") == "Who asks? AnnBenDee"
    screw = look(phone, "/ask/screw")
    assert (offers(screw, "by"), offers(screw, "owner")) == (["1", "2", "4"], ["1", "2", "3", "4"])
    assert "Cid" not in words(look(phone, "/ask/may_i"), "question")
    for asked in ("lay_off?asker=3&cards=9S", "may_i?claims=3&active=1", "may_i?claims=1&active=3", "screw?by=3"):
        refused = phone.see(f"/ask/{asked}&ask=1", 422)
        assert "Cid left during this round." in words(refused), asked
        assert words(refused, "verdict") == ""
    worth = look(phone, "/ask/score", ask=1, asker=3, hand="KC")
    assert "10" in words(worth, "verdict"), "what somebody holds who left counts"


def test_a_kept_ruling_is_the_one_that_was_shown(app: Flask, client: FlaskClient) -> None:
    phone = screwed(app, client)
    phone.send("/ask/lay_off", meld=NINES, cards="9S", asker=2, round=1)
    assert phone.last().legal is False
    again = client.get(f"/g/{phone.code}/ruling/{phone.state.number}")
    assert "asker=2" in again.location


def test_a_question_begins_with_what_the_game_knows(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    deal = look(phone, "/ask/deal")
    checked = [one.get("value") for one in deal.elements if one.get("name") == "dealer" and "checked" in one.attributes]
    assert checked == ["1"]


def test_a_question_without_a_game_is_asked_under_what_this_phone_used_last(app: Flask, client: FlaskClient) -> None:
    Phone(app, client, "shanghai").send("/may-i", round=1, claims=2, active=1)
    Phone(app, app.test_client(), "screw", ("Eve", "Fay", "Gus"))
    assert "Shanghai Rummy · 4 players" in words(page(client, "/ask"), "main")
    page(client, "/ask/meld", rulebook="liverpool")
    assert shown(page(client, "/ask"), "rules-asked").startswith("Liverpool Rummy")


def test_after_a_misdeal_the_dealer_of_the_round_deals_again(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    running = phone.state.running
    assert running is not None
    dealer = phone.state.name(running.dealer)
    place = str(running.seats.index(running.dealer) + 1)
    form = look(phone, "/ask/misdeal")
    chosen = {(one.get("name"), one.get("value")) for one in form.elements if "checked" in one.attributes}
    assert ("dealer", place) in chosen
    assert not {value for name, value in chosen if name == "drawn" and value}
    asked = look(phone, "/ask/misdeal", ask=1, drawn="no", dealer=place)
    assert f"so {dealer} deals again" in words(asked, "sentence")


def test_once_somebody_is_down_everybody_knows_that_cards_were_drawn(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    form = look(phone, "/ask/misdeal")
    assert ("drawn", "yes") in {
        (one.get("name"), one.get("value")) for one in form.elements if "checked" in one.attributes
    }
