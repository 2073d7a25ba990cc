"""What a club's pages cost as it grows, in one run: 260 games beside 10,000, a house of 20 clubs beside one of 1,000.

    python -m tests.bench.club_size [FOLDER] [--games 260 10000] [--samples 5] [--only records ...]

``FOLDER`` keeps the books, which take minutes to make (``big_books``). Each page is asked for as a browser does,
through Flask's test client, the answer packed. Processor time, medians: **first** with nothing in memory, as after a
start; **a game later**, when a game has just ended; **again**, when nothing has happened since. Bytes are those of the
packed answer. ``grows`` is the second size beside the first, a game later.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import statistics
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from referee import create_app
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.services.clubs import clubs, seasons
from referee.services.deliveries import WriteTag
from referee.services.house import data
from referee.storage.engine import transactions
from referee.storage.tables.database import db
from tests.bench.big_books import CLUB, SEASON, book

SIZES = (260, 10_000)
CLUBS = (20, 1_000)
CLUBS_HERE = "start, many clubs"
PLAYERS = ("Ada", "Ben", "Cora", "Dan")


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of processor time and bytes of the packed answer."""

    first: float
    later: float
    again: float
    weight: int


def addresses(club: str, season: str, player: str, other: str) -> Mapping[str, str]:
    """The pages that are measured, by name."""
    return {
        "records": f"/clubs/{club}/records",
        "records, one year": f"/clubs/{club}/records?time=2026",
        "all time": f"/clubs/{club}/all-time",
        "season": f"/seasons/{season}",
        "player": f"/players/{player}",
        "a player's rating": f"/players/{player}/rating",
        "head to head": f"/players/{player}/against/{other}",
        "club": f"/clubs/{club}",
        "start": "/",
        "feed": f"/clubs/{club}/feed.atom",
        "API: games, 50": f"/api/clubs/{club}/games?limit=50",
        "API: standings": f"/api/seasons/{season}/standings",
        "new season": f"/clubs/{club}/seasons/new",
        "games.csv": f"/clubs/{club}/games.csv",
    }


def asked(client: FlaskClient, address: str) -> tuple[float, int]:
    """Processor milliseconds of one answer, and its packed bytes."""
    gc.collect()
    begun = time.process_time()
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    took = 1000 * (time.process_time() - begun)
    assert answer.status_code == 200, f"{address}: {answer.status}"
    packed = answer.headers.get("Content-Encoding") == "gzip"
    db.session.remove()
    return took, len(answer.data if packed else gzip.compress(answer.data))


def forget() -> None:
    """As after a start: nothing of the book in memory."""
    for kept in ("kept_games", "kept_rulebooks", "kept_clubs"):
        if hasattr(transactions, kept):
            getattr(transactions, kept)().clear()


def play(club: str, season: str, number: int) -> None:
    """A game that has just ended."""
    scores = ((0, 10), (5 + 5 * number, 0), (25, 15), (40, 5))
    columns = tuple(PaperColumn(name, each, None) for name, each in zip(PLAYERS, scores, strict=True))
    paper = PaperGame(library.load("contract"), "2026-06-02", columns)
    outcome = data.type_in(paper, WriteTag(f"bench-{time.time_ns()}", 0, "Bench"), club, season)
    assert isinstance(outcome, str), outcome


@dataclass(frozen=True, slots=True)
class Book:
    """A club to be measured."""

    app: Flask
    club: str
    season: str
    pages: Mapping[str, str]

    def measured(self, page: str, samples: int) -> Cost:
        with self.app.app_context():
            client, address = self.app.test_client(), self.pages[page]
            client.get(address)  # templates, imports
            first, later, again = [], [], []
            for number in range(samples):
                forget()
                first.append(asked(client, address)[0])
                play(self.club, self.season, number)
                later.append(asked(client, address)[0])
                took, weight = asked(client, address)
                again.append(took)
            return Cost(*map(statistics.median, (first, later, again)), weight)


def opened(folder: Path, games: int) -> Book:
    """The book of a folder with so many games; made where it is not there yet."""
    app = book(folder / f"{games} games", games)
    with app.app_context():
        club = next(each.id for each in seasons.clubs() if each.name == CLUB)
        season = next(each.id for each in seasons.seasons(club) if each.name == SEASON)
        by_name = {player.name: player.id for player in seasons.players(club)}
    return Book(app, club, season, addresses(club, season, by_name["Ada"], by_name["Ben"]))


def of_clubs(folder: Path, count: int) -> Cost:
    """The start page of a house with so many clubs."""
    app = create_app({"DATA_DIR": str(folder / f"{count} clubs"), "WTF_CSRF_ENABLED": False})
    with app.app_context():
        for number in range(len(seasons.clubs()), count):
            clubs.make_club(f"Club {number}")
        client = app.test_client()
        took, weight = zip(*(asked(client, "/") for _ in range(6)), strict=True)
        cost = Cost(took[0], statistics.median(took[1:]), statistics.median(took[1:]), weight[-1])
        db.engine.dispose()
    return cost


def line(name: str, small: Cost, large: Cost) -> str:
    """One row of the table."""
    each = "".join(f"{getattr(small, key):9.1f}{getattr(large, key):9.1f}" for key in ("first", "later", "again"))
    grows = large.later / small.later
    return f"{name:20}{each}{small.weight / 1000:9.1f}{large.weight / 1000:9.1f}{grows:8.1f}"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("folder", nargs="?", type=Path)
    options.add_argument("--games", type=int, nargs=2, default=SIZES)
    options.add_argument("--samples", type=int, default=5)
    options.add_argument("--only", nargs="*", default=[])
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = given.folder or Path(made)
        books = [opened(folder, games) for games in given.games]
        heads = ("first", "a game later", "again", "packed kB")
        print(f"{'ms of processor':20}" + "".join(f"{head:>18}" for head in heads) + "   grows")
        print(f"{'':20}" + "".join(f"{size:9,}" for size in (*given.games,) * len(heads)))
        for name in books[0].pages:
            if not given.only or name in given.only:
                print(line(name, *(each.measured(name, given.samples) for each in books)), flush=True)
        if not given.only or CLUBS_HERE in given.only:
            print(line(CLUBS_HERE, *(of_clubs(folder, count) for count in CLUBS)))


if __name__ == "__main__":
    main()
