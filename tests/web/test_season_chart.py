"""The drawing of places over time: labels and days apart, a crowd that does not hide the race in front."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from referee.season.places import places_of
from referee.season.rules import SeasonRule
from referee.season.tally import course
from referee.web.season.chart import Day, bumps
from referee.web.shell import words
from tests.season.evenings import NAMES, game


def test_in_a_crowd_whoever_is_first_stands_out_and_nobodys_label_lies_on_another() -> None:
    players = "abcdefghijkl"
    played = [
        game(f"2026-01-{day:02}", {player: str(players.index(player) // 2) for player in players}) for day in (1, 8)
    ]
    drawn = bumps(places_of(course(played, SeasonRule()), NAMES))
    assert drawn is not None
    assert [line.first for line in drawn.lines] == [True, True] + [False] * 10
    heights = sorted(line.label_y for line in drawn.lines)
    assert all(below - above >= 19 for above, below in pairwise(heights))
    assert max(heights) < drawn.height
    assert [level.text for level in drawn.levels] == ["1", "5", "10"]
    assert [line.colour for line in drawn.lines] == [0, 0, 3, 4, 5] + [0] * 7


def test_level_players_have_rows_of_their_own_as_they_stood_before() -> None:
    played = [
        game("2026-01-01", {"a": "3", "b": "1", "c": "2"}),
        game("2026-01-08", {"a": "1", "b": "3", "c": "2"}),
    ]
    drawn = bumps(places_of(course(played, SeasonRule()), NAMES))
    assert drawn is not None
    ends = {line.player: line.end.y for line in drawn.lines}
    assert [line.player for line in drawn.lines if line.first] == ["a", "b"]
    assert sorted(ends, key=lambda player: ends[player]) == ["b", "a", "c"], "who was ahead before stays above"
    assert len({*ends.values()}) == 3


def test_the_lines_begin_with_the_first_game_after_which_somebody_is_ranked() -> None:
    played = [game(f"2026-01-{day:02}", {"a": "1", "b": "2", "c": "3"}) for day in (1, 8, 15, 22)]
    drawn = bumps(places_of(course(played, SeasonRule(minimum=3)), NAMES))
    assert drawn is not None
    assert [row.when for row in drawn.rows] == [words.day("2026-01-22"), words.day("2026-01-15")]
    assert len({line.path.split("L")[0] for line in drawn.lines}) == 3, (
        "all begin at the left edge, one below the other"
    )
    assert {line.path[1:].split()[0] for line in drawn.lines} == {"34"}
    assert bumps(places_of(course(played, SeasonRule(minimum=4)), NAMES)) is None, "one game is no line"


def test_the_line_of_this_phones_player_is_lit_before_anybody_taps_a_name() -> None:
    played = [game(f"2026-01-{day:02}", {"a": "1", "b": "2", "c": "3"}) for day in (1, 8)]
    places = places_of(course(played, SeasonRule()), NAMES)
    for mine, lit in ((frozenset("c"), ["c"]), (frozenset("bc"), ["b"]), (frozenset("z"), []), (frozenset(), [])):
        drawn = bumps(places, mine)
        assert drawn is not None
        assert [line.player for line in drawn.lines if line.lit] == lit


def span(day: Day) -> tuple[float, float]:
    wide = 11.0 * len(day.text)  # the widest that a phone draws
    start = day.at - wide * {"start": 0, "middle": 0.5, "end": 1}[day.anchor]
    return start, start + wide


@pytest.mark.parametrize("first", ["2019-01-01", "2022-11-10", "2023-03-03", "2026-01-01"])
@pytest.mark.parametrize("games", [2, 3, 16, 61])
def test_the_days_below_the_places_never_touch_whatever_the_year(games: int, first: str) -> None:
    begins = date.fromisoformat(first)
    played = [game(str(begins + timedelta(days=7 * number)), {"a": "1", "b": "2"}) for number in range(games)]
    drawn = bumps(places_of(course(played, SeasonRule()), NAMES))
    assert drawn is not None
    assert drawn.days[-1].text == words.day(played[-1].at), "the last one has its year if that is over"
    assert drawn.days[0].text.startswith(f"{begins.day} {begins:%b}")
    assert all(span(one)[1] < span(two)[0] for one, two in pairwise(drawn.days))
    assert span(drawn.days[0])[0] >= 0
    assert span(drawn.days[-1])[1] <= drawn.width


def test_a_day_of_another_year_than_the_last_ones_has_its_year() -> None:
    drawn = bumps(
        places_of(
            course([game(day, {"a": "1", "b": "2"}) for day in ("2024-12-21", "2025-01-04")], SeasonRule()), NAMES
        )
    )
    assert drawn is not None
    assert [day.text for day in drawn.days] == ["21 Dec 2024", "4 Jan 2025"]
    drawn = bumps(
        places_of(
            course([game(day, {"a": "1", "b": "2"}) for day in ("2024-12-21", "2024-12-28")], SeasonRule()), NAMES
        )
    )
    assert drawn is not None
    assert [day.text for day in drawn.days] == ["21 Dec", "28 Dec 2024"]


def test_games_of_one_day_have_its_date_once() -> None:
    played = [game(name, {"a": "1", "b": "2"}, at="2026-01-01") for name in ("x", "y")]
    drawn = bumps(places_of(course(played, SeasonRule()), NAMES))
    assert drawn is not None
    assert len(drawn.days) == 1
