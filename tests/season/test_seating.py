"""Who sits where: the sizes of tables, the meetings beside a slow twin that tries everything, and first dealers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.season.seating import (
    LEAST,
    MOST,
    Pair,
    Tables,
    meetings,
    numbers_of_tables,
    seat,
    sizes,
    usual_tables,
)

NAMES = [f"Player {number}" for number in range(1, 41)]


@pytest.mark.parametrize(
    ("people", "wanted"),
    [
        (2, (2,)), (3, (3,)), (4, (4,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)),
        (10, (4, 3, 3)), (11, (4, 4, 3)), (12, (4, 4, 4)), (13, (4, 3, 3, 3)), (16, (4, 4, 4, 4)),
    ],
)  # fmt: skip
def test_as_many_tables_of_four_as_can_be(people: int, wanted: tuple[int, ...]) -> None:
    assert sizes(people, usual_tables(people)) == wanted


@pytest.mark.parametrize(("people", "tables"), [(1, 1), (0, 1), (2, 2), (5, 2), (8, 3), (9, 1)])
def test_no_tables_of_fewer_than_three_or_more_than_five(people: int, tables: int) -> None:
    with pytest.raises(ValueError, match="can’t sit"):
        seat(NAMES[:people], {}, {}, "seed", tables)


def test_a_single_person_has_no_table() -> None:
    assert (usual_tables(1), [*numbers_of_tables(1)], usual_tables(0)) == (0, [], 0)


def _seasons() -> st.SearchStrategy[tuple[list[str], Counter[Pair], Counter[str], str]]:
    def of(people: list[str]) -> st.SearchStrategy[tuple[list[str], Counter[Pair], Counter[str], str]]:
        pairs = st.sampled_from([frozenset(pair) for pair in combinations(people, 2)])
        met = st.dictionaries(pairs, st.integers(1, 9)).map(Counter)
        dealt = st.dictionaries(st.sampled_from(people), st.integers(1, 9)).map(Counter)
        return st.tuples(st.permutations(people), met, dealt, st.text(max_size=3))

    return st.integers(2, 14).flatmap(lambda number: of(NAMES[:number]))


@settings(max_examples=30)
@given(_seasons())
def test_every_person_sits_once_in_a_fair_table(season: tuple[list[str], Counter[Pair], Counter[str], str]) -> None:
    people, met, dealt, seed = season
    tables = seat(people, met, dealt, seed)
    assert sorted(person for seats in tables for person in seats) == sorted(people)
    assert len(people) == 2 or all(LEAST <= len(seats) <= MOST for seats in tables)
    assert tables == seat(reversed(people), met, dealt, seed)  # in whichever order they are named
    assert all(dealt[seats[0]] == min(dealt[person] for person in seats) for seats in tables)
    assert _squares(tables, met) <= _squares(_any_exchange(tables, met), met)


def _squares(tables: Sequence[Sequence[str]], met: Counter[Pair]) -> int:
    return sum(times**2 for times in (met + meetings(tables)).values())


def _any_exchange(tables: Tables, met: Counter[Pair]) -> Sequence[Sequence[str]]:
    """The best that comes of one exchange."""

    def exchanged() -> Iterator[Sequence[Sequence[str]]]:
        yield tables
        for this, other in combinations(range(len(tables)), 2):
            for leaves in tables[this]:
                for comes in tables[other]:
                    to = {leaves: comes, comes: leaves}
                    yield [[to.get(person, person) for person in seats] for seats in tables]

    return min(exchanged(), key=lambda seats: _squares(seats, met))


@settings(max_examples=15)
@given(
    st.dictionaries(
        st.sampled_from([frozenset(pair) for pair in combinations(NAMES[:8], 2)]), st.integers(1, 5), min_size=5
    ).map(Counter)
)
def test_eight_at_two_tables_sit_as_well_as_they_can(met: Counter[Pair]) -> None:
    tables = seat(NAMES[:8], met, {}, "seed")
    best = min(
        _squares(([NAMES[0], *others], [name for name in NAMES[1:8] if name not in others]), met)
        for others in combinations(NAMES[1:8], 3)
    )
    assert _squares(tables, met) == best


def test_nine_at_three_tables_have_all_met_after_four_evenings() -> None:
    met: Counter[Pair] = Counter()
    for evening in range(4):
        met += meetings(seat(NAMES[:9], met, {}, str(evening)))
    assert set(met.values()) == {1}
    assert len(met) == 9 * 8 / 2


def test_two_are_never_counted_twice_at_one_table() -> None:
    assert meetings([("a", "b", "a")]) == {frozenset("ab"): 1}
