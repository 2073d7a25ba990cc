"""Hands of cards over a line that breaks in every way. More of them: ``python -m tests.chaos.hands``."""

from __future__ import annotations

from collections.abc import Callable
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


def played(hands: int, phones: int, seed: int = SEED, **how: Any) -> Outcome:
    with ThreadPoolExecutor(1) as beside:  # the fixtures of other tests own this thread's loop
        return beside.submit(run, hands, phones, seed, **how).result()


def in_one_of_four(caught: Callable[[int], object]) -> bool:
    """Whether what is broken on purpose shows in one of these evenings: it is luck which answers the line cuts off."""
    return any(map(caught, range(SEED, SEED + 4)))


@pytest.mark.sweep
@pytest.mark.long
def test_hands_tapped_in_over_a_line_that_breaks_stand_in_the_book_once() -> None:
    outcome = played(6, 3, share=0.3, most_games=6, limit=90)
    assert outcome.holds, outcome
    assert outcome.hands >= 6


@pytest.mark.sweep
def test_a_server_that_forgets_what_it_has_written_is_caught() -> None:
    assert in_one_of_four(lambda seed: played(3, 2, seed, share=0.6, forgets=True, most_games=2, limit=20).doubled)


@pytest.mark.sweep
def test_a_queue_that_removes_what_nobody_has_answered_is_caught() -> None:
    def caught(seed: int) -> object:
        outcome = played(3, 2, seed, share=0.9, hasty=True, most_games=2, limit=15)
        return outcome.lost or outcome.complaints

    assert in_one_of_four(caught)
