"""Fixtures of the tests that make clubs, and carry them about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee import create_app
from referee.services import clubs
from tests.conftest import dispose


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """Another, empty data folder each time it is asked."""
    made = []

    def make() -> Any:
        made.append(create_app({"TESTING": True, "DATA_DIR": str(tmp_path / f"elsewhere-{len(made)}")}))
        return made[-1].app_context()

    yield make
    for app in made:
        dispose(app)


@pytest.fixture
def among_clubs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within the app, where the first club is older than any that a test makes."""
    monkeypatch.setattr(clubs, "now", lambda: "2099-01-01T00:00:00Z")
    with app.app_context():
        yield
