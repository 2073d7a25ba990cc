"""The race: lanes of one length, with a chip where somebody is and an outline where they were."""

from __future__ import annotations

import pytest

from referee.game.news import Standing
from referee.rules.judges.scoring import Place
from referee.web.parts.race import Race, race


def standings(*behind: int, before: tuple[int, ...] = ()) -> list[Standing]:
    return [
        Standing(
            seat=seat,
            cell=None,
            total=far,
            place=Place(1 if not far else 2, False),
            before=None,
            gap=far,
            behind_before=before[seat - 1] if before else None,
        )
        for seat, far in enumerate(behind, 1)
    ]


def test_the_leader_stands_at_the_right_end_and_the_last_within_the_lane() -> None:
    drawn = race(standings(0, 6, 6, 37, before=(26, 42, 0, 38)))
    assert drawn.start == "45 behind"
    assert [(lane.was, lane.at, lane.far) for lane in drawn.lanes.values()] == [
        (42.2, 100.0, False), (6.7, 86.7, False), (100.0, 86.7, False), (15.6, 17.8, False),
    ]  # fmt: skip


def test_who_is_hopelessly_behind_does_not_squeeze_the_others_together() -> None:
    drawn = race(standings(0, 5, 10, 12, 15, 400))
    assert drawn.start == "15 behind"
    assert [lane.at for lane in drawn.lanes.values()] == [100.0, 66.7, 33.3, 20.0, 0.0, 0.0]
    assert [lane.far for lane in drawn.lanes.values()] == [False] * 5 + [True]


@pytest.mark.parametrize("others", [2, 3, 4, 6])
def test_one_straggler_squeezes_no_table_together(others: int) -> None:
    near = [5 * at for at in range(others)]
    drawn = race(standings(*near, 400, before=(*near, 380)))
    assert drawn.lanes[others].at < 50
    assert drawn.lanes[others + 1].far


def test_a_runaway_leader_leaves_the_others_to_scale() -> None:
    drawn = race(standings(0, 200, 210, 230))
    assert [lane.at for lane in drawn.lanes.values()] == [100.0, 13.0, 8.7, 0.0]


def test_where_nobody_is_ahead_now_or_before_there_is_no_race() -> None:
    assert race(standings(0, 0, 0)) == race([]) == Race({}, "")
    assert race(standings(0, 0, before=(0, 5))).lanes
