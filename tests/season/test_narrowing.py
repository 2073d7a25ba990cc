from __future__ import annotations

import pytest

from referee.season.narrowing import Choices, Narrowing, choices
from tests.season.evenings import game

TODAY = "2026-02-28"
GAMES = (
    game("2024-12-31", {"a": "1", "b": "2"}, season="s1"),
    game(
        "2025-02-27", {"a": "1", "b": "2", "c": "3"}, season="s1", rulebook="shanghai", rulebook_name="Shanghai Rummy"
    ),
    game("2025-02-28", {"a": "1", "b": "2", "c": "3"}, {"c": {"stayed": False}}),
    game("2026-01-05", {"a": "1", "b": "2"}, season="s2"),
)


@pytest.mark.parametrize(
    ("narrowing", "left"),
    [
        (Narrowing(), (0, 1, 2, 3)),
        (Narrowing(season="s1"), (0, 1)),
        (Narrowing(season="none"), (2,)),
        (Narrowing(rulebook="Contract Rummy"), (0, 2, 3)),
        (Narrowing(players="2"), (0, 2, 3)),
        (Narrowing(time="2025"), (1, 2)),
        (Narrowing(time="12"), (2, 3)),
        (Narrowing(season="s1", time="2025", players="3"), (1,)),
        (Narrowing(season="s1", time="2026"), ()),
        (Narrowing(rulebook="nonsense"), ()),
    ],
)
def test_games_are_narrowed_to_a_season_a_rulebook_a_table_and_a_time(
    narrowing: Narrowing, left: tuple[int, ...]
) -> None:
    assert narrowing.of(GAMES, TODAY) == tuple(GAMES[at] for at in left)
    assert bool(narrowing) == (len(left) < len(GAMES))


def test_the_last_twelve_months_have_a_beginning_on_a_day_that_only_leap_years_have() -> None:
    assert Narrowing(time="12").of(GAMES, "2028-02-29") == ()
    assert Narrowing(time="12").of(GAMES, "2024-02-29") == GAMES


def test_only_what_leaves_some_games_out_is_offered() -> None:
    assert choices(GAMES) == Choices(
        ("none", "s1", "s2"), ("Contract Rummy", "Shanghai Rummy"), ("2", "3"), ("12", "2026", "2025", "2024")
    )
    assert choices(GAMES[::-1]) == choices(GAMES), "whatever order a database lists them in"
    assert not choices(GAMES[:1])
    assert not choices(())
