"""Runs the migrations on the app's own engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from flask import current_app
from sqlalchemy import Connection

from referee.storage.tables import games  # noqa: F401 - the tables register themselves
from referee.storage.tables.database import Base


@contextmanager
def tables_may_be_replaced(connection: Connection) -> Iterator[None]:
    """SQLite changes a column by making its table again; what refers to that is looked at before the commit."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys=OFF")  # means nothing inside a transaction, so it stands before it
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def run() -> None:
    engine = current_app.extensions["migrate"].db.engine
    # a migration that fails half-way must leave nothing behind: everything in one writing transaction
    with engine.connect().execution_options(referee_write=True) as connection:
        context.configure(
            connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=True
        )
        with tables_may_be_replaced(connection), context.begin_transaction():
            context.run_migrations()
            if connection.dialect.name == "sqlite" and (
                lost := connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            ):
                raise RuntimeError(f"A migration would leave rows that refer to nothing: {lost[:5]}")


run()
