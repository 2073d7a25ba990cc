"""Whole evenings worked out by hand: the paper holds by itself, and the pages say what it says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.rulebooks import library
from tests.browser.by_hand import EVENINGS, PLAYERS, played
from tests.golden.evening import worked_out


@pytest.fixture(autouse=True)
def quiet_console() -> None:
    """The phone lives in a browser of its own."""


@pytest.fixture(autouse=True)
def hearing() -> None:
    """It has no ears."""


@pytest.mark.parametrize("rulebook", EVENINGS)
def test_the_paper_of_an_evening_adds_up_by_itself(rulebook: str) -> None:
    """Nothing of the app is asked."""
    evening = EVENINGS[rulebook]
    totals = [0] * PLAYERS
    for round_ in evening.rounds:
        assert {*round_.left} == {*range(1, PLAYERS + 1)} - {round_.out}
        for seat, left in round_.left.items():
            assert left.sum.count("+") + 1 == len(left.cards.split())
            totals[seat - 1] += worked_out(left.sum) * (2 if round_.doubled else 1)
        if round_.one_turn:
            totals[round_.out - 1] -= round_.one_turn
        assert tuple(totals) == round_.totals
    assert sorted(evening.places) == [*range(1, PLAYERS + 1)]
    in_order = [totals[seat - 1] for seat in evening.places]
    assert in_order == sorted(totals)


def test_an_evening_is_as_long_as_its_rulebook_and_goes_its_way() -> None:
    for rulebook, evening in EVENINGS.items():
        book = library.load(rulebook)
        assert book.shelf
        assert len(evening.rounds) == book.rounds
        assert (book.direction == "right") == evening.to_the_right


@pytest.mark.sweep
@pytest.mark.long
@pytest.mark.parametrize("rulebook", EVENINGS)
def test_a_whole_evening_says_on_every_page_what_was_worked_out_by_hand(rulebook: str) -> None:
    with ThreadPoolExecutor(1) as beside:  # the fixtures of other tests own this thread's loop
        counts = beside.submit(played, EVENINGS[rulebook]).result()
    assert counts["rounds"] == len(EVENINGS[rulebook].rounds)
    assert counts["numbers held against paper"] > 100
    assert counts["bytes out and in"] > 1000
