"""A server whose clock jumps by years, and one whose book another process holds: phones go on, and nothing is lost."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from referee.app.config import database_file
from tests.faults.crowd import for_a_while

pytestmark = pytest.mark.unmeasured
HELD = float(os.environ.get("REFEREE_HELD", "3"))
"""Seconds; more than ten are longer than a server waits."""


@pytest.mark.sweep
@pytest.mark.long
def test_a_clock_that_jumps_by_years_under_writing_phones_loses_nothing_and_doubles_nothing(url: str) -> None:
    tally = for_a_while(4, url, "jumpy")
    assert tally.holds, tally


@pytest.mark.sweep
def test_phones_go_on_by_themselves_when_another_process_lets_the_book_go(url: str) -> None:
    def hold(folder: Path) -> None:
        if url:
            engine = create_engine(url, poolclass=NullPool)
            with engine.begin() as connection:
                connection.execute(text("LOCK TABLE game, event IN EXCLUSIVE MODE"))
                time.sleep(HELD)
            return
        with closing(sqlite3.connect(database_file(folder), isolation_level=None, timeout=30)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(HELD)
            other.execute("ROLLBACK")

    tally = for_a_while(2, url, during=hold)
    assert tally.holds, tally
