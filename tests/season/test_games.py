from __future__ import annotations

from fractions import Fraction

import pytest

from referee.season.figures import digits_for, figure, mixed
from referee.season.games import FinishedGame, GameError, Played, Result, check, in_order
from referee.season.measures import worths
from referee.season.versus import head_to_head
from tests.season.doubles import merged
from tests.season.evenings import game

ROUNDS = (Played(1, "x"), Played(2, "y"))


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ((Result("a", (1, 2)), Result("a", (3, 4))), "sits at the table twice: a"),
        ((Result("a", (1, 2)), Result("b", (3,))), "1 results for 2 rounds"),
        ((Result("a", (1, 2)), Result("b", (3, 4), cards=("K",))), "1 hands for 2 rounds"),
        ((Result("a", (1, 2)), Result("b", (None, 4), out=(1,))), "a round they did not play"),
        ((Result("a", (1, 2)), Result("b", (3, 4), out=(3,))), "a round they did not play"),
        ((Result("a", (0, 2), out=(1,)), Result("b", (0, 4), out=(1,))), "two players went out"),
        ((Result("a", (1, 2)), Result("b", (3, 4), stands_in_for="a")), "who is at the table"),
        (
            (Result("a", (1, 2), stands_in_for="c"), Result("b", (3, 4), stands_in_for="c")),
            "two substitutes",
        ),
    ],
)
def test_a_game_that_contradicts_itself_is_refused(results: tuple[Result, ...], message: str) -> None:
    with pytest.raises(GameError, match=message) as refused:
        check(FinishedGame("g7", "2026-01-01", "2026-01-01", "contract", "Contract Rummy", ROUNDS, results))
    assert refused.value.game == "g7"


def test_places_are_those_of_who_stayed_with_the_total_they_joined_with() -> None:
    played = game(
        "1", {"a": "30 5", "b": "20 15", "c": "- 1", "d": "0 -"}, {"c": {"opening": 25}, "d": {"stayed": False}}
    )
    assert {player: str(place) for player, place in played.places.items()} == {"a": "2=", "b": "2=", "c": "1"}
    assert played.winners == ("c",)
    assert (played.by_player["c"].total, played.by_player["c"].points, played.by_player["c"].played) == (26, 1, 1)


def test_a_tables_own_tie_break_parts_equal_totals_in_the_season_too() -> None:
    played = game("1", {"a": "30 5", "b": "20 15", "c": "40 1"}, {"a": {"behind": 1}})
    assert {player: str(place) for player, place in played.places.items()} == {"a": "2", "b": "1", "c": "3"}
    assert {player: worth.beaten for player, worth in worths(played).items()} == {"a": 50, "b": 100, "c": 0}
    assert worths(played)["b"].win == 1
    met = head_to_head([played], "a", "b")
    assert (met.better, met.level, met.worse) == (0, 0, 1)


def test_games_are_ordered_by_when_they_began_and_then_by_their_id() -> None:
    one, two, three = (
        game(id_, {"a": "1", "b": "2"}, at=at) for id_, at in (("x", "2026-02"), ("b", "2026-01"), ("a", "2026-01"))
    )
    assert [played.id for played in in_order([one, two, three])] == ["a", "b", "x"]


def test_two_who_sat_at_one_table_are_two_people() -> None:
    with pytest.raises(GameError, match="twice"):
        merged([game("1", {"a": "1", "b": "2"})], {"b": "a"})


def test_whoever_stood_in_for_their_own_double_sat_there_themselves() -> None:
    stood = game("1", {"a": "1", "b": "2"}, {"a": {"stands_in_for": "d"}})
    (told,) = merged([stood], {"d": "a"})
    assert told.by_player["a"].stands_in_for is None


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (Fraction(125, 2), 1, "62.5"),
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(-5, 2), 0, "−3"),
        (Fraction(-1, 100), 1, "0.0"),
        (Fraction(21, 20), 1, "1.1"),
    ],
)
def test_figures_are_rounded_half_away_from_nothing(value: Fraction, digits: int, shown: str) -> None:
    assert figure(value, digits) == shown


def test_values_that_differ_look_different_as_far_as_is_sensible() -> None:
    assert digits_for([Fraction(1), Fraction(2)]) == 1
    assert digits_for([Fraction(1), Fraction(101, 100)]) == 2
    assert digits_for([Fraction(1), 1 + Fraction(1, 10**9)]) == 6


def test_parts_of_a_win_have_their_signs() -> None:
    assert [mixed(Fraction(*parts)) for parts in ((2, 1), (1, 2), (7, 3), (0, 1), (5, 6))] == [
        "2",
        "½",
        "2⅓",
        "0",
        "0.83",
    ]
