"""Places over time: whose line comes first, and who is not ranked yet."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.season.games import FinishedGame
from referee.season.places import places_of
from referee.season.rules import SeasonRule
from referee.season.tally import course, last_of_times
from tests.season.drawing import games
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


DAYS = st.lists(st.dates(), max_size=40).map(lambda days: sorted(map(str, days)))


@given(DAYS, st.integers(1, 12))
def test_of_many_games_the_ends_of_evenings_months_or_years_are_kept(days: list[str], most: int) -> None:
    kept = last_of_times(days, most)
    assert list(kept) == sorted(set(kept))
    assert kept[-1:] == tuple(range(len(days)))[-1:], "the last game is the end of any time"
    assert len(kept) <= max(most, len({day[:4] for day in days}))
    if len(days) <= most:
        assert len(kept) == len(days)
    skipped = [at for at in range(len(days)) if at not in kept]
    assert all(days[at][:4] == days[at + 1][:4] for at in skipped), "each year's end is there"


@given(games(least=1), st.integers(1, 4))
def test_fewer_moments_show_the_places_that_all_of_them_show_there(played: tuple[FinishedGame, ...], most: int) -> None:
    whole = places_of(course(played, SeasonRule()), {})
    few = places_of(course(played, SeasonRule(), most=most), {})
    at = [[moment.game for moment in whole.moments].index(moment.game) for moment in few.moments]
    assert [line.places for line in few.lines] == [tuple(line.places[each] for each in at) for line in whole.lines]
    assert few.games == len(whole.moments)
    seen = [moment.played for moment in whole.moments]
    for since, end, moment in zip([0, *(each + 1 for each in at)], at, few.moments, strict=False):
        assert moment.played == frozenset().union(*seen[since : end + 1])
