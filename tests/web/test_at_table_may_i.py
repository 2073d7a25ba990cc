"""The discard out of turn over HTTP: recorded in one form, refused with its clause, shown on the Now page."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.game import events as ev
from referee.game.history import entries
from referee.game.judges.may_i import last_taken
from referee.game.rulings.may_i import may_is
from tests.house.reading import read_page
from tests.web.table_phone import NAMES, Phone, buttons, hidden, hrefs, words


def test_now_leads_to_a_page_with_a_key_for_every_player_that_records_at_once(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    assert f"/g/{phone.code}/may-i" in hrefs(phone.see())
    keys = buttons(phone.see("/may-i"), "claims")
    assert list(keys) == [f"{name} 2 left" for name in NAMES]
    answer = phone.send("/may-i", round=1, claims=keys["Cid 2 left"])
    assert answer.headers["Location"] == f"/g/{phone.code}?taken=2"
    assert (phone.last().seat, phone.last().penalty) == (3, 2)
    now = phone.see("?taken=2")
    assert "Cid 1 left" in words(now, "at-seats")
    assert words(now, "done").startswith("Cid gets it, plus 2 cards from the stock")
    assert words(phone.see(), "done") == "", "another phone has not just asked"


def test_long_names_stand_on_the_keys_in_two_lines_and_are_still_told_apart(app: Flask, client: FlaskClient) -> None:
    long = "Maximilianalexanderferdinandvonhohenzol"
    players = (f"{long}a", f"{long}b", "Maria Magdalena Sophia", "Anna-Maria Elisabeth", "Ben")
    phone = Phone(app, client, "shanghai", players)
    page = phone.see("/may-i")
    assert list(buttons(page, "claims")) == [f"{name} 2 left" for name in players], "as they are read out"
    drawn = [
        one for one in page.elements if one.get("aria-hidden") and one.within("button") and one.get("class") is None
    ]
    assert ["".join(map(str, one.own_text)) for one in drawn] == [
        "Maximilianalexand’la", "Maximilianalexand’lb", "Maria S.",
    ]  # fmt: skip


def test_the_one_too_many_is_refused_with_the_clause_as_a_link(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    phone.send("/may-i", round=1, claims=3, active=2)
    phone.send("/may-i", round=1, claims=3, active=4)
    answer = phone.send("/may-i", 422, round=1, claims=3, active=1)
    assert "Cid has already had two in this round, and that is the limit." in words(answer, "problems")
    assert f"/g/{phone.code}/rulebook#may-i-limit" in hrefs(answer)
    assert "Cid none left" in words(phone.see(), "at-seats")
    assert phone.state.number == 3


def test_what_decides_is_asked_back_with_the_answers_as_keys(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/may-i", round=1, claims=3, active=2)
    answer = phone.send("/may-i", 422, round=1, claims=3, active=2)
    page = read_page(answer.get_data(as_text=True))
    assert words(page, "asks").startswith("Is this the next discard in the same interruption")
    assert buttons(page, "same") == {"Same interruption": "yes", "A new turn": "no"}
    carried = hidden(page, f"/g/{phone.code}/may-i")
    assert (carried["claims"], carried["active"]) == ("3", "2")
    refused = phone.send("/may-i", 422, round=1, claims=3, active=2, same="yes")
    assert f"/g/{phone.code}/rulebook#successive" in hrefs(refused)
    phone.send("/may-i", round=1, claims=3, active=2, same="no")
    assert phone.state.running is not None
    assert phone.state.running.play.used(3) == 2


def asked_too(phone: Phone, name: str, status: int = 303) -> TestResponse:
    """Tap a name below the answer on Now, as its page was made."""
    taken = phone.state.running and last_taken(phone.state.running)
    now = phone.see(f"?taken={taken}")
    (key,) = [one for one in now.elements if one.tag == "button" and one.text().startswith(name)]
    fields = hidden(now, f"/g/{phone.code}/may-i")
    return phone.send("/may-i", status, **{**fields, str(key.get("name")): key.get("value")})


def test_what_another_phone_adds_stands_on_the_page_that_shows_the_answer(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai", may_i_order="first to ask")
    phone.send("/may-i", round=1, claims=4)
    for name in ("Cid", "Ann"):
        asked_too(phone, name)
        now = phone.see("?taken=2")
        assert f"{name} does not: Dee was first." in words(now, "done")
        assert f"Who also asked for it, after {name}?" in words(now, "asked-too")
    phone.send("/may-i", round=1, claims=3, active=1, same="no")
    assert words(phone.see("?taken=2"), "done") == "", "a later discard is another matter"


def test_several_are_tapped_in_the_order_they_spoke_and_the_page_says_who_gets_it(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "shanghai", may_i_order="first to ask")
    phone.send("/may-i", round=1, claims=4)
    answer = asked_too(phone, "Cid")
    assert (phone.last().seat, phone.last().claims) == (4, (4, 3))
    now = phone.see(answer.headers["Location"].removeprefix(f"/g/{phone.code}"))
    assert words(now, "done").startswith("Dee gets it, plus 2 cards from the stock Cid does not: Dee was first.")
    assert f"/g/{phone.code}/rulebook#may-i" in hrefs(now)
    assert "Who also asked for it, after Cid?" in words(now, "asked-too")
    assert [one.used for one in may_is(phone.state)] == [0, 0, 0, 1]


def test_who_did_not_get_it_stays_told_where_that_was_the_last_that_the_winner_may_have(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "shanghai", may_i_order="first to ask", may_i_limit=1)
    phone.send("/may-i", round=1, claims=4)
    asked_too(phone, "Cid")
    now = phone.see(f"?taken={phone.state.number}")
    assert phone.state.running is not None
    assert phone.state.running.play.used(4) == 1
    assert "Cid does not: Dee was first." in words(now, "done")


def test_where_turn_order_decides_whoever_took_it_keeps_it_until_somebody_says_who_comes_first(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/may-i", round=1, claims=4)
    asked_too(phone, "Ben")
    now = phone.see(f"?taken={phone.state.number}")
    assert (phone.last().seat, phone.last().claims, phone.last().active) == (4, (4, 2), None)
    assert "Dee gets it" in words(now, "done")
    assert "Ben does not: Dee comes before Ben" in words(now, "done")
    old = hidden(now, f"/g/{phone.code}/may-i")
    assert buttons(now, "gets") == {"Ben comes first in turn": "2"}
    phone.send("/may-i", round=1, also=phone.state.number, gets=2)
    assert (phone.last().seat, phone.last().claims, phone.last().refused) == (2, (4, 2), {4: "contract/may-i"})
    phone.send("/may-i", **{**old, "claims": 3, "write_id": "9" * 32})
    assert (phone.last().seat, phone.last().claims) == (2, (4, 2, 3)), "an older page says nothing against that"
    assert [one.used for one in may_is(phone.state)] == [0, 1, 0, 0]


def test_where_two_phones_tell_of_two_and_turn_order_decides_whose_turn_it_is_must_be_said(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/may-i", round=1, claims=4)
    page = read_page(phone.send("/may-i", 422, round=1, claims=2, also=2).get_data(as_text=True))
    assert words(page, "asks").startswith("Whose turn is it?")
    assert buttons(page, "active") == {"Ann": "1", "Cid": "3"}
    phone.send("/may-i", **{**hidden(page, f"/g/{phone.code}/may-i"), "active": 1})
    assert (phone.last().seat, phone.last().claims, phone.last().refused) == (2, (4, 2), {4: "contract/may-i"})
    assert entries(phone.state)[1].undone
    asked_too(phone, "Cid")
    assert (phone.last().seat, phone.last().claims, phone.last().active) == (2, (4, 2, 3), 1)
    assert [one.used for one in may_is(phone.state)] == [0, 1, 0, 0]


def test_what_the_player_on_turn_takes_nobody_else_gets(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/may-i", round=1, claims=4)
    assert asked_too(phone, "It was Dee’s turn").headers["Location"] == f"/g/{phone.code}"
    now = words(phone.see(), "notices")
    assert "Undone: Round 1: Dee took the discard" in now
    assert "The player whose turn it is takes the discard, so no one else gets it (contract/draw)." in now
    assert [one.used for one in may_is(phone.state)] == [0, 0, 0, 0]


def test_any_phone_can_say_that_somebody_else_asked_too(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    assert not any("also=" in href for href in hrefs(phone.see("/may-i")))
    phone.send("/may-i", round=1, claims=4)
    (other,) = [href for href in hrefs(phone.see("/may-i")) if "also=" in href]
    page = phone.see(other.removeprefix(f"/g/{phone.code}"))
    assert words(page, "soft") == "After Dee, for the same discard."
    assert list(buttons(page, "claims").values()) == ["1", "2", "3"]
    phone.send("/may-i", claims=2, **hidden(page, f"/g/{phone.code}/may-i"))
    assert (phone.last().seat, phone.last().claims) == (4, (4, 2))
    assert words(phone.see("/may-i?also=2"), "h1") == "May I: who took the discard?", (
        "an old address leads nowhere else"
    )


def test_two_phones_that_tell_two_who_asked_may_say_that_it_was_the_same_discard(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/may-i", round=1, claims=4)
    clash = read_page(phone.send("/may-i", 409, seen=1, round=1, claims=2).get_data(as_text=True))
    same = next(one for one in clash.elements if one.tag == "button" and one.text() == "Same one")
    form = same.within("form")
    assert form is not None
    fields = {str(one.get("name")): one.get("value") for one in clash.elements if one.within("form") is form}
    phone.send("/may-i", **{name: value for name, value in fields.items() if value})
    assert (phone.last().seat, phone.last().claims) == (4, (4, 2))
    assert [one.used for one in may_is(phone.state)] == [0, 0, 0, 1]


def test_what_happened_since_is_not_decided_anew_from_an_old_page(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/may-i", round=1, claims=4)
    phone.send("/down", round=1, seat=2)
    answer = phone.send("/may-i", 422, round=1, claims=3, also=2)
    assert "something has happened since" in words(answer, "problems")
    assert phone.see("?taken=2")
    assert phone.state.number == 3


def test_a_round_without_buying_shows_no_key_and_refuses_with_the_clause(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "progressive")
    assert f"/g/{phone.code}/may-i" not in hrefs(phone.see())
    answer = phone.send("/may-i", 422, round=1, claims=3, active=2)
    assert f"/g/{phone.code}/rulebook#may-i-limit" in hrefs(answer)


def test_a_discard_that_another_phone_recorded_meanwhile_is_shown_and_not_doubled(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "shanghai")
    phone.send("/may-i", round=1, claims=3)
    answer = phone.send("/may-i", 409, seen=1, round=1, claims=3)
    assert "Cid took one" in words(answer)
    assert "Another one" in answer.get_data(as_text=True)
    assert sum(isinstance(one.event, ev.MayITaken) for one in phone.state.log) == 1


@pytest.mark.parametrize(
    "wrong",
    [{"claims": ""}, {"claims": "x"}, {"claims": "9"}, {"claims": "3", "round": "no"}, {"claims": "3", "round": 7}],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_written(
    app: Flask, client: FlaskClient, wrong: dict[str, Any]
) -> None:
    phone = Phone(app, client, "shanghai")
    assert words(phone.send("/may-i", 422, **{"round": 1, **wrong}), "problems")
    assert phone.state.number == 1


def test_one_forgotten_in_a_closed_round_is_added(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    for seat in (2, 3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="K")
    phone.send("/round/went-out", round=1, seat=1)
    phone.send("/round/close", round=1)
    assert f"/g/{phone.code}/may-i?round=1" in hrefs(phone.see("/may-i"))
    page = phone.see("/may-i?round=1")
    assert "Round 1: who took a discard?" in words(page)
    phone.send("/may-i", round=1, claims=3, forgotten="yes")
    assert "Round 1: Cid took the discard with a May I" in words(phone.see(), "notices")
    assert phone.state.rounds[0].play.used(3) == 1
    phone.send("/may-i", round=1, claims=3, forgotten="yes")
    refused = phone.send("/may-i", 422, round=1, claims=3, forgotten="yes")
    assert "Round 1: who took a discard?" in words(refused)
