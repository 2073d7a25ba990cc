"""What a long game costs the server: closing a round, the Score page, and what the pages weigh.

Run it with ``python -m tests.bench.game_bench [samples]``; ``tests/bench/README.md`` has the figures.
The game: 15 rounds, 8 seats, 300 events, names of 40 characters. Everything goes through Flask's
test client, database and templates included.
"""

from __future__ import annotations

import gzip
import re
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from referee import create_app
from referee.game import commands as cmd
from referee.game.history import next_undo
from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook
from referee.services.games import games
from referee.services.games.games import Done, WriteTag
from referee.storage.tables.database import db

SEATS, ROUNDS, EVENTS = 8, 15, 300
FIRST_PAGE_BUDGET, SCRIPT_BUDGET = 80 * 1024, 40 * 1024
_ASSET = re.compile(r'(?:href|src)="(/static/[^"]+)"')


class Sample(NamedTuple):
    """Milliseconds by the clock, and of processor time, which others on the machine do not lengthen."""

    clock: float
    processor: float


@dataclass(frozen=True)
class Figures:
    """Every sample, and bytes as they go over the air."""

    closing: list[Sample]
    service: list[Sample]
    score: list[Sample]
    pages: dict[str, int]
    first_page: int
    script: int


def long_book() -> Rulebook:
    """The longest rulebook, made fit for eight players: four decks, as rulebooks for eight have them."""
    book = library.load("progressive")
    numbers = {**book.decks, **dict.fromkeys(range(6, 9), 4)}
    jokers = {**book.jokers, **dict.fromkeys(range(6, 9), 8)}
    return library.with_house_rules(
        book,
        {
            "players_max": SEATS,
            "decks": {str(n): count for n, count in numbers.items()},
            "jokers": {str(n): count for n, count in jokers.items()},
        },
    )


def tag(seen: int) -> WriteTag:
    return WriteTag(secrets.token_hex(16), seen, "the bench")


def build() -> str:
    """A game with its last round ready to be closed by the 300th event; returns its code."""
    book = long_book()
    names = tuple(f"Player {n} ".ljust(40, "x") for n in range(1, SEATS + 1))
    opened = games.open_game(cmd.OpenGame(book, names), tag(0))
    assert isinstance(opened, Done), opened
    code, seen = opened.code, opened.number

    def do(command: cmd.Command) -> None:
        nonlocal seen
        answer = games.act(code, command, tag(seen))
        assert isinstance(answer, Done), answer
        seen = answer.state.number

    for number in range(1, ROUNDS + 1):
        do(cmd.SayWentOut(number, number % SEATS + 1))
        for seat in range(1, SEATS + 1):
            if seat != number % SEATS + 1:
                hand = f"{seat % 7 + 3} K Q {number % 7 + 3} 9"
                do(cmd.EnterCardsLeft(number, seat, hand, confirmed=True))
        if number < ROUNDS:
            do(cmd.CloseRound(number, confirmed=True))
    filler = 0
    while seen < EVENTS - 1:
        filler += 1
        number = filler % (ROUNDS - 1) + 1
        seat = next(seat for seat in range(filler % SEATS + 1, SEATS + 2) if seat % SEATS + 1 != number % SEATS + 1)
        text = " ".join(["K", "Q", "J", "9", "8"][: filler % 5 + 1])
        do(cmd.CorrectCell(number, seat % SEATS + 1, text, confirmed=True))
    return code


def measure(samples: int) -> Figures:
    """Builds the game in a folder of its own and measures it; every closing is undone again."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": folder, "WTF_CSRF_ENABLED": False, "TESTING": True})
        with app.app_context():
            code = build()
        client = app.test_client()
        client.get("/")
        figures = replace(
            _times(app, client, code, samples),
            pages=dict(_weights(client, code)),
            first_page=_with_assets(client, "/"),
            script=_with_assets(client, "/", ".js") - _with_assets(client, "/", "nothing"),
        )
        with app.app_context():
            db.engine.dispose()
        return figures


def _times(app: Flask, client: FlaskClient, code: str, samples: int) -> Figures:
    closing, service, score = [], [], []
    for _ in range(samples):
        form = {"write_id": secrets.token_hex(16), "seen": str(_number(app, code)), "round": str(ROUNDS)}
        closing.append(_timed(lambda: client.post(f"/g/{code}/round/close", data=form)))  # noqa: B023
        with app.app_context():
            assert len(games.game(code).rounds) == ROUNDS
        score.append(_timed(lambda: client.get(f"/g/{code}/score")))
        _undo(app, code)
        with app.app_context():
            seen = games.game(code).number
            service.append(_timed(lambda: games.act(code, cmd.CloseRound(ROUNDS), tag(seen))))  # noqa: B023
        _undo(app, code)
    return Figures(closing, service, score, {}, 0, 0)


def _timed(job: Callable[[], object]) -> Sample:
    clock, processor = time.perf_counter(), time.process_time()
    job()
    return Sample((time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000)


def _number(app: Flask, code: str) -> int:
    with app.app_context():
        return games.game(code).number


def _undo(app: Flask, code: str) -> None:
    with app.app_context():
        state = games.game(code)
        undo = next_undo(state)
        assert undo is not None
        assert isinstance(games.act(code, cmd.Undo(undo.seq, confirmed=True), tag(state.number)), Done)


def _weights(client: FlaskClient, code: str) -> Iterator[tuple[str, int]]:
    for name, path in {
        "Start": "/",
        "New game": "/new",
        "Now": f"/g/{code}",
        "Round over": f"/g/{code}/round",
        "Score": f"/g/{code}/score",
        "History": f"/g/{code}/history",
        "Result": f"/g/{code}/result",
        "Table": f"/g/{code}/table",
    }.items():
        yield name, len(_compressed(client, path))


def _compressed(client: FlaskClient, path: str) -> bytes:
    with client.get(path) as answer:
        assert answer.status_code == 200, (path, answer.status)
        return gzip.compress(answer.data, 6)


def _with_assets(client: FlaskClient, path: str, ending: str = "") -> int:
    """A page with the style, script and pictures it asks for, compressed; nothing is cached yet."""
    # a sheet of icons is fetched once, whichever of them a page shows
    whole = {found.partition("#")[0] for found in _ASSET.findall(client.get(path).text)}
    assets = {found for found in whole if found.partition("?")[0].endswith(ending)}
    return len(_compressed(client, path)) + sum(len(_compressed(client, asset)) for asset in assets)


def main() -> None:
    figures = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
    for name, values in {
        "closing POST": figures.closing,
        "  of it, the service": figures.service,
        "Score page": figures.score,
    }.items():
        clock = sorted(sample.clock for sample in values)
        processor = statistics.median(sample.processor for sample in values)
        median, slowest = statistics.median(clock), clock[int(len(clock) * 0.95)]
        print(f"{name:24} median {median:6.1f} ms   95th {slowest:6.1f} ms   processor {processor:6.1f} ms")
    print(f"{'first page in all':24} {figures.first_page:7,} bytes, {figures.script:,} of it script")
    for name, weight in figures.pages.items():
        print(f"{name:24} {weight:7,} bytes")


if __name__ == "__main__":
    main()
