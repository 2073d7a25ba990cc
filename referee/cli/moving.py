"""``referee move-to``: from the file of a home to the PostgreSQL of a host."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from referee.app import config, instance
from referee.errors import RefereeError
from referee.storage import backup as copies

if TYPE_CHECKING:
    from flask import Flask


def move_to(url: str, folder: str | None = None) -> int:
    """Carry the whole book of a data folder to a server, compare it, and put the file away; returns 0.

    Ends the process with a sentence where that cannot be; then the file stands as it stood and nothing is there.
    """
    from referee.services import moving
    from referee.storage.database import db

    place = instance.data_dir(folder)
    database, address = config.database_file(place), config.address_of(url)
    if not database.exists():
        sys.exit(f"referee: There is no database in {place}.")
    if not address.startswith("postgresql"):
        sys.exit("referee: Name a PostgreSQL: referee move-to postgresql://NAME:PASSWORD@HOST/DATABASE.")
    try:
        copies.check_alone(database)
        with _book(place, f"sqlite:///{database}"):
            wanted, engine = moving.outline(), db.engine
            with _book(place, address):
                moved = moving.move(engine, wanted)
    except (RefereeError, *copies.FAILURES) as failed:
        sys.exit(f"referee: Nothing was moved: {str(failed).rstrip('.')}.")
    print(f"Moved and compared: {moved.clubs} clubs, {moved.games} games, {moved.rows} rows.")
    try:
        kept = copies.put_away(database)
    except copies.FAILURES as failed:
        sys.exit(f"referee: The file could not be put away: {failed}. What is entered into it from now on stays there.")
    print(f"The file is kept as {kept}. From now on start the app with DATABASE_URL set.")
    return 0


@contextlib.contextmanager
def _book(place: Path, address: str) -> Iterator[Flask]:
    """Inside an app on this database, with the secret of the folder."""
    from referee import create_app
    from referee.storage.database import db

    app = create_app({"DATA_DIR": str(place), "SQLALCHEMY_DATABASE_URI": address})
    with app.app_context():
        try:
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()
