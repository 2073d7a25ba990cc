"""A house of the version before phones were known: everything shown and exported stays as it was."""

from __future__ import annotations

from pathlib import Path

from flask_migrate import downgrade
from sqlalchemy import func, inspect, select, text

from referee import create_app
from referee.services.clubs import removal
from referee.services.phones import access, agreement, invitations, phones
from referee.services.phones.access import CLUB, Role
from referee.storage import _MIGRATIONS
from referee.storage.engine import transactions
from referee.storage.phones import rights
from referee.storage.tables.database import db
from referee.storage.tables.games import Event
from referee.storage.tables.phones import Right
from tests.apps import dispose
from tests.services.at_table import by, let_in, new_phone, role
from tests.services.carrying import small_club
from tests.services.club_desk import player
from tests.services.desk import open_game, tag
from tests.services.test_round_trip import generated
from tests.storage.test_migrating_types import everything, without_traces


def test_data_from_before_phones_is_shown_and_exported_as_before(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    old = create_app(settings)
    with old.app_context():
        small_club()
        generated(1)
        removal.remove_player(player("Eve"))
        without_traces()
        before = everything()
        downgrade(directory=str(_MIGRATIONS), revision="0012")
        found = inspect(db.engine)
        assert not {"phone", "phone_right", "link", "holding", "house"} & set(found.get_table_names())
        assert "phone" not in {column["name"] for column in found.get_columns("event")}
    dispose(old)
    new = create_app(settings)
    with new.app_context():
        assert everything() == before
        written = select(func.count()).select_from(Event)
        assert db.session.scalar(written)
        assert db.session.scalar(written.where(Event.phone.is_not(None))) == 0
        for table, column in (("club", "changed"), ("game_club", "people")):
            assert column in {each["name"] for each in inspect(db.engine).get_columns(table)}
    dispose(new)


def test_rights_of_today_get_their_place_in_the_tree_and_nobody_loses_any(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old"), "HOSTED": True}
    old = create_app(settings)
    with old.app_context():
        code = open_game().code
        club = access.club_of_game(code)
        guest, host, once = let_in(invitations.standing(club).secret), new_phone(), new_phone()
        phones.give(host, CLUB, club, Role.HOST, tag())
        phones.give(once, CLUB, club, Role.PLAYER, by(host))
        phones.give(once, CLUB, club, Role.NOBODY, tag())
        asked = agreement.ask(code, by(guest))
        before = everything()
        downgrade(directory=str(_MIGRATIONS), revision="0014")
        assert "rests_on" not in {column["name"] for column in inspect(db.engine).get_columns("phone_right")}
    dispose(old)
    new = create_app(settings)
    with new.app_context():
        assert everything() == before
        rows = db.session.execute(text("select phone, rests_on, revoked_at is null from phone_right"))
        assert {(phone, rests, bool(lives)) for phone, rests, lives in rows} == {
            (guest, "link", True),
            (host, "club", True),
            (once, "club", False),
        }
        assert (role(guest, club), role(host, club), role(once, club)) == (Role.PLAYER, Role.HOST, Role.NOBODY)
        assert agreement.requests(code) == (), "a request of an earlier version does not count"
        assert agreement.ask(code, by(guest)) != asked
        invitations.revoke(invitations.standing(club).id, tag(), with_admitted=True)
        assert role(guest, club) is Role.NOBODY
    dispose(new)


def test_hosts_that_a_table_agreed_on_stay_hosts_and_who_is_to_become_one_is_announced(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    old = create_app(settings)
    with old.app_context():
        code = open_game().code
        with transactions.writing_rights():
            given = [
                rights.give(phone, access.GAME, code, Role.HOST, "2026-01-01T00:00:00Z", rights.Rests(), holds_from).id
                for phone, holds_from in zip(
                    (new_phone(), new_phone(), new_phone()),
                    ("2026-01-01T00:10:00Z", "2099-01-01T00:00:00Z", None),
                    strict=True,
                )
            ]
        downgrade(directory=str(_MIGRATIONS), revision="0021")
    dispose(old)
    new = create_app(settings)
    with new.app_context(), transactions.reading():
        assert [right.id for right in rights.coming(code)] == [given[1]]
        assert db.session.scalars(select(Right.holds_from).where(Right.id == given[0])).one() is None
    dispose(new)
