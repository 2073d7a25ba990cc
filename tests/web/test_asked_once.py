"""A page asks the database for a list once, however many of its parts show something of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from referee.services.clubs import seasons
from referee.storage.tables.database import db
from tests.web.plain import Phone
from tests.web.season_club import Club

LISTS = {
    "the players of the club": r"FROM player\s+WHERE player\.club = ",
    "the clubs": r"FROM club\s+WHERE club\.(demo IS (0|false) AND club\.)?removed_at IS NULL",
    "the seasons": r"FROM season\s+WHERE season\.club = \S+ AND season\.removed_at IS NULL",
    "the games": r"FROM result JOIN seat",
}
PATHS = (
    "/",
    "/new",
    "/standings",
    "/clubs",
    "/clubs/{club}",
    "/clubs/{club}/players",
    "/clubs/{club}/records",
    "/clubs/{club}/standings",
    "/clubs/{club}/paper",
    "/clubs/{club}/seasons/new",
    "/clubs/{club}/data",
    "/rulebooks",
    "/house-rules",
    "/ask/meld",
    "/seasons/{season}",
    "/seasons/{season}/change",
    "/players/{ada}",
    "/players/{ada}/change",
    "/players/{ada}/against/{ben}",
    "/players/{ada}/merge?double={ben}",
    "/g/{game}/club",
)


@contextmanager
def asked(app: Flask) -> Iterator[Counter[str]]:
    """Counts how often each list is asked for."""
    counted: Counter[str] = Counter()

    def count(*heard: Any) -> None:
        counted.update(name for name, pattern in LISTS.items() if re.search(pattern, heard[2]))

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", count)
        yield counted
        event.remove(db.engine, "before_cursor_execute", count)


@pytest.mark.parametrize("path", PATHS)
def test_each_list_is_asked_for_once(phone: Phone, club: Club, path: str) -> None:
    season = club.season()
    game = club.game(season, "2026-01-05", {"Ada": [0, 20], "Ben": [10, 0], "Cyd": [5, 5]})
    with club.app.app_context():
        ids = {one.name.casefold(): one.id for one in seasons.players(club.id)}
    phone.post(f"/clubs/{club.id}/choose", write_id="chosen-this-club")
    where = path.format(club=club.id, season=season, game=game, **ids)
    with asked(club.app) as counted:
        page = phone.open(where)
    assert page.status == 200
    assert set(counted.values()) <= {1}, dict(counted)
