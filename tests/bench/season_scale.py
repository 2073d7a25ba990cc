"""How fast the season's pages stay when the data is old: 200 clubs, 20,000 games, 140,000 rounds by default.

    python -m tests.bench.season_scale [CLUBS]

Makes a database in a temporary folder (results written as a finished game writes them; logs are left out but for the
last game of one player, because no page of a season reads them), asks the pages as a browser would, without the
network, and prints medians and query plans.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import event, text

from referee import create_app
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.rules.speech.words import contract_words
from referee.season.rules import SeasonRule, to_data
from referee.services.clubs import seasons
from referee.services.house import data
from referee.storage.clubs import clubs as clubs_of
from referee.storage.engine.transactions import writing
from referee.storage.tables.clubs import Club, Finished, GameClub, Player, Result, Season, Seat
from referee.storage.tables.database import db
from referee.storage.tables.games import Game
from tests.services.desk import tag

GAMES = 100
SEASON_GAMES = 60
ROUNDS = 7
FAITHFUL = 1000
"""Games of the one club with a player who never misses an evening."""
SEASON_PAGE, PLAYER_PAGE = "season page, 60 games", "player page, 1,000 games"
BUDGETS = {SEASON_PAGE: 40.0, PLAYER_PAGE: 80.0}


def fill(clubs: int) -> tuple[str, str]:
    """A season of 60 games and a player of 1,000; their ids."""
    chance = random.Random(7)
    rounds = [[n + 1, contract_words(slots)] for n, slots in enumerate(library.load("contract").contracts)]
    rows: dict[Any, list[dict[str, Any]]] = {
        m: [] for m in (Club, Player, Season, Game, GameClub, Seat, Finished, Result)
    }
    for club in range(clubs):
        id_ = f"club{club:04}"
        rows[Club].append({"id": id_, "name": id_, "founded_at": "2020-01-01T00:00:00Z", "demo": False})
        players = [f"{id_}p{number}" for number in range(10)]
        rows[Player] += [
            {"id": one, "club": id_, "name": one, "guest": False, "used_at": "2026-01-01T00:00:00Z"} for one in players
        ]
        for season in ("a", "b"):
            rule = to_data(SeasonRule(best_of=40, minimum=10, planned=64))
            rows[Season].append(
                {"id": f"{id_}{season}", "club": id_, "name": season, "starts": "2020-01-01", "rule": rule}
            )
        for number in range(FAITHFUL if club == 0 else GAMES):
            _game(chance, rows, id_, players, number, rounds)
    with db.engine.begin() as connection:
        for model, values in rows.items():
            for start in range(0, len(values), 20000):
                connection.execute(model.__table__.insert(), values[start : start + 20000])
        connection.execute(text("ANALYZE"))
    _last_race("club0000")
    return "club0001a", "club0000p0"


def _last_race(club: str) -> None:
    """One game with its log, the last of all: a player's page draws the race of it."""
    with writing():
        for number in range(4):
            player = clubs_of.player(f"{club}p{number}")
            assert player is not None
            clubs_of.give_name(player, player.name)
    columns = (PaperColumn(f"{club}p{number}", (10 * number,) * ROUNDS, None) for number in range(4))
    game = PaperGame(library.load("contract"), "2025-12-31", tuple(columns))
    assert isinstance(data.type_in(game, tag(), club, None, b""), str)


def _game(
    chance: random.Random,
    rows: dict[Any, list[dict[str, Any]]],
    club: str,
    players: list[str],
    number: int,
    rounds: list[list[Any]],
) -> None:
    code = f"{len(rows[Game]):06}"
    at = f"{2020 + number // 300}-{1 + number // 25 % 12:02}-{1 + number % 25:02}T20:00:00Z"
    rows[Game].append(
        {
            "code": code,
            "opened_at": at,
            "changed_at": at,
            "day": at[:10],
            "status": "finished",
            "number": 9,
            "rulebook_id": "contract",
            "rulebook_name": "Contract Rummy",
            "players": [],
            "leaders": [],
            "rounds_closed": ROUNDS,
            "rounds_planned": ROUNDS,
        }
    )
    season = f"{club}a" if number < SEASON_GAMES else f"{club}b" if number < 100 else None
    rows[GameClub].append({"game": code, "club": club, "season": season})
    rows[Finished].append({"game": code, "rounds": rounds})
    there = [players[0], *chance.sample(players[1:], 3)]
    out = [chance.randrange(4) for _ in range(ROUNDS)]
    for seat, player in enumerate(there):
        scores = [0 if winner == seat else chance.choice([5, 10, 15, 25, 40, 75]) for winner in out]
        hands = ["" if winner == seat else "K 10 5" for winner in out]
        gone = [place + 1 for place, winner in enumerate(out) if winner == seat]
        rows[Seat].append({"game": code, "seat": seat + 1, "player": player, "name": player})
        data = [scores, hands, gone, 0, 0, True, None]
        rows[Result].append({"game": code, "seat": seat + 1, "position": seat, "data": data})


@dataclass(frozen=True, slots=True)
class Sample:
    """Milliseconds on the clock and of processor time."""

    clock: float
    processor: float


def sample(ask: Callable[[], object], times: int) -> list[Sample]:
    """A page asked several times, after once for the caches."""
    ask()
    taken = []
    for _ in range(times):
        clock, processor = time.perf_counter(), time.process_time()
        ask()
        taken.append(Sample(1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - processor)))
        db.session.remove()
    return taken


def answered(phone: FlaskClient, address: str) -> None:
    """The whole answer: queries, sums, the page itself."""
    answer = phone.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status}"


def measure(name: str, ask: Callable[[], object]) -> None:
    taken = sample(ask, 21)
    clock, processor = (statistics.median(getattr(one, kind) for one in taken) for kind in ("clock", "processor"))
    budget = f" (budget {BUDGETS[name]:.0f})" if name in BUDGETS else ""
    print(f"{name}: median {clock:.0f} ms on the clock, {processor:.0f} ms of processor time{budget}")


def plans(ask: Callable[[], object]) -> None:
    """Print how the database answers each query of a page."""
    asked: list[tuple[str, Any]] = []

    def keep(_c: Any, _u: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(db.engine, "before_cursor_execute", keep)
    ask()
    event.remove(db.engine, "before_cursor_execute", keep)
    db.session.remove()
    with db.engine.connect() as connection:
        for statement, parameters in asked:
            if statement.startswith("SELECT"):
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                print("  " + "; ".join(row[3] for row in rows))


def main(clubs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": str(Path(folder))})
        with app.app_context():
            start = time.perf_counter()
            season, player = fill(clubs)
            print(f"{clubs} clubs made in {time.perf_counter() - start:.0f} s")
            phone = app.test_client()
            gc.collect()
            gc.freeze()  # as the served app does
            for name, address in (
                (SEASON_PAGE, f"/seasons/{season}"),
                (PLAYER_PAGE, f"/players/{player}"),
                ("club page, 100 games", "/clubs/club0001"),
                ("start page", "/"),
            ):
                measure(name, partial(answered, phone, address))
            measure("of the season page, without the drawing", lambda: seasons.season_page(season))
            measure("of the player page, without the drawing", lambda: seasons.player_page(player))
            for ask in (lambda: seasons.season_page(season), lambda: seasons.player_page(player)):
                print("plans:")
                plans(ask)
            db.session.remove()
            db.engine.dispose()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
