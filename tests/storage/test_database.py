"""Statements of the database that several files share."""

from __future__ import annotations

import pytest

from referee.storage.tables.database import chunks


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 250])
def test_cut_into_chunks_everything_comes_once(count: int) -> None:
    pieces = list(chunks(range(count), 100))
    assert [number for piece in pieces for number in piece] == list(range(count))
    assert all(len(piece) <= 100 for piece in pieces)
