"""Whom a player finds hardest to beat, and whom easiest: told of those alone who surely are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.season.games import FinishedGame
from referee.season.people import Against, met_in, player_page
from referee.season.rivals import LEAST, rivals, surely
from tests.season.drawing import PLAYERS, games

TIMES = st.integers(0, 60)
MET = st.lists(
    st.builds(Against, st.sampled_from(PLAYERS), st.just(""), TIMES, TIMES, TIMES), unique_by=lambda a: a.other
)


@given(MET)
def test_a_nemesis_is_ahead_more_often_than_not_and_a_favourite_behind(met: list[Against]) -> None:
    nemesis, favourite = rivals(met)
    assert nemesis is None or nemesis.worse > nemesis.better
    assert favourite is None or favourite.better > favourite.worse
    assert all(each is None or each.better + each.worse >= LEAST for each in (nemesis, favourite))
    assert rivals(reversed(met)) == (nemesis, favourite)
    turned = [Against(each.other, "", each.worse, each.level, each.better) for each in met]
    assert [each and each.other for each in rivals(turned)] == [each and each.other for each in (favourite, nemesis)]


@given(MET, st.data())
def test_another_defeat_leaves_a_nemesis_one(met: list[Against], data: st.DataObject) -> None:
    nemesis = rivals(met).nemesis
    if nemesis is not None:
        more = Against(nemesis.other, "", nemesis.better, nemesis.level, nemesis.worse + data.draw(st.integers(1, 9)))
        assert rivals([more, *(each for each in met if each.other != nemesis.other)]).nemesis == more


@pytest.mark.parametrize(
    ("ahead", "behind", "told"),
    [(4, 0, False), (5, 0, True), (4, 1, True), (3, 2, False), (12, 8, False), (60, 40, True)],
)
def test_a_few_games_or_a_narrow_lead_say_nothing(ahead: int, behind: int, told: bool) -> None:
    assert (rivals([Against("a", "", behind, 3, ahead)]).nemesis is not None) is told
    assert 0 <= surely(ahead, behind) < ahead / (ahead + behind)


@given(games())
def test_whom_one_met_is_as_the_page_of_a_player_counts_it(played: tuple[FinishedGame, ...]) -> None:
    assert all(met_in(played, player, {}) == player_page(played, player, {}).against for player in PLAYERS)
