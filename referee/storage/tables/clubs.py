"""The tables of clubs, seasons and players, and the results read off the logs of finished games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from referee.game.names import LONGEST_NAME
from referee.storage.tables.columns import Day, Moment
from referee.storage.tables.database import Base

LONGEST_FILE_NAME = 80
LONGEST_KEY = 4 * LONGEST_NAME
"""Letters of a name without regard to case: one may become several."""


class Club(Base):
    """A family or a card group; everything else belongs to one."""

    __tablename__ = "club"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    founded_at: Mapped[str] = mapped_column(Moment)
    demo: Mapped[bool] = mapped_column(Boolean)
    """Whether it only shows what a club looks like."""
    removed_at: Mapped[str | None] = mapped_column(Moment)
    """Hidden since then, and gone for good when it is long enough ago (``clubs.KEPT_DAYS``)."""
    changed: Mapped[int] = mapped_column(Integer, server_default="0", default=0)
    """Raised by each change of the club, its seasons, players and games: pages that stay open look at it."""


class ClubChange(Base):
    """One of the last changes of a club and the games it concerned: who has seen all changes before it need not look at
    the others. It says nothing that is not in other tables, and may be missing."""

    __tablename__ = "club_change"

    club: Mapped[str] = mapped_column(ForeignKey("club.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """``Club.changed`` after it."""
    mark: Mapped[str] = mapped_column(String(16))
    """By chance: in a book that was restored, or that another server has gone on with, the same number has another."""
    games: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    """Codes; None where it may have been any."""


class Player(Base):
    """Somebody of a club. The id stays, the name may change."""

    __tablename__ = "player"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club: Mapped[str] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    guest: Mapped[bool] = mapped_column(Boolean)
    """Sits at the table and is not in the standings."""
    used_at: Mapped[str] = mapped_column(Moment)
    """When they last sat down; names are offered in this order."""
    merged_into: Mapped[str | None] = mapped_column(ForeignKey("player.id"))
    """The player they turned out to be; taken back by clearing it, because nothing else is changed."""
    merged_at: Mapped[str | None] = mapped_column(Moment)
    removed_at: Mapped[str | None] = mapped_column(Moment)
    """Their name is shown nowhere since then, and forgotten when it is long enough ago; their results stay."""

    __table_args__ = (Index("ix_player_club_used_at", "club", "used_at"),)


class PlayerName(Base):
    """Every name by which a club has known a player: the same name in a new game is the same player."""

    __tablename__ = "player_name"

    club: Mapped[str] = mapped_column(ForeignKey("club.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(LONGEST_KEY), primary_key=True)
    """The name without regard to case."""
    player: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)


class Season(Base):
    """Games that count together, by a rule."""

    __tablename__ = "season"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club: Mapped[str] = mapped_column(ForeignKey("club.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    starts: Mapped[str] = mapped_column(Day)
    ends: Mapped[str | None] = mapped_column(Day)
    rule: Mapped[dict[str, Any]] = mapped_column(JSON)
    """``season.rules.to_data``."""
    removed_at: Mapped[str | None] = mapped_column(Moment)
    trace: Mapped[list[dict[str, Any]]] = mapped_column(JSON, server_default="[]", default=list)
    """What was done to it, ``season.trace.to_json`` of each change, the first one first."""


class GameClub(Base):
    """To which club and season a game belongs. A table of its own: the game's row is read off its log."""

    __tablename__ = "game_club"

    game: Mapped[str] = mapped_column(ForeignKey("game.code"), primary_key=True)
    club: Mapped[str] = mapped_column(ForeignKey("club.id"), index=True)
    season: Mapped[str | None] = mapped_column(ForeignKey("season.id"), index=True)
    removed_at: Mapped[str | None] = mapped_column(Moment)
    """The game counts for nothing since then, and can be brought back."""
    people: Mapped[int] = mapped_column(Integer, server_default="0", default=0)
    """Raised by whatever concerns the game and is not in its log: who holds a seat, which phones wait."""
    notebook: Mapped[str | None] = mapped_column(String(16), index=True, default=None)
    """Id of the file that brought it in; none for a game that was played or typed in here."""
    evening: Mapped[str | None] = mapped_column(ForeignKey("evening.id"), index=True)
    """On which evening of the club it was played; None where that is not said."""


class Seat(Base):
    """Which player of the club sits under a seat's name."""

    __tablename__ = "seat"

    game: Mapped[str] = mapped_column(ForeignKey("game.code"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    player: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    """The seat's name when it was linked: another one links it again."""
    stands_in_for: Mapped[str | None] = mapped_column(ForeignKey("player.id"))


class Notebook(Base):
    """A file of old games that is looked at before it is brought in, or that has been."""

    __tablename__ = "notebook"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club: Mapped[str] = mapped_column(ForeignKey("club.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_FILE_NAME))
    """What the file is called."""
    at: Mapped[str] = mapped_column(Moment)
    """When it was sent, or brought in."""
    content: Mapped[bytes | None] = mapped_column(LargeBinary)
    """While it is looked at: the file as it was sent, compressed."""
    games: Mapped[int] = mapped_column(Integer)
    """How many games it has brought in; 0 while it is looked at."""
    removed_at: Mapped[str | None] = mapped_column(Moment)
    """Its games were removed together then, and the players it brought."""
    players: Mapped[list[str]] = mapped_column(JSON)
    """Ids of those whom nobody knew before it."""
    others: Mapped[dict[str, list[str]]] = mapped_column(JSON, server_default="{}", default=dict)
    """Ids of what else it brought, by ``"season"``, ``"evening"``, ``"own_rulebook"`` and ``"money_entry"``."""


class Finished(Base):
    """A finished game, read off its log in the transaction that finished it; never the truth itself."""

    __tablename__ = "finished"

    game: Mapped[str] = mapped_column(ForeignKey("game.code"), primary_key=True)
    rounds: Mapped[list[list[Any]]] = mapped_column(JSON)
    """``[[plays, contract], ...]``."""
    corrected_at: Mapped[str | None] = mapped_column(Moment)


class Result(Base):
    """One seat's column of a finished game; never the truth itself."""

    __tablename__ = "result"

    game: Mapped[str] = mapped_column(ForeignKey("game.code"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(Integer)
    """In table order."""
    data: Mapped[list[Any]] = mapped_column(JSON)
    """Scores, cards, rounds gone out in, exact cuts, opening total, stayed, claims."""
