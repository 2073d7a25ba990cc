from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.season.tables import SEPARATORS, csv_text, games_csv, safe, standings_csv
from tests.season.evenings import NAMES, game


@pytest.mark.parametrize("text", ["=1+1", "+1", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "\u00a0=1"])
def test_what_a_spreadsheet_would_run_is_made_a_text(text: str) -> None:
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Ann", "", "Ann = Ben", "35", "O'Hara"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert safe(text) == text


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])) | st.integers(), min_size=1)))
def test_rows_come_back_from_csv(rows: list[list[str | int]]) -> None:
    longest = max(map(len, rows), default=0)
    whole = [[safe(cell) if isinstance(cell, str) else str(cell) for cell in row] for row in rows]
    for name, separator in SEPARATORS.items():
        again = list(csv.reader(io.StringIO(csv_text(rows, name), newline=""), delimiter=separator))
        assert again == [row + [""] * (longest - len(row)) for row in whole], "every row is as long"


def test_beside_a_semicolon_a_fraction_has_a_comma() -> None:
    assert csv_text([["share", 0.5, -2]], "semicolon") == "share;0,5;-2\r\n"
    assert csv_text([["share", 0.5, -2]], "tab") == "share\t0.5\t-2\r\n"


def test_what_stands_in_a_row_adds_up_to_its_total() -> None:
    late = game(
        "2026-01-01",
        {"a": "10 out 5", "b": "-5 20 out", "c": "- 7 9"},
        {"c": {"opening": 12}, "b": {"opening": -20, "handicap": -20}},
    )
    short = game("2026-01-08", {"a": "out", "b": "25"})
    rows = list(csv.DictReader(io.StringIO(games_csv([late, short], NAMES, {}))))
    parts = ["joined with", "handicap", *(name for name in rows[0] if name.startswith("round "))]
    assert parts[-1] == "round 3"
    for row in rows:
        assert sum(int(row[name] or 0) for name in parts) == int(row["total"])


def test_games_stand_player_by_player_with_every_round() -> None:
    played = game("2026-01-01", {"a": "10 out", "b": "-5 20", "v": "1 -"}, {"v": {"stayed": False, "guest": True}})
    rows = list(csv.reader(io.StringIO(games_csv([played], {**NAMES, "b": "=Ben"}, {}))))
    assert rows[0][4:9] == ["player", "guest", "stands in for", "place", "total"]
    assert rows[1] == [
        "2026-01-01",
        "2026-01-01",
        "",
        "Contract Rummy",
        "Player 1",
        "",
        "",
        "1",
        "10",
        "2",
        "1",
        "",
        "0",
        "",
        "10",
        "0",
    ]
    assert rows[2][4:9] == ["'=Ben", "", "", "2", "15"]
    assert rows[2][14] == "-5", "a number below nothing stays a number"
    assert rows[3][4:9] == ["v", "guest", "", "left", "1"]
    assert rows[3][15] == ""


def test_whoever_is_not_ranked_yet_stands_below_by_games_played() -> None:
    evenings = [
        game("2026-01-01", {"a": "10", "b": "20", "c": "20"}),
        game("2026-01-02", {"a": "10", "c": "5"}),
        game("2026-01-03", {"a": "10", "d": "5"}),
    ]
    table = standings(evenings, SeasonRule(minimum=3), NAMES)
    assert [(row.player, row.progress) for row in table.rows] == [
        ("a", ""), ("c", "2 of 3"), ("b", "1 of 3"), ("d", "1 of 3"),
    ]  # fmt: skip


def test_players_level_on_wins_are_told_their_share_and_the_table_its_last_game() -> None:
    evenings = [game("2026-01-01", {"a": "10", "b": "20"}), game("2026-01-02", {"a": "20", "b": "10"})]
    table = standings(evenings, SeasonRule(way="wins", ties=()), NAMES)
    assert table.ties == ("Player 1 and Player 2 are level on 50% of their games won and share place 1.",)
    assert table.last == "2026-01-02"


def test_a_row_says_in_which_game_a_substitute_sat() -> None:
    stood_in = {"s": {"stands_in_for": "b"}}
    evenings = [
        game("2026-01-01", {"a": "10", "b": "20"}),
        game("2026-01-02", {"a": "30", "s": "10"}, stood_in),
    ]
    rule = SeasonRule(substitutes="for the absent player")
    rows = {row.player: row for row in standings(evenings, rule, NAMES).rows}
    assert [(line.game, line.substitute) for line in rows["b"].lines] == [("2026-01-01", None), ("2026-01-02", "s")]
    assert [line.substitute for line in rows["a"].lines] == [None, None]


def test_standings_say_places_values_and_who_is_not_ranked_yet() -> None:
    played = [game("2026-01-01", {"a": "10", "b": "20", "c": "20"}), game("2026-01-02", {"a": "10", "b": "5"})]
    rows = list(csv.reader(io.StringIO(standings_csv(standings(played, SeasonRule(minimum=2), NAMES)))))
    assert rows[0][:4] == ["place", "shared", "player", "place points"]
    assert rows[1] == ["1", "", "Player 2", "62.5", "2", "2", "1", "12.5", "", ""]
    assert rows[3] == ["", "", "Player 3", "25", "1", "1", "0", "20", "1 of 2", ""]


def test_winners_of_one_game_each_are_told_what_parted_them_beside_their_names() -> None:
    played = [
        game("2026-01-01", {"a": "30", "d": "60"}),
        game("2026-01-02", {"b": "10", "d": "40"}),
        game("2026-01-03", {"c": "20", "d": "40"}),
        game("2026-01-04", {"e": "20", "d": "40"}),
    ]
    rows = standings(played, SeasonRule(), NAMES).rows
    average = "share of the table’s average"
    assert [(str(row.place), row.player, row.shown, row.decided) for row in rows] == [
        ("1", "b", "100.0", f"{average} 40.0%"),
        ("2=", "a", "100.0", f"{average} 66.7%"),
        ("2=", "c", "100.0", f"{average} 66.7%"),
        ("2=", "e", "100.0", f"{average} 66.7%"),
        ("5", "d", "0.0", ""),
    ]
    told = list(csv.reader(io.StringIO(standings_csv(standings(played, SeasonRule(), NAMES)))))
    assert [row[-1] for row in told] == ["decided by", *(row.decided for row in rows)]
