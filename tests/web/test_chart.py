"""The drawing of the totals: everything inside the frame, labels apart, the lowest line lowest."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from referee.web.parts import chart as drawing
from referee.web.parts.chart import Series, chart

totals = st.lists(st.integers(-2000, 5000), min_size=1, max_size=15)


def test_there_is_nothing_to_draw_before_a_round_is_closed() -> None:
    assert chart([]) is None
    assert chart([Series("Anna", "Anna", [])]) is None
    assert chart([Series("Anna", "Anna", [None])]) is None


@given(st.lists(totals, min_size=1, max_size=8))
def test_every_point_and_label_stays_inside(all_totals: list[list[int]]) -> None:
    rounds = min(map(len, all_totals))
    drawn = chart([Series(f"P{at}", f"P{at}", each[:rounds]) for at, each in enumerate(all_totals)])
    assert drawn is not None
    for line in drawn.lines:
        assert all(drawn.left <= mark.x <= drawn.right for mark in line.marks)
        assert all(drawing.TOP - 0.1 <= mark.y <= drawing.HEIGHT - drawing.BOTTOM + 0.1 for mark in line.marks)
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(b - a >= drawing.LABEL_APART - 0.2 for a, b in pairwise(labels))
    assert labels[0] >= 0
    assert labels[-1] <= drawing.HEIGHT - drawing.BOTTOM + 0.1


@given(totals, totals)
def test_a_lower_total_lies_lower_in_the_drawing(one: list[int], two: list[int]) -> None:
    rounds = min(len(one), len(two))
    drawn = chart([Series("A", "A", one[:rounds]), Series("B", "B", two[:rounds])])
    assert drawn is not None
    for a, b, mark_a, mark_b in zip(one, two, drawn.lines[0].marks, drawn.lines[1].marks, strict=False):
        assert (a < b) == (mark_a.y > mark_b.y) or abs(a - b) < 40


@given(st.integers(-5000, 5000), st.integers(-5000, 5000))
def test_the_scale_holds_both_ends_with_few_round_numbers(a: int, b: int) -> None:
    drawn = chart([Series("A", "A", [a, b])])
    assert drawn is not None
    numbers = [int(tick.text.replace("−", "-")) for tick in drawn.ticks]
    assert 2 <= len(numbers) <= 8
    assert numbers[0] <= min(a, b, 0)
    assert numbers[-1] >= max(a, b, 0)
    assert 0 in numbers


def test_somebody_who_joined_later_begins_where_they_joined() -> None:
    drawn = chart([Series("A", "A", [10, 20, 30]), Series("B", "B", [None, 25, 40])])
    assert drawn is not None
    first, second = drawn.lines
    assert len(first.marks) == 3
    assert len(second.marks) == 2
    assert second.marks[0].x == first.marks[1].x
    assert drawn.desc == "A 30; B 40"


def test_the_leaders_line_is_drawn_last_on_top_of_the_others() -> None:
    drawn = chart([Series(f"P{at}", f"P{at}", [at], at == 2) for at in range(8)])
    assert drawn is not None
    assert [line.player for line in drawn.lines if line.leads] == ["P2"]
    assert drawn.drawn[-1].player == "P2"
    assert [line.number for line in drawn.lines] == list(range(1, 9))
