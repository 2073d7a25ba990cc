"""Results of which no rounds are left: what counts them, what leaves them out, and that it says so."""

from __future__ import annotations

import csv
from fractions import Fraction

from referee.season.games import FinishedGame, Result, check
from referee.season.people import player_page
from referee.season.rating import ratings
from referee.season.records import club_records
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.season.tables import games_csv
from referee.season.versus import head_to_head
from tests.season.evenings import NAMES, game


def bare(id_: str, day: str, **wholes: int) -> FinishedGame:
    results = tuple(Result(player, (), whole=whole) for player, whole in wholes.items())
    return check(FinishedGame(id_, day, day, "contract", "Contract Rummy", (), results))


def ranked(id_: str, day: str, **places: int) -> FinishedGame:
    results = tuple(Result(player, (), behind=place - 1) for player, place in places.items())
    return check(FinishedGame(id_, day, day, "contract", "Contract Rummy", (), results))


GAMES = (
    ranked("2019", "2019", a=2, b=1, c=3),
    bare("2020-05-01", "2020-05-01", a=60, b=30, c=90),
    game("2021-05-01", {"a": "10 out", "b": "20 30"}),
)


def values(rule: SeasonRule) -> dict[str, Fraction]:
    return {row.player: row.value for row in standings(GAMES, rule, NAMES).rows}


def test_places_count_wherever_places_do() -> None:
    assert values(SeasonRule()) == {"a": Fraction(200, 3), "b": Fraction(200, 3), "c": 0}
    assert standings(GAMES, SeasonRule(), NAMES).notes == ()


def test_a_way_that_needs_points_leaves_places_out_and_says_so() -> None:
    rule = SeasonRule("table average")
    assert values(rule) == {"a": Fraction(200, 3), "b": Fraction(325, 3), "c": 150}
    assert standings(GAMES, rule, NAMES).notes == (
        "1 result has places and no points. This table counts points, so it is left out.",
        "1 result has no rounds. Everyone counts as having played all of it.",
    )
    assert values(SeasonRule("total points", best_of=1)) == {"a": 10, "b": 30, "c": 90}


def test_a_way_that_needs_rounds_leaves_totals_out_and_says_so() -> None:
    rule = SeasonRule("points per round")
    assert values(rule) == {"a": 5, "b": 25}
    assert standings(GAMES, rule, NAMES).notes[0] == (
        "2 results have no rounds. This table counts points per round, so they are left out."
    )


def test_whoever_has_no_figure_of_a_tie_break_comes_behind() -> None:
    games = (bare("g1", "2020-01-01", a=10, b=20), game("2020-02-01", {"b": "10 out", "a": "20 30"}, {}))
    rule = SeasonRule(ties=("points per round",))
    table = standings((*games, bare("g3", "2020-03-01", c=10, d=20), bare("g4", "2020-04-01", d=10, c=20)), rule, NAMES)
    assert [row.player for row in table.rows][:2] == ["b", "a"]
    assert [row.decided for row in table.rows if row.player in "cd"] == ["average points per round –"] * 2


def test_records_of_rounds_leave_them_out_and_say_so() -> None:
    records = {record.name: record for record in club_records(GAMES)}
    assert records["Most wins in a row"].shown == "2 games"
    assert "Results without rounds are left out." in records["Fewest points per round"].explanation
    assert "Results without rounds are left out." in records["Costliest round"].explanation
    assert {record.name for record in club_records(GAMES[:2])} == {"Most wins in a row"}


def test_a_rating_takes_shares_of_totals_and_places() -> None:
    rated = ratings(GAMES[:2] * 1, NAMES)
    assert {entry.player: entry.games for entry in rated} == {"a": 2, "b": 2, "c": 2}
    assert [entry.player for entry in sorted(rated, key=lambda entry: -entry.better)] == ["b", "a", "c"]


def test_pages_of_players_count_rounds_only_where_there_are_some() -> None:
    page = player_page(GAMES, "a", NAMES)
    assert (page.whole.games, page.whole.rounds, page.whole.per_round, page.out) == (3, 2, 5, 1)
    assert [(mark.has_points, mark.has_rounds) for mark in page.games] == [(True, True), (True, False), (False, False)]
    assert player_page(GAMES[:2], "a", NAMES).whole.per_round is None
    met = head_to_head(GAMES, "a", "b").meetings
    assert [(each.first, each.second, each.has_rounds) for each in met] == [
        (10, 50, True), (60, 30, False), (None, None, False)
    ]  # fmt: skip


def test_a_spreadsheet_has_no_rounds_where_none_are_left() -> None:
    rows = [*csv.DictReader(games_csv(GAMES, NAMES, {}).splitlines())]
    assert [(row["date"], row["place"], row["total"], row["rounds"]) for row in rows[1:5]] == [
        ("2019", "2", "", ""), ("2019", "3", "", ""), ("2020-05-01", "1", "30", ""), ("2020-05-01", "2", "60", "")
    ]  # fmt: skip
