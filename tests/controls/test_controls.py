"""A fault of the past that comes back is noticed: two of them in the test command, all in a sweep or by command.

The test command asks of each one that changes a script whether it still does: its own test needs a browser and a while.
"""

from __future__ import annotations

import os
import re

import pytest
from flask import Flask

from referee.app.house import House
from tests.controls import faults
from tests.controls.faults import CONTROLS
from tests.controls.noticing import FAILED, ends_with
from tests.sizes import sized

SOME = ["bodies of strangers", "older files"]
OF_PAGES = [name for name, control in CONTROLS.items() if control.test.startswith("tests/browser/")]


@pytest.mark.parametrize("name", sized(SOME, [*CONTROLS]))
def test_the_fault_is_noticed(name: str) -> None:
    control = CONTROLS[name]
    if control.needs and control.needs not in os.environ:
        pytest.skip(f"needs {control.needs}")
    ended, said = ends_with(name)
    assert ended == FAILED, f"{control.what}, and nothing failed:\n{said}"


@pytest.mark.parametrize("name", OF_PAGES)
def test_a_control_of_pages_changes_what_a_page_loads(app: Flask, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def loaded() -> list[bytes]:
        client = app.test_client()
        return [
            client.get(script, buffered=True).data
            for script in re.findall(r'<script[^>]* src="([^"]+)"', client.get("/").text)
        ]

    monkeypatch.setattr(House, "process_response", House.process_response)
    monkeypatch.setattr(faults, "_end", lambda why, _: pytest.fail(why))
    before = loaded()
    CONTROLS[name].put_in()
    assert loaded() != before
