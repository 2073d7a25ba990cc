"""The phones of a club and its invitations, through the pages."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.services.clubs import seasons
from referee.services.phones import invitations
from tests.web.plain import Phone
from tests.web.test_invite import opened, scanned, wifi

__all__ = ["wifi"]


@pytest.fixture
def guest(app: Flask) -> Phone:
    """A phone that is not at home."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "8.8.8.8"
    return Phone(client)


@pytest.fixture
def game(phone: Phone) -> str:
    return f"/g/{phone.start().code}"


@pytest.fixture
def club(app: Flask) -> str:
    """The address of the club."""
    with app.app_context():
        return f"/clubs/{seasons.first_club().id}"


@pytest.fixture
def ben(phone: Phone, guest: Phone, game: str) -> Phone:
    """Player 2, let in by the usual invitation."""
    return opened(guest, scanned(phone.open(game + "/invite"))).send("/who/seat", seat="2")


def line(phone: Phone, called: str) -> str:
    """The id of a phone on the page."""
    [found] = [e for e in phone.all("details") if called in e.text() and (e.get("id") or "").startswith("phone-")]
    return str(found.get("id")).removeprefix("phone-")


def test_phones_are_listed_by_whose_they_are(phone: Phone, ben: Phone, club: str) -> None:
    phone.open(club).follow("Phones and invitations")
    assert phone.heading == "Phones"
    assert "Player 2’s phone plays, last used" in phone.text
    id_ = line(phone, "Player 2’s phone")
    phone.post(f"{club}/phones/rename", write_id="rename-a-phone", phone=id_, name="Ben's iPad")
    assert "Renamed to Ben's iPad." in phone.text
    assert "Ben's iPad (Player 2)" in phone.text
    phone.post(f"{club}/phones/rename", write_id="rename-nothing", phone=id_, name=" ")
    assert phone.status == 422


def test_a_phone_that_is_taken_out_may_nothing(phone: Phone, ben: Phone, club: str, game: str) -> None:
    id_ = line(phone.open(club + "/phones"), "Player 2’s phone")
    assert phone.open(f"/clubs/{club[7:]}/phones/leaving?phone={id_}").heading == "Remove Player 2’s phone?"
    phone.post(f"{club}/phones/take-out", write_id="take-it-out", phone=id_)
    assert (phone.status, phone.heading) == (422, "Remove Player 2’s phone?"), "it is asked what of the invitations"
    phone.send("/phones/take-out")
    assert "Phone removed. It needs a new invitation to come back." in phone.text
    assert "Player 2’s phone" not in phone.text
    assert ben.open(game).status == 403
    assert phone.open(game + "/who").heading == "Who are you?"
    assert "on another phone" not in phone.text


def test_one_more_host(phone: Phone, ben: Phone, club: str) -> None:
    assert ben.open(club + "/phones").status == 403
    id_ = line(phone.open(club + "/phones"), "Player 2’s phone")
    phone.post(f"{club}/phones/role", write_id="one-more-host", phone=id_, role="host")
    assert "Player 2’s phone host, last used" in phone.text
    assert ben.open(club + "/phones").heading == "Phones"
    phone.post(f"{club}/phones/role", write_id="odd-role-asked", phone=id_, role="organiser")
    assert phone.status == 422


def test_an_invitation_is_taken_back_with_whom_it_let_in(phone: Phone, ben: Phone, club: str, game: str) -> None:
    phone.open(club + "/phones")
    assert "To play 1 phone joined with it" in phone.text
    old = scanned(phone.open(game + "/invite"))
    phone.open(club + "/phones").send("/phones/rotate")
    assert ben.open(game).status == 200, "phones that are in stay"
    assert scanned(phone.open(game + "/invite")) != old
    assert opened(ben, old).status == 403
    again = scanned(phone.open(game + "/invite"))
    opened(ben, again)
    assert phone.open(club + "/phones").post(club + "/phones/take-back", write_id="neither-way", link="0").status == 422
    phone.open(club + "/phones").send("/phones/take-back", admitted="yes")
    assert "the phones that joined with it are removed." in phone.text
    assert scanned(phone.open(game + "/invite")) != again, "there is always one for players"
    assert opened(ben, again).status == 403


def test_the_door(phone: Phone, other: Phone, app: Flask, club: str, game: str) -> None:
    other.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    assert other.open(game).status == 200
    phone.open(club + "/phones").send("/phones/door", door="closed")
    assert other.open(game).status == 403
    assert other.open(f"/clubs/{club[7:]}/phones").status == 403
    phone.open(club + "/phones").send("/phones/door", door="open")
    assert other.open(game).status == 200


def test_a_recovery_card_is_shown_once_and_opens_the_door(phone: Phone, guest: Phone, club: str, game: str) -> None:
    phone.open(club + "/phones").send("/phones/card")
    code = phone.one("p", cls="card-code").text()
    assert re.fullmatch(r"(\w{4}-){4}\w{4}", code)
    assert code not in phone.open(club + "/phones").text
    guest.open("/door").send("/door", key=code)
    assert guest.open(club + "/phones").heading == "Phones"


def test_an_invitation_of_another_place_is_not_touched(phone: Phone, game: str, club: str, app: Flask) -> None:
    for address in ("/phones/rotate", "/phones/take-back"):
        phone.post(club + address, write_id=f"odd-link{address[8:]}", link="0" * 16, admitted="no")
        assert phone.status in (404, 422)
    with app.app_context():
        assert len(invitations.links("club", club[7:])) == 1
