"""How certain a card is depends on what lies around it, too."""

from __future__ import annotations

import pytest

from referee.vision.certainty import FACTS, around, chance_of, facts
from referee.vision.finding import Index
from referee.vision.nets import certainty
from referee.vision.reading import SURE
from tests.vision.indices import card


def chances(groups: list[list[Index]]) -> list[float]:
    return [chance_of(members, beside) for members, beside in zip(groups, around(groups), strict=True)]


def test_a_clear_card_is_sure() -> None:
    [chance] = chances([card(300, 300)])
    assert chance >= SURE
    assert len(certainty()) == FACTS


def test_what_may_be_the_other_corner_of_a_card_is_not_sure() -> None:
    """Nothing but the way in which they lie says whether two corners are one card or two."""
    upper, lower = card(300, 300)
    others = [card(600, 100, "K", "C"), card(900, 300, "4", "D")]
    one, other, *rest = chances([[upper], [lower], *others])
    assert max(one, other) < SURE
    assert min(rest) >= SURE
    twin = next(around([[upper], [lower], *others])).twin
    assert twin > 0.5


@pytest.mark.parametrize(("rank", "suit"), [("8", "H"), ("7", "S")])
def test_a_card_of_another_rank_or_colour_is_no_second_corner(rank: str, suit: str) -> None:
    upper, lower = card(300, 300)[0], card(300, 300, rank, suit)[1]
    lone = next(around([[upper], card(900, 300, "4", "D")]))
    beside = next(around([[upper], [lower], card(900, 300, "4", "D")]))
    assert beside.twin < 0.5
    assert chance_of([upper], beside) > chance_of([upper], beside._replace(twin=0.9))
    assert lone.twin == 0


def test_a_card_alone_in_a_picture_has_room_on_all_sides() -> None:
    [beside] = around([card(300, 300)])
    assert (beside.twin, beside.room) == (0.0, 1.0)
    assert facts(card(300, 300), beside).shape == (FACTS,)
