"""The last step of a book that was written into: it goes out, comes in elsewhere and goes out again as the same."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterable

from flask import Flask
from sqlalchemy import select

from referee.game.events import GameOpened
from referee.game.state import GameState
from referee.services.clubs import seasons
from referee.services.house import data as data_services
from referee.storage.files import exporting, importing
from referee.storage.games import frozen
from referee.storage.tables.database import db
from referee.storage.tables.games import Game
from tests import apps


def exported(club: str) -> bytes:
    lines: list[str] = []
    data_services.export_club(club, lines.append)
    return "".join(lines).encode()


def comes_home(app: Flask) -> bool:
    """Every club of a book; False for a book without a game. Raises BrokenData where one is damaged."""
    with app.app_context():
        if db.session.execute(select(Game.code).limit(1)).first() is None:
            return False
        books = {club.id: exported(club.id) for club in seasons.clubs()}
    with apps.lent({"TESTING": True}) as other, other.app_context():
        for club, book in books.items():  # one after the other: an empty club gives way to the next
            assert data_services.import_club(data_services.read_club(io.BytesIO(book))).id == club
            assert exported(club) == book, f"club {club} goes out again as another one"
        rebuilt = data_services.rebuild(check=True)
        assert (rebuilt.differing, rebuilt.damaged) == ((), ())
    return True


def of_one_game(state: GameState) -> str:
    """The lines of a club in which nothing but this was played."""
    opened = state.log[0].event
    assert isinstance(opened, GameOpened)
    opened = dataclasses.replace(opened, day=state.day)  # as a game that is opened today has one
    log = (state.log[0]._replace(event=opened), *state.log[1:])
    at = state.opened_at
    players = [(f"p{seat.id}", seat.player) for seat in state.all_seats]
    lines: Iterable[dict[str, object]] = [
        exporting._line("club", format=exporting.FORMAT, id="club", name="A club", founded_at=at, demo=False),
        *(
            exporting._line(
                "player", id=id_, name=name, known_as=[], guest=False, used_at=at,
                merged_into=None, merged_at=None, removed_at=None,
            )
            for id_, name in players
        ),
        *(
            exporting._line("rulebook", digest=digest, content=content)
            for digest, content in frozen.named(log).items()
        ),
        exporting._line(
            "game", code="ABCDEF", season=None, removed_at=None,
            seats=[[seat.id, f"p{seat.id}", seat.player, None] for seat in state.all_seats],
            events=[[entry.at, entry.by, frozen.data_of(entry.event)] for entry in log],
        ),
    ]  # fmt: skip
    texts = [exporting.text(line) for line in lines]
    return "".join([*texts, exporting.text(exporting._line("end", lines=len(texts)))])


def game_comes_home(state: GameState) -> None:
    """The same for one game that stands in no book."""
    text = of_one_game(state)
    game = importing.read_club(io.BytesIO(text.encode())).games["ABCDEF"]
    assert of_one_game(game.state) == text
    assert (game.state.totals, game.state.places) == (state.totals, state.places)
