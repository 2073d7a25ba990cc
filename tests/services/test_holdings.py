"""Which phone speaks for which seat."""

from __future__ import annotations

import secrets
from datetime import timedelta

import pytest
from flask import Flask

from referee import days, errors
from referee.game import commands as cmd
from referee.services.clubs import clubs
from referee.services.clubs.game_places import game_place
from referee.services.deliveries import WriteTag
from referee.services.phones import access, holdings
from referee.services.phones.access import Role
from referee.services.phones.holdings import HeldBy
from referee.storage.engine.transactions import writing
from referee.storage.tables.clubs import GameClub
from referee.storage.tables.database import db
from referee.storage.tables.phones import Phone
from tests.services.desk import must, open_game


@pytest.fixture(autouse=True)
def within(app: Flask) -> Flask:
    with app.app_context():
        yield app


def phone(name: str = "") -> str:
    made = access.make_phone(access.new_cookie(), Role.HOST, name)
    assert made is not None
    return made.id


def tag(phone: str, id_: str = "") -> WriteTag:
    return WriteTag(id_ or secrets.token_hex(8), 0, "", phone)


@pytest.fixture
def long_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every phone was last heard of long ago."""
    monkeypatch.setattr(holdings, "HEARD", timedelta())


def test_one_tap_and_the_seat_is_this_phones() -> None:
    code, ben = open_game().code, phone()
    assert holdings.of_phone(ben, code).mine == ()
    assert holdings.claim(code, 2, tag(ben)) is None
    assert holdings.claim(code, 2, tag(ben)) is None, "its own seat once more"
    assert holdings.of_phone(ben, code).mine == (2,)
    assert holdings.of_phone(ben, code).names == ("Ben",)
    assert holdings.of_phone(ben, code).others == {}
    assert holdings.of_phone("", code).others[2].phone == ben


def test_next_week_the_same_players_have_their_phones() -> None:
    first, ben = open_game().code, phone()
    holdings.claim(first, 2, tag(ben))
    next_week = open_game("contract", "Dee", "Ann", "Ben").code
    assert holdings.of_phone(ben, next_week).mine == (3,)
    assert holdings.of_phone(ben, open_game("contract", "Dee", "Ann", "Cid").code).mine == ()


def test_a_phone_may_hold_several_seats_and_leave_them() -> None:
    code, family = open_game().code, phone()
    holdings.claim(code, 4, tag(family))
    holdings.claim(code, 1, tag(family))
    assert holdings.of_phone(family, code).mine == (1, 4)
    assert holdings.names_held(family) == ("Ann", "Dee")
    holdings.leave(code, 4, tag(family))
    assert holdings.of_phone(family, code).mine == (1,)
    assert holdings.of_phone(family, code).lost == (), "what it left, nobody took"


@pytest.mark.parametrize(("hours", "asked"), [(0, True), (2, True), (7 * 24, False)])
def test_a_phone_that_only_listens_is_in_use_for_the_evening(
    monkeypatch: pytest.MonkeyPatch, hours: int, asked: bool
) -> None:
    code, first, second = open_game().code, phone(), phone()
    holdings.claim(code, 2, tag(first))
    later = days.moment_text(days.moment_of(days.now()) + timedelta(hours=hours))
    monkeypatch.setattr(holdings, "now", lambda: later)
    assert isinstance(holdings.claim(code, 2, tag(second)), HeldBy) == asked


def test_two_who_want_one_seat_are_asked_and_told() -> None:
    code, first, second = open_game().code, phone("Ben's phone"), phone()
    holdings.claim(code, 2, tag(first))
    answer = holdings.claim(code, 2, tag(second))
    assert isinstance(answer, HeldBy)
    assert (answer.seat, answer.phone_name) == (2, "Ben's phone")
    assert holdings.of_phone(second, code).mine == ()
    assert holdings.claim(code, 2, tag(second), over=True) is None
    assert holdings.of_phone(second, code).mine == (2,)
    assert holdings.of_phone(first, code).mine == ()
    assert holdings.of_phone(first, code).lost == ((2, "Ben"),), "the phone that lost it is told"
    assert holdings.of_phone(second, code).lost == ()


def test_a_seat_that_was_lost_is_taken_back_or_let_go() -> None:
    code, first, second = open_game().code, phone(), phone()
    for each in (first, second, first):
        holdings.claim(code, 2, tag(each), over=True)
    assert (holdings.of_phone(first, code).mine, holdings.of_phone(first, code).lost) == ((2,), ())
    assert holdings.of_phone(second, code).lost == ((2, "Ben"),)
    holdings.leave(code, 2, tag(second))
    assert holdings.of_phone(second, code).lost == (), "it was told"
    assert holdings.of_phone(first, code).mine == (2,), "whoever has heard of it takes nobody's seat"


def test_a_phone_that_is_silent_is_not_asked_about(long_silent: None) -> None:
    code, old, new = open_game().code, phone(), phone()
    holdings.claim(code, 2, tag(old))
    assert holdings.claim(code, 2, tag(new)) is None
    assert holdings.of_phone(old, code).lost == ((2, "Ben"),)


def test_a_phone_that_was_revoked_holds_nothing() -> None:
    code, old, new = open_game().code, phone(), phone()
    holdings.claim(code, 2, tag(old))
    with writing():
        db.session.get_one(Phone, old).revoked_at = "2026-01-01T00:00:00Z"
    assert holdings.of_phone("", code).others == {}
    assert holdings.of_phone(old, code).mine == ()
    with pytest.raises(errors.NotAllowed):
        holdings.claim(code, 3, tag(old))
    assert holdings.claim(code, 2, tag(new)) is None, "nobody is asked"


def test_a_tap_that_comes_again_late_takes_nothing_back() -> None:
    code, first, second = open_game().code, phone(), phone()
    tap = tag(first)
    holdings.claim(code, 2, tap)
    holdings.claim(code, 2, tag(second), over=True)
    assert holdings.claim(code, 2, tap) is None, "the first answer"
    assert holdings.of_phone(second, code).mine == (2,)


@pytest.mark.parametrize("phone_id", ["", "no such phone"])
def test_a_phone_that_nobody_knows_takes_no_seat(phone_id: str) -> None:
    code = open_game().code
    with pytest.raises(errors.NotAllowed):
        holdings.claim(code, 2, tag(phone_id))
    assert holdings.of_phone(phone_id, code).mine == ()


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(errors.Rejected):
        holdings.claim(open_game().code, 5, tag(phone()))
    with pytest.raises(errors.UnknownGame):
        holdings.claim("NOGAME", 1, tag(phone()))


def test_a_merged_player_keeps_the_phone() -> None:
    old, new, ben = open_game().code, open_game("contract", "Ann", "Benjamin", "Flo").code, phone()
    holdings.claim(new, 2, tag(ben))
    kept, double = game_place(old).sat[2][0], game_place(new).sat[2][0]
    clubs.merge_players(kept, double)
    assert holdings.of_phone(ben, new).mine == (2,)
    assert holdings.of_phone(ben, old).mine == (2,)
    holdings.leave(new, 2, tag(ben))
    assert holdings.of_phone(ben, old).mine == ()


def test_of_two_phones_of_a_merged_player_one_stays() -> None:
    old, new, ben, other = open_game().code, open_game("contract", "Ann", "Benjamin", "Flo").code, phone(), phone()
    holdings.claim(old, 2, tag(ben))
    holdings.claim(new, 2, tag(other))
    kept, double = game_place(old).sat[2][0], game_place(new).sat[2][0]
    clubs.merge_players(kept, double)
    assert {holder.phone for code in (old, new) for holder in holdings.of_phone("", code).others.values()} == {ben}


def test_a_seat_that_gets_another_name_is_another_players() -> None:
    code, ben = open_game().code, phone()
    holdings.claim(code, 2, tag(ben))
    must(code, cmd.RenameSeat(2, "Bernd"))
    assert holdings.of_phone(ben, code).mine == (), "Bernd is somebody new in the club"


def test_pages_of_the_game_hear_of_it() -> None:
    def people(code: str) -> int:
        with writing():
            return db.session.get_one(GameClub, code).people

    code, other, ben = open_game().code, open_game("contract", "Eve", "Flo", "Gus").code, phone()
    before = people(code), people(other)
    holdings.claim(code, 2, tag(ben))
    assert (people(code), people(other)) == (before[0] + 1, before[1])
    holdings.claim(code, 2, tag(ben))
    assert people(code) == before[0] + 1, "nothing changed"
    holdings.leave(code, 2, tag(ben))
    assert people(code) == before[0] + 2


def test_who_writes_in_words() -> None:
    assert holdings.spoken(("Ben", "Cleo"), "a phone") == "Ben and Cleo"
    assert holdings.spoken((), "Ann's tablet") == "Ann's tablet"
    assert holdings.spoken(()) == ""
    long = tuple(f"{letter * 39}." for letter in "ABCDEFGH")
    assert holdings.spoken(long) == f"{long[0]} and 7 others"
