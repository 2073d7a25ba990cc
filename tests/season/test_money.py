"""Money over evenings: nothing comes from nowhere, and no payment is made that need not be."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.season.games import FinishedGame, Played, Result
from referee.season.money import (
    EXACT,
    KITTY,
    NOTHING,
    POINTS,
    STAKE,
    Terms,
    balances,
    of_dues,
    of_game,
    of_hand,
    payments,
    terms_on,
    with_terms,
)

PEOPLE = "abcdefghijkl"


def game(*columns: tuple[int, bool], behind: Iterable[int] = ()) -> FinishedGame:
    """A total for each and whether they stayed; all rounds are one."""
    tied = [*behind, *(0 for _ in columns)]
    results = tuple(
        Result(who, (total,), stayed=stayed, behind=tied[at])
        for at, (who, (total, stayed)) in enumerate(zip(PEOPLE, columns, strict=False))
    )
    return FinishedGame("g", "2026-01-05T20:00:00Z", "2026-01-05", "contract", "X", (Played(1, "two sets"),), results)


def stake(amount: int) -> Terms:
    return Terms("2026-01-01", STAKE, amount)


def test_the_winner_takes_the_stakes_and_who_left_has_lost_theirs() -> None:
    assert of_game(game((10, True), (30, True), (0, False)), stake(50)) == {"a": 100, "b": -50, "c": -50}


def test_winners_share_and_the_odd_one_goes_to_whoever_sits_first() -> None:
    assert of_game(game((10, True), (10, True), (30, True)), stake(5)) == {"a": 3, "b": 2, "c": -5}
    assert of_game(game((10, True), (10, True), behind=(0, 1)), stake(5)) == {"a": 5, "b": -5}


def test_for_points_all_pay_the_winner_and_who_left_as_much_as_the_last() -> None:
    terms = Terms("2026-01-01", POINTS, 2)
    assert of_game(game((10, True), (30, True), (25, True)), terms) == {"a": 70, "b": -40, "c": -30}
    assert of_game(game((10, True), (30, True), (0, False)), terms) == {"a": 80, "b": -40, "c": -40}


def test_nothing_moves_where_nothing_is_played_for_or_nobody_else_sat_there() -> None:
    assert of_game(game((10, True), (30, True)), Terms("2026-01-01", NOTHING)) == {}
    assert of_game(game((10, True)), stake(5)) == {}
    assert of_dues([], 100) == of_dues(["a"], 0) == of_hand("a", "a", 5) == {}


def test_terms_hold_from_their_day_on_and_replace_what_was_to_come() -> None:
    terms = with_terms(with_terms((), stake(5)), Terms("2026-03-01", STAKE, 10))
    assert terms_on(terms, "2025-12-31") is None
    assert [terms_on(terms, day).amount for day in ("2026-01-01", "2026-02-28", "2026-03-01")] == [5, 5, 10]  # type: ignore[union-attr]
    assert terms_on(terms, "2025") is None
    assert terms_on(terms, "2026") is None, "it may have been before"
    assert with_terms(terms, Terms("2025-01-01", NOTHING, 0, 200)) == (Terms("2025-01-01", NOTHING, 0, 200),)


@pytest.mark.parametrize("odd", [("2026-01-01", "bets", 1), ("2026-01-01", STAKE, 0), ("2026-01-01", NOTHING, 3)])
def test_terms_that_make_no_sense_are_none(odd: tuple[str, str, int]) -> None:
    with pytest.raises(ValueError, match="nobody"):
        Terms(*odd)


totals = st.lists(st.tuples(st.integers(-50, 400), st.booleans()), min_size=1, max_size=8)


@given(totals, st.sampled_from([STAKE, POINTS]), st.integers(1, 1000))
def test_a_game_makes_no_money(columns: list[tuple[int, bool]], way: str, amount: int) -> None:
    moves = of_game(game(*columns), Terms("2026-01-01", way, amount))
    assert sum(moves.values()) == 0
    for who, (_, stayed) in zip(PEOPLE, columns, strict=False):
        if not stayed:
            assert moves.get(who, 0) <= min(moves.values(), default=0), "leaving never pays"


@given(totals, st.sets(st.sampled_from(PEOPLE)), st.lists(st.tuples(st.sampled_from(PEOPLE + " "), st.integers(1, 99))))
def test_all_balances_add_up_to_zero_with_the_kitty(
    columns: list[tuple[int, bool]], came: set[str], entries: list[tuple[str, int]]
) -> None:
    moves = [of_game(game(*columns), stake(7)), of_dues(came, 3)]
    moves += [of_hand("a", who.strip(), amount) for who, amount in entries]
    assert sum(balances(moves).values()) == 0


def accounts(most: int, largest: int) -> st.SearchStrategy[dict[str, int]]:
    """Balances that add up to zero."""
    amounts = st.lists(st.integers(-largest, largest), min_size=0, max_size=most - 1)
    return amounts.map(lambda some: dict(zip([KITTY, *map(str, range(99))], [-sum(some), *some], strict=False)))


@given(accounts(20, 6))
def test_payments_settle_everything_with_one_fewer_than_people_at_most(before: dict[str, int]) -> None:
    made = payments(before)
    assert not balances([before, *(of_hand(pay.giver, pay.receiver, pay.amount) for pay in made)])
    assert all(pay.amount > 0 and pay.giver != pay.receiver for pay in made)
    assert len(made) <= max(0, sum(1 for amount in before.values() if amount) - 1)
    assert made == payments(dict(reversed(before.items()))), "the same for the same balances"


def fewest(amounts: tuple[int, ...]) -> int:
    """By trying every set of people that settles itself: as many of these as there can be."""
    if not amounts:
        return 0
    first, *others = amounts
    best = len(amounts) - 1
    for size in range(len(others)):
        for with_first in combinations(range(len(others)), size):
            if first + sum(others[at] for at in with_first) == 0:
                rest = tuple(amount for at, amount in enumerate(others) if at not in with_first)
                best = min(best, size + fewest(rest))
    return best


@given(accounts(8, 5))
def test_there_are_no_fewer_payments_than_these(before: dict[str, int]) -> None:
    assert len(payments(before)) == fewest(tuple(amount for amount in before.values() if amount))


def test_twelve_people_are_settled_at_once() -> None:
    before = {str(at): (-1) ** at * (at * 37 % 101 + 1) for at in range(EXACT - 1)}
    before[KITTY] = -sum(before.values())
    assert len(payments(before)) <= EXACT - 1


def test_what_does_not_add_up_is_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        payments({"a": 1})
