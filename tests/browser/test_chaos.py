"""Taps over a line that breaks in every way: each is written once. More: ``python -m tests.chaos --taps 5000``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.chaos.phones import play
from tests.chaos.proxy import FAULTS, Line, standing
from tests.sizes import sized

SEED = 11
TAPS = sized(100, 500)


@pytest.fixture
def folder(settings: dict[str, Any], live_server: str) -> Path:
    return Path(settings["DATA_DIR"])


@pytest.mark.long
def test_over_a_line_that_breaks_in_every_way_no_tap_is_lost_or_doubled(
    browser: Browser, live_server: str, folder: Path
) -> None:
    with standing(Line(live_server, share=0.12, seed=SEED)) as line:
        tally = play(browser, line, folder, taps=TAPS, phones=5)
    print(tally)
    assert (sorted(tally.lost), tally.doubled, tally.late, tally.unsent) == ([], 0, 0, 0), tally
    assert tally.taps >= TAPS
    assert all(tally.line[fault] for fault in FAULTS), tally


@pytest.mark.sweep
def test_a_queue_that_removes_what_nobody_has_answered_is_caught(
    browser: Browser, live_server: str, folder: Path
) -> None:
    with standing(Line(live_server, share=0.4, seed=SEED)) as line:
        tally = play(browser, line, folder, taps=40, phones=2, hasty=True)
    assert tally.lost, tally


@pytest.mark.sweep
def test_a_server_that_forgets_what_it_has_written_is_caught(browser: Browser, live_server: str, folder: Path) -> None:
    with standing(Line(live_server, share=0.4, seed=SEED, forgets_ids=True)) as line:
        tally = play(browser, line, folder, taps=40, phones=2)
    assert tally.doubled, tally
