"""Counting: points of cards, of a round, places and money."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rulebooks import library
from referee.rules.cards import parse_cards
from referee.rules.judges.counting import score
from referee.rules.judges.scoring import Place, final_order, places, points_of, settle
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.rulings import sentence


@pytest.fixture(scope="module")
def contract() -> Rulebook:
    return library.load("contract")


@pytest.fixture(scope="module")
def pennies() -> Rulebook:
    return library.load("progressive")


@pytest.mark.parametrize(
    ("rulebook", "points"),
    [("contract", 65), ("shanghai", 105), ("may-i", 75), ("progressive", 70), ("bicycle", 65)],
)
def test_the_same_cards_cost_what_each_rulebook_says(rulebook: str, points: int) -> None:
    hand = {"K": 1, "Q": 1, "J": 1, "A": 1, "JK": 1, "5": 1}
    assert points_of(library.load(rulebook), hand) == points


def test_no_cards_cost_nothing(contract: Rulebook) -> None:
    assert points_of(contract, {}) == 0


def test_what_is_no_rank_is_an_error(contract: Rulebook) -> None:
    with pytest.raises(KeyError):
        points_of(contract, {"Z": 1})


def of_round(book: Rulebook, hand: str, **facts: bool) -> int:
    points: int = score(book, {"hand": parse_cards(hand), **facts}).adds["points"]
    return points


def test_an_exact_cut_takes_points_off_even_from_whoever_goes_out() -> None:
    liverpool = library.load("liverpool")
    assert of_round(liverpool, "KC KD", exact_cut=True) == -30
    assert of_round(liverpool, "", went_out=True, exact_cut=True) == -50
    assert of_round(liverpool, "KC KD") == 20


def test_a_reward_is_told_apart_from_cards_that_come_off() -> None:
    book = library.with_house_rules(
        library.load("liverpool"), {"winning_total": "highest, own cards come off", "cut_bonus": 10}
    )
    says = sentence(score(book, {"hand": parse_cards("KC KD"), "exact_cut": True, "round": 1}))
    assert says == "-10 points: two kings at 10 each, which come off the total, and 10 for the exact cut."


def test_an_exact_cut_counts_only_where_the_rulebook_rewards_it(contract: Rulebook) -> None:
    with pytest.raises(ValueError, match="exact cut"):
        of_round(contract, "", exact_cut=True)


def test_whoever_went_out_holds_no_cards(contract: Rulebook) -> None:
    with pytest.raises(ValueError, match="no cards"):
        of_round(contract, "KC", went_out=True)


def test_ties_share_the_better_place_and_the_next_is_skipped() -> None:
    assert places([30, 10, 30, 45]) == (Place(2, True), Place(1, False), Place(2, True), Place(4, False))
    assert [str(place) for place in places([30, 10, 30, 45])] == ["2=", "1", "2=", "4"]


def test_a_tie_break_asks_for_rounds_won_and_then_for_the_last_round(contract: Rulebook) -> None:
    parting = replace(contract, tie_break="rounds won, then last round")
    totals, won, last = [30, 30, 10, 30, 30], [2, 1, 0, 2, 2], [5, 0, 10, 0, 5]
    assert [str(place) for place in places(final_order(contract, totals, won, last))] == ["2=", "2=", "1", "2=", "2="]
    assert [str(place) for place in places(final_order(parting, totals, won, last))] == ["3=", "5", "1", "2", "3="]


def test_players_parted_by_a_tie_break_pool_no_money(pennies: Rulebook) -> None:
    assert settle(pennies, [10, 20, 20, 40], [0] * 4) == (12, -3, -3, -6)
    assert settle(pennies, [(10, 0), (20, -1), (20, 0), (40, 0)], [0] * 4) == (12, -2, -4, -6)


def test_four_players_settle_as_the_source_says(pennies: Rulebook) -> None:
    assert settle(pennies, [10, 20, 30, 40], [0, 0, 0, 0]) == (12, -2, -4, -6)
    assert settle(pennies, [40, 30, 20, 10], [0, 0, 0, 0]) == (-6, -4, -2, 12)


def test_the_winner_takes_the_kitty(pennies: Rulebook) -> None:
    assert settle(pennies, [20, 10, 30, 40], [3, 1, 0, 2]) == (-2, 18, -4, -6)


@pytest.mark.parametrize(
    ("totals", "buys", "payments"),
    [
        ([10, 10, 30, 40], [0, 0, 0, 0], (5, 5, -4, -6)),  # 12 - 2 shared by two
        ([10, 10, 10, 40], [0, 0, 0, 0], (2, 2, 2, -6)),  # 12 - 2 - 4 shared by three
        ([10, 30, 30, 40], [0, 0, 0, 0], (12, -3, -3, -6)),
        ([10, 10, 30, 40], [1, 0, 0, 0], (6, 5, -4, -6)),  # 11 for two: the odd penny by seat order
        ([10, 10, 10, 10], [1, 1, 1, 0], (1, 1, 1, 0)),
        ([10, 20, 30], [0, 0, 0], (6, -2, -4)),
        ([10, 20, 30, 40, 50], [0] * 5, (20, -2, -4, -6, -8)),
    ],
)
def test_tied_players_share_what_their_places_get_or_pay(
    pennies: Rulebook, totals: list[int], buys: list[int], payments: tuple[int, ...]
) -> None:
    assert settle(pennies, totals, buys) == payments


def test_by_agreement_the_second_gets_a_third_of_the_kitty(pennies: Rulebook) -> None:
    split = library.with_house_rules(pennies, {"kitty_split": "two thirds and one third"})
    assert settle(split, [10, 20, 30, 40], [4, 2, 1, 1]) == (12 + 6, -2 + 2, -4, -6)
    assert settle(split, [10, 20, 20, 40], [1, 1, 1, 0]) == (12 + 2, -2 - 1 + 1, -3, -6)
    assert settle(split, [20, 10], [2, 1]) == (-2 + 1, 2 + 2)


def test_a_dearer_buy_fills_the_kitty_faster(pennies: Rulebook) -> None:
    assert settle(replace(pennies, may_i_price=3), [10, 20, 30, 40], [1, 0, 2, 0]) == (12 + 9, -2, -4, -6)


def test_a_tie_break_wants_as_many_rounds_won_as_totals(contract: Rulebook) -> None:
    parting = replace(contract, tie_break="rounds won, then last round")
    with pytest.raises(ValueError, match="shorter"):
        final_order(parting, [30, 10], [2], [5, 0])


def test_there_is_no_settlement_where_the_rulebook_has_none(contract: Rulebook) -> None:
    with pytest.raises(ValueError, match="no settlement"):
        settle(contract, [1, 2], [0, 0])


@pytest.mark.parametrize(("totals", "buys"), [([1, 2], [0]), ([1, 2], [0, -1])])
def test_lists_that_do_not_fit_are_errors(pennies: Rulebook, totals: list[int], buys: list[int]) -> None:
    with pytest.raises(ValueError, match="one number of buys"):
        settle(pennies, totals, buys)


seats = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(-50, 60), min_size=n, max_size=n), st.lists(st.integers(0, 9), min_size=n, max_size=n)
    )
)


@settings(deadline=None)  # the first example reads the rulebooks
@given(seats, st.sampled_from(["winner", "two thirds and one third"]))
def test_payments_add_up_to_the_kitty_and_equals_get_the_same(table: tuple[list[int], list[int]], split: str) -> None:
    totals, buys = table
    book = library.with_house_rules(library.load("progressive"), {"kitty_split": split})
    payments = settle(book, totals, buys)
    assert sum(payments) == sum(buys)
    for total in totals:
        equals = [paid for paid, other in zip(payments, totals, strict=True) if other == total]
        assert max(equals) - min(equals) <= 1
        assert equals == sorted(equals, reverse=True)


@given(st.lists(st.integers(-500, 500), min_size=1, max_size=8))
def test_a_place_is_one_more_than_the_number_of_lower_totals(totals: list[int]) -> None:
    for place, total in zip(places(totals), totals, strict=True):
        assert place.place == 1 + sum(other < total for other in totals)
        assert place.shared == (totals.count(total) > 1)
