"""The computer gets another address in mid-evening: who scans the new one has the seat again, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.app import addresses
from referee.services.clubs import seasons
from referee.services.phones import invitations
from tests.conftest import CheckedClient
from tests.web.plain import Phone, phones_and_rights

FIRST, SECOND = "192.168.1.5", "192.168.1.77"
IPHONE, ANDROID = "a browser of an iPhone", "a browser of an Android phone"


class OverWifi(CheckedClient):
    """A phone at a place of the home network; its cookies belong to the address at which they were made."""

    computer = FIRST

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        return super().open(*args, base_url=f"http://{self.computer}:5000", **kwargs)


@pytest.fixture(autouse=True)
def wifi(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this computer."""
    now = [FIRST]
    monkeypatch.setattr(addresses, "is_own", lambda address: address in now)
    return now


@pytest.fixture
def game(app: Flask, phone: Phone) -> str:
    """The address of a game of four."""
    return f"/g/{phone.start().code}"


def at(app: Flask, place: int, browser: str = IPHONE) -> Phone:
    client = OverWifi(app)
    client.environ_base = {"REMOTE_ADDR": f"192.168.1.{place}", "HTTP_USER_AGENT": browser}
    return Phone(client)


def go_to(computer: str, wifi: list[str], *phones: Phone) -> None:
    """The computer has another address from now on, and the phones ask there."""
    wifi[:] = [computer]
    for phone in phones:
        assert isinstance(phone.client, OverWifi)
        phone.client.computer = computer


def scan(phone: Phone, game: str, seat: str = "") -> Phone:
    """What the script of the page behind an invitation does."""
    with phone.client.application.app_context():
        secret = invitations.standing(seasons.clubs()[0].id).secret
    return phone.open("/join").send("/join", secret=secret, game=game[3:], seat=seat)


def test_one_scan_gives_the_seats_back(app: Flask, game: str, wifi: list[str]) -> None:
    ben, cleo = at(app, 20), at(app, 21)
    scan(ben, game).send("/who/seat", seat="2").open(game + "/who").send("/who/seat", seat="4")
    scan(cleo, game).send("/who/seat", seat="3")
    go_to(SECOND, wifi, ben, cleo)
    assert ben.open(game + "/who").heading == "Who are you?", "a cookie is good for one address"
    assert scan(ben, game).path == game
    assert "You are Player 2 and Player 4. Not right? Tap Table." in ben.text
    scan(cleo, game)
    assert "You are Player 3." in cleo.text
    assert "on another phone" not in ben.open(game).text


def test_in_another_wifi_the_code_for_one_player_gives_the_seat_back(app: Flask, game: str, wifi: list[str]) -> None:
    ben = at(app, 20)
    scan(ben, game).send("/who/seat", seat="2")
    go_to(SECOND, wifi, ben)
    ben.client.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    assert scan(ben, game, seat="2").path == game, "nobody is asked about a phone that cannot come again"
    assert "You are Player 2. Not right? Tap Table." in ben.text


def test_a_scan_that_is_sent_twice_gives_them_back_once(app: Flask, game: str, wifi: list[str]) -> None:
    ben = at(app, 20)
    scan(ben, game).send("/who/seat", seat="2")
    go_to(SECOND, wifi, ben)
    scan(ben, game)
    counts = phones_and_rights(app)
    assert scan(ben, game).path == game
    assert phones_and_rights(app) == counts
    assert ben.open(game + "/who").heading == "You are Player 2"


@pytest.mark.parametrize(("place", "browser"), [(22, IPHONE), (20, ANDROID)])
def test_another_phone_is_asked_who_it_is_and_not_whether_it_may(
    app: Flask, game: str, wifi: list[str], place: int, browser: str
) -> None:
    ben = at(app, 20)
    scan(ben, game).send("/who/seat", seat="2")
    other = at(app, place, browser)
    go_to(SECOND, wifi, other)
    assert scan(other, game).heading == "Who are you?"
    assert "on another phone" not in other.text, "the phone that had the seat cannot come again"
    other.send("/who/seat", seat="2")
    assert (other.path, "You are Player 2." in other.text) == (game, True)
    go_to(FIRST, wifi, ben)
    assert "Player 2 is on another phone now." in ben.open(game).text, "it is told, should it come after all"


def test_two_that_look_alike_are_both_asked(app: Flask, game: str, wifi: list[str]) -> None:
    usual, private = at(app, 20), at(app, 20)
    scan(usual, game).send("/who/seat", seat="2")
    scan(private, game).send("/who/seat", seat="3")
    go_to(SECOND, wifi, usual)
    assert scan(usual, game).heading == "Who are you?"


def test_a_phone_that_can_still_come_keeps_its_seat(app: Flask, game: str, wifi: list[str]) -> None:
    ben, twin = at(app, 20), at(app, 20)
    scan(ben, game).send("/who/seat", seat="2")
    go_to(SECOND, wifi, twin)
    wifi.append(FIRST)  # on two networks at once
    assert scan(twin, game).heading == "Who are you?"
    assert "Player 2 on another phone" in twin.text
    assert twin.send("/who/seat", seat="2").status == 422
    assert "Player 2 is already on another phone" in twin.text


def test_what_a_router_hands_on_is_no_address_that_was_lost(app: Flask, game: str, wifi: list[str]) -> None:
    wifi.clear()  # as in a container: no phone calls it by an address that it has itself
    ben, twin = at(app, 20), at(app, 20)
    scan(ben, game).send("/who/seat", seat="2")
    assert scan(twin, game).heading == "Who are you?"
    assert twin.send("/who/seat", seat="2").status == 422


def test_the_seat_comes_back_and_no_other_right(app: Flask, game: str, wifi: list[str]) -> None:
    host = at(app, 20)
    scan(host, game).send("/who/seat", seat="1")
    before = phones_and_rights(app)
    go_to(SECOND, wifi, host)
    scan(host, game)
    assert "You are Player 1." in host.text
    assert phones_and_rights(app) == (before[0] + 1, before[1] + 1), "the right of the invitation alone"


def test_an_address_is_own_as_long_as_a_socket_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert addresses.is_own("127.0.0.1")
    assert not addresses.is_own("198.51.100.7"), "an address for examples"
