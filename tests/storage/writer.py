"""A process that writes notes until it is killed; each line it prints is an acknowledged write.

Run with the data folder, the game's code, the number of this run and the number of the first note.
"""

from __future__ import annotations

import sys

from referee import create_app
from referee.game import commands as cmd
from referee.services.games import games
from referee.services.games.games import Done, WriteTag


def note(run: int, place: int) -> tuple[cmd.AddNote, WriteTag]:
    """The same place gives the same write again, with the same id."""
    return cmd.AddNote(f"{run}.{place}"), WriteTag(f"kill-{run:03}-{place:06}", 1, "a phone")


def main(folder: str, code: str, run: int) -> None:
    app = create_app({"DATA_DIR": folder})
    with app.app_context():
        for place in range(1_000_000):
            answer = games.act(code, *note(run, place))
            assert isinstance(answer, Done)
            print(place, answer.number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
