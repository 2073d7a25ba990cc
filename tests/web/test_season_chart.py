"""The drawing of places over time: labels and days apart, a crowd that does not hide the race in front."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from referee.season.places import places_of
from referee.season.rules import SeasonRule
from referee.season.tally import course
from referee.web.season.chart import bumps
from tests.season.evenings import NAMES, game


def test_in_a_crowd_the_first_eight_are_drawn_boldly_and_nobodys_label_lies_on_another() -> None:
    players = "abcdefghijkl"
    played = [
        game(f"2026-01-{day:02}", {player: str(players.index(player) // 2) for player in players}) for day in (1, 8)
    ]
    drawn = bumps(places_of(course(played, SeasonRule()), NAMES))
    assert drawn is not None
    assert [line.style for line in drawn.lines] == [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]
    heights = sorted(line.label_y for line in drawn.lines)
    assert all(below - above >= 17 for above, below in pairwise(heights))
    assert max(heights) < drawn.height


@pytest.mark.parametrize("games", [2, 3, 16, 61])
def test_the_days_below_the_places_are_the_first_the_last_and_one_between_with_room(games: int) -> None:
    day = date(2026, 1, 1)
    played = [game(str(day + timedelta(days=7 * number)), {"a": "1", "b": "2"}) for number in range(games)]
    drawn = bumps(places_of(course(played, SeasonRule()), NAMES))
    assert drawn is not None
    assert drawn.days[0].text == "1 Jan"
    assert all(right.at - left.at >= 50 for left, right in pairwise(drawn.days))
    assert len(drawn.days) == (2 if games == 2 else 3)
