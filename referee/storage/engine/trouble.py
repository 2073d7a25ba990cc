"""What a database says when it cannot, in the words of ``referee.errors``."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from referee import errors


class Collision(Exception):
    """Another process wrote the same thing at the same moment; asked again, it is there."""


_FULL = ("SQLITE_FULL", "53100")  # 53100: PostgreSQL's disk_full
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


@contextmanager
def translated() -> Iterator[None]:
    """Raises Busy, Full, BrokenData or Collision in place of the database's own errors.

    A programming error (such as a missing table) stays what it is.
    """
    try:
        yield
    except PoolTimeout as failed:
        raise errors.Busy from failed
    except IntegrityError as failed:
        raise Collision from failed
    except DBAPIError as failed:
        raise translate(failed) from failed


def translate(failed: DBAPIError) -> Exception:
    """The error to raise for one of the database."""
    code = str(getattr(failed.orig, "sqlite_errorname", "") or getattr(failed.orig, "sqlstate", "") or "")
    if code.startswith(_FULL):
        return errors.Full()
    if code.startswith(_BROKEN):
        return errors.BrokenData()
    if isinstance(failed.orig, sqlite3.OperationalError):
        # locked, an I/O error, a file that went read-only or away: try again, or find out by the same id
        return failed if code in ("", "SQLITE_ERROR") else errors.Busy()
    if isinstance(failed, DataError):  # a character that PostgreSQL does not take, from no keyboard
        return errors.RefereeError("This can’t be saved: it contains a character that isn’t text.")
    unreachable = isinstance(failed, OperationalError) and not code
    too_late = code == "25P03"  # PostgreSQL's idle_in_transaction_session_timeout: this process was stopped
    if unreachable or too_late or failed.connection_invalidated or code[:2] in ("08", "40", "53", "55", "57"):
        return errors.Busy()
    return failed
