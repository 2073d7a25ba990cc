"""What a large book takes to start, copy, write out and bring in: seconds and the most memory of each.

    python -m tests.bench.book_size FOLDER [TIMES] [start backup export import]

``FOLDER`` is one that ``big_books`` has filled. With ``TIMES`` its games are laid into a second book so many times, by
SQL and under other codes, until the file is as large as is wanted: 20 times 10,000 games are 2 GB. Each command runs in
a process of its own, as a host would run it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from itertools import filterfalse, product
from pathlib import Path

from referee.storage.games.log import CODE_LENGTH, CODE_LETTERS

DATABASE = "referee.db"
_TABLES = ("game", "event", "game_club", "seat", "finished", "result")
CLUB = "SELECT id FROM club ORDER BY (SELECT count(*) FROM game_club WHERE club = club.id) DESC LIMIT 1"


def many(source: Path, target: Path, times: int) -> None:
    """A book with the games of another one so many times."""
    if target.exists():
        return
    target.mkdir(parents=True)
    shutil.copy(source / DATABASE, target)
    shutil.copy(source / "secret", target)
    with sqlite3.connect(target / DATABASE) as book:
        codes = [code for (code,) in book.execute("SELECT code FROM game")]
        every = map("".join, product(CODE_LETTERS, repeat=CODE_LENGTH))
        unused = filterfalse(frozenset(codes).__contains__, every)
        for _copy in range(1, times):
            book.execute("CREATE TEMP TABLE named (old TEXT PRIMARY KEY, new TEXT)")
            book.executemany("INSERT INTO named VALUES (?, ?)", zip(codes, unused, strict=False))
            for table in _TABLES:
                key = "code" if table == "game" else "game"
                names = [row[1] for row in book.execute(f"PRAGMA table_info({table})")]
                values = ", ".join("named.new" if name == key else name for name in names)
                into = f"INSERT INTO {table} ({', '.join(names)})"
                book.execute(f"{into} SELECT {values} FROM {table} JOIN named ON named.old = {table}.{key}")
            book.execute("DROP TABLE named")
            book.commit()
    book.close()


def run(*command: str) -> tuple[float, float, float]:
    """Seconds on the clock, seconds of processor and megabytes at most of one command."""
    begun = time.perf_counter()
    process = os.posix_spawn(sys.executable, [sys.executable, *command], os.environ)
    _process, status, used = os.wait4(process, 0)
    assert status == 0, command
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measured(folder: Path, only: list[str]) -> None:
    """One line for each command."""
    with sqlite3.connect(folder / DATABASE) as book:
        club, games = book.execute(CLUB).fetchone()[0], book.execute("SELECT count(*) FROM game").fetchone()[0]
    book.close()
    print(f"{games:,} games, {(folder / DATABASE).stat().st_size / 1e6:,.0f} MB")
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        out, referee = Path(made), ("-m", "referee", "--instance")
        start = f"from referee import create_app; create_app({{'DATA_DIR': {str(folder)!r}}})"
        commands: dict[str, tuple[str, ...]] = {
            "start": ("-c", start),
            "backup": (*referee, str(folder), "backup", str(out / "copy.db")),
            "export": (*referee, str(folder), "export", "--club", club, str(out / "club.jsonl")),
            "import": (*referee, str(out / "new"), "import", str(out / "club.jsonl")),
        }
        for name, command in commands.items():
            if not only or name in only:
                clock, processor, memory = run(*command)
                print(f"{name:8}{clock:8.1f} s{processor:8.1f} s of processor{memory:8.0f} MB", flush=True)


def main() -> None:
    source, *rest = sys.argv[1:]
    times = int(rest.pop(0)) if rest and rest[0].isdigit() else 1
    folder = Path(source)
    if times > 1:
        folder = folder.with_name(f"{folder.name} {times} times")
        many(Path(source), folder, times)
    measured(folder, rest)


if __name__ == "__main__":
    main()
