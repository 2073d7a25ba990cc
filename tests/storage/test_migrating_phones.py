"""A house of the version before phones were known: everything shown and exported stays as it was."""

from __future__ import annotations

from pathlib import Path

from flask_migrate import downgrade
from sqlalchemy import func, inspect, select

from referee import create_app
from referee.services import removal
from referee.storage import _MIGRATIONS
from referee.storage.database import db
from referee.storage.models import Event
from tests.apps import dispose
from tests.services.carrying import small_club
from tests.services.club_desk import player
from tests.services.test_round_trip import generated
from tests.storage.test_migrating_types import everything


def test_data_from_before_phones_is_shown_and_exported_as_before(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    old = create_app(settings)
    with old.app_context():
        small_club()
        generated(1)
        removal.remove_player(player("Eve"))
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
