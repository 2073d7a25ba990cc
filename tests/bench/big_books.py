"""Books of many games with whole logs, to measure with: made by the judge of real games, written as an import writes.

    python -m tests.bench.big_books FOLDER [GAMES]

Each game is one of the demo's (``services.house.demo``): told round by round, some noted, some corrected, some typed
in from paper. They lie closer together, so that 10,000 of them are played within this calendar's last years. A folder
that has its book already keeps it: another measurement finds it there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from flask import Flask
from sqlalchemy import text

from referee import create_app
from referee.season.rules import SeasonRule
from referee.services.house import demo
from referee.storage.clubs import clubs, results, seasons
from referee.storage.engine.transactions import writing
from referee.storage.files.importing import WRITE_ID
from referee.storage.games import log
from referee.storage.tables.database import db

GAMES = 10_000
CLUB, SEASON = "A large club", "A season of all"
AT_ONCE = 100
LAST = datetime(2026, 6, 1, 19, 30, tzinfo=UTC)
BETWEEN = timedelta(hours=20)


def book(folder: Path, games: int) -> Flask:
    """The app of a folder with one club of so many games, all in one season; made where it is not there yet."""
    made = folder / f"{games} games made"
    app = create_app({"DATA_DIR": str(folder), "WTF_CSRF_ENABLED": False})
    if not made.exists():
        with app.app_context():
            _fill(games)
        made.touch()
    return app


def _fill(games: int) -> None:
    begun = time.perf_counter()
    with writing():
        club = clubs.add_club(CLUB, "2000-01-01T00:00:00Z").id
        season = seasons.add_season(club, SEASON, "1990-01-01", None, SeasonRule(minimum=10)).id
    done = 0
    for some in _played(games):
        with writing():
            _write(club, season, some)
        done += len(some)
        if not done % 1000:
            print(f"{done:,} games after {time.perf_counter() - begun:.0f} s", flush=True)
    with db.engine.begin() as connection:
        connection.execute(text("ANALYZE"))


def _played(games: int) -> Iterator[list[demo.Evening]]:
    """So many evenings at a time, the first ones first. What chance deals the judge may refuse: then it deals again."""
    seed = 0
    with patch.object(demo, "BETWEEN", BETWEEN):
        for done in range(0, games, AT_ONCE):
            some = min(AT_ONCE, games - done)
            last = LAST - BETWEEN * (games - done - some)
            while True:
                seed += 1
                try:
                    yield list(demo.evenings(some, seed, last))
                except AssertionError:
                    continue
                break


def _write(club: str, season: str, played: list[demo.Evening]) -> None:
    states = dict(zip(log.new_codes(len(played)), (evening.state for evening in played), strict=True))
    log.add_games(states, WRITE_ID)
    for code, state in states.items():
        seasons.place_game(code, club, season)
        clubs.seat_players(code, club, state, state.opened_at)
    results.add(states)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    book(folder, int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
