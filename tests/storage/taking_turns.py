"""A process that keeps a game in memory: for each line it reads, it adds that note and prints the game's number and
how many notes it has seen.

Run with the data folder and the game's code.
"""

from __future__ import annotations

import secrets
import sys

from referee import create_app
from referee.game import commands as cmd
from referee.services.games import games
from referee.services.games.games import Done, WriteTag


def main(folder: str, code: str) -> None:
    app = create_app({"DATA_DIR": folder})
    for line in sys.stdin:
        with app.app_context():
            games.game(code)
            answer = games.act(code, cmd.AddNote(line.strip()), WriteTag(secrets.token_hex(8), 1, "another phone"))
            assert isinstance(answer, Done)
            print(answer.number, len(answer.state.notes), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
