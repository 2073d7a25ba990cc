"""The closed door: password, recovery card, and what is typed into it by those who know neither."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from referee import errors
from referee.services.deliveries import WriteTag
from referee.services.phones import access, agreement, attempts, phones
from referee.services.phones.access import CLUB, GAME, Role
from referee.storage.tables.database import db
from referee.storage.tables.phones import Attempt, House
from tests.services.desk import open_game, tag
from tests.serving import serving
from tests.web.plain import PASSWORD, phones_and_rights

HERE = "203.0.113.9"


def try_key(client: FlaskClient, key: str) -> int:
    return client.post("/door", data={"key": key}).status_code


def test_the_password_makes_a_phone_the_organisers(hosted: Flask) -> None:
    client = hosted.test_client()
    assert client.get("/new").status_code == 403
    assert "I am the organiser" in client.get("/door").text
    assert try_key(client, PASSWORD) == 303
    assert client.get("/new").status_code == 200
    assert client.get("/clubs/new").status_code == 200
    assert phones_and_rights(hosted) == (1, 1)


@pytest.mark.parametrize(
    "key", ["", "wrong", PASSWORD.upper(), PASSWORD + "\0", "x" * 5000, "ABCD-EFGH-JKLM-NPQR-TUVW"]
)
def test_anything_else_opens_nothing_and_leaves_no_phone_behind(hosted: Flask, key: str) -> None:
    client = hosted.test_client()
    assert try_key(client, key) == 422
    assert client.get("/new").status_code == 403
    assert phones_and_rights(hosted) == (0, 0)


def test_a_wrong_password_is_logged_without_being_written_down(hosted: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        try_key(hosted.test_client(), "my other password")
    assert "refused: POST '/door'" in caplog.text
    assert "my other password" not in caplog.text


def test_guessing_passwords_is_stopped_even_for_who_then_has_the_right_one(hosted: Flask) -> None:
    client = hosted.test_client()
    with hosted.app_context():
        db.session.add(Attempt(key="password 127.0.0.1", since=access.now(), count=attempts.PER_ADDRESS - 1))
        db.session.commit()
    assert try_key(client, "wrong") == 422
    refused = client.post("/door", data={"key": PASSWORD})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "600")
    assert "Too many tries" in refused.text
    assert client.get("/new").status_code == 403
    client.environ_base["REMOTE_ADDR"] = HERE
    assert try_key(client, PASSWORD) == 303


def test_a_house_without_a_password_has_none_that_is_right(app: Flask) -> None:
    app.config["HOSTED"] = True
    assert not any(try_key(app.test_client(), key) == 303 for key in ("", "None", "password"))


def test_the_password_is_not_kept_and_a_short_one_not_taken(hosted: Flask) -> None:
    with hosted.app_context():
        assert not any(PASSWORD in row.value for row in db.session.scalars(select(House)))
        with pytest.raises(errors.Rejected, match="at least 8"):
            phones.set_password("short")
        with pytest.raises(errors.Rejected, match="at most 200"):
            phones.set_password("x" * (phones.MOST_PASSWORD + 1))


@pytest.mark.parametrize("length", [phones.LEAST_PASSWORD, phones.MOST_PASSWORD])
def test_a_password_may_be_as_short_and_as_long_as_is_said(hosted: Flask, length: int) -> None:
    with hosted.app_context():
        phones.set_password("p" * length)
        with pytest.raises(errors.NoEntry):
            phones.sign_in("p" * (length - 1), "192.0.2.7", lambda: "")
    assert try_key(hosted.test_client(), "p" * length) == 303


def test_a_recovery_card_opens_once(hosted: Flask) -> None:
    with hosted.app_context():
        first, card = phones.make_card(tag()), phones.make_card(tag())
    late, client = hosted.test_client(), hosted.test_client()
    assert try_key(late, first) == 422, "a new card takes the place of the one before"
    assert try_key(client, card.lower()) == 303
    assert client.get("/clubs/new").status_code == 200
    assert try_key(late, card) == 422
    with hosted.app_context():
        assert not phones.has_card()


def test_a_code_of_the_command_line_opens_once_and_for_half_an_hour(
    hosted: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosted.app_context():
        code = phones.make_once()
        at = access.now()
        with monkeypatch.context() as later:
            later.setattr(phones, "now", lambda: phones.waiting_store.later(at, phones.ONCE_MINUTES))
            with pytest.raises(errors.NoEntry):
                phones.recover(code, HERE, lambda: "nobody")
    client = hosted.test_client()
    assert try_key(client, code) == 303
    assert try_key(hosted.test_client(), code) == 422


def over_http(app: Flask, keys: Sequence[str]) -> list[int]:
    """What the door answers to each of these keys, each in another browser."""
    with serving(app) as url:
        answers = []
        for key in keys:
            connection = HTTPConnection(url.removeprefix("http://"), timeout=30)
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", "/door", urlencode({"key": key}), form)
            answers.append(connection.getresponse().status)
            connection.close()
        return answers


@pytest.mark.parametrize("made", [lambda: phones.make_card(tag()), phones.make_once], ids=["card", "command line"])
@pytest.mark.parametrize(
    "typed",
    [str, str.lower, lambda code: code.replace("-", " "), lambda code: code.replace("-", "").lower(), "{} ".format],
    ids=["as printed", "in small letters", "with spaces", "in one piece", "pasted"],
)
def test_a_code_opens_however_it_is_typed_where_no_password_is_taken_any_more(
    hosted: Flask, made: Callable[[], str], typed: Callable[[str], str]
) -> None:
    with hosted.app_context():
        code = made()
        db.session.add(Attempt(key="password 127.0.0.1", since=access.now(), count=attempts.PER_ADDRESS))
        db.session.commit()
    assert over_http(hosted, [PASSWORD, typed(code), typed(code)]) == [429, 303, 422]


@pytest.mark.parametrize("password", ["ABCD-EFGH-JKLM-NPQR-TUVW", "abcdefghjklmnpqrtuvw"])
def test_a_password_that_looks_like_a_code_opens_as_it_was_typed(hosted: Flask, password: str) -> None:
    with hosted.app_context():
        phones.set_password(password)
    assert over_http(hosted, [password.swapcase(), password]) == [422, 303]


def test_what_looks_like_a_code_and_is_wrong_is_one_wrong_password(hosted: Flask) -> None:
    client = hosted.test_client()
    for times in range(1, attempts.PER_ADDRESS + 2):
        refused = client.post("/door", data={"key": "ABCD EFGH JKLM NPQR TUVW"})
        assert (refused.status_code, "This code isn’t valid" in refused.text) == (422, True)
        with hosted.app_context():
            charged = {row.count for row in db.session.scalars(select(Attempt))}
        assert charged == {min(times, attempts.PER_ADDRESS)}


def by(phone: str) -> WriteTag:
    return WriteTag(secrets.token_hex(8), 0, "", phone, Role.NOBODY)


def player(scope: str, of: str, role: Role = Role.PLAYER) -> str:
    made = access.make_phone(access.new_cookie(), Role.NOBODY)
    assert made is not None
    phones.give(made.id, scope, of, role, tag())
    return made.id


def test_only_who_plays_by_a_right_asks_to_become_host(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        stranger, watcher = player(CLUB, "elsewhere"), player(GAME, code, Role.SPECTATOR)
        for who in (stranger, watcher):
            with pytest.raises(errors.NotAllowed):
                agreement.ask(code, by(who))
        waiting = agreement.ask(code, by(player(GAME, code)))
        for who in (stranger, watcher, player(CLUB, access.club_of_game(code))):
            with pytest.raises(errors.NotAllowed):
                agreement.agree(waiting, by(who))


def test_a_host_revokes_where_they_are_host_and_nobody_above_them(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        club = access.club_of_game(code)
        host, guest = player(CLUB, club, Role.HOST), player(CLUB, club)
        organiser, elsewhere = player(CLUB, club, Role.ORGANISER), player(CLUB, "elsewhere")
        for who, whom in ((guest, host), (host, organiser), (host, elsewhere)):
            with pytest.raises(errors.NotAllowed):
                phones.revoke(whom, by(who))
        phones.give(guest, CLUB, "elsewhere", Role.PLAYER, tag())
        phones.revoke(guest, by(host))
        assert access.role_of(by(guest), club) is Role.NOBODY
        assert access.role_of(by(guest), "elsewhere") is Role.PLAYER, "the other club is not theirs to speak for"
        phones.revoke(guest, by(guest))
        with pytest.raises(errors.UnknownPhone):
            phones.revoke(guest, by(host))


def test_a_second_host_may_be_named_by_a_host_and_not_above_them(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        club = access.club_of_game(code)
        host, guest = player(CLUB, club, Role.HOST), player(CLUB, club)
        phones.give(guest, CLUB, club, Role.HOST, by(host))
        assert access.role_of(by(guest), club) is Role.HOST
        with pytest.raises(errors.NotAllowed):
            phones.give(guest, CLUB, club, Role.ORGANISER, by(host))
        phones.give(guest, CLUB, club, Role.ORGANISER, tag())
        with pytest.raises(errors.NotAllowed):
            phones.give(guest, CLUB, club, Role.PLAYER, by(host))


def test_a_phone_is_named_by_itself_or_its_host(app: Flask) -> None:
    with app.app_context():
        club = access.club_of_game(open_game().code)
        host, guest, other = player(CLUB, club, Role.HOST), player(CLUB, club), player(CLUB, club)
        assert phones.rename(guest, "  Grandma's   iPad ", by(guest)) == "Grandma's iPad"
        assert phones.rename(guest, "Kitchen", by(host)) == "Kitchen"
        with pytest.raises(errors.NotAllowed):
            phones.rename(guest, "Mine", by(other))
        with pytest.raises(errors.Rejected):
            phones.rename(guest, "\u202e", by(guest))
        names = {view.id: (view.name, view.role) for view in phones.phones_of(CLUB, club)}
        assert names == {host: ("", Role.HOST), guest: ("Kitchen", Role.PLAYER), other: ("", Role.PLAYER)}
