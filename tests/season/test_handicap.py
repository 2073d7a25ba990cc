"""What weaker players are offered before a game, and what a game with a handicap counts for."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.rules.rulebook.model import SHEET
from referee.season.awards import awards
from referee.season.games import FinishedGame
from referee.season.handicap import HALF_SURE, LEAST, Offer, Table, offer
from referee.season.measures import MEASURES
from referee.season.rating import ratings, steps
from referee.season.records import club_records
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.season.versus import head_to_head
from tests.season.evenings import NAMES, game

SCORES = st.integers(0, 60)


def played(columns: Mapping[str, Sequence[int]], times: int, **more: Any) -> list[FinishedGame]:
    texts = {player: " ".join(map(str, scores)) for player, scores in columns.items()}
    return [game(f"2026-01-{day:02}", texts, **more) for day in range(1, times + 1)]


def starts(made: Offer) -> dict[str, int]:
    return {share.player: share.points for share in made.shares}


SEVEN = {"a": [10] * 7, "b": [30] * 7, "c": [20] * 7}


def test_the_weaker_begin_with_about_what_they_end_behind_the_strongest() -> None:
    made = offer(played(SEVEN, 28), Table("abc", 7))
    assert starts(made) == {"a": 0, "b": -119, "c": -59}, "of 140 and 70 points, 196 of 231 parts are believed"
    assert (made.games, made.rounds, made.best) == (28, 7, "a")
    assert starts(offer(played(SEVEN, 28), Table("abc", 7, step=5))) == {"a": 0, "b": -120, "c": -60}


def test_of_few_games_less_is_believed_and_of_very_many_nearly_all() -> None:
    behind = [-starts(offer(played(SEVEN, times), Table("ab", 7)))["b"] for times in (3, 5, 10, 28)]
    assert behind == sorted(behind)
    assert behind[1] == 70, "half of 140, after five games of seven rounds"
    assert behind[-1] < 140
    assert HALF_SURE == 35


@pytest.mark.parametrize("times", range(LEAST))
def test_nothing_is_offered_of_too_few_games(times: int) -> None:
    made = offer(played(SEVEN, times), Table("abc", 7))
    assert (made.shares, made.has_points, made.games) == ((), False, times)


def test_two_players_need_enough_games_and_the_others_are_taken_to_be_between_them() -> None:
    alone = played({"a": [10] * 7, "d": [30] * 7}, 2) + played({"a": [10] * 7, "e": [30] * 7}, 2)
    assert offer(alone, Table("ade", 7)).shares == ()
    made = offer(played({"a": [10] * 7, "b": [30] * 7}, 5), Table("abx", 7))
    assert [share.guessed for share in made.shares] == [False, False, True]
    assert starts(made) == {"a": 0, "b": -70, "x": -35}


def test_somebody_of_too_few_games_is_no_measure_for_the_others() -> None:
    lucky = played({"a": [10] * 7, "b": [30] * 7}, 6) + played({"a": [10] * 7, "x": [0] * 7}, 2)
    made = offer(lucky, Table("abx", 7))
    assert made.best == "a"
    assert starts(made)["a"] == 0, "whoever is the strongest begins with nothing"
    assert starts(made)["b"] < starts(made)["x"] < 0


def test_a_game_that_is_dropped_leaves_the_memory_at_once() -> None:
    """What is kept of a large club is told to stay: a game that holds itself would never go again."""
    dropped = [weakref.ref(each) for each in played(SEVEN, 3) if ratings([each], NAMES) is not None]
    assert [each() for each in dropped] == [None] * 3


def test_where_the_highest_total_wins_it_is_the_other_way_round() -> None:
    turned = {"highest_wins": True}
    high = [
        replace(each, results=tuple(result._replace(**turned) for result in each.results)) for each in played(SEVEN, 5)
    ]
    assert starts(offer(high, Table("ab", 7, highest_wins=True))) == {"a": 70, "b": 0}
    assert offer(high, Table("ab", 7)).shares == (), "points of games by the other rule say nothing"


def test_games_whose_points_do_not_compare_say_nothing() -> None:
    assert offer(played(SEVEN, 9, rulebook=SHEET), Table("abc", 7)) == Offer()
    own = [
        replace(each, rounds=tuple(round_._replace(contract="") for round_ in each.rounds)) for each in played(SEVEN, 9)
    ]
    assert offer(own, Table("abc", 7)) == Offer()
    places = [
        replace(each, rounds=(), results=tuple(result._replace(scores=()) for result in each.results)) for each in own
    ]
    assert offer(places, Table("abc", 7)) == Offer()


def test_a_game_without_a_fixed_length_is_taken_to_be_as_long_as_those_before() -> None:
    made = offer(played({"a": [10] * 4, "b": [30] * 4}, 5), Table("ab"))
    assert made.rounds == 4


EVENING = st.tuples(*[st.lists(SCORES, min_size=7, max_size=7)] * 3)


@given(st.lists(EVENING, min_size=3, max_size=8), st.sampled_from([1, 5]))
def test_whoever_does_worse_never_begins_behind_and_someone_begins_with_nothing(
    evenings: list[tuple[list[int], ...]], step: int
) -> None:
    games = [
        game(f"2026-01-{day:02}", {player: " ".join(map(str, scores)) for player, scores in columns})
        for day, each in enumerate(evenings, start=1)
        for columns in [[*zip("abc", each, strict=True)]]
    ]
    made = offer(games, Table("abc", 7, step))
    cost = {player: sum(each.by_player[player].points for each in games) for player in "abc"}
    order = sorted("abc", key=lambda player: cost[player])
    given_points = [starts(made)[player] for player in order]
    assert given_points == sorted(given_points, reverse=True), "the more points they make, the more are taken off"
    assert given_points[0] == 0
    assert all(points <= 0 and points % step == 0 for points in given_points)
    raw = (cost[order[-1]] - cost[order[0]]) / len(games)
    assert -given_points[-1] <= raw + step / 2, "never more than what the games say"
    assert set(starts(offer(reversed(games), Table("cab", 7, step))).items()) == set(starts(made).items())


@given(st.lists(SCORES, min_size=7, max_size=7), st.lists(SCORES, min_size=7, max_size=7), st.integers(1, 60))
def test_a_player_who_did_worse_is_offered_no_less(mine: list[int], theirs: list[int], more: int) -> None:
    assume(sum(mine) >= sum(theirs))
    before = starts(offer(played({"a": theirs, "b": mine}, 4), Table("ab", 7)))["b"]
    after = starts(offer(played({"a": theirs, "b": [score + more for score in mine]}, 4), Table("ab", 7)))["b"]
    assert after <= before


def test_an_offer_has_a_bound() -> None:
    made = offer(played({"a": [0] * 7, "b": [900] * 7}, 9), Table("ab", 7, step=5, most=999))
    assert starts(made) == {"a": 0, "b": -995}


def with_handicap(each: FinishedGame, **points: int) -> FinishedGame:
    results = (
        result._replace(opening=points.get(result.player, 0), handicap=points.get(result.player, 0))
        for result in each.results
    )
    return replace(each, results=tuple(results))


EVEN = [game(f"2026-01-{day:02}", {"a": "10 out 20", "b": "out 40 15"}) for day in range(1, 7)]
"""Ann has 30 and Ben 55 of each."""
GIVEN = [with_handicap(each, b=-40) for each in EVEN]


def test_places_and_totals_are_those_of_the_game_as_it_was_played() -> None:
    assert GIVEN[0].winners == ("b",)
    assert GIVEN[0].by_player["b"].total == 15
    assert GIVEN[0].by_player["b"].points == 55
    assert GIVEN[0].on_merit.winners == ("a",)
    assert GIVEN[0].on_merit == EVEN[0]
    assert EVEN[0].on_merit is EVEN[0]


@pytest.mark.parametrize("way", MEASURES)
def test_a_season_counts_it_as_it_was_played_and_says_so_under_the_table(way: str) -> None:
    rule = SeasonRule(way=way, minimum=6, best_of=6)
    table, even = standings(GIVEN, rule, NAMES), standings(EVEN, rule, NAMES)
    notes = [note for note in table.notes if "handicap" in note]
    assert len(notes) == 1
    assert not [note for note in even.notes if "handicap" in note]
    assert table.rows[0].player == "b"
    assert even.rows[0].player == "a"
    assert notes[0].endswith("with those points.")
    assert [row.per_round for row in table.rows] == [Fraction(55, 3), 10], "of the rounds alone"


def test_level_players_are_parted_by_the_game_as_it_was_played_too() -> None:
    level = [game("2026-01-01", {"a": "20", "b": "30"}), game("2026-01-02", {"b": "20", "a": "30"})]
    given_points = [level[0], with_handicap(level[1], a=-8)]
    for games, decided in ((level, ["", ""]), (given_points, ["table’s average 92.4", "table’s average 107.6"])):
        table = standings(games, SeasonRule(ties=("table average",)), NAMES)
        assert {row.value for row in table.rows} == {50}
        assert [row.decided.removeprefix("share of the ").rstrip("%") for row in table.rows] == decided


def test_a_handicap_is_spread_over_the_game_so_leaving_early_keeps_none_of_what_is_left() -> None:
    others = {"a": "30 30 30", "c": "10 10 10"}
    there = with_handicap(game("2026-01-01", {**others, "b": "30 30 30"}), b=-60)
    gone = with_handicap(game("2026-01-01", {**others, "b": "30 - -"}, {"b": {"stayed": False}}), b=-60)
    rule = SeasonRule("points per round", leavers="last")
    for played in (there, gone):
        assert {row.player: row.value for row in standings([played], rule, NAMES).rows}["b"] == 10


def test_a_rating_learns_nothing_from_points_that_were_given() -> None:
    assert ratings(GIVEN, NAMES) == ratings(EVEN, NAMES)
    assert [step.place for step in steps(GIVEN, "a")] == [step.place for step in steps(EVEN, "a")]
    high = [replace(each, results=tuple(one._replace(highest_wins=True) for one in each.results)) for each in EVEN]
    bare = [with_handicap(each, a=300) for each in high]
    assert ratings(bare, NAMES) == ratings(high, NAMES), "where places are compared, these too"


def test_an_offer_learns_nothing_from_points_that_were_given() -> None:
    assert offer(GIVEN, Table("ab", 3)) == offer(EVEN, Table("ab", 3))


def test_records_of_totals_leave_the_game_out_and_say_so_and_the_others_go_by_its_rounds() -> None:
    given_records = {record.name: record for record in club_records([*EVEN, with_handicap(EVEN[-1], b=-400)])}
    even = {record.name: record for record in club_records(EVEN)}
    for name in ("Clearest win", "Biggest comeback"):
        if name in even:
            assert given_records[name].value == even[name].value
            assert "Games with a handicap are left out." in given_records[name].explanation
    for name in ("Fewest points per round", "Costliest round"):
        assert given_records[name].value == even[name].value
    assert all("handicap" not in record.explanation for record in even.values())


def test_head_to_head_goes_by_the_game_as_it_was_played() -> None:
    assert head_to_head(EVEN, "a", "b").better == 6
    assert head_to_head(GIVEN, "a", "b").better == 0


def test_awards_are_given_for_the_game_as_it_was_played() -> None:
    assert awards(GIVEN[0], NAMES) is not None
