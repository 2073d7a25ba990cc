"""What was read is held against the card that lies there, when the reader is measured."""

from __future__ import annotations

from training.cards.lying import Lying, match


def test_of_two_cards_whose_indices_lie_close_the_nearer_was_read() -> None:
    large = Lying("Q", "S", ((100, 100, 45), (300, 400, 45)), True)
    small = Lying("6", "D", ((120, 104, 16),), True)
    assert match((119, 103), 18, [large, small]) is small
    assert match((104, 101), 40, [large, small]) is large


def test_what_lies_nowhere_near_an_index_is_no_card() -> None:
    card = Lying("7", "C", ((100, 100, 20),), True)
    assert match((100, 113), 0, [card]) is None
    assert match((100, 113), 25, [card]) is card, "what was read may be larger than what lies there"
    assert match((100, 100), 20, []) is None
