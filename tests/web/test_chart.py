"""The lines of a game: everything inside the frame, labels apart, the leader on top."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from referee.web.parts import chart as drawing
from referee.web.parts.chart import Chart, Series, chart, gaps

FOOT = drawing.HEIGHT - drawing.BOTTOM
totals = st.lists(st.integers(-2000, 5000), min_size=1, max_size=15)


def drawn_of(*columns: list[int | None], leads: int = 0) -> Chart | None:
    return chart([Series(at, f"P{at}", f"P{at}", column, at == leads) for at, column in enumerate(columns, 1)])


def test_there_is_nothing_to_draw_before_a_round_is_closed_or_where_nobody_was_ever_behind() -> None:
    assert drawn_of() is None
    assert drawn_of([]) is None
    assert drawn_of([None]) is None
    assert drawn_of([10, 20]) is None
    assert drawn_of([10, 20], [10, 20]) is None


@given(st.lists(totals, min_size=2, max_size=10))
def test_every_point_and_label_stays_inside(all_totals: list[list[int]]) -> None:
    rounds = min(map(len, all_totals))
    drawn = drawn_of(*(each[:rounds] for each in all_totals))
    if drawn is None:
        assert len({tuple(each[:rounds]) for each in all_totals}) == 1
        return
    for line in drawn.lines:
        assert all(drawn.left <= mark.x <= drawn.right for mark in line.marks)
        assert all(drawn.top - 0.1 <= mark.y <= FOOT + 0.1 for mark in line.marks)
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(b - a >= drawing.LABEL_APART - 0.2 for a, b in pairwise(labels))
    assert labels[0] >= 0
    assert labels[-1] <= FOOT + 0.1
    assert 1 <= len(drawn.ticks) <= 5
    assert all(drawn.top < tick.at <= FOOT for tick in drawn.ticks)


@given(totals, totals)
def test_whoever_is_ahead_after_a_round_is_on_top_there_and_nobody_is_above(one: list[int], two: list[int]) -> None:
    rounds = min(len(one), len(two))
    drawn = drawn_of(one[:rounds], two[:rounds])
    if drawn is None:
        return
    by_number = {line.number: line for line in drawn.lines}
    for a, b, mark_a, mark_b in zip(one, two, by_number[1].marks, by_number[2].marks, strict=False):
        assert min(mark_a.y, mark_b.y) == drawn.top
        assert (a <= b) == (mark_a.y == drawn.top) or abs(a - b) < 40


def test_the_distances_are_those_of_that_round_below_zero_as_well() -> None:
    assert gaps([[-10, 5, None], [20, -5, 7], [None, 0, -3]]) == [(0, 10, None), (30, 0, 10), (None, 5, 0)]


def test_who_is_hopelessly_behind_does_not_squeeze_the_others_together_and_their_distance_is_written() -> None:
    drawn = drawn_of([0, 0], [5, 10], [8, 12], [100, 400], leads=1)
    assert drawn is not None
    assert [tick.text for tick in drawn.ticks] == ["5", "10", "15"]
    assert [line.label for line in drawn.lines] == ["P1", "P2", "P3", "P4 400"]
    assert {mark.y for mark in drawn.lines[-1].marks} == {FOOT}


def test_somebody_who_joined_later_begins_where_they_joined() -> None:
    drawn = drawn_of([10, 20, 30], [None, 25, 40], leads=1)
    assert drawn is not None
    first, second = drawn.lines
    assert len(first.marks) == 3
    assert len(second.marks) == 2
    assert second.marks[0].x == first.marks[1].x
    assert not second.origin
    assert drawn.desc == "P1: first; P2: 10 behind"


def test_names_stand_by_place_and_the_leaders_line_is_drawn_last_on_top_of_the_others() -> None:
    drawn = drawn_of(*([each] for each in (4, 1, 3, 2)), leads=2)
    assert drawn is not None
    assert [line.number for line in drawn.lines] == [2, 4, 3, 1]
    assert drawn.drawn[-1].leads


def test_a_handicap_is_where_the_lines_begin() -> None:
    series = [
        Series(1, "Ann", "Ann", [0, 0], leads=True),
        Series(2, "Ben", "Ben", [-30, 10], begins=-40),
        Series(3, "Cid", "Cid", [None, 20]),
    ]
    drawn = chart(series)
    assert drawn is not None
    begins = {line.player: [mark.y for mark in line.origin] for line in drawn.lines}
    assert begins["Ben"] == [drawn.top]
    assert begins["Ann"] > [drawn.top]
    assert begins["Cid"] == []
    level = chart([line._replace(begins=0) for line in series])
    assert level is not None
    assert {line.origin[0].y for line in level.lines if line.origin} == {level.top}
