"""``python -m tests.faults.commands``: import, backup, restore, move and migration, killed with -9 at any moment.

Each command is killed again and again, on a fresh folder: at some call of a function, which is drawn among as many as
it makes, or a moment after that began. Wherever that is, the book is sound and is either what it was before or what it
becomes; the same command brings it to its end the next time, and no draft is left. The control must fail: a restore
that writes straight into the place of the database.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from flask_migrate import downgrade

from referee.app.config import database_file
from referee.services.clubs import seasons
from referee.services.house import data as data_services
from referee.storage import _MIGRATIONS
from referee.storage.files.backup import backup_to
from tests.faults import book
from tests.faults.forked import IN_PLACE, Forked, forked
from tests.services.carrying import exported, small_club
from tests.services.desk import open_game
from tests.services.test_round_trip import generated

OLD = "0004"
"""The schema that is brought up to date: from here on everything has its types and tables changed."""


@dataclass
class Outcome:
    killed: int = 0
    in_time: int = 0
    """How many of them had not come to their end by then."""
    before: int = 0
    """How many left the book as it was."""
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.killed} killed, {self.in_time} before their end, {self.before} of them left the book as it was, "
            f"{len(self.wrong)} wrong{''.join(f'{chr(10)}  {each}' for each in self.wrong[:10])}"
        )


@dataclass(frozen=True)
class Command:
    """What is run on a folder; ``before`` and ``after`` are what the book comes to."""

    name: str
    arguments: Callable[[Path], tuple[str, ...]]
    made: Path
    """The folder that each run gets a copy of."""


@contextlib.contextmanager
def prepared() -> Iterator[dict[str, Command]]:
    """The commands, each with its folder."""
    with tempfile.TemporaryDirectory(prefix="referee-commands-") as name:
        folder = Path(name)
        for each in ("other", "plain", "old"):
            (folder / each).mkdir()
        with book.opened(folder / "other"):
            club = generated(2)
            (folder / "club.jsonl").write_bytes(exported(club))
        with book.opened(folder / "plain"):
            small_club()
        shutil.copytree(folder / "plain", folder / "restoring")
        backup_to(database_file(folder / "plain"), folder / "copy.db")
        with book.opened(folder / "restoring"):
            open_game("contract", "Dee", "Eve", "Fay")
        shutil.copytree(folder / "plain", folder / "old", dirs_exist_ok=True)
        with book.opened(folder / "old"):
            downgrade(directory=str(_MIGRATIONS), revision=OLD)
        yield {
            "import": Command("import", lambda _: ("import", str(folder / "club.jsonl")), folder / "plain"),
            "backup": Command("backup", lambda at: ("backup", str(at / "copy.db")), folder / "plain"),
            "restore": Command("restore", lambda _: ("restore", str(folder / "copy.db")), folder / "restoring"),
            "migration": Command("migration", lambda _: ("rebuild-standings", "--check"), folder / "old"),
        }


def drill(command: Command, nest: Forked, kills: int, chance: random.Random) -> Outcome:
    outcome = Outcome()
    with _copy(command) as at:
        before = _reads(at, command)
        _run(nest, command, at)
        after = _reads(at, command)
    most = _calls(command, nest)
    for _ in range(kills):
        with _copy(command) as at:
            dies_at, within = chance.randrange(1, most), chance.random() < 0.5
            number = nest.run(*command.arguments(at), "--instance", str(at), dies_at=dies_at, within=within)
            outcome.killed += 1
            outcome.in_time += nest.ended(number) < 0
            found = _reads(at, command)
            outcome.before += found == before
            if found not in (before, after):
                outcome.wrong.append(f"{command.name}: a book that is neither")
            if command.name != "import" or found == before:  # a club that is there is not brought in twice
                (at / "copy.db").unlink(missing_ok=True)
                _run(nest, command, at)
            if _reads(at, command) != after:
                outcome.wrong.append(f"{command.name}: not done the next time")
            if left := [path.name for path in at.rglob("*") if ".part" in path.name or ".restoring" in path.name]:
                outcome.wrong.append(f"{command.name}: left {left}")
    return outcome


def _calls(command: Command, nest: Forked) -> int:
    """How many calls it makes, to a half: the largest number at which it still dies."""
    most = 1_000
    while True:
        with _copy(command) as at:
            number = nest.run(*command.arguments(at), "--instance", str(at), dies_at=most)
            if nest.ended(number) == 0:
                return most
        most = most * 3 // 2


@contextlib.contextmanager
def _copy(command: Command) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="referee-command-") as name:
        shutil.copytree(command.made, name, dirs_exist_ok=True)
        yield Path(name)


def _run(nest: Forked, command: Command, at: Path) -> None:
    status = nest.ended(nest.run(*command.arguments(at), "--instance", str(at)))
    assert status == 0, (command.name, status)


def _reads(at: Path, command: Command) -> str:
    """What the book comes to, looked at on a copy: for a migration that is what the tables hold, as they stand."""
    with tempfile.TemporaryDirectory(prefix="referee-look-") as name:
        for path in at.glob("referee.db*"):
            if ".part" not in path.name and ".restoring" not in path.name:
                shutil.copy(path, name)
        if not database_file(Path(name)).exists():
            return "none"
        with closing(sqlite3.connect(database_file(Path(name)))) as opened:
            try:
                if (sound := opened.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                    return str(sound)
                stands = str(opened.execute("SELECT version_num FROM alembic_version").fetchone()[0])
            except sqlite3.DatabaseError as broken:
                return str(broken)
        with book.opened(Path(name)):  # which brings an old one up to date
            said = hashlib.sha256(stands.encode() if command.name == "migration" else b"")
            for club in sorted(each.id for each in seasons.clubs()):
                said.update(exported(club))
            assert data_services.rebuild(check=True).damaged == ()
    return said.hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.commands", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200, help="of each command")
    parser.add_argument("--seed", type=int, default=15)
    options = parser.parse_args()
    wrong = 0
    with prepared() as commands, tempfile.TemporaryDirectory() as folder, forked(Path(folder)) as nest:
        for command in commands.values():
            outcome = drill(command, nest, options.kills, random.Random(options.seed))
            print(f"{command.name}: {outcome}", flush=True)
            wrong += len(outcome.wrong)
        with forked(Path(folder), control=IN_PLACE) as careless:
            control = drill(commands["restore"], careless, 10, random.Random(options.seed))
        print(f"control, a restore in place: {control}", flush=True)
    return 1 if wrong or not control.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
