"""``python -m tests.cluster python -m tests.faults.moves``: ``referee move-to`` killed with -9 at any moment.

The file stands as it stood and the server has nothing of it, or all of it; the file is put away only when the server
has all. Wherever it dies, the same command brings it to its end. The control must fail: one that commits each table.
"""

from __future__ import annotations

import argparse
import itertools
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine, inspect
from sqlalchemy.pool import NullPool

from referee.app.config import database_file
from referee.storage.files import moving
from tests import postgres
from tests.faults import book
from tests.faults.forked import PIECEMEAL, Forked, forked
from tests.services.carrying import small_club
from tests.services.test_round_trip import generated

NOTHING, ALL = "nothing", "all"
PEOPLE = ("game", "event", "season", "player", "delivery")
"""Tables in which a house that has just been opened has no row."""


@dataclass
class Outcome:
    killed: int = 0
    in_time: int = 0
    """How many of them had not come to their end by then."""
    after: int = 0
    """How many of these left everything on the server."""
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.killed} killed, {self.in_time} before their end, {self.after} of them when all was there, "
            f"{len(self.wrong)} wrong{''.join(f'{chr(10)}  {each}' for each in self.wrong[:10])}"
        )


@dataclass
class House:
    """A folder with clubs in it, and what its tables hold."""

    folder: Path
    rows: moving.Rows = field(default_factory=dict)
    copies: Iterator[int] = field(default_factory=itertools.count)

    @contextmanager
    def copied(self) -> Iterator[tuple[Path, str]]:
        """A copy of it, and a part of the server that is empty."""
        with tempfile.TemporaryDirectory(prefix="referee-move-") as name:
            at = Path(name)
            shutil.copytree(self.folder, at, dirs_exist_ok=True)
            yield at, postgres.of_folder(at)

    def on_server(self, url: str) -> str:
        """What the server has of it: nothing, all, or which tables differ."""
        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1), poolclass=NullPool)
        with engine.connect() as connection:
            tables = inspect(connection).get_table_names()
            there = moving.rows(connection) if "game" in tables else {}
        if there == self.rows:
            return ALL
        if not any(there.get(name, (0, ""))[0] for name in PEOPLE):
            return NOTHING
        return f"differs in {', '.join(name for name in self.rows if there.get(name) != self.rows[name])}"


@contextmanager
def house() -> Iterator[House]:
    with tempfile.TemporaryDirectory(prefix="referee-moves-") as name:
        folder = Path(name)
        with book.opened(folder):
            small_club()
            generated(2)
        yield House(folder)


def _rows(folder: Path) -> moving.Rows:
    engine = create_engine(f"sqlite:///{database_file(folder)}", poolclass=NullPool)
    with closing(engine.connect()) as connection:
        return moving.rows(connection)


def drill(made: House, nest: Forked, kills: int, chance: random.Random) -> Outcome:
    """Moves that are killed at any moment."""
    _read(made, nest)
    outcome, most = Outcome(), _calls(made, nest)
    for _ in range(kills):
        _kill(made, nest, outcome, dies_at=chance.randrange(1, most), within=chance.random() < 0.5)
    return outcome


def between_tables(made: House, careless: Forked) -> Outcome:
    """A move of the control that is killed when half of the tables stand: where a kill falls must not be luck."""
    _read(made, careless)
    outcome = Outcome()
    _kill(made, careless, outcome, after_tables=len(made.rows) // 2)
    return outcome


def _read(made: House, nest: Forked) -> None:
    # whoever opens a book with another secret makes its links anew
    assert nest.ended(nest.run("rebuild-standings", "--check", "--instance", str(made.folder))) == 0
    made.rows = _rows(made.folder)


def _kill(made: House, nest: Forked, outcome: Outcome, **moment: int) -> None:
    """One move that is killed at a moment as ``Forked.run`` takes it, and what stands where afterwards."""
    with made.copied() as (at, url):
        line = ("move-to", url, "--instance", str(at))
        ended = nest.ended(nest.run(*line, **moment))
        there, stands = made.on_server(url), database_file(at).exists()
        outcome.killed += 1
        outcome.in_time += ended < 0
        outcome.after += ended < 0 and there == ALL
        if there not in (NOTHING, ALL):
            outcome.wrong.append(f"the server {there}")
        elif stands and _rows(at) != made.rows:
            outcome.wrong.append("the file is another one")
        elif not stands and there != ALL:
            outcome.wrong.append("the file is put away, and the server has nothing")
        if stands and (status := nest.ended(nest.run(*line))):
            outcome.wrong.append(f"not done the next time: {status}")
        if made.on_server(url) != ALL or database_file(at).exists():
            outcome.wrong.append("in the end it is not moved")


def _calls(made: House, nest: Forked) -> int:
    """How many calls of functions a move makes, to a half."""
    most = 10_000
    while True:
        with made.copied() as (at, url):
            if nest.ended(nest.run("move-to", url, "--instance", str(at), dies_at=most)) == 0:
                return most
        most = most * 3 // 2


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.moves", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=15)
    options = parser.parse_args()
    with house() as made, tempfile.TemporaryDirectory() as folder:
        with forked(Path(folder), control=PIECEMEAL) as careless:
            control = between_tables(made, careless)
        print(f"control, each table is committed: {control}", flush=True)
        with forked(Path(folder)) as nest:
            outcome = drill(made, nest, options.kills, random.Random(options.seed))
        print(outcome)
    postgres.drop()
    return 1 if outcome.wrong or not control.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
