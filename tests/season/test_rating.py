from __future__ import annotations

import sys
from typing import Any

import pytest
from openskill.models import PlackettLuce

from referee.season import rating
from referee.season.rating import ratings
from tests.season.evenings import NAMES, game


def by_player(*games: Any) -> dict[str, rating.Rated]:
    return {one.player: one for one in ratings(games, NAMES)}


def test_equal_results_of_equal_players_give_equal_changes_in_any_seat() -> None:
    one = by_player(game("2026-01-01", {"a": "10 20", "b": "20 10", "c": "50 50", "d": "60 40"}))
    assert one["a"].rating == one["b"].rating > one["c"].rating == one["d"].rating
    other = by_player(game("2026-01-01", {"d": "10 20", "c": "20 10", "b": "50 50", "a": "60 40"}))
    assert (other["d"].rating, other["a"].rating) == (one["a"].rating, one["d"].rating)


def test_a_table_on_which_all_are_level_moves_nobody_against_the_others() -> None:
    assert len({one.changed for one in by_player(game("2026-01-01", dict.fromkeys("abcd", "5 5"))).values()}) == 1


def test_beating_somebody_strong_lifts_more_than_beating_somebody_weak() -> None:
    past = [game(f"2026-01-{day:02}", {"a": "0 0", "b": "50 50"}) for day in range(1, 11)]
    level = by_player(*past, game("2026-02-01", {"c": "0 0", "a": "9 9"}))["c"].changed
    assert level > by_player(*past, game("2026-02-01", {"c": "0 0", "b": "9 9"}))["c"].changed > 0


def test_only_the_places_count_and_not_the_points() -> None:
    close = by_player(game("2026-01-01", {"a": "10 20", "b": "31 0", "c": "32 0"}))
    clear = by_player(game("2026-01-01", {"a": "0 0", "b": "80 0", "c": "90 200"}))
    assert {player: one.rating for player, one in close.items()} == {
        player: one.rating for player, one in clear.items()
    }


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


def test_everybody_starts_at_a_thousand() -> None:
    for one in by_player(game("2026-01-01", {"a": "10", "b": "20", "c": "30"})).values():
        assert one.rating == rating.START + one.changed
    assert str(rating.START) in rating.EXPLANATION


def test_a_rating_says_how_far_off_it_may_be_and_more_games_narrow_that() -> None:
    played = [game(f"2026-{month:02}-01", {"a": "1", "b": "2", "c": "1"}) for month in range(1, 13)]
    once, often = by_player(*played[:1])["a"], by_player(*played)["a"]
    assert (once.games, often.games) == (1, 12)
    assert rating.START_SPREAD > once.spread > often.spread > 0


def test_the_range_at_the_start_is_the_one_that_is_explained() -> None:
    assert round(rating.SCALE * rating.SURE * float(PlackettLuce().sigma)) == rating.START_SPREAD
    assert f"{rating.START} ± {rating.START_SPREAD}" in rating.EXPLANATION


def test_a_lucky_newcomer_does_not_stand_above_somebody_proven() -> None:
    proven = [game(f"2026-01-{day:02}", {"a": "0", "b": "5", "c": "9"}) for day in range(1, 25)]
    rated = ratings([*proven, game("2026-02-01", {"z": "0", "b": "3", "c": "9"})], NAMES)
    by_id = {one.player: one for one in rated}
    assert by_id["z"].rating > rating.START
    assert by_id["z"].spread > by_id["a"].spread
    lower_ends = [one.rating - one.spread for one in rated]
    assert lower_ends == sorted(lower_ends, reverse=True)
    assert rated[0].player == "a"


def test_without_the_library_it_says_which_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert not rating.available()
    with pytest.raises(rating.NoRating, match="rating"):
        ratings([], NAMES)
