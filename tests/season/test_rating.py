from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from referee.rules.rulebook.model import SHEET
from referee.season import rating
from referee.season.games import FinishedGame
from referee.season.rating import Rated, chances, expected_places, ratings, steps
from tests.bench import rating_clubs
from tests.season.evenings import NAMES, game


def by_player(*games: FinishedGame) -> dict[str, Rated]:
    return {one.player: one for one in ratings(games, NAMES)}


def evenings(columns: dict[str, str], times: int = 10, **more: Any) -> list[FinishedGame]:
    """The same evening many times: what a club learns from it is no luck."""
    return [game(f"2026-01-{day:02}", columns, **more) for day in range(1, times + 1)]


def test_equal_results_of_equal_players_give_equal_changes_in_any_seat() -> None:
    one = by_player(*evenings({"a": "10 20", "b": "20 10", "c": "50 50", "d": "60 40"}))
    assert one["a"].better == one["b"].better > one["c"].better == one["d"].better
    other = by_player(*evenings({"d": "10 20", "c": "20 10", "b": "50 50", "a": "60 40"}))
    assert (other["d"].better, other["a"].better) == (one["a"].better, one["d"].better)


def test_a_table_on_which_all_are_level_leaves_everybody_at_the_average() -> None:
    assert {one.better for one in by_player(*evenings(dict.fromkeys("abcd", "5 5"))).values()} == {0.0}


def test_the_margin_counts_and_not_the_place_alone() -> None:
    close = by_player(*evenings({"a": "10 20", "b": "31 0", "c": "32 0"}))["a"].better
    clear = by_player(*evenings({"a": "10 20", "b": "60 0", "c": "62 0"}))["a"].better
    assert clear > close > 0


def test_the_prices_of_the_cards_and_the_number_of_rounds_played_cancel_out() -> None:
    cheap = by_player(*evenings({"a": "1 2", "b": "3 1", "c": "3 2"}))
    dear = by_player(*evenings({"a": "100 200", "b": "300 100", "c": "300 200"}))
    assert cheap["a"].better == pytest.approx(dear["a"].better)
    late = by_player(*evenings({"a": "10 10", "b": "30 30", "c": "- 20"}))
    assert late["c"].better == pytest.approx(0, abs=1e-9), "20 of 20 on average in the round that was played"


def test_beating_somebody_strong_lifts_more_than_beating_somebody_weak() -> None:
    past = [game(f"2026-01-{day:02}", {"a": "5 5", "b": "20 20"}) for day in range(1, 11)]
    strong = by_player(*past, game("2026-02-01", {"c": "5 5", "a": "9 9"}))["c"].changed
    assert strong > by_player(*past, game("2026-02-01", {"c": "5 5", "b": "9 9"}))["c"].changed


def test_the_highest_total_is_best_where_it_wins() -> None:
    marks = {player: {"highest_wins": True} for player in "ab"}
    one = by_player(*[game(f"2026-01-{day:02}", {"a": "30 30", "b": "10 20"}, marks) for day in range(1, 6)])
    assert one["a"].better > 0 > one["b"].better


@pytest.mark.parametrize(
    ("columns", "marks"),
    [
        ({"a": "-90 10", "b": "5 5", "c": "80 10"}, {}),
        ({"a": "-10 0", "b": "0 -5", "c": "0 0"}, {}),
        ({"a": "90 90", "b": "10 10", "c": "5 5"}, {"b": {"left": 2}, "c": {"left": 4}}),
    ],
    ids=["around zero", "below zero", "contracts first"],
)
def test_places_count_where_points_say_little(columns: dict[str, str], marks: dict[str, Any]) -> None:
    played = [game(f"2026-01-{day:02}", columns, marks) for day in range(1, 9)]
    one = by_player(*played)
    assert one["a"].better > one["b"].better > one["c"].better
    assert one["a"].better == pytest.approx(-one["c"].better), "two places apart, one to either side"


def test_a_game_of_one_player_or_without_a_rulebook_is_not_rated() -> None:
    assert by_player(game("2026-01-01", {"a": "10"}), game("2026-01-02", {"a": "1", "b": "2"}, rulebook=SHEET)) == {}


def test_the_order_of_entry_changes_nothing() -> None:
    games = [
        game("2026-01-01", {"a": "10", "b": "20", "c": "20"}),
        game("2026-01-08", {"c": "10", "b": "0"}),
        game("2026-01-15", {"b": "10", "c": "5", "a": "5"}),
    ]
    assert ratings(games, NAMES) == ratings(games[::-1], NAMES)


def test_whoever_left_is_not_rated_for_that_game() -> None:
    one = by_player(game("2026-01-01", {"a": "10 5", "b": "20 5", "c": "1 -"}, {"c": {"stayed": False}}))
    assert set(one) == {"a", "b"}


def test_a_rating_says_how_far_off_it_may_be_and_more_games_narrow_that() -> None:
    played = [
        game(
            f"2026-{month:02}-01", {"a": "10", "b": "24", "c": "12"} if month % 2 else {"a": "11", "b": "9", "c": "20"}
        )
        for month in range(1, 13)
    ]
    once, often = by_player(*played[:1])["a"], by_player(*played)["a"]
    assert (once.games, often.games) == (1, 12)
    assert 60 > once.within > often.within > 0


def test_a_lucky_newcomer_does_not_stand_above_somebody_proven() -> None:
    proven = [game(f"2026-01-{day:02}", {"a": "5", "b": "8", "c": "9"}) for day in range(1, 25)]
    rated = ratings([*proven, game("2026-02-01", {"z": "2", "b": "8", "c": "9"})], NAMES)
    by_id = {one.player: one for one in rated}
    assert by_id["z"].better > 0
    assert by_id["z"].within > by_id["a"].within
    lower_ends = [one.better - one.within for one in rated]
    assert lower_ends == sorted(lower_ends, reverse=True)
    assert rated[0].player == "a"


def test_the_steps_of_a_player_lead_to_their_rating_and_add_up() -> None:
    games = [*evenings({"a": "5", "b": "8", "c": "9"}), game("2026-02-01", {"a": "30", "b": "8", "c": "9"})]
    for player, now in by_player(*games).items():
        walked = tuple(steps(games, player))
        assert len(walked) == now.games
        assert (walked[-1].better, walked[-1].within) == pytest.approx((now.better, now.within))
        assert walked[-1].changed == pytest.approx(now.changed)
    assert walked[-1].place.place == 2


def test_the_expected_places_of_a_table_add_up_and_the_strongest_is_expected_first() -> None:
    games = evenings({"a": "5", "b": "8", "c": "9"})
    places = expected_places(games, ["c", "a", "b", "new"])
    assert sum(places.values()) == pytest.approx(1 + 2 + 3 + 4)
    assert min(places, key=places.__getitem__) == "a"
    assert expected_places(games, ["a"]) == {}


def test_the_chances_of_a_game_are_known_before_it() -> None:
    games = evenings({"a": "5", "b": "8"}, times=3)
    (first, level), *_, (_last, later) = chances(games)
    assert (first.id, level) == ("2026-01-01", {("a", "b"): 0.5})
    assert later[("a", "b")] > 0.5


def test_the_explanation_counts_right() -> None:
    assert "91 points at a table whose average is 100, you did 9% better" in rating.EXPLANATION
    assert 1 - Fraction(91, 100) == Fraction(9, 100)


def test_in_clubs_of_known_strength_the_rating_finds_it_and_knows_what_it_knows() -> None:
    """The bars for 24 clubs are stated where they are measured; four clubs scatter more."""
    figures = rating_clubs.measure(4, seed=3)
    assert sum(figures.tau[225]) / 4 > 0.6
    assert figures.brier < 0.24
    assert 0.88 < sum(figures.held) / len(figures.held) < 0.99
    assert sum(figures.left_zero) / len(figures.left_zero) <= 0.05
    assert all(abs(says - happens) < 0.06 for says, happens, cases in figures.reliable() if cases >= 400)
