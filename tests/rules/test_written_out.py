"""Cards as a log or a form has them, written out for people."""

from __future__ import annotations

import pytest

from referee.rules.speech.words import written_out


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("8C 8D 8H", "the 8s of clubs, diamonds and hearts"),
        ("8C 8C 8H", "both 8s of clubs and the 8 of hearts"),
        ("9C 9D JK=9", "the 9s of clubs and diamonds and the joker"),
        ("JK=9 JK=9 9D", "the 9 of diamonds and the two jokers"),
        ("JK=9", "the joker as a 9"),
        ("JK JK", "the two jokers"),
        ("10♥", "the 10 of hearts"),
        ("5C 6C JK=7C 8C", "5-6-7-8 of clubs with the joker as the 7 of clubs"),
        ("5C JK=6C 2D=7C 8C", "5-6-7-8 of clubs with the joker as the 6 of clubs"
         " and the 2 of diamonds as the 7 of clubs"),
        ("AH 2H 3H", "A-2-3 of hearts"),
        ("JS QS KS AS", "J-Q-K-A of spades"),
        ("QS KS AS 2S", "the queen, king, ace and 2 of spades"),
        ("5C 7C 6C", "the 5, 7 and 6 of clubs"),
        ("5C 6C", "the 5 and 6 of clubs"),
        ("JK=5C JK=6C JK=7C", "5-6-7 of clubs with the joker as the 5 of clubs, the joker as the 6 of clubs"
         " and the joker as the 7 of clubs"),
        ("5C 6C JK 9C", "the 5, 6 and 9 of clubs and the joker"),
        ("no card", "no card"),
        ("", ""),
    ],
)  # fmt: skip
def test_cards_are_said_as_people_say_them(cards: str, said: str) -> None:
    assert written_out(cards) == said


def test_several_melds_are_parted_so_that_their_own_lists_stay_together() -> None:
    assert written_out("5C 5D", "7S 8S 9S") == "the 5s of clubs and diamonds; 7-8-9 of spades"
    assert written_out() == ""
