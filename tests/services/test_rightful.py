"""Each limit on tries, and whether the rightful one gets in while strangers spend all that they may."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from flask import Flask

from referee import errors
from referee.services.clubs import seasons
from referee.services.phones import access, attempts, invitations, phones
from referee.services.phones.access import CLUB, HOUSE, Role
from referee.storage.tables.database import db
from referee.storage.tables.phones import Attempt
from tests.services.desk import tag
from tests.sizes import sized

PASSWORD = "correct horse battery"
AT_HOME, ELSEWHERE = "198.51.100.7", "203.0.113.77"
EACH = sized(4, attempts.PER_ADDRESS)
"""Tries until an address waits: each is a write, and a fifth of them says the same."""
FOR_ALL = EACH * attempts.FOR_ALL // attempts.PER_ADDRESS
MANY = FOR_ALL // EACH + 1


@pytest.fixture(autouse=True)
def in_app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(phones, "_SCRYPT", {"n": 2, "r": 8, "p": 1})
    monkeypatch.setattr(attempts, "PER_ADDRESS", EACH)
    monkeypatch.setattr(attempts, "FOR_ALL", FOR_ALL)
    with app.app_context():
        phones.set_password(PASSWORD)
        yield


def known(cookie: str, role: Role = Role.PLAYER) -> str:
    made = access.make_phone(cookie, Role.NOBODY)
    assert made is not None
    phones.give(made.id, CLUB, seasons.first_club().id, role, tag())
    return made.id


def strangers() -> list[str]:
    """As many addresses as it takes to use up what all share, no two of one company."""
    return [str(ipaddress.IPv6Address((0x20010DB8 << 96) + (number << 80) + 1)) for number in range(MANY)]


def attack(tried: Callable[[str], object], addresses: list[str]) -> None:
    """Until each of them is refused."""
    for address in addresses:
        for _ in range(EACH + 1):
            with pytest.raises((errors.NoEntry, errors.TooOften)):
                tried(address)


def by_password(address: str, phone: str = "", word: str = PASSWORD) -> None:
    phones.sign_in(word, address, lambda: phone or known("new"), phone)


def guests_attack(addresses: list[str], *, with_cookie: bool = True) -> None:
    """Somebody with a club's link joins in another browser from each of these addresses, and guesses passwords."""
    secret = invitations.standing(seasons.first_club().id).secret
    for number, address in enumerate(addresses):
        guest = known(f"guest {number} {address}", Role.NOBODY)
        invitations.exchange(secret, partial(str, guest), address)
        attack(partial(by_password, phone=guest if with_cookie else "", word="wrong"), [address])


def by_code(code: str, address: str, phone: str = "") -> invitations.WaitingView:
    return invitations.try_code(code, address, lambda: phone or known("new"), "", phone)


def by_link(secret: str, address: str) -> invitations.Admitted:
    return invitations.exchange(secret, lambda: known("new", Role.NOBODY), address)


def test_a_link_lets_in_while_strangers_guess_links_from_the_same_address_even() -> None:
    secret = invitations.standing(seasons.first_club().id).secret
    attack(lambda address: by_link("x" * 27, address), [*strangers(), AT_HOME])
    assert by_link(secret, ELSEWHERE).role == Role.PLAYER
    assert by_link(secret, AT_HOME).role == Role.PLAYER


def test_wrong_links_and_recovery_codes_leave_nothing_in_the_book() -> None:
    attack(lambda address: by_link("x" * 27, address), [AT_HOME])
    attack(lambda address: phones.recover("ABCD-EFGH-JKLM-NPQR-TUVW", address, str), [AT_HOME])
    assert db.session.query(Attempt).count() == 0


def by_card() -> str:
    return phones.make_card(tag())


@pytest.mark.parametrize("made", [by_card, phones.make_once], ids=["card", "command line"])
def test_a_recovery_code_opens_while_strangers_guess_codes_and_passwords(made: Callable[[], str]) -> None:
    code = made()
    attack(lambda address: phones.recover("ABCD-EFGH-JKLM-NPQR-TUVW", address, str), [*strangers(), AT_HOME])
    attack(lambda address: by_password(address, word="wrong"), strangers())
    phones.recover(code, AT_HOME, lambda: known("new"))


def test_the_organiser_signs_in_on_a_phone_that_is_known_while_strangers_guess() -> None:
    organiser = known("organiser")
    attack(lambda address: by_password(address, word="wrong"), [*strangers(), AT_HOME])
    with pytest.raises(errors.TooOften):
        by_password(ELSEWHERE)
    by_password(AT_HOME, organiser)


def test_an_address_from_which_somebody_came_in_is_not_a_strangers() -> None:
    by_password(AT_HOME)
    attack(lambda address: by_password(address, word="wrong"), strangers())
    with pytest.raises(errors.TooOften):
        by_password(ELSEWHERE)
    by_password(AT_HOME)


def test_the_right_password_is_no_try_that_failed() -> None:
    for _ in range(EACH + 2):  # the first is a stranger's
        by_password(AT_HOME)
    attack(lambda address: by_password(address, word="wrong"), [AT_HOME])
    with pytest.raises(errors.TooOften):
        by_password(AT_HOME)


@pytest.mark.parametrize("way", ["it came in by the link", "it writes now and then"])
def test_a_guest_at_the_table_types_a_code_while_strangers_guess_codes(way: str) -> None:
    link = invitations.standing(seasons.first_club().id)
    if way == "it came in by the link":
        by_link(link.secret, AT_HOME)
    else:
        access.heard(known("host"), "2026-01-01T00:00:00Z", Role.NOBODY, AT_HOME)
    code = invitations.make_code(link.id, tag()).code
    attack(lambda address: by_code("WWWWWW", address), strangers())
    with pytest.raises(errors.TooOften):
        by_code(code, ELSEWHERE)
    assert by_code(code, AT_HOME).admitted is None
    assert by_code(code, ELSEWHERE, known("player")).admitted is None


def test_a_phone_that_may_only_look_is_a_stranger_to_the_limits() -> None:
    looks = known("looks", Role.SPECTATOR)
    access.heard(looks, "2026-01-01T00:00:00Z", Role.NOBODY, AT_HOME)
    attack(lambda address: by_password(address, word="wrong"), strangers())
    for address, phone in ((AT_HOME, ""), (AT_HOME, looks)):
        with pytest.raises(errors.TooOften):
            by_password(address, phone)


def test_a_removed_phone_is_a_stranger_to_the_limits() -> None:
    removed = known("removed")
    phones.revoke(removed, tag())
    attack(lambda address: by_password(address, word="wrong"), strangers())
    with pytest.raises(errors.TooOften):
        by_password(ELSEWHERE, removed)


def test_those_who_are_known_may_not_guess_without_end_either() -> None:
    guesser = known("guesser")
    attack(lambda address: by_password(address, guesser, "wrong"), [ELSEWHERE])
    with pytest.raises(errors.TooOften):
        by_password(AT_HOME, guesser)
    by_password(AT_HOME, known("another"))
    guests_attack(strangers())
    with pytest.raises(errors.TooOften):
        by_password(AT_HOME, known("one more"))
    by_password("192.0.2.5")


def test_whoever_may_organise_the_house_comes_in_while_its_guests_guess() -> None:
    organiser = known("organiser")
    by_password(AT_HOME, organiser)
    guests_attack(strangers())
    guests_attack(strangers(), with_cookie=False)
    with pytest.raises(errors.TooOften):
        by_password(ELSEWHERE, known("a guest"))
    by_password(AT_HOME)
    by_password(ELSEWHERE, organiser)
    phones.set_password(PASSWORD, all_out=True)
    by_password(AT_HOME)


def test_where_an_organiser_writes_the_password_opens_while_guests_guess() -> None:
    organiser = known("organiser")
    phones.give(organiser, HOUSE, "", Role.ORGANISER, tag())
    access.heard(organiser, "2026-01-01T00:00:00Z", Role.NOBODY, AT_HOME)
    guests_attack(strangers())
    by_password(AT_HOME)


def test_guests_at_the_address_of_an_organiser_spend_no_try_of_that_phone() -> None:
    organiser = known("organiser")
    by_password(AT_HOME, organiser)
    guests_attack([AT_HOME] * MANY)
    attack(lambda address: by_password(address, word="wrong"), [AT_HOME])
    by_password(AT_HOME, organiser)


@pytest.mark.parametrize("way", ["with its cookie", "without"])
@pytest.mark.parametrize("network", ["192.0.2.77", "2001:db8::{:x}", "2001:db8:0:{:x}::1", "2001:db8:0:{:x}00::1"])
def test_sixteen_browsers_of_one_network_are_not_sixteen_guests(network: str, way: str) -> None:
    guests_attack([network.format(number) for number in range(MANY)], with_cookie=way == "with its cookie")
    by_password(AT_HOME, known("a guest elsewhere"))


def test_a_family_behind_one_address_types_wrongly_on_each_phone() -> None:
    family = [known(f"phone {number}") for number in range(5)]
    for phone in family:
        for _ in range(EACH - 1):
            with pytest.raises(errors.NoEntry):
                by_password(AT_HOME, phone, "wrong")
    for phone in family:
        by_password(AT_HOME, phone)


def test_the_wider_networks_of_ipv6_are_counted_too() -> None:
    def wrong(address: str) -> None:
        with pytest.raises(errors.NoEntry):
            by_code("WWWWWW", address)

    def refused(address: str) -> None:
        with pytest.raises(errors.TooOften):
            by_code("WWWWWW", address)

    for network in range(2):
        for host in range(EACH):
            wrong(f"2001:db8:0:{network:x}::{host:x}")
    refused("2001:db8:0:2::1")
    wrong("2001:db8:0:100::1")
    for network in range(1, 2 * EACH):
        wrong(f"2001:db8:0:{network:x}00::1")
    refused("2001:db8:0:ff00::1")
    wrong("2001:db8:1::1")


def test_what_is_kept_of_an_address_names_it_to_nobody() -> None:
    by_link(invitations.standing(seasons.first_club().id).secret, AT_HOME)
    kept = [row.key for row in db.session.query(Attempt)]
    assert kept
    assert not any(AT_HOME in key for key in kept)
    assert phones.phones_of(HOUSE, "")
