"""What the solver lays down, rule by rule, on hands small enough to see the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rules.cards import format_cards, format_meld, parse_cards
from referee.rules.rulebook.slots import parse_slot
from referee.rules.solver.lay_down import LayDown, Undecided, best_lay_down


def lay_down(hand: str, contract: str, book: str = "may-i", **changes: Any) -> list[str]:
    """The melds and, last, the cards left: of one contract under a rulebook with some values changed."""
    slots = tuple(parse_slot(piece) for piece in contract.split(" + "))
    whole_hand = changes.pop("whole_hand", False)
    rules = replace(
        library.load(book), contracts=(slots,), all_cards_rounds=frozenset({1} if whole_hand else ()), **changes
    )
    found = best_lay_down(rules, 1, parse_cards(hand))
    assert not isinstance(found, Undecided)
    return [*map(format_meld, found.melds), format_cards(found.left)] if found else []


def test_melds_come_in_the_contracts_order_with_wild_cards_in_their_places() -> None:
    assert lay_down("7H JK 9H 10H KC KD KS 4D", "run of 4 + set of 3") == ["7H JK=8H 9H 10H", "KC KD KS", "4D"]


def test_exact_melds_hold_the_dearest_cards_and_no_more() -> None:
    assert lay_down("4C 5C 6C 7C 8C", "run of 4", "contract") == ["5C 6C 7C 8C", "4C"]


def test_a_dear_wild_card_goes_down_in_place_of_a_cheap_natural() -> None:
    assert lay_down("4C 5C 6C 7C JK", "run of 4", "contract") == ["5C 6C 7C JK=8C", "4C"]


def test_longer_melds_take_every_card_that_fits() -> None:
    assert lay_down("4C 5C 6C 7C 8C JK 9H 9C", "run of 4") == ["4C 5C 6C 7C 8C 9C JK=10C", "9H"]


def test_the_whole_contract_takes_no_more_wild_cards_than_may_go_down() -> None:
    two_sets = "set of 3 + set of 3"
    assert lay_down("KC KD JK 9C 9D JK", two_sets, wilds_going_down=2) != []
    assert lay_down("KC KD JK 9C 9D JK", two_sets, wilds_going_down=1) == []
    assert lay_down("KC KD KS 9C 9D JK JK", two_sets, "contract", wilds_going_down=1)[-1] == "JK"


def test_where_wild_cards_are_never_more_than_naturals_a_longer_run_may_be_the_only_one() -> None:
    share = {"wilds_most_by": "natural cards"}
    assert lay_down("7C JK JK 4D", "set of 3", **share) == []
    assert lay_down("7C 7D JK JK JK", "set of 3", **share) == ["7C 7D JK=7 JK=7", "JK"]
    assert lay_down("5C JK JK 8C", "run of 3", **share) == ["5C JK=6C JK=7C 8C", ""]
    assert lay_down("5C JK JK 8C", "run of 3", "contract", **share) == []
    assert lay_down("3C 4C JK JK JK JK 9C 10C", "run of 6", **share) == ["3C 4C JK=5C JK=6C JK=7C JK=8C 9C 10C", ""]


def test_a_wild_card_that_lies_as_itself_counts_against_no_limit() -> None:
    twos = {"wild_ranks": frozenset({"JK", "2"}), "wilds_going_down": 1}
    assert lay_down("2C 2D 2H 9C 9D JK", "set of 3 + set of 3", **twos) != []
    assert lay_down("2C 2D 2H 9C 9D JK", "set of 3 + set of 3", **twos, wild_as_itself=False) == []


def test_a_full_run_leaves_a_cheap_natural_rather_than_a_dear_joker() -> None:
    """A natural is not always better than a wild card: here there is room for one of them only."""
    thirteen = "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    [run, left] = lay_down(f"{thirteen} JK", "run of 4", points={**library.load("may-i").points, "JK": 50})
    assert run.count("JK") == 1
    assert left == "2C"


def test_the_one_ace_stands_at_one_end_only() -> None:
    assert lay_down("AC 2C 3C 4C QC KC", "run of 4") == ["AC 2C 3C 4C", "QC KC"]
    assert lay_down("AC 2C 3C QC KC", "run of 3 + run of 3") == []
    assert lay_down("AC AC 2C 3C QC KC", "run of 3 + run of 3") == ["AC 2C 3C", "QC KC AC", ""]


def test_an_ace_is_only_high_where_the_rulebook_says_so() -> None:
    assert lay_down("AC 2C 3C 4C", "run of 4", run_ace="high", run_longest=13) == []
    assert lay_down("JC QC KC AC", "run of 4", run_ace="high", run_longest=13) == ["JC QC KC AC", ""]


def test_no_run_goes_around_the_corner() -> None:
    assert lay_down("QC KC AC 2C", "run of 4") == []


def test_an_ace_is_only_low_where_the_rulebook_says_so() -> None:
    low: dict[str, Any] = {"run_ace": "low", "run_longest": 13}
    assert lay_down("JC QC KC AC", "run of 4", **low) == []
    assert lay_down("JC QC KC JK", "run of 4", **low) == ["JK=10C JC QC KC", ""]
    assert lay_down("AC 2C 3C 4C QC KC", "run of 4", **low) == ["AC 2C 3C 4C", "QC KC"]


def test_a_run_goes_around_the_corner_where_the_rulebook_says_so() -> None:
    around: dict[str, Any] = {"run_ace": "round the corner", "run_longest": 13}
    assert lay_down("QC KC AC 2C", "run of 4", **around) == ["QC KC AC 2C", ""]
    assert lay_down("KC KC AC AC 2C 2C 3C QC", "run of 4 + run of 4", **around) == ["QC KC AC 2C", "KC AC 2C 3C", ""]
    assert lay_down("KC AC 2C 3C 8D 8H JK", "run of 4 + set of 3", **around) == ["KC AC 2C 3C", "8D 8H JK=8", ""]
    assert lay_down("JC QC KC AC 2C 3C 4C 5C", "run of 4 + run of 4", "contract", **around) == []
    assert lay_down("JC QC KC AC 3C 4C 5C 6C", "run of 4 + run of 4", "contract", **around)[-1] == ""
    assert lay_down("10C JC QC KC AC 2C 3C 4C", "run of 4 + run of 4", "contract", **around) == []
    assert lay_down("KC JK JK 3C", "run of 4", wilds_side_by_side=False, **around) == []
    assert lay_down("KC JK 2C JK", "run of 4", wilds_side_by_side=False, **around) == ["JK=QC KC JK=AC 2C", ""]


def test_a_card_wanted_by_set_and_run_goes_where_fewer_points_stay() -> None:
    assert lay_down("7H 7C 7D 4H 5H 6H 8H KS", "set of 3 + run of 4") == []
    assert lay_down("7H 7C 7D 7S 4H 5H 6H 8H", "set of 3 + run of 4") == ["7C 7D 7S", "4H 5H 6H 7H 8H", ""]


@pytest.mark.parametrize(
    ("runs", "together"),
    [("3C 4C 5C 6C 7C 8C 9C 10C", []), ("3C 4C 5C 6C 8C 9C 10C JC", ["3C 4C 5C 6C", "8C 9C 10C JC", ""])],
)
def test_runs_that_would_touch_are_no_two_runs(runs: str, together: list[str]) -> None:
    assert lay_down(runs, "run of 4 + run of 4", "contract") == together


def test_overlapping_runs_do_not_touch() -> None:
    assert lay_down("3C 4C 5C 6C 6C 7C 8C 9C", "run of 4 + run of 4", "contract") == [
        "3C 4C 5C 6C",
        "6C 7C 8C 9C",
        "",
    ]


def test_a_wild_card_keeps_runs_apart_by_its_place() -> None:
    """4-5-6 wants the joker low: 4-5-6-7 would touch 8-9-10-J."""
    assert lay_down("4C 5C 6C JK 8C 9C 10C JC", "run of 4 + run of 4", "contract")[0] == "JK=3C 4C 5C 6C"


def test_ace_low_and_ace_high_do_not_touch_unless_a_house_rule_says_so() -> None:
    hand, contract = "AC 2C 3C 4C JC QC KC AC", "run of 4 + run of 4"
    assert lay_down(hand, contract, "contract") == ["AC 2C 3C 4C", "JC QC KC AC", ""]
    assert lay_down(hand, contract, "contract", ace_ends_touch=True) == []


def test_some_rulebooks_let_a_player_meld_one_run_in_a_suit() -> None:
    hand, contract = "3C 4C 5C 6C 8C 9C 10C JC", "run of 4 + run of 4"
    assert lay_down(hand, contract, runs_of_one_suit="one") == []
    assert lay_down("3C 4C 5C 6C 8D 9D 10D JD", contract, runs_of_one_suit="one") != []


def test_two_sets_of_one_rank_may_be_forbidden() -> None:
    hand, contract = "KC KC KD KD KH KH", "set of 3 + set of 3"
    assert len(lay_down(hand, contract)) == 3
    assert lay_down(hand, contract, sets_of_one_rank=False) == []


def test_a_set_of_different_suits_takes_no_twin() -> None:
    changes: dict[str, Any] = {"set_suits": "different", "set_longest": 4}
    assert lay_down("KC KC KD", "set of 3", **changes) == []
    assert lay_down("KC KC KD JK", "set of 3", **changes) == ["KC KD JK=K", "KC"]


def test_a_set_may_have_a_longest_length() -> None:
    assert lay_down("KC KD KH KS KS", "set of 3", set_longest=4)[-1] == "KS"
    assert lay_down("KC KD JK JK JK JK", "set of 3", set_longest=4) == ["KC JK=K JK=K JK=K", "KD JK"]


def test_wild_cards_may_be_limited_in_each_meld() -> None:
    assert lay_down("KC JK JK", "set of 3") == ["KC JK=K JK=K", ""]
    assert lay_down("KC JK JK", "set of 3", wilds_most=1) == []
    assert lay_down("KC KD JK JK", "set of 3", wilds_most=1) == ["KC KD JK=K", "JK"]


def test_wild_cards_alone_are_a_meld_only_where_no_natural_is_needed() -> None:
    assert lay_down("JK JK JK", "set of 3") == []
    assert lay_down("JK JK JK", "set of 3", naturals_least=0) == ["JK=A JK=A JK=A", ""]
    assert lay_down("JK JK JK JK 5C", "run of 4", naturals_least=0, melds_exact=True)[-1] in ("5C", "JK")
    assert lay_down("JK JK JK 5C 6C", "set of 3", naturals_least=2) == []


def test_wild_cards_side_by_side_may_be_forbidden() -> None:
    assert lay_down("4C JK JK 7C", "run of 4") == ["4C JK=5C JK=6C 7C", ""]
    assert lay_down("4C JK JK 7C", "run of 4", wilds_side_by_side=False) == []
    assert lay_down("4C JK JK 6C", "run of 4", wilds_side_by_side=False) in (
        ["JK=3C 4C JK=5C 6C", ""],
        ["4C JK=5C 6C JK=7C", ""],
    )


def test_a_two_in_its_own_place_is_a_natural_where_twos_may_be_themselves() -> None:
    twos = frozenset({"JK", "2"})
    assert lay_down("AC 2C 3C 4C", "run of 4", wild_ranks=twos) == ["AC 2C 3C 4C", ""]
    changes: dict[str, Any] = {"wild_ranks": twos, "wild_as_itself": False}
    assert lay_down("AC 2C 3C 4C", "run of 4", **changes) == ["AC 2C=2C 3C 4C", ""]
    assert lay_down("AC 2C 3C 4C", "run of 4", **changes, wilds_most=0) == []
    assert lay_down("2C 2D 2S", "set of 3", wild_ranks=twos) == ["2C 2D 2S", ""]
    assert lay_down("2C 2D 2S", "set of 3", **changes) == []


def test_a_pair_is_extended_like_a_set() -> None:
    assert lay_down("KC KD KS", "pair") == ["KC KD KS", ""]
    assert lay_down("KC KD KS", "pair", melds_exact=True) == ["KC KD", "KS"]


def test_runs_of_different_sizes_each_find_their_cards() -> None:
    assert lay_down("2C 3C 4C 5C 6C 8D 9D 10D", "run of 3 + run of 5", melds_exact=True) == [
        "8D 9D 10D",
        "2C 3C 4C 5C 6C",
        "",
    ]


def test_a_whole_hand_is_melded_or_nothing_is() -> None:
    hand = "3C 4C 5C 6C 7C 8D 9D 10D JD"
    assert lay_down(hand, "run of 4 + run of 4", "contract", whole_hand=True) == ["3C 4C 5C 6C 7C", "8D 9D 10D JD", ""]
    assert lay_down(hand + " KS", "run of 4 + run of 4", "contract", whole_hand=True) == []


def test_equal_points_leave_fewer_cards_and_then_use_fewer_wild_cards() -> None:
    points = dict.fromkeys(library.load("may-i").points, 0)
    assert lay_down("KC KD KS KH", "set of 3", points=points) == ["KC KD KH KS", ""]
    assert lay_down("KC KD KS JK", "set of 3", points=points, melds_exact=True) == ["KC KD KS", "JK"]


def test_a_contract_that_no_run_can_be_long_enough_for_is_never_met() -> None:
    assert lay_down("JK JK JK JK 4C", "run of 14", run_ace="high", run_longest=13) == []


def test_the_same_hand_in_another_order_gets_the_same_answer() -> None:
    hand = parse_cards("7H JK 9H 10H KC KD KS 4D 2S 2S JK")
    book = library.load("progressive")
    found = best_lay_down(book, 2, hand)
    assert isinstance(found, LayDown)
    assert best_lay_down(book, 2, hand[::-1]) == found
