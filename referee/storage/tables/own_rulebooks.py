"""The rulebooks of a club's own, each version kept: a game names the one it was opened with by its content."""

from __future__ import annotations

from sqlalchemy import Integer, String, Text, select
from sqlalchemy.orm import Mapped, mapped_column

from referee.rules.rulebook.model import Rulebook
from referee.storage.tables.columns import Moment
from referee.storage.tables.database import Base, added, db
from referee.storage.tables.games import LONGEST_BY


class OwnRulebook(Base):
    """One version of a rulebook. ``text`` is its file; the other columns are read off it, for lists."""

    __tablename__ = "own_rulebook"

    club: Mapped[str] = mapped_column(String(16), primary_key=True)
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(60))
    builds_on: Mapped[str] = mapped_column(String(40))
    digest: Mapped[str] = mapped_column(String(64))
    """Of the merged rulebook: what is frozen into a game."""
    saved_at: Mapped[str] = mapped_column(Moment)
    by: Mapped[str] = mapped_column(String(LONGEST_BY))
    text: Mapped[str] = mapped_column(Text)


def latest(club: str, rulebook_id: str) -> OwnRulebook | None:
    """The last version of a rulebook."""
    table = OwnRulebook
    query = select(table).where(table.club == club, table.id == rulebook_id).order_by(table.version.desc()).limit(1)
    return db.session.scalars(query).one_or_none()


def version(club: str, rulebook_id: str, number: int) -> OwnRulebook | None:
    return db.session.get(OwnRulebook, (club, rulebook_id, number))


def versions(club: str, rulebook_id: str) -> list[OwnRulebook]:
    """All versions of a rulebook, the newest first."""
    table = OwnRulebook
    query = select(table).where(table.club == club, table.id == rulebook_id).order_by(table.version.desc())
    return list(db.session.scalars(query))


def clubs_with(rulebook_id: str) -> frozenset[str]:
    """The clubs that have a rulebook."""
    return frozenset(db.session.scalars(select(OwnRulebook.club).where(OwnRulebook.id == rulebook_id).distinct()))


def all_latest(club: str) -> list[OwnRulebook]:
    """The last version of every rulebook of a club, by name."""
    table = OwnRulebook
    newest: dict[str, OwnRulebook] = {}
    for row in db.session.scalars(select(table).where(table.club == club).order_by(table.version)):
        newest[row.id] = row
    return sorted(newest.values(), key=lambda row: (row.name.casefold(), row.id))


def save(club: str, book: Rulebook, text: str, at: str, by: str) -> tuple[int, bool]:
    """Keep a rulebook as the next version, unless the last one says the same; its version, and whether it is new."""
    last = latest(club, book.id)
    if last is not None and last.digest == book.digest:
        return last.version, False
    row = OwnRulebook(
        club=club,
        id=book.id,
        version=last.version + 1 if last else 1,
        name=book.name,
        builds_on=book.builds_on,
        digest=book.digest,
        saved_at=at,
        by=by,
        text=text,
    )
    return added(row).version, True
