"""Whether a long page holds up a phone at a table: writes of cards left, alone and while long pages are asked for.

    python -m tests.bench.beside_phones FOLDER [WRITES] [GAMES]

``FOLDER`` is one that ``big_books`` has filled. One thread of the process writes as a phone does, every 50 ms; another
one asks for the records of the large club again and again, then for its list of all games, each time with nothing of it
in memory, which is the longest that they take. Both share one interpreter, as the threads of the home server do.
Milliseconds on the clock.
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
LONG = ("records", "games.csv")


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


def _ask(app: Flask, address: str, stop: threading.Event) -> None:
    """Again and again, each time from nothing."""
    client, times = app.test_client(), 0
    while not stop.is_set():
        with app.app_context():
            forget()
        assert client.get(address).status_code == 200
        times += 1
    print(f"{times} times {address}")


def main(folder: Path, count: int, size: int) -> None:
    app = book(folder, size)
    with app.app_context():
        club = next(each.id for each in seasons.clubs() if each.name == CLUB)
        code = long_game(50)
        running = len(games.game(code).rounds) + 1
    says("writes alone", writes(app, code, running, count))
    for page in LONG:
        stop = threading.Event()
        asking = threading.Thread(target=_ask, args=(app, f"/clubs/{club}/{page}", stop))
        asking.start()
        time.sleep(0.5)
        says(f"while {page} are asked for", writes(app, code, running, count))
        stop.set()
        asking.join()
    with app.app_context():
        db.engine.dispose()


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[2:]]
    main(Path(sys.argv[1]), given[0] if given else 100, given[1] if len(given) > 1 else GAMES)
