"""Hands of cards over a line that breaks in every way. More of them: ``python -m tests.chaos.hands``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.chaos.hands import Outcome, run

SEED = 15


@pytest.fixture(autouse=True)
def quiet_console() -> None:
    """These phones live in a browser of their own, and are cut off on purpose: only what a page throws counts."""


@pytest.fixture(autouse=True)
def hearing() -> None:
    """They have their own ears as well."""


def played(hands: int, phones: int, **how: Any) -> Outcome:
    with ThreadPoolExecutor(1) as beside:  # the fixtures of other tests own this thread's loop
        return beside.submit(run, hands, phones, SEED, **how).result()


@pytest.mark.long
def test_hands_tapped_in_over_a_line_that_breaks_stand_in_the_book_once() -> None:
    outcome = played(6, 3, share=0.3)
    assert outcome.holds, outcome
    assert outcome.hands >= 6


def test_a_server_that_forgets_what_it_has_written_is_caught() -> None:
    assert played(3, 2, share=0.6, forgets=True, most_games=2).doubled


def test_a_queue_that_removes_what_nobody_has_answered_is_caught() -> None:
    outcome = played(3, 2, share=0.9, hasty=True, most_games=2, limit=15)
    assert outcome.lost or outcome.complaints
