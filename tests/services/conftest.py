"""Fixtures of the tests that make clubs, and carry them about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask

from referee.services import clubs
from tests.apps import lent


@pytest.fixture
def elsewhere() -> Iterator[Callable[[], Any]]:
    """Another, empty data folder each time it is asked."""
    with ExitStack() as given_back:
        yield lambda: given_back.enter_context(lent({"TESTING": True})).app_context()


@pytest.fixture
def among_clubs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within the app, where the first club is older than any that a test makes."""
    monkeypatch.setattr(clubs, "now", lambda: "2099-01-01T00:00:00Z")
    with app.app_context():
        yield
