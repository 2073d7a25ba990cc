"""What pages of a game, and a write, cost the server as it grows: SQL statements, events folded, processor time.

Run it with ``python -m tests.bench.pages [samples]``; ``tests/bench/README.md`` has the figures.
Games of 15 rounds and 8 seats, in the middle of the last round they have come to, most events of the longer ones
corrections. Whole pages through Flask's test client; the game is in the memory of the process, as it is at a table.
"""

from __future__ import annotations

import itertools
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from referee import create_app
from referee.game import commands as cmd
from referee.game import fold
from referee.services.games import games
from referee.services.games.games import Done
from referee.storage.tables.database import db
from tests.bench.game_bench import ROUNDS, SEATS, long_book, tag

SIZES = (50, 300, 1_000, 3_000)
NOW, SCORE, HISTORY, TABLE, POLL, CARDS = "Now", "Score", "History", "Table view", "idle poll", "cards left, POST"
WRITES = frozenset({CARDS})


class Cost(NamedTuple):
    statements: int
    """The most of any sample, without those that begin and end transactions."""
    folded: int
    """Events folded, new ones and old; the most of any sample."""
    milliseconds: float
    """Of processor time; the median."""


class _Counted(dict[Any, Any]):
    """The effects of events, counting how often one is asked for."""

    count = 0

    def __getitem__(self, kind: Any) -> Any:
        self.count += 1
        return super().__getitem__(kind)


def long_game(events: int) -> str:
    """A game of so many events with a round half counted; returns its code."""
    book = long_book()
    opened = games.open_game(cmd.OpenGame(book, tuple(f"Player {n}" for n in range(1, SEATS + 1))), tag(0))
    assert isinstance(opened, Done), opened
    state = opened.state

    def do(command: cmd.Command) -> None:
        nonlocal state
        answer = games.act(opened.code, command, tag(state.number))
        assert isinstance(answer, Done), answer
        state = answer.state

    per_round = SEATS + 1  # who went out, the others' cards left, the closing
    while len(state.rounds) < ROUNDS - 1 and state.number + per_round + 3 < events:
        number = len(state.rounds) + 1
        out = number % SEATS + 1
        do(cmd.SayWentOut(number, out))
        for seat in range(1, SEATS + 1):
            if seat != out:
                hand = f"{seat % 7 + 3} K Q {number % 7 + 3} 9"
                do(cmd.EnterCardsLeft(number, seat, hand, confirmed=True))
        do(cmd.CloseRound(number, confirmed=True))
    running = len(state.rounds) + 1
    do(cmd.SayWentOut(running, SEATS))
    filler = 0
    while state.number < events:
        filler += 1
        number = filler % len(state.rounds) + 1
        seat = next(seat for seat in range(1, SEATS + 1) if seat != number % SEATS + 1 and (seat + filler) % 2)
        text = " ".join(["K", "Q", "J", "9", "8"][: filler % 5 + 1])
        do(cmd.CorrectCell(number, seat, text, confirmed=True))
    return opened.code


def _jobs(
    client: FlaskClient, code: str, number: Callable[[], int], running: int
) -> Mapping[str, Callable[[], TestResponse]]:
    turns = iter(range(1_000_000))

    def cards() -> TestResponse:
        turn = next(turns)
        fields = {"write_id": secrets.token_hex(16), "seen": number(), "round": running, "seat": 1}
        return client.post(f"/g/{code}/round/cards-left", data={**fields, "cards": ("K", "Q Q")[turn % 2]})

    return {
        NOW: lambda: client.get(f"/g/{code}"),
        SCORE: lambda: client.get(f"/g/{code}/score"),
        HISTORY: lambda: client.get(f"/g/{code}/history"),
        TABLE: lambda: client.get(f"/tv/{code}"),
        POLL: lambda: client.get(f"/tv/{code}", headers={"HX-Request": "true", "Live": f"{number()}.0"}),
        CARDS: cards,
    }


@contextmanager
def counted(app: Flask) -> Iterator[Callable[[], tuple[int, int]]]:
    """Gives statements and events folded since it was asked last."""
    statements: list[str] = []
    effects = _Counted(fold.EFFECTS)

    def executed(_: Any, __: Any, statement: str, *___: Any) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    def since() -> tuple[int, int]:
        found = len(statements), effects.count
        statements.clear()
        effects.count = 0
        return found

    before = fold.EFFECTS
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", executed)
    fold.EFFECTS = effects
    try:
        yield since
    finally:
        fold.EFFECTS = before
        event.remove(engine, "before_cursor_execute", executed)


def table(samples: int, sizes: tuple[int, ...] = SIZES) -> dict[int, dict[str, Cost]]:
    """By number of events and page. The sizes take turns, so that a busy moment of the machine meets all of them."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": folder, "WTF_CSRF_ENABLED": False, "TESTING": True})
        try:
            return _table(app, samples, sizes)
        finally:
            with app.app_context():
                db.engine.dispose()


def _table(app: Flask, samples: int, sizes: tuple[int, ...]) -> dict[int, dict[str, Cost]]:
    seen = {}
    with app.app_context():
        codes = {events: long_game(events) for events in sizes}
        running = {events: len(games.game(code).rounds) + 1 for events, code in codes.items()}
    client = app.test_client()
    jobs = {
        events: _jobs(client, code, lambda events=events: seen[events], running[events])  # type: ignore[misc]
        for events, code in codes.items()
    }
    taken: dict[tuple[int, str], list[tuple[int, int, float]]] = {}
    with counted(app) as since:
        for name in jobs[sizes[0]]:
            for sample, events in itertools.product(range(samples + 1), sizes):
                with app.app_context():
                    seen[events] = games.game(codes[events]).number
                since()
                begun = time.process_time()
                answer = jobs[events][name]()
                spent = (time.process_time() - begun) * 1000
                assert answer.status_code in ((303,) if name in WRITES else (200, 204)), (name, answer.status_code)
                if sample:
                    taken.setdefault((events, name), []).append((*since(), spent))
    found: dict[int, dict[str, Cost]] = {}
    for (events, name), costs in taken.items():
        statements, folded, spents = zip(*costs, strict=True)
        found.setdefault(events, {})[name] = Cost(max(statements), max(folded), statistics.median(spents))
    return found


def main() -> None:
    found = table(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
    print(f"{'':20}" + "".join(f"{f'{events:,} events':>28}" for events in found))
    for name in next(iter(found.values())):
        cells = (by_page[name] for by_page in found.values())
        print(
            f"{name:20}"
            + "".join(f"{f'{c.statements} SQL {c.folded} folded {c.milliseconds:6.2f} ms':>28}" for c in cells)
        )


if __name__ == "__main__":
    main()
