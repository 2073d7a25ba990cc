"""Fixtures of the tests that make clubs, and carry them about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from referee.services.clubs import clubs


@pytest.fixture
def among_clubs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within the app, where the first club is older than any that a test makes."""
    monkeypatch.setattr(clubs, "now", lambda: "2099-01-01T00:00:00Z")
    with app.app_context():
        yield
