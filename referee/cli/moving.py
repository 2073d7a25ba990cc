"""``referee move-to``: from the file of a home to the PostgreSQL of a host."""

from __future__ import annotations

import sys

from referee.app import config, instance
from referee.cli.data import book
from referee.errors import RefereeError
from referee.services.house import moving
from referee.storage.files import backup
from referee.storage.tables.database import db


def move_to(url: str, folder: str | None = None) -> int:
    """Carry the whole book of a data folder to a server, compare it, and put the file away; returns 0.

    Ends the process with a sentence where that cannot be; then the file stands as it stood and nothing is there.
    """
    place = instance.data_dir(folder)
    database, address = config.database_file(place), config.address_of(url)
    if not database.exists():
        sys.exit(f"referee: {place} doesn’t have a database.")
    if not address.startswith("postgresql"):
        sys.exit("referee: Name a PostgreSQL: referee move-to postgresql://NAME:PASSWORD@HOST/DATABASE.")
    try:
        backup.check_alone(database)
        with book(DATA_DIR=str(place), SQLALCHEMY_DATABASE_URI=f"sqlite:///{database}"):
            wanted, engine = moving.outline(), db.engine
            with book(DATA_DIR=str(place), SQLALCHEMY_DATABASE_URI=address):
                moved = moving.move(engine, wanted)
    except (RefereeError, *backup.FAILURES) as failed:
        sys.exit(f"referee: Nothing was moved: {str(failed).rstrip('.')}.")
    print(f"Moved and compared: {moved.clubs} clubs, {moved.games} games, {moved.rows} rows.")
    try:
        kept = backup.put_away(database)
    except backup.FAILURES as failed:
        sys.exit(
            f"referee: The old file could not be moved aside: {failed}. Anything entered into it from now on stays "
            f"there."
        )
    print(f"The file is kept as {kept}. From now on start the app with DATABASE_URL set.")
    return 0
