"""What a database says when it cannot, told by the kind of trouble: to try again, to make room, or to stop."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from referee import errors
from referee.storage.engine.trouble import Collision, translate, translated


def of_file(name: str, kind: type[sqlite3.Error] = sqlite3.OperationalError) -> DBAPIError:
    """What the embedded database raises; its names of errors come with Python 3.11."""
    raised = kind("it cannot")
    if name:
        raised.sqlite_errorname = name
    return OperationalError("SELECT 1", {}, raised)


class OfServer(Exception):
    """What the driver of a server raises; ``sqlstate`` is None where the server was never reached."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("it cannot")
        self.sqlstate = sqlstate


def of_server(sqlstate: str | None, kind: type[DBAPIError] = OperationalError, **more: Any) -> DBAPIError:
    return kind("SELECT 1", {}, OfServer(sqlstate), **more)


@pytest.mark.parametrize(
    ("failed", "told"),
    [
        (of_file("SQLITE_FULL"), errors.Full),
        (of_server("53100"), errors.Full),
        (of_file("SQLITE_CORRUPT", sqlite3.DatabaseError), errors.BrokenData),
        (of_file("SQLITE_NOTADB", sqlite3.DatabaseError), errors.BrokenData),
        (of_file("SQLITE_BUSY"), errors.Busy),
        (of_file("SQLITE_IOERR_WRITE"), errors.Busy),
        (of_file("SQLITE_READONLY"), errors.Busy),
        (of_server(None), errors.Busy),
        (of_server("08006"), errors.Busy),
        (of_server("40001"), errors.Busy),
        (of_server("53300"), errors.Busy),
        (of_server("55P03"), errors.Busy),
        (of_server("57P01"), errors.Busy),
        (of_server("25006", ProgrammingError, connection_invalidated=True), errors.Busy),
        (of_server("22021", DataError), errors.RefereeError),
    ],
)
def test_trouble_is_told_by_its_kind(failed: DBAPIError, told: type[Exception]) -> None:
    assert type(translate(failed)) is told
    with pytest.raises(told) as raised, translated():
        raise failed
    assert raised.value.__cause__ is failed


@pytest.mark.parametrize(
    "failed",
    [of_file("SQLITE_ERROR"), of_file(""), of_server("42P01", ProgrammingError), of_server(None, ProgrammingError)],
)
def test_a_fault_of_the_program_stays_what_it_is(failed: DBAPIError) -> None:
    assert translate(failed) is failed


def test_a_collision_and_a_pool_that_has_run_dry() -> None:
    with pytest.raises(Collision), translated():
        raise IntegrityError("INSERT", {}, sqlite3.IntegrityError("twice"))
    with pytest.raises(errors.Busy), translated():
        raise PoolTimeout("no connection")
    with translated():
        pass
