"""Places over time: whose line comes first, and who is not ranked yet."""

from __future__ import annotations

from referee.season.places import places_of
from referee.season.rules import SeasonRule
from referee.season.tally import course
from tests.season.evenings import NAMES, game


def test_the_lines_stand_in_the_order_of_the_last_places_and_whoever_is_not_ranked_comes_last() -> None:
    played = [
        game("2026-01-01", {"a": "60", "b": "40", "c": "0", "d": "80"}),
        game("2026-01-08", {"a": "90", "b": "0", "d": "90"}),
    ]
    chart = places_of(course(played, SeasonRule(minimum=2)), NAMES)
    assert [line.player for line in chart.lines] == ["b", "a", "d", "c"]
    assert [str(line.places[-1]) for line in chart.lines] == ["1", "2", "3", "None"]


def test_players_who_share_a_place_stand_by_name() -> None:
    played = [game("2026-01-01", {"c": "10", "b": "10", "a": "20"})]
    chart = places_of(course(played, SeasonRule()), {"a": "Ada", "b": "cora", "c": "Ben"})
    assert [line.name for line in chart.lines] == ["Ben", "cora", "Ada"]
