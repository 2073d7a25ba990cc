"""What the drills hold their promises against: games as the app reads them, from either kind of database."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from referee import create_app
from referee.app.config import database_file
from referee.game.state import GameState
from referee.services.games import games
from tests.apps import dispose

MEMORY = Path("/dev/shm")


def in_memory() -> None:
    """From here on what this process puts into folders for a while lies in memory: for drills not about the disk."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        tempfile.tempdir = str(MEMORY)


@contextmanager
def opened(folder: Path, url: str = "") -> Iterator[None]:
    """Inside the app on a folder, or on the PostgreSQL of a ``DATABASE_URL``."""
    address = url.replace("postgresql://", "postgresql+psycopg://", 1) or f"sqlite:///{database_file(folder)}"
    app = create_app({"DATA_DIR": str(folder), "SQLALCHEMY_DATABASE_URI": address})
    try:
        with app.app_context():
            yield
    finally:
        dispose(app)


def states(folder: Path, url: str, codes: Iterable[str]) -> dict[str, GameState]:
    """These games, read by an app that has none of them in memory."""
    with opened(folder, url):
        return {code: games.game(code) for code in sorted(set(codes))}
