"""Games in which the highest total wins: a season counts them by places, and leaves them out where points count."""

from __future__ import annotations

from fractions import Fraction

from referee.season.awards import awards
from referee.season.people import player_page
from referee.season.records import club_records, contract_costs
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.season.tables import standings_csv
from referee.season.versus import head_to_head
from tests.season.evenings import NAMES, game

HIGH = {player: {"highest_wins": True} for player in "abc"}
LOWEST = game("2026-01-01", {"a": "out 5 out 20", "b": "30 out 40 out", "c": "20 20 10 5"})
HIGHEST = game("2026-01-02", {"a": "out 60 0 0", "b": "0 0 90 out", "c": "0 0 0 0"}, HIGH)


def test_the_highest_total_is_first() -> None:
    assert HIGHEST.winners == ("b",)
    assert [place.place for place in HIGHEST.places.values()] == [2, 1, 3]


def test_by_place_points_it_counts_like_any_other_game() -> None:
    table = standings([HIGHEST], SeasonRule(minimum=1), NAMES)
    assert [(row.player, row.shown) for row in table.rows] == [("b", "100.0"), ("a", "50.0"), ("c", "0.0")]


def test_points_per_round_are_those_of_the_other_games() -> None:
    both, alone = (standings(games, SeasonRule(minimum=1), NAMES) for games in ([LOWEST, HIGHEST], [LOWEST]))
    assert {row.player: row.per_round for row in both.rows} == {row.player: row.per_round for row in alone.rows}
    none = standings([HIGHEST], SeasonRule(minimum=1), NAMES)
    assert {row.per_round for row in none.rows} == {None}, "not the fewest points that there can be"
    column = [row.split(",")[7] for row in standings_csv(none).splitlines()]
    assert column == ["points per round", "", "", ""]


def test_by_points_it_is_left_out_and_the_page_says_so() -> None:
    rule = SeasonRule(way="points per round", minimum=1)
    both, alone = standings([LOWEST, HIGHEST], rule, NAMES), standings([LOWEST], rule, NAMES)
    assert [(row.player, row.value) for row in both.rows] == [(row.player, row.value) for row in alone.rows]
    assert "In 1 game the highest total won. This table counts points, so that game is left out." in both.notes


def test_what_is_left_out_is_no_game_of_another_length_or_rulebook() -> None:
    longer = game("2026-01-03", {"a": "out 60 0 0 5", "b": "0 0 90 out 0"}, HIGH, rulebook="short")
    notes = standings([LOWEST, longer], SeasonRule(way="total points", minimum=1, best_of=1), NAMES).notes
    assert notes == ("In 1 game the highest total won. This table counts points, so that game is left out.",)


def test_records_of_points_leave_it_out_and_say_so() -> None:
    values = {record.name: record for record in club_records([LOWEST, HIGHEST])}
    assert values["Costliest round"].value == 40
    assert values["Fewest points per round"].value == Fraction(25, 4)
    assert "Games in which the highest total wins are left out." in values["Clearest win"].explanation


def test_no_award_praises_few_points_in_it() -> None:
    assert not {award.id for award in awards(HIGHEST, NAMES)} & {"start", "finish", "steady", "clean", "photo", "lead"}


def test_a_player_page_counts_its_places_and_not_its_points() -> None:
    page = player_page([LOWEST, HIGHEST], "b", NAMES)
    assert page.whole.games == 2
    assert page.whole.wins == 1
    assert page.whole.per_round == Fraction(70, 4)
    assert player_page([HIGHEST], "b", NAMES).whole.per_round is None
    assert [mark.points for mark in page.worst_rounds] == [40, 30, 0]
    assert {cost.rounds for cost in contract_costs([LOWEST, HIGHEST])} == {1}


def test_of_two_players_more_points_win_a_round_in_it() -> None:
    [meeting] = head_to_head([HIGHEST], "a", "b").meetings
    assert (meeting.rounds_first, meeting.rounds_second) == (1, 1)
