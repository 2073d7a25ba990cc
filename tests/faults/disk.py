"""``python -m tests.faults.disk``: a disk that fails at every single call, and one that loses its power.

A process writes notes through the services and notes down each one that was acknowledged; strace stands between it and
the disk. First the disk fails once, at the first write, the second, and so on, with an I/O error or without room: the
phone sends again, and each acknowledged note must stand in a sound book once. Then every write is recorded, and the
power is cut at each acknowledgement and between: of what was not synchronised nothing or any part is on the disk, and
every note that was acknowledged before must be there.

Two controls must fail: a server that says yes although the disk has said no, and one that does not wait for the disk.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from referee.app.config import database_file
from tests.awake import ended
from tests.faults import book
from tests.processes import ROOT
from tests.services.desk import open_game

CALLS = ("pwrite64", "fdatasync")
ERRORS = ("EIO", "ENOSPC")
NOTES = 6
NOTES_THERE = "SELECT data ->> 'text' FROM event WHERE type = 'NoteAdded' ORDER BY seq"
_CALL = re.compile(r'(?P<call>\w+)\(\d+<(?P<file>[^>]*)>(?:, "(?P<bytes>[^"]*)")?(?P<rest>[^)]*)\)\s+= (?P<got>-?\d+)')


def is_here() -> bool:
    """Whether strace is installed and may watch a process."""
    return (
        bool(shutil.which("strace"))
        and not subprocess.run(["strace", "-o", os.devnull, "true"], check=False).returncode
    )


class Writers:
    """Begins processes that write, from one that is warm."""

    def __init__(self) -> None:
        line = [sys.executable, "-m", "tests.faults.disk", "--warm"]
        self._process = subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def write(self, folder: Path, code: str, run: int, control: str, *strace: str) -> list[str]:
        """The notes that one acknowledged while strace stood between it and its disk."""
        asked = json.dumps({"folder": str(folder), "code": code, "run": run, "control": control})
        assert self._process.stdin
        assert self._process.stdout
        print(asked, file=self._process.stdin, flush=True)
        number = self._process.stdout.readline().strip()
        line = ["strace", "-f", *strace, "-p", number]
        with subprocess.Popen(line, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as watching:
            assert watching.stderr
            assert "attached" in watching.stderr.readline()
            (folder / "go").touch()
            watching.communicate(timeout=120)
        self._process.stdout.readline()
        return (folder / "acknowledged").read_text().split("\n")[:-1]

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        ended(self._process)
        self._process.stdout.close()


@contextlib.contextmanager
def writers() -> Iterator[Writers]:
    made = Writers()
    try:
        yield made
    finally:
        made.close()


@contextlib.contextmanager
def house() -> Iterator[tuple[Path, str]]:
    """A book with one game."""
    with tempfile.TemporaryDirectory(prefix="referee-disk-") as name:
        with book.opened(Path(name)):
            code = open_game("contract", "Ann", "Ben", "Cid").code
        yield Path(name), code


@dataclass
class Outcome:
    tried: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        some = "".join(f"\n  {each}" for each in self.wrong[:10])
        return f"{self.tried} tried, {self.acknowledged} acknowledged, {len(self.wrong)} wrong{some}"


def failing(begin: Writers, most: int | None = None, step: int = 1, control: str = "") -> Outcome:
    """The disk fails once, at each (so manieth) call, until a run has fewer of them."""
    outcome = Outcome()
    for call in CALLS:
        for error in ERRORS:
            for number in range(1, 10_000, step):
                if most is not None and number > most:
                    break
                with house() as (folder, code):
                    inject = (f"inject={call}:error={error}:when={number}", "-o", str(folder / "calls"))
                    told = begin.write(folder, code, number, control, "-e", f"trace={call}", "-e", *inject)
                    met = "(INJECTED)" in (folder / "calls").read_text()
                    outcome.tried += 1
                    outcome.acknowledged += len(told)
                    _compare(folder, code, told, f"{call} {number} {error}", outcome)
                if not met:
                    break
    return outcome


def _compare(folder: Path, code: str, told: list[str], where: str, outcome: Outcome) -> None:
    with closing(sqlite3.connect(database_file(folder))) as opened:
        sound = opened.execute("PRAGMA integrity_check").fetchone()[0]
    notes = list(book.states(folder, "", [code])[code].notes)
    if sound != "ok":
        outcome.wrong.append(f"{where}: {sound}")
    if notes != told:
        outcome.wrong.append(f"{where}: {notes} for {told}")


@dataclass
class Disk:
    """What lies on a disk for certain, and what was written since."""

    kept: dict[str, bytearray] = field(default_factory=dict)
    open: dict[str, list[tuple[int, bytes]]] = field(default_factory=dict)

    def write(self, file: str, at: int, content: bytes) -> None:
        self.open.setdefault(file, []).append((at, content))

    def sync(self, file: str) -> None:
        for at, content in self.open.pop(file, []):
            _put(self.kept.setdefault(file, bytearray()), at, content)

    def after_a_cut(self, folder: Path, chance: random.Random, share: float) -> None:
        """The files as the next start finds them: of what was not synchronised each part with this chance."""
        for name in {*self.kept, *self.open}:
            content = bytearray(self.kept.get(name, b""))
            for at, written in self.open.get(name, []):
                if chance.random() < share:
                    _put(content, at, written[: chance.choice((len(written), len(written) // 2))])
            (folder / Path(name).name).write_bytes(content)


def _put(content: bytearray, at: int, written: bytes) -> None:
    content.extend(bytes(max(0, at + len(written) - len(content))))
    content[at : at + len(written)] = written


def powerless(begin: Writers, control: str = "", seed: int = 15, notes: int = NOTES) -> Outcome:
    """The power is cut at each acknowledgement, and between: three times each."""
    outcome, chance = Outcome(), random.Random(seed)
    with house() as (folder, code):
        disk = Disk({str(database_file(folder)): bytearray(database_file(folder).read_bytes())})
        trace = ("-e", "trace=pwrite64,fdatasync,fsync,write", "-y", "-xx", "-s", "70000", "-o", str(folder / "calls"))
        begin.write(folder, code, 0, control, *trace)
        told: list[str] = []
        for line in (folder / "calls").read_text().splitlines():
            call = _CALL.search(line)
            if call is None or int(call["got"]) < 0:
                continue
            name = call["file"].encode().decode("unicode_escape")  # strace writes everything in hexadecimal
            content = bytes.fromhex((call["bytes"] or "").replace("\\x", ""))
            if call["call"] == "write" and name.endswith("acknowledged"):
                told.append(content.decode().strip())
            elif call["call"] == "pwrite64" and "referee.db" in name and not name.endswith("-shm"):
                disk.write(name, int(call["rest"].rsplit(",", 1)[1]), content)
            elif call["call"] in ("fdatasync", "fsync"):
                disk.sync(name)
            else:
                continue
            for share in (0.0, 0.5, 0.9):
                _cut(disk, chance, share, told, outcome)
        outcome.acknowledged = len(told)
        assert len(told) == notes
    return outcome


def _cut(disk: Disk, chance: random.Random, share: float, told: list[str], outcome: Outcome) -> None:
    outcome.tried += 1
    with tempfile.TemporaryDirectory(prefix="referee-cut-") as name:
        disk.after_a_cut(Path(name), chance, share)
        with closing(sqlite3.connect(database_file(Path(name)))) as opened:
            try:
                sound = opened.execute("PRAGMA integrity_check").fetchone()[0]
                rows = opened.execute(
                    "SELECT data ->> 'text' FROM event WHERE type = 'NoteAdded' ORDER BY seq"
                ).fetchall()
            except sqlite3.DatabaseError as broken:
                outcome.wrong.append(f"after {len(told)} notes: {broken}")
                return
    notes = [text for (text,) in rows]
    if sound != "ok" or notes[: len(told)] != told or len(notes) > len(told) + 1:
        outcome.wrong.append(f"after {len(told)} notes: {sound}, {len(notes)} there")


def _write(folder: Path, code: str, run: int, control: str) -> None:
    """What the forked process does: some notes, each sent until somebody says yes."""
    from sqlalchemy import event

    from referee import create_app, errors
    from referee.services.games import games
    from referee.storage.tables.database import db
    from tests.storage.writer import note

    app = create_app({"DATA_DIR": str(folder)})
    told = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with app.app_context():
        games.game(code)
        if control == "careless":
            event.listen(db.engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous=OFF"))
            db.session.remove()
            db.engine.dispose()
        print(os.getpid(), flush=True)
        while not (folder / "go").exists():
            time.sleep(0.005)
        for place in range(NOTES):
            command, the_tag = note(run, place)
            for _ in range(10):
                try:
                    games.act(code, command, the_tag)
                    break
                except errors.RefereeError:
                    if control == "hasty":
                        break
            else:
                break
            os.write(told, f"{command.text}\n".encode())


def _warm() -> None:
    from tests.faults.forked import _warm as warm

    warm()
    for line in sys.stdin:
        asked = json.loads(line)
        if not (number := os.fork()):
            try:
                _write(Path(asked["folder"]), asked["code"], asked["run"], asked["control"])
            finally:
                os._exit(0)
        os.waitpid(number, 0)
        print("done", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.disk", description=__doc__.partition("\n")[0])
    parser.add_argument("--warm", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().warm:
        _warm()
        return 0
    if not is_here():
        print("This needs strace, and the right to watch a process with it.")
        return 1
    with writers() as begin:
        hasty = failing(begin, most=8, control="hasty")
        print(f"control, yes though the disk said no: {hasty}", flush=True)
        careless = powerless(begin, "careless")
        print(f"control, the disk is not waited for: {careless}", flush=True)
        failed = failing(begin)
        print(f"the disk fails once, at each call: {failed}", flush=True)
        cut = powerless(begin)
        print(f"the power is cut: {cut}", flush=True)
    return 0 if hasty.wrong and careless.wrong and not (failed.wrong or cut.wrong) else 1


if __name__ == "__main__":
    sys.exit(main())
