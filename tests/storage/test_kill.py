"""kill -9 in the middle of writing: nothing acknowledged is lost, nothing sent again is doubled."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from referee.app.config import database_file
from referee.game.fold import fold
from referee.services.games import games
from referee.services.games.games import Done
from tests.services.desk import open_game
from tests.sizes import sized
from tests.storage.writer import note

ROOT = Path(__file__).parents[2]
RUNS = sized(2, 6)


def killed(folder: Path, code: str, run: int, after: int) -> list[tuple[int, int]]:
    """Place and number of every acknowledged write of a process killed soon after ``after`` of them."""
    command = [sys.executable, "-m", "tests.storage.writer", str(folder), code, str(run)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if len(lines) == after:
                process.send_signal(signal.SIGKILL)  # it goes on writing until the signal reaches it
        assert process.wait(30) == -signal.SIGKILL
    return [(int(place), int(number)) for place, number in map(str.split, lines) if number]


@pytest.mark.database_file
def test_a_killed_writer_loses_nothing_and_doubles_nothing(app: Flask) -> None:
    folder = Path(app.instance_path)
    luck = random.Random(20260105)
    with app.app_context():
        code = open_game().code
    acknowledged: dict[str, int] = {}
    for run in range(RUNS):
        heard = killed(folder, code, run, luck.randrange(1, 40))
        acknowledged |= {f"{run}.{place}": number for place, number in heard}
        with sqlite3.connect(database_file(folder)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        with app.app_context():
            state = games.game(code)
            assert len(state.notes) - len(acknowledged) in (0, 1)  # at most one was written and never heard of
            unheard = len(heard)
            for _ in range(2):  # the phone sends again what was not acknowledged, and once more
                answer = games.act(code, *note(run, unheard))
                assert isinstance(answer, Done)
                acknowledged[f"{run}.{unheard}"] = answer.number
            state = games.game(code)
        assert state.notes == tuple(acknowledged)
        assert [recorded.seq for recorded in state.log] == list(range(1, len(acknowledged) + 2))
        assert list(acknowledged.values()) == list(range(2, len(acknowledged) + 2))
        assert state == fold(state.log)
