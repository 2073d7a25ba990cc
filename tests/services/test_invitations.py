"""Links and codes that let phones in, and those that do not any more."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import func, select

from referee import errors
from referee.days import now
from referee.services.clubs import clubs, seasons
from referee.services.deliveries import WriteTag
from referee.services.phones import access, attempts, invitations, phones
from referee.services.phones.access import CLUB, GAME, HOUSE, Role
from referee.storage.phones import links as store
from referee.storage.tables.database import db
from referee.storage.tables.phones import Attempt, JoinCode, Link, Phone, Right, Waiting
from tests.services.desk import open_game, tag

HERE = "192.168.1.9"
GUEST = Callable[[], str]


def new_phone() -> str:
    phone = access.make_phone(secrets.token_urlsafe(32), Role.NOBODY)
    assert phone is not None
    return phone.id


def by(phone: str, door: Role = Role.NOBODY) -> WriteTag:
    """A write of this phone, which comes through no open door."""
    return WriteTag(secrets.token_hex(8), 0, "", phone, door)


def role(phone: str, club: str = "", game: str = "") -> Role:
    return access.role_of(by(phone), club, game)


@pytest.fixture
def club(app: Flask) -> str:
    with app.app_context():
        return seasons.first_club().id


def host_of(club: str) -> str:
    phone = new_phone()
    phones.give(phone, CLUB, club, Role.HOST, tag())
    return phone


def test_every_club_has_a_link_for_players(app: Flask, club: str) -> None:
    with app.app_context():
        other = clubs.make_club("Thursdays")
        first, second = invitations.standing(club), invitations.standing(other.id)
        assert (first.scope, first.of, first.role, first.standing) == (CLUB, club, Role.PLAYER, True)
        assert len(first.secret) == 27
        assert first.secret != second.secret
        assert db.session.scalar(select(func.count()).select_from(Link).where(Link.key == first.secret)) == 0
        with pytest.raises(errors.UnknownClub):
            invitations.standing("nosuchclub")


def test_a_link_makes_a_phone_a_player_of_its_club_and_of_no_other(app: Flask, club: str) -> None:
    with app.app_context():
        other = clubs.make_club("Thursdays").id
        code = open_game().code
        phone = new_phone()
        secret = invitations.standing(club).secret
        assert role(phone, club) is Role.NOBODY
        assert invitations.exchange(secret, lambda: phone, HERE) == invitations.Admitted(CLUB, club, Role.PLAYER)
        assert (role(phone, club), role(phone, other), role(phone)) == (Role.PLAYER, Role.NOBODY, Role.NOBODY)
        assert role(phone, club, code) is Role.PLAYER
        invitations.exchange(secret, lambda: phone, HERE)
        assert db.session.scalar(select(func.count()).select_from(Right)) == 1, "once is enough"
        assert invitations.standing(club).admitted == 1


def test_a_link_of_a_game_is_one_of_that_game_alone(app: Flask, club: str) -> None:
    with app.app_context():
        code, another = open_game().code, open_game().code
        link = invitations.make(GAME, code, Role.SPECTATOR, tag(), hours=18)
        phone = new_phone()
        invitations.exchange(link.secret, lambda: phone, HERE)
        assert (role(phone, club, code), role(phone, club, another)) == (Role.SPECTATOR, Role.NOBODY)


def refused(secret: str, says: str) -> None:
    """This secret lets nobody in, makes no phone known and gives no right."""
    before = [db.session.scalar(select(func.count()).select_from(table)) for table in (Phone, Right)]
    with pytest.raises(errors.NoEntry, match=says):
        invitations.exchange(secret, new_phone, HERE)
    assert [db.session.scalar(select(func.count()).select_from(table)) for table in (Phone, Right)] == before


@pytest.mark.parametrize("secret", ["", "x", "A" * 27, "ü\ud800\0", "a" * 100_000])
def test_a_guessed_secret_opens_nothing(app: Flask, secret: str) -> None:
    with app.app_context():
        refused(secret, "isn’t valid")


def test_the_id_of_a_link_or_its_key_is_not_its_secret(app: Flask, club: str) -> None:
    with app.app_context():
        link = invitations.standing(club)
        row = store.link(link.id)
        assert row is not None
        refused(link.id, "isn’t valid")
        refused(row.key, "isn’t valid")


def test_a_revoked_link_opens_nothing_and_those_who_are_in_stay_unless_they_go_with_it(app: Flask, club: str) -> None:
    with app.app_context():
        link = invitations.make(CLUB, club, Role.SCORER, tag())
        first, second = new_phone(), new_phone()
        invitations.exchange(link.secret, lambda: first, HERE)
        invitations.revoke(link.id, tag())
        refused(link.secret, "cancelled")
        assert role(first, club) is Role.SCORER
        further = invitations.make(CLUB, club, Role.SCORER, tag())
        invitations.exchange(further.secret, lambda: second, HERE)
        invitations.revoke(further.id, tag(), with_admitted=True)
        assert (role(first, club), role(second, club)) == (Role.SCORER, Role.NOBODY)


def test_a_link_that_is_over_opens_nothing(app: Flask, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        link = invitations.make(CLUB, club, Role.PLAYER, tag(), hours=18)
        tomorrow = store.later(now(), 19 * 60)
        monkeypatch.setattr(invitations, "now", lambda: tomorrow)
        refused(link.secret, "expired")
        assert link.id not in {each.id for each in invitations.links(CLUB, club)}


def test_a_rotated_link_has_another_secret_and_lets_in_as_before(app: Flask, club: str) -> None:
    with app.app_context():
        old = invitations.standing(club)
        phone, late = new_phone(), new_phone()
        invitations.exchange(old.secret, lambda: phone, HERE)
        new = invitations.rotate(old.id, tag())
        assert invitations.standing(club) == new
        refused(old.secret, "cancelled")
        invitations.exchange(new.secret, lambda: late, HERE)
        assert role(phone, club) is role(late, club) is Role.PLAYER
        invitations.revoke(new.id, tag())
        assert invitations.standing(club).secret not in (old.secret, new.secret), "there is always one"


def test_a_link_into_a_removed_club_opens_nothing(app: Flask, club: str) -> None:
    with app.app_context():
        other = clubs.make_club("Thursdays").id
        secret = invitations.standing(other).secret
        clubs.remove_club(other)
        refused(secret, "expired")


def test_nobody_gives_more_than_they_have(app: Flask, club: str) -> None:
    with app.app_context():
        player, host = new_phone(), host_of(club)
        invitations.exchange(invitations.standing(club).secret, lambda: player, HERE)
        link = invitations.make(CLUB, club, Role.HOST, by(host))
        other = clubs.make_club("Thursdays").id
        for forbidden in (
            lambda: invitations.make(CLUB, club, Role.SPECTATOR, by(player)),
            lambda: invitations.make(CLUB, club, Role.ORGANISER, by(host)),
            lambda: invitations.make(CLUB, other, Role.PLAYER, by(host)),
            lambda: invitations.make(HOUSE, "", Role.PLAYER, by(host)),
            lambda: invitations.revoke(link.id, by(player)),
            lambda: invitations.rotate(link.id, by(player)),
            lambda: invitations.revoke(invitations.standing(other).id, by(host)),
            lambda: invitations.make_code(link.id, by(player)),
            lambda: invitations.make_code(link.id, by(new_phone())),
        ):
            with pytest.raises(errors.NotAllowed):
                forbidden()
        assert invitations.make_code(invitations.standing(club).id, by(player)).code


def test_a_code_lets_nobody_in_before_somebody_at_the_table_does(app: Flask, club: str) -> None:
    with app.app_context():
        host, guest, other = host_of(club), new_phone(), new_phone()
        code = invitations.make_code(invitations.standing(club).id, by(host)).code
        typed = f" {code[:3].lower()}-{code[3:]} "
        waits = invitations.try_code(typed, HERE, lambda: guest, "Grandma  Ann")
        assert (waits.name, waits.admitted, role(guest, club)) == ("Grandma Ann", None, Role.NOBODY)
        assert invitations.try_code(code, HERE, lambda: guest).id == waits.id, "typed twice it waits once"
        assert [each.id for each in invitations.waiting_for(CLUB, club)] == [waits.id]
        for stranger in (guest, other):
            with pytest.raises(errors.NotAllowed):
                invitations.decide(waits.id, True, by(stranger))
        assert invitations.decide(waits.id, True, by(host)).admitted is True
        assert role(guest, club) is Role.PLAYER
        assert invitations.decide(waits.id, False, by(host)).admitted is True, "what was decided first stands"
        assert invitations.waiting_for(CLUB, club) == ()
        no = invitations.try_code(code, HERE, lambda: other)
        invitations.decide(no.id, False, by(host))
        last = invitations.last_waiting(other)
        assert last is not None
        assert last.admitted is False
        assert role(other, club) is Role.NOBODY


def test_who_waits_is_let_in_within_half_an_hour(app: Flask, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        code = invitations.make_code(invitations.standing(club).id, tag()).code
        early, late = (invitations.try_code(code, HERE, new_phone).id for _ in range(2))
        asked_at = {waiting: db.session.get_one(Waiting, waiting).asked_at for waiting in (early, late)}
        monkeypatch.setattr(invitations, "now", lambda: store.later(asked_at[early], 29))
        assert invitations.decide(early, True, tag()).admitted is True
        monkeypatch.setattr(invitations, "now", lambda: store.later(asked_at[late], 30))
        with pytest.raises(errors.UnknownPhone):
            invitations.decide(late, True, tag())


def test_a_code_is_over_after_ten_minutes_and_with_its_link(
    app: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        link = invitations.make(CLUB, club, Role.PLAYER, tag())
        code = invitations.make_code(link.id, tag()).code
        shown = invitations.code_now(link.id)
        assert shown is not None
        assert shown.code == code
        real = now()
        monkeypatch.setattr(invitations, "now", lambda: store.later(real, 10))
        with pytest.raises(errors.NoEntry):
            invitations.try_code(code, HERE, new_phone)
        assert invitations.code_now(link.id) is None
        monkeypatch.undo()
        invitations.try_code(code, HERE, new_phone)
        invitations.revoke(link.id, tag())
        with pytest.raises(errors.NoEntry):
            invitations.try_code(code, HERE, new_phone)
        assert invitations.waiting_for(CLUB, club) == (), "who waited by a link that was revoked waits no more"


def test_guessing_codes_is_stopped_for_the_address_and_for_all(app: Flask, club: str) -> None:
    with app.app_context():
        code = invitations.make_code(invitations.standing(club).id, tag()).code
        for _ in range(attempts.PER_ADDRESS):
            with pytest.raises(errors.NoEntry):
                invitations.try_code("WWWWWW", "2001:db8::1", new_phone)
        for same_network in ("2001:db8::1", "2001:db8::77:1"):
            with pytest.raises(errors.TooOften):
                invitations.try_code(code, same_network, new_phone)
        assert invitations.try_code(code, "2001:db8:0:1::1", new_phone).admitted is None
        row = db.session.get(Attempt, "code")
        assert row is not None
        assert row.count == attempts.PER_ADDRESS
        row.count = attempts.FOR_ALL
        db.session.commit()
        with pytest.raises(errors.TooOften):
            invitations.try_code(code, "203.0.113.7", new_phone)


def test_tries_are_forgotten_after_ten_minutes(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        for _ in range(attempts.PER_ADDRESS):
            with pytest.raises(errors.NoEntry):
                invitations.try_code("WWWWWW", HERE, new_phone)
        begun = db.session.get_one(Attempt, "code").since
        for minutes, answer in ((9, errors.TooOften), (10, errors.NoEntry)):
            monkeypatch.setattr(attempts, "now", lambda minutes=minutes: store.later(begun, minutes))
            with pytest.raises(answer):
                invitations.try_code("WWWWWW", HERE, new_phone)
        kept = {row.key: row.count for row in db.session.scalars(select(Attempt))}
        assert kept == {"code": 1, f"code {HERE}": 1}


def test_a_house_with_another_secret_shows_links_that_open(app: Flask, club: str) -> None:
    from referee.storage.start import filling

    with app.app_context():
        before = invitations.standing(club)
        app.config["SECRET_KEY"] = secrets.token_hex(32)
        shown = invitations.standing(club)
        assert shown.secret != before.secret
        refused(shown.secret, "isn’t valid")
        filling.fill()
        phone = new_phone()
        invitations.exchange(shown.secret, lambda: phone, HERE)
        refused(before.secret, "isn’t valid")


def test_codes_whose_time_is_over_are_not_kept(app: Flask, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        link = invitations.standing(club).id
        for minutes in (0, 11):
            at = store.later(now(), minutes)
            monkeypatch.setattr(invitations, "now", lambda at=at: at)
            invitations.make_code(link, tag())
        assert db.session.scalar(select(func.count()).select_from(JoinCode)) == 1
