"""Whether a long page holds up a phone at a table: writes of cards left, alone and while records are asked for.

    python -m tests.bench.beside_phones FOLDER [WRITES]

``FOLDER`` is one that ``big_books`` has filled. One thread of the process writes as a phone does, every 50 ms; another
one asks for the records of the large club again and again, each time with nothing of it in memory, which is the longest
that a page takes. Both share one interpreter, as the threads of the home server do. Milliseconds on the clock.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
from pathlib import Path

from flask import Flask

from referee.services.clubs import seasons
from referee.services.games import games
from referee.storage.tables.database import db
from tests.bench.big_books import CLUB, GAMES, book
from tests.bench.club_size import forget
from tests.bench.pages import CARDS, _jobs, long_game

EVERY = 0.05


def writes(app: Flask, code: str, running: int, count: int) -> list[float]:
    """How long each write took."""
    seen = 0
    job = _jobs(app.test_client(), code, lambda: seen, running)[CARDS]
    took = []
    for _write in range(count):
        with app.app_context():
            seen = games.game(code).number
        begun = time.perf_counter()
        answer = job()
        took.append(1000 * (time.perf_counter() - begun))
        assert answer.status_code in (200, 302, 303), answer.status
        time.sleep(EVERY)
    return took


def says(name: str, took: list[float]) -> None:
    cuts = statistics.quantiles(took, n=20)
    print(f"{name:28} p50 {statistics.median(took):6.1f} ms   p95 {cuts[-1]:6.1f} ms   most {max(took):6.1f} ms")


def main(folder: Path, count: int) -> None:
    app = book(folder, GAMES)
    with app.app_context():
        club = next(each.id for each in seasons.clubs() if each.name == CLUB)
        code = long_game(50)
        running = len(games.game(code).rounds) + 1
    stop, asked = threading.Event(), [0]

    def ask() -> None:
        client = app.test_client()
        while not stop.is_set():
            with app.app_context():
                forget()
            assert client.get(f"/clubs/{club}/records").status_code == 200
            asked[0] += 1

    says("writes alone", writes(app, code, running, count))
    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.5)
    says("while records are asked for", writes(app, code, running, count))
    stop.set()
    thread.join()
    print(f"{asked[0]} times the records, each from nothing")
    with app.app_context():
        db.engine.dispose()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100)
