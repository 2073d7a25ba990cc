"""Fixtures of the tests that carry clubs about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import create_app
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
