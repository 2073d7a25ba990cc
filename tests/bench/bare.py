"""What *Now* and a write of cards left cost beside a bare Flask view that does no more than it must.

Run it with ``python -m tests.bench.bare [samples] [what to profile]``; ``tests/bench/README.md`` has the figures. The
bare views answer with the very bytes of *Now*, and write one row with INSERT and a commit that reaches the disk, in a
database of SQLite of their own. Processor time, medians, each in turns with its bare view.
"""

from __future__ import annotations

import cProfile
import itertools
import pstats
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask, Response, redirect, request
from werkzeug.test import TestResponse

from referee import create_app
from referee.services.games import games
from referee.storage.tables.database import db
from tests.bench.pages import CARDS, NOW, _jobs, long_game

EVENTS = 50
BARE = {NOW: "bare view, the same bytes", CARDS: "bare view, INSERT and fsync"}


def bare_app(body: bytes, headers: Mapping[str, str], folder: Path) -> Flask:
    """An app of two views: one gives ``body``, the other writes a row and leads on."""
    app = Flask("bare")
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, at TEXT, kind TEXT, data TEXT)")

    @app.get("/now")
    def now() -> Response:
        return Response(body, headers=dict(headers))

    @app.post("/cards-left")
    def cards_left() -> Response:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO events (at, kind, data) VALUES (?, ?, ?)",
            ("2026-01-01T20:00:00+00:00", "cards_left", request.form["cards"]),
        )
        connection.execute("COMMIT")
        return redirect("/now", 303)  # type: ignore[return-value]

    return app


def measured(samples: int, profile: str = "") -> dict[str, float]:
    """Milliseconds of processor time by what was asked for; ``profile`` names what is looked at besides."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": folder, "WTF_CSRF_ENABLED": False})
        try:
            with app.app_context():
                code = long_game(EVENTS)
                running = len(games.game(code).rounds) + 1
            return _measured(app, code, running, Path(folder), samples, profile)
        finally:
            with app.app_context():
                db.engine.dispose()


def _measured(app: Flask, code: str, running: int, folder: Path, samples: int, profile: str) -> dict[str, float]:
    client = app.test_client()
    seen = 0
    ours = _jobs(client, code, lambda: seen, running)
    page = ours[NOW]()
    theirs = bare_app(page.data, {"Content-Type": page.headers["Content-Type"]}, folder).test_client()
    jobs: dict[str, Callable[[], TestResponse]] = {
        NOW: ours[NOW],
        BARE[NOW]: lambda: theirs.get("/now"),
        CARDS: ours[CARDS],
        BARE[CARDS]: lambda: theirs.post("/cards-left", data={"write_id": "0" * 32, "seat": 1, "cards": "K"}),
    }
    spent: dict[str, list[float]] = {name: [] for name in jobs}
    watch = cProfile.Profile()
    turns = [
        turn
        for pair in ((NOW, BARE[NOW]), (CARDS, BARE[CARDS]))  # a page that is asked for again, as many phones do
        for turn in itertools.product(range(samples + 3), pair)
    ]
    for sample, name in turns:
        with app.app_context():
            seen = games.game(code).number
        if name == profile:
            watch.enable()
        begun = time.process_time()
        answer = jobs[name]()
        taken = time.process_time() - begun
        watch.disable()
        assert answer.status_code in (200, 303), (name, answer.status_code)
        if sample >= 3:
            spent[name].append(taken * 1000)
    if profile:
        pstats.Stats(watch).sort_stats("cumulative").print_stats(70)
    return {name: statistics.median(times) for name, times in spent.items()}


def main() -> None:
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = measured(samples, sys.argv[2] if len(sys.argv) > 2 else "")
    for name, bare in BARE.items():
        ratio = found[name] / found[bare]
        print(f"{name:20} {found[name]:6.2f} ms, {bare:28} {found[bare]:6.2f} ms: {ratio:.1f} times")


if __name__ == "__main__":
    main()
