"""What it costs to discard a card that fits a meld: cards, points, or both."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rulebooks import library
from referee.rules.rulebook.kinds import RulebookError

CONTRACT = library.load("contract")


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({"playable_draws": 2}, "If you do, you take it back and draw two cards."),
        ({"playable_points": 10}, "If you do, it costs ten points."),
        (
            {"playable_draws": 1, "playable_points": 20},
            "If you do, you take it back and draw one card, and it costs 20 points.",
        ),
    ],
)
def test_a_price_forbids_the_discard_and_is_said_with_it(house: dict[str, Any], says: str) -> None:
    book = library.with_house_rules(CONTRACT, house)
    assert book.discard_playable is False
    assert book.clause("discard").text == f"You may not discard a card that could be laid off. {says}"


def test_a_discard_that_is_allowed_again_has_no_price() -> None:
    priced = library.with_house_rules(CONTRACT, {"playable_draws": 2, "playable_points": 10})
    book = library.with_house_rules(priced, {"discard_playable": True})
    assert (book.playable_draws, book.playable_points) == (0, 0)
    assert book.clause("discard").text == "You may discard a card that could be laid off."


def test_a_price_for_what_is_allowed_is_refused() -> None:
    with pytest.raises(RulebookError, match="costs nothing, because discard_playable is true"):
        library.with_house_rules(CONTRACT, {"discard_playable": True, "playable_points": 10})
