"""Where the drills of the faults write in CI: a file, or a schema of their own where the tests run on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import postgres


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The ``DATABASE_URL`` of a drill; empty for an SQLite file."""
    return postgres.of_folder(tmp_path / "drill") if postgres.URL else ""
