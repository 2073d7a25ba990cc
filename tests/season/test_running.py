"""What is added up game by game says the same as what is made of all games at once, however the games change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.season import running
from referee.season.games import FinishedGame, in_order
from referee.season.people import PlayerSum, player_page
from referee.season.places import places_of
from referee.season.rating import Rated, Strengths, ratings, steps
from referee.season.records import Costs, Records, club_records, contract_costs
from referee.season.running import Running
from referee.season.standings import table_of
from referee.season.tally import Counting, course
from tests.season import slow_people, slow_rating, slow_records
from tests.season.drawing import PLAYERS, games, rules

NAMES = {"a": "Ada", "b": "Ben", "c": "cora"}


@given(games())
def test_records_and_costs_are_those_of_the_slow_way(played: tuple[FinishedGame, ...]) -> None:
    assert club_records(played) == slow_records.club_records(played)
    assert contract_costs(played) == slow_records.contract_costs(played)


@given(games(), st.sampled_from(PLAYERS))
def test_a_player_s_page_is_that_of_the_slow_way(played: tuple[FinishedGame, ...], player: str) -> None:
    assert player_page(played, player, NAMES) == slow_people.player_page(played, player, NAMES)


@given(games(most=12))
def test_ratings_are_those_of_the_slow_way(played: tuple[FinishedGame, ...]) -> None:
    """Also where some games count by their places: how much these say depends on all the others."""
    mine, theirs = by_player(ratings(played, NAMES)), by_player(slow_rating.ratings(played, NAMES))
    assert mine.keys() == theirs.keys()
    for player, rated in mine.items():
        assert rated.name == theirs[player].name
        assert rated.games == theirs[player].games
        figures, slow = ((each.better, each.within, each.changed) for each in (rated, theirs[player]))
        assert figures == pytest.approx(slow, rel=1e-9, abs=1e-9)


@given(games(most=12), st.sampled_from(PLAYERS))
def test_the_steps_of_a_rating_are_those_of_the_slow_way(played: tuple[FinishedGame, ...], player: str) -> None:
    """Also in parts, and from the last one on, as a page shows them."""
    mine, theirs = steps(played, player), slow_rating.steps(played, player)
    for some, others in ((mine, theirs), (mine[::-1], theirs[::-1]), (mine[1:3], theirs[1:3])):
        assert [each.game for each in some] == [each.game for each in others]
        for step, slow in zip(some, others, strict=True):
            assert step.place == slow.place
            figures = (step.expected, step.better, step.within, step.changed)
            assert figures == pytest.approx((slow.expected, slow.better, slow.within, slow.changed), rel=1e-9, abs=1e-9)


def by_player(rated: Sequence[Rated]) -> dict[str, Rated]:
    return {each.player: each for each in rated}


@settings(max_examples=25)
@given(st.data())
def test_a_sum_goes_on_from_the_last_game_that_is_the_same(data: st.DataObject) -> None:
    """Games come and go anywhere, and one is corrected: each time it says what one says that begins anew."""
    rule = data.draw(rules())
    sums: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
        "records": (Records, Records.records),
        "costs": (Costs, Costs.costs),
        "ratings": (Strengths, lambda of: of.rated(NAMES)),
        "steps": (Strengths, lambda of: [*of.steps("a")]),
        "player": (lambda: PlayerSum("a"), lambda of: of.page(NAMES)),
    }
    begun = {name: Running(start) for name, (start, _says) in sums.items()}
    counted = Running(lambda: Counting(rule, 3))
    pool = list(data.draw(games(least=6, most=12)))
    played: list[FinishedGame] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(running, "NEAR", 2)
        patched.setattr(running, "FAR", 4)
        for _change in range(6):
            at = data.draw(st.integers(0, len(pool) - 1))
            if pool[at] in played:
                played.remove(pool[at])
            else:
                played.append(pool[at])
            now = in_order(played)
            for name, (start, says) in sums.items():
                assert says(begun[name].of(now)) == says(Running(start).of(now)), name
            there = course(now, rule, most=3, summed=counted.of)
            anew = course(now, rule, most=3)
            assert table_of(there, NAMES) == table_of(anew, NAMES)
            assert (there.moments, there.left_out) == (anew.moments, anew.left_out)
            if now:
                assert places_of(there, NAMES) == places_of(anew, NAMES)


def test_one_more_game_is_all_that_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten thousand games the next one costs one, and a correction of the last one a few."""

    class Sum:
        added = 0

        def add(self, _game: FinishedGame) -> None:
            Sum.added += 1

        def copy(self) -> Sum:
            return Sum()

    def game(number: int) -> FinishedGame:
        return FinishedGame(f"{number:05}", "", "", "contract", "", (), ())

    sum_, played = Running(Sum), [game(number) for number in range(10_000)]
    sum_.of(played)
    assert Sum.added == 10_000
    sum_.of([*played, game(10_000)])
    assert Sum.added == 10_001
    sum_.of([*played[:-1], game(9_999)])
    assert Sum.added <= 10_001 + 2 * running.NEAR
    before = Sum.added
    sum_.of([*played[:9_000], *played[9_001:]])
    assert Sum.added - before <= 2 * running.FAR
