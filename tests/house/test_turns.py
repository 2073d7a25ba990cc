"""The order of the tests and the place of their files (``tests/turns.py``): nothing is left out, long ones begin."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests import turns


def a_file(path: str, count: int, long: int = 0) -> list[pytest.Item]:
    def marked(at: int) -> Any:
        return lambda name: name == "long" and at < long

    items = [SimpleNamespace(path=Path(path), at=at, get_closest_marker=marked(at)) for at in range(count)]
    return cast(list[pytest.Item], items)


@pytest.mark.parametrize("hands", [1, 2, 4])
def test_each_process_begins_with_something_long_and_no_test_is_left_out(hands: int) -> None:
    dealt = [
        *a_file("/r/tests/rules/test_a.py", 90),
        *(item for name in "bcdef" for item in a_file(f"/r/tests/browser/test_{name}.py", 6, long=2)),
        *a_file("/r/tests/web/test_g.py", 41),
    ]
    before = list(dealt)
    turns.deal(dealt, hands)
    assert len(dealt) == len(before)
    assert {id(item) for item in dealt} == {id(item) for item in before}
    begin = 0
    for at in range(hands):  # as xdist cuts the list
        assert dealt[begin].get_closest_marker("long")
        begin += (len(dealt) - begin) // (hands - at)
        assert not dealt[begin - 1].get_closest_marker("long"), "what ends a run is short"


def test_more_that_is_dear_than_a_process_takes_leaves_nothing_out() -> None:
    dealt = [*a_file("/r/tests/browser/test_a.py", 50, long=1), *a_file("/r/tests/rules/test_b.py", 3)]
    before = {id(item) for item in dealt}
    turns.deal(dealt, 4)
    assert {id(item) for item in dealt} == before
    assert len(dealt) == 53


def test_temporary_files_lie_in_memory_where_it_has_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)
    monkeypatch.setattr(turns, "MEMORY", tmp_path)
    monkeypatch.setattr(turns, "ROOM", 2**62)
    turns.use_memory()
    assert tempfile.gettempdir() != str(tmp_path), "there is too little of it"
    monkeypatch.setattr(turns, "ROOM", 0)
    monkeypatch.setenv("TMPDIR", "/somewhere")
    turns.use_memory()
    assert tempfile.gettempdir() != str(tmp_path), "somebody has said where"
    monkeypatch.delenv("TMPDIR")
    turns.use_memory()
    assert tempfile.gettempdir() == str(tmp_path)
