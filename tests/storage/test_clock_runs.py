"""A clock is believed once it has gone on for a while: what that means for what was removed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from referee.days import moment_text
from referee.storage.clubs.clock_runs import A_LEAP, A_PAUSE, ClockRun

KEPT = timedelta(days=30)
DAYS = st.integers(-2000, 40000)


def at(day: float) -> str:
    return moment_text(datetime(2026, 3, 1, 19, tzinfo=UTC) + timedelta(days=day))


def after(looks: list[int]) -> ClockRun:
    run = ClockRun(at(looks[0]), at(looks[0]))
    for day in looks[1:]:
        run = run.looked(at(day), KEPT)
    return run


@given(st.lists(DAYS, min_size=1, max_size=12))
def test_a_run_is_read_as_it_was_written(looks: list[int]) -> None:
    run = after(looks)
    assert ClockRun.of(str(run)) == run


@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=20),
    st.one_of(st.integers(-20000, -2), st.integers(A_LEAP.days + 41, 900000)),
    st.lists(st.floats(0, 0.5), min_size=1, max_size=5),
)
def test_while_a_clock_is_wrong_for_an_evening_nothing_goes_that_is_kept_still(
    evenings: list[int], off: int, hours: list[float]
) -> None:
    """Looks by a right clock, then by one that is wrong, however often."""
    looks = sorted(evenings)
    today, run = looks[-1], after(looks)
    for hour in sorted(hours):
        run = run.looked(at(today + off + hour), KEPT)
        assert run.oldest(at(today + off + hour), KEPT) <= at(today - 30)


@given(st.integers(0, 400), st.lists(st.integers(1, A_PAUSE.days - 1), min_size=3, max_size=12))
def test_with_a_clock_that_is_right_everything_goes_in_the_end(removed: int, gaps: list[int]) -> None:
    """After thirty days, or where it is looked at rarely, at the second look after that."""
    run, day, looks, is_gone = ClockRun(at(removed), at(removed)), removed, 0, False
    for gap in gaps:
        day += gap
        run = run.looked(at(day), KEPT)
        is_gone |= run.oldest(at(day), KEPT) > at(removed)
        looks += day - removed > KEPT.days
        assert not is_gone or looks, "it is kept for thirty days"
        if looks == 2 and A_LEAP.days < gap:
            assert is_gone
        if day - removed > KEPT.days and all(each <= A_LEAP.days for each in gaps):
            assert is_gone


@given(st.integers(900, 900_000), st.integers(A_LEAP.days + 1, A_PAUSE.days - 1))
def test_once_a_clock_was_ahead_no_leap_takes_anything_until_it_is_believed_again(ahead: int, leap: int) -> None:
    """What a clock has dated anew that is behind is old by the next leap."""
    behind = after([0, ahead, -400, 0])
    assert not behind.oldest(at(0), KEPT)
    assert not behind.looked(at(leap), KEPT).oldest(at(leap), KEPT)
    steady = after([0, ahead, *range(32)])
    assert steady.oldest(at(31), KEPT) == at(1)
    assert steady.looked(at(31 + leap), KEPT).oldest(at(31 + leap), KEPT)
