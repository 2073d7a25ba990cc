"""Runs the migrations on the app's own engine."""

from __future__ import annotations

from alembic import context
from flask import current_app

from referee.storage import models  # noqa: F401 - the tables register themselves
from referee.storage.database import Base


def run() -> None:
    engine = current_app.extensions["migrate"].db.engine
    # a migration that fails half-way must leave nothing behind: everything in one writing transaction
    with engine.connect().execution_options(referee_write=True) as connection:
        context.configure(
            connection=connection, target_metadata=Base.metadata, render_as_batch=True, transactional_ddl=True
        )
        with context.begin_transaction():
            context.run_migrations()


run()
