"""What a club plays for, and what was entered by hand or settled: the only queries there are."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, select

from referee.season.money import Terms
from referee.storage.tables.clubs import GameClub
from referee.storage.tables.database import added, db, new_id
from referee.storage.tables.games import Game
from referee.storage.tables.money import ClubMoney, MoneyEntry


def of_club(club: str) -> ClubMoney | None:
    """None for a club that has never played for anything."""
    return db.session.get(ClubMoney, club)


def terms_of(row: ClubMoney) -> tuple[Terms, ...]:
    return tuple(Terms(*each) for each in row.terms)


def keep(club: str, unit: str, terms: Sequence[Terms], *, hundredths: bool) -> ClubMoney:
    row = of_club(club)
    written = [[each.since, each.way, each.amount, each.dues] for each in terms]
    if row is None:
        return added(ClubMoney(club=club, plays=True, unit=unit, hundredths=hundredths, terms=written))
    row.plays, row.unit, row.hundredths, row.terms = True, unit, hundredths, written
    db.session.flush()
    return row


def entries(club: str) -> Sequence[MoneyEntry]:
    """Those that were taken back too, the latest first."""
    order = (MoneyEntry.at.desc(), MoneyEntry.id)
    return db.session.scalars(select(MoneyEntry).where(MoneyEntry.club == club).order_by(*order)).all()


def entry(entry: str) -> MoneyEntry | None:
    return db.session.get(MoneyEntry, entry)


def add_entry(
    club: str, at: str, by: str, giver: str | None, receiver: str | None, amount: int, word: str, *, settles: bool
) -> MoneyEntry:
    what = {"giver": giver, "receiver": receiver, "amount": amount, "word": word, "settles": settles}
    return added(MoneyEntry(id=new_id(), club=club, at=at, by=by, **what, back_at=None, back_by=""))


def rulebooks_of(club: str) -> dict[str, str]:
    """By game of a club the digest of what it was played by, or its own code where it has none."""
    rows = select(Game.code, Game.rulebook_digest).join(GameClub, GameClub.game == Game.code)
    return {code: digest or code for code, digest in db.session.execute(rows.where(GameClub.club == club))}


def removed_since(club: str, at: str) -> int:
    """How many games were removed after a moment."""
    gone = select(GameClub.game).where(GameClub.club == club, GameClub.removed_at > at)
    return len(db.session.scalars(gone).all())


def going_on(club: str, since: str) -> int:
    """How many games of a day and later are not finished, or are open again."""
    open_ones = select(func.count()).select_from(Game).join(GameClub, GameClub.game == Game.code)
    here = GameClub.club == club, GameClub.removed_at.is_(None), Game.status == "playing", Game.day >= since
    return db.session.scalars(open_ones.where(*here)).one()


def purge(clubs: Sequence[str]) -> None:
    """The money of clubs that go is deleted."""
    for table in (MoneyEntry, ClubMoney):
        db.session.execute(delete(table).where(table.club.in_(clubs)))
