"""A whole book from a file to a server, row by row, and held against the file before anything counts.

Exports carry one club and no right of any phone. Who moves a house takes all of it along: phones stay in, links stay
good, and what a phone sends twice is still known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, insert, select, update

from referee import errors
from referee.storage.clubs import clubs
from referee.storage.tables.clubs import Club, ClubChange
from referee.storage.tables.database import CHUNK, Base, db
from referee.storage.tables.phones import Attempt, House, Link

Source = Engine
"""The database that is moved away from."""
Rows = dict[str, tuple[int, str]]
"""By table how many rows there are, and a digest of them in whatever order."""


class NotMoved(errors.RefereeError):
    """Nothing was moved; the message says why."""

    status = 409


def take_in(source: Source) -> Rows:
    """Within the caller's transaction: all rows of another database, which must have none beside it in this one.

    Nobody else may write there. Where the same rows are here already, nothing is left to do. Raises NotMoved.
    """
    target = db.session.connection()
    with source.connect().execution_options(referee_write=True) as book, book.begin():
        wanted = rows(book)
        if rows(target) == wanted:
            return wanted
        if not _is_fresh(target):
            raise NotMoved("That database already holds a score book. Name an empty one.")
        for table in reversed(Base.metadata.sorted_tables):
            target.execute(delete(table))
        for table in Base.metadata.sorted_tables:
            _copy(table, book, target)
        there = rows(target)
    if differing := [name for name in wanted if there[name] != wanted[name]]:
        raise NotMoved(f"What was written there is not what stands here: {', '.join(differing)}.")
    return wanted


def rows(connection: Connection) -> Rows:
    """What a database holds, as this version reads it."""
    by_table: Rows = {}
    for table in Base.metadata.sorted_tables:
        number = total = 0
        for row in connection.execute(select(table).execution_options(yield_per=CHUNK)):
            number += 1
            total += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest(), "big")
        by_table[table.name] = number, f"{total % 2**256:064x}"
    return by_table


def _is_fresh(target: Connection) -> bool:
    """Whether nothing stands there but what the first start makes."""
    first = {table.__tablename__ for table in (Club, ClubChange, Link, Attempt, House)}
    others = [table for table in Base.metadata.sorted_tables if table.name not in first]
    return clubs.untouched() is not None and not any(
        target.execute(select(table).limit(1)).first() is not None for table in others
    )


def _copy(table: Table, book: Connection, target: Connection) -> None:
    """Rows that name others of their table get that name when all of them are there."""
    own = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    key = next(iter(table.primary_key))
    later: list[tuple[Any, dict[str, Any]]] = []
    for some in _chunks(book, table):
        for row in some:
            named = {name: row[name] for name in own if row[name] is not None}
            if named:
                later.append((row[key.name], named))
                row.update(dict.fromkeys(named))
        target.execute(insert(table), some)
    for of, named in later:
        target.execute(update(table).where(key == of).values(**named))


def _chunks(book: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    stored = book.execute(select(table).execution_options(yield_per=CHUNK)).mappings()
    each = (dict(row) for row in stored)
    while some := list(islice(each, CHUNK)):
        yield some
