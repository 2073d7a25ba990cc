"""Two indices that point to one centre are one card, and nothing else is."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from referee.vision import pairing
from referee.vision.finding import Index, turned_back
from tests.vision.indices import TALL, card, index


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.57, 3.0])
@pytest.mark.parametrize("four", [False, True])
def test_the_corners_of_a_card_are_one_card(turn: float, four: bool) -> None:
    assert [len(members) for members in pairing.by_card(card(300, 300, turn=turn, four=four))] == [4 if four else 2]


def test_two_equal_cards_of_two_decks_stay_two() -> None:
    both = card(300, 300) + card(460, 300)
    assert sorted(len(members) for members in pairing.by_card(both)) == [2, 2]


def test_a_row_of_equal_cards_that_overlap_is_counted_by_its_upper_corners() -> None:
    upper = [card(300 + 40 * i, 300)[0] for i in range(5)]
    assert len(pairing.by_card(upper)) == 5


def test_corners_of_other_ranks_or_colours_are_other_cards() -> None:
    upper, lower = card(300, 300, "7", "H")[0], card(300, 300, "8", "H")[1]
    assert len(pairing.by_card([upper, lower])) == 2
    assert len(pairing.by_card([upper, card(300, 300, "7", "S")[1]])) == 2


def test_a_club_read_as_a_spade_at_the_other_end_is_one_card_all_the_same() -> None:
    assert len(pairing.by_card([card(300, 300, "7", "C")[0], card(300, 300, "7", "S")[1]])) == 1


def test_a_six_and_a_nine_that_point_to_one_centre_are_one_card() -> None:
    """One of them was read from its wrong end."""
    assert len(pairing.by_card([card(300, 300, "6", "H")[0], card(300, 300, "9", "H")[1]])) == 1


def astray(indices: list[Index]) -> list[Index]:
    """The same, where the net guesses all centres badly: straight below each index as it stands."""
    for found in indices:
        found.centre = np.array([found.x, found.y], np.float32) - 9 * TALL * found.up
    return indices


def test_pairs_that_lie_alike_vouch_for_each_other_where_the_centres_are_guessed_badly() -> None:
    laid = [card(200 * i, 300 + 20 * i, rank, turn=0.3 * i) for i, rank in enumerate(["3", "5", "8", "Q"])]
    assert [len(members) for members in pairing.by_card(astray([*chain(*laid)]))] == [2, 2, 2, 2]
    assert [len(members) for members in pairing.by_card(astray(laid[0]))] == [1, 1], "one pair alone proves nothing"


def test_cards_with_four_indices_are_known_by_what_lies_beside_and_below() -> None:
    laid = [card(250 * i, 300, rank, turn=0.2, four=True) for i, rank in enumerate(["3", "5", "8"])]
    assert [len(members) for members in pairing.by_card(astray([*chain(*laid)]))] == [4, 4, 4]


def test_one_card_with_all_corners_in_sight_tells_where_those_of_the_others_are() -> None:
    """Of a row that overlaps only the last card shows its right corners, and nothing but that card says how wide."""
    row = [card(300 + 45 * i, 300, rank, four=True) for i, rank in enumerate(["3", "5", "8", "Q"])]
    left = [[upper, lower] for upper, _, _, lower in row[:-1]]
    assert [len(members) for members in pairing.by_card(astray([*chain(*left), *row[-1]]))] == [2, 2, 2, 4]


def test_opposite_corners_tell_where_the_other_two_of_four_are() -> None:
    opposite = [card(200 * i, 300, rank, four=True)[:2] for i, rank in enumerate(["3", "5", "8", "9", "J"], start=1)]
    whole = [card(200 * i, 700, rank, four=True) for i, rank in enumerate(["4", "Q"], start=1)]
    assert [len(members) for members in pairing.by_card(astray([*chain(*opposite, *whole)]))] == [2, 2, 2, 2, 2, 4, 4]


def test_equal_cards_of_a_deck_with_four_stay_two_though_corners_point_to_one_centre() -> None:
    """The net takes the upper left and the lower left corner of neighbours for opposite ones of one card."""
    known = [card(200 * i, 300, rank, four=True) for i, rank in enumerate(["3", "5", "8"], start=1)]
    (first, _, _, below), (beside, _, _, last) = (card(x, 800, "K", "S", four=True) for x in (300, 351))
    middle = np.array([(first.x + last.x) / 2, (first.y + last.y) / 2], np.float32)
    first.centre = last.centre = middle
    assert pairing.by_card([*chain(*known), first, below, beside, last])[3:] == [[first, below], [beside, last]]


def test_a_red_and_a_black_card_are_two_unless_they_lie_exactly_as_one_would() -> None:
    others = [card(200 * i, 300, rank) for i, rank in enumerate(["3", "5", "8"], start=1)]
    upper, lower = card(1000, 300, "7", "D")[0], card(1020, 300, "7", "S")[1]
    assert len(pairing.by_card([*chain(*others), upper, lower])) == 5


def test_a_pair_that_lies_as_the_others_do_is_one_card_though_a_suit_is_half_hidden() -> None:
    others = [card(200 * i, 300, rank) for i, rank in enumerate(["3", "5", "8"], start=1)]
    hidden = [card(1000, 300, "7", "D")[0], card(1000, 300, "7", "S")[1]]
    assert sorted(len(members) for members in pairing.by_card([*chain(*others), *hidden])) == [2, 2, 2, 2]


def test_a_heart_and_a_diamond_that_lie_badly_are_two_cards() -> None:
    others = [card(200 * i, 300, rank) for i, rank in enumerate(["3", "5", "8"], start=1)]
    upper, lower = card(1000, 300, "7", "D")[0], card(1020, 330, "7", "H")[1]
    assert sorted(len(members) for members in pairing.by_card([*chain(*others), upper, lower])) == [1, 1, 2, 2, 2]


def test_a_place_counts_once_by_what_is_surest() -> None:
    sure, unsure, elsewhere = card(300, 300)[0], card(304, 302)[0], card(380, 300)[0]
    unsure.trust = 0.4
    elsewhere.trust = 0.8
    assert pairing.same_place([unsure, elsewhere, sure]) == [sure, elsewhere]


def test_what_is_far_larger_than_the_rest_is_print() -> None:
    common, large = [card(150 * i, 300)[0] for i in range(1, 5)], card(900, 300)[0]
    large.height = 3 * TALL
    assert pairing.of_common_size([*common, large]) == common


@pytest.mark.parametrize("quarters", range(4))
def test_places_in_a_turned_picture_are_turned_back(quarters: int) -> None:
    height, width = 30, 50
    picture = np.zeros((height, width), int)
    picture[7, 40] = 1
    turned = np.rot90(picture, quarters)
    [[row, column]] = np.argwhere(turned)
    seen = index(float(column), float(row), "A", "C", (0, -1), (float(column), float(row)))
    turned_back(seen, quarters, height, width)
    assert (seen.x, seen.y) == (40, 7)
    assert tuple(seen.centre) == (40, 7)
    # what stands upright in the turned picture lies on its side in the picture
    wanted = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
    assert tuple(seen.up) == pytest.approx(wanted[quarters])
