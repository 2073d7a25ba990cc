"""A club as its organiser has it at hand, for tests: seasons, whole games, players by name, the table."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs as organise
from referee.services.clubs import seasons
from referee.services.clubs.clubs import SeasonForm
from referee.services.games import games
from referee.storage.clubs import forgetting
from referee.storage.engine.transactions import writing
from tests.services.desk import closing, must, opening, tag

BY = "Ann's phone"


def club() -> str:
    return seasons.first_club().id


def season(rule: SeasonRule | None = None, name: str = "Winter") -> str:
    form = SeasonForm(name, "2026-01-01", None, rule or SeasonRule())
    return organise.make_season(club(), form).id


def play(*players: str, season: str | None = None, winner: int = 1) -> str:
    """A whole game that one seat wins by going out in every round."""
    command = opening("contract", *players)
    answer = games.open_game(cmd.OpenGame(command.book, command.players, season=season), tag())
    assert isinstance(answer, games.Done)
    while not (state := games.game(answer.code)).last_round_closed:
        must(answer.code, closing(state, winner))
    return answer.code


def looked_at(at: str) -> None:
    """The book was looked through then for what is too old."""
    with writing():
        forgetting.purge_old(at)


def player(name: str) -> str:
    return next(one.id for one in seasons.players(club()) if one.name == name)


def table(id_: str) -> list[tuple[str, str, str]]:
    return [(str(row.place), row.name, row.shown) for row in seasons.season_page(id_).standings.rows]
