"""Who organises a home: nobody by accident. The computer does, or a phone that was asked, or that was told."""

from __future__ import annotations

import threading
from itertools import count

import pytest
from flask import Flask
from sqlalchemy import func, select

from referee.days import now
from referee.services.clubs import seasons
from referee.services.deliveries import WriteTag
from referee.services.phones import organisers, phones
from referee.services.phones.access import CLUB, HOUSE, Role, make_phone, new_cookie
from referee.storage.engine.transactions import writing_rights
from referee.storage.phones import rights
from referee.storage.tables.database import db
from referee.storage.tables.phones import Right
from tests.web.plain import PASSWORD, Phone
from tests.web.test_invite import opened, scanned, wifi
from tests.web.test_phones import line

__all__ = ["wifi"]

ASKED = "No phone is organiser yet"
TOLD = "This phone is organiser"


def at_home(app: Flask, number: int) -> Phone:
    """A phone on the Wi-Fi of the house, whose door is open."""
    client = app.test_client()
    client.environ_base.update({"REMOTE_ADDR": f"192.168.1.{number}", "HTTP_HOST": "192.168.1.5:5000"})
    return Phone(client)


def club_page(app: Flask) -> str:
    with app.app_context():
        return f"/clubs/{seasons.first_club().id}"


def organising(app: Flask) -> int:
    """How many phones are organiser of the house."""
    with app.app_context():
        of_house = (Right.scope == HOUSE, Right.role == Role.ORGANISER, Right.revoked_at.is_(None))
        return db.session.scalar(select(func.count()).select_from(Right).where(*of_house)) or 0


def answer(phone: Phone, said: str) -> Phone:
    """The first page, and what a person taps there."""
    return phone.open("/").send("/organiser", organiser=said)


def test_a_guest_that_scans_the_code_of_the_computer_is_a_guest(app: Flask, phone: Phone) -> None:
    game = f"/g/{phone.start().code}"
    guest = at_home(app, 9)
    opened(guest, scanned(phone.open(game + "/invite"))).send("/who/seat", seat="2")
    guest.post(game + "/table/note", text="Cake", write_id="a-note-of-the-guest", seen="1")
    assert organising(app) == 0
    assert guest.open(f"{game}/club/remove").status == 403
    for page in ("/", game, club_page(app) + "/phones"):
        assert ASKED not in guest.open(page).text
        assert TOLD not in guest.text
    phone.open(club_page(app) + "/phones")
    assert "The computer that runs the app this phone organiser, last used" in phone.text
    assert "Player 2’s phone plays, last used" in phone.text
    assert "This computer is organiser because it runs the app." in phone.text


def test_in_a_house_without_a_computer_the_phone_that_says_yes_is_organiser_and_both_are_told(app: Flask) -> None:
    first, second = at_home(app, 9), at_home(app, 10)
    assert ASKED in first.open("/").text
    assert organising(app) == 0, "a look makes nothing"
    second.open("/")
    assert ASKED in second.text
    first.client.environ_base["HTTP_HX_REQUEST"] = "true"  # as htmx sends it: the answer is the page itself
    first.send("/organiser", organiser="yes")
    del first.client.environ_base["HTTP_HX_REQUEST"]
    assert "This phone is organiser now." in first.text
    assert "Create another club" in first.open("/clubs").text, "with what an organiser may do"
    second.send("/organiser", organiser="yes")
    assert "Someone else is already organiser." in second.text
    assert organising(app) == 1
    for phone in (first, second):
        phone.open("/")
        assert ASKED not in phone.text
        assert phone.all("section", id_="organiser") == []
    phones_page = club_page(app) + "/phones"
    assert "This phone is organiser. An organiser creates seasons" in first.open(phones_page).text
    id_ = line(first, "organiser, last used")
    first.post(f"{phones_page}/rename", write_id="name-of-the-phone", phone=id_, name="Tablet")
    assert "Organiser: Tablet." in second.open(phones_page).text
    assert second.all("button", value="yes") == []


def test_who_opens_the_first_game_of_a_house_is_not_organiser_by_that(app: Flask) -> None:
    first = at_home(app, 9)
    first.start()
    assert organising(app) == 0
    assert ASKED in first.open("/").text


def test_a_phone_that_says_no_is_not_asked_again_and_may_change_its_mind(app: Flask) -> None:
    first = at_home(app, 9)
    answer(first, "no")
    assert "This phone isn’t organiser." in first.text
    first.start()
    assert ASKED not in first.open("/").text
    assert ASKED in at_home(app, 10).open("/").text, "another phone is asked for itself"
    assert "No phone is organiser yet." in first.open(club_page(app) + "/phones").text
    first.send("/organiser", organiser="yes")
    assert "This phone is organiser now." in first.text
    assert organising(app) == 1


def test_a_guest_by_invitation_is_never_asked(app: Flask) -> None:
    host = at_home(app, 9)
    game = f"/g/{host.start().code}"
    guest = opened(at_home(app, 10), scanned(host.open(game + "/invite"))).send("/who/seat", seat="2")
    assert ASKED not in guest.open("/").text
    assert ASKED in host.open("/").text


def test_once_the_computer_is_used_no_phone_can_take_it(app: Flask, phone: Phone) -> None:
    other = at_home(app, 9).open("/")
    assert ASKED in other.text
    phone.start()
    other.send("/organiser", organiser="yes")
    assert "Someone else is already organiser." in other.text
    assert organising(app) == 0
    other.open(club_page(app) + "/phones")
    assert "Organiser: The computer that runs the app." in other.text
    assert other.all("button", value="yes") == []


def test_a_phone_that_the_computer_makes_organiser_is_told_on_its_pages_and_may_give_it_back(
    app: Flask, phone: Phone
) -> None:
    game, guest = f"/g/{phone.start().code}", at_home(app, 9)
    opened(guest, scanned(phone.open(game + "/invite"))).send("/who/seat", seat="2")
    phones_page = club_page(app) + "/phones"
    id_, ids = line(phone.open(phones_page), "Player 2’s phone"), count()

    def makes(said: str) -> None:
        write_id = f"organiser-{said}-{next(ids)}"
        phone.post(f"{phones_page}/organiser", write_id=write_id, phone=id_, organiser=said)
        assert phone.status == 200

    makes("yes")
    assert "Also organiser: Player 2’s phone." in phone.text
    makes("yes")
    assert organising(app) == 1
    assert "This phone is organiser now." in guest.open(game).text
    guest.follow("What that means")
    assert TOLD in guest.text
    assert "An organiser creates seasons" in guest.text
    guest.send("/organiser", organiser="knows")
    assert TOLD not in guest.text
    assert "This phone is organiser now." not in guest.open(game).text
    assert guest.open(f"{game}/club/remove").status == 200
    makes("no")
    assert organising(app) == 0
    assert guest.open(f"{game}/club/remove").status == 403
    assert guest.open(game + "/who").heading == "You are Player 2", "it still plays"
    guest.open("/")
    assert TOLD not in guest.text
    makes("yes")
    assert TOLD in guest.open("/").text, "told once more"
    answer(guest, "no")
    assert organising(app) == 0


def test_a_guest_that_an_older_version_made_organiser_is_told_and_seen_and_can_be_put_right(
    app: Flask, phone: Phone
) -> None:
    game, guest = f"/g/{phone.start().code}", at_home(app, 9)
    opened(guest, scanned(phone.open(game + "/invite"))).send("/who/seat", seat="2")
    with app.app_context(), writing_rights():
        id_ = next(each.id for each in phones.phones_of(HOUSE, "") if not each.computer)
        rights.give(id_, HOUSE, "", Role.ORGANISER, now())
    assert "This phone is organiser now." in guest.open(game).text
    phones_page = club_page(app) + "/phones"
    assert "Also organiser: Player 2’s phone." in phone.open(phones_page).text
    phone.send("/phones/organiser", organiser="no")
    assert "That phone is no longer organiser." in phone.text
    assert "Player 2’s phone plays, last used" in phone.text
    assert organising(app) == 0


def test_only_an_organiser_makes_one(app: Flask, phone: Phone) -> None:
    phone.start()
    guest = at_home(app, 9)
    guest.post(club_page(app) + "/phones/organiser", write_id="by-a-mere-host", phone="0" * 16, organiser="yes")
    assert guest.status == 403
    phone.open("/")
    phone.post(club_page(app) + "/phones/organiser", write_id="no-such-phone", phone="0" * 16, organiser="yes")
    assert phone.status == 404
    phone.post("/organiser", write_id="an-odd-answer", organiser="perhaps")
    assert phone.status == 422


def test_a_hosted_house_has_its_organisers_by_password_alone(hosted: Flask) -> None:
    phone = Phone(hosted.test_client())
    phone.open("/door").send("/door", key=PASSWORD)
    assert phone.open("/").status == 200
    assert phone.all("section", id_="organiser") == []
    assert phone.open(club_page(hosted) + "/phones").all("section", id_="organiser") == []
    for path in ("/organiser", club_page(hosted) + "/phones/organiser"):
        phone.post(path, write_id="not-in-a-hosted-house", organiser="yes", phone="0" * 16)
        assert phone.status == 403
    with hosted.app_context():
        assert phones.phones_of(HOUSE, "")[0].role is Role.ORGANISER


def test_who_comes_in_by_the_password_is_told_nothing_that_it_knows(app: Flask) -> None:
    with app.app_context():
        phones.set_password(PASSWORD)
    phone = at_home(app, 9)
    phone.open("/door").send("/door", key=PASSWORD)
    assert organising(app) == 1
    assert TOLD not in phone.open("/").text


@pytest.mark.parametrize("setting", ["watch", "closed"])
def test_where_the_door_is_not_open_no_phone_is_asked(app: Flask, setting: str) -> None:
    with app.app_context(), writing_rights():
        rights.set_setting(rights.DOOR, setting)
    phone = at_home(app, 9)
    assert ASKED not in phone.open("/").text
    phone.post("/organiser", write_id="through-a-door-not-open", organiser="yes")
    assert phone.status == 403
    assert organising(app) == 0


def test_of_many_phones_that_say_yes_at_once_one_is_organiser(app: Flask) -> None:
    with app.app_context():
        made = [make_phone(new_cookie(), Role.HOST) for _ in range(6)]
    said: list[bool] = []

    def accept(id_: str) -> None:
        with app.app_context():
            said.append(organisers.accept(WriteTag(f"yes-{id_}", 0, "", id_, Role.HOST)))

    threads = [threading.Thread(target=accept, args=(phone.id,)) for phone in made if phone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == [False] * 5 + [True]
    assert organising(app) == 1
    with app.app_context():
        views = phones.phones_of(CLUB, seasons.first_club().id)
        assert [view.role for view in views] == [Role.ORGANISER]
