"""A club with a season of finished games, written straight into the book for the pages that show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Flask

from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs, seasons
from referee.services.clubs.clubs import SeasonForm
from referee.services.deliveries import WriteTag
from referee.services.house import data as data_services
from referee.storage.engine.transactions import writing
from referee.storage.tables.clubs import Club as Founded
from referee.storage.tables.database import db

BY = "phone K7"


@dataclass
class Club:
    """The first club of an app, with what a test writes into it."""

    app: Flask
    sent: int = 0

    def __post_init__(self) -> None:
        with self.app.app_context(), writing():  # a club that a test makes in the same second is no first one
            db.session.get_one(Founded, seasons.first_club().id).founded_at = "2000-01-01T00:00:00Z"

    @property
    def id(self) -> str:
        with self.app.app_context():
            return seasons.first_club().id

    def write_id(self) -> str:
        self.sent += 1
        return f"season-test-{self.sent}"

    def season(self, name: str = "Winter", starts: str = "2026-01-01", ends: str | None = None, **rule: object) -> str:
        with self.app.app_context():
            form = SeasonForm(name, starts, ends, SeasonRule(**rule))  # type: ignore[arg-type]
            return clubs.make_season(self.id, form).id

    def game(self, season: str | None, day: str, columns: Mapping[str, Sequence[int]], book: str = "contract") -> str:
        """A finished game of these columns; its code."""
        sheet = PaperGame(
            library.load(book),
            day,
            tuple(PaperColumn(name, tuple(scores), None) for name, scores in columns.items()),
        )
        with self.app.app_context():
            code = data_services.type_in(sheet, WriteTag(self.write_id(), 0, BY), self.id, season)
        assert isinstance(code, str), code
        return code

    def player(self, name: str) -> str:
        with self.app.app_context():
            return next(one.id for one in seasons.players(self.id) if one.name == name)

    def evenings(self, season: str | None = None) -> str:
        """Three evenings of a season: Ada first, Ben and Cora level on everything, Dan once only."""
        season = season or self.season(minimum=2)
        self.game(season, "2026-01-05", {"Ada": (0, 10, 0), "Ben": (20, 0, 30), "Cora": (20, 30, 0)})
        self.game(season, "2026-01-12", {"Ben": (5, 5, 0), "Ada": (50, 0, 5), "Cora": (0, 5, 5)})
        self.game(
            season, "2026-01-19", {"Ada": (0, 0, 5), "Dan": (20, 30, 0), "Ben": (30, 30, 30), "Cora": (30, 30, 30)}
        )
        return season
