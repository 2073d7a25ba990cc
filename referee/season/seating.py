"""Who sits where on an evening of several tables: those meet who have met least, and first dealers take turns.

The same people, meetings and seed give the same tables. Seats stand in table order, and the first of them deals first:
whoever sits after the dealer wins more rounds, and seven rounds of four never even that out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, product

LEAST, MOST, USUAL = 3, 5, 4
"""So many sit at a table of an evening with several."""
STARTS = 24
"""From so many orders of the people exchanges are tried, because one alone may end where no exchange helps."""
Pair = frozenset[str]
Tables = tuple[tuple[str, ...], ...]


def numbers_of_tables(people: int) -> range:
    """How many tables so many people can sit at; none for a single one. Two sit at one table."""
    if people < LEAST:
        return range(1, 2) if people > 1 else range(0)
    return range(-(-people // MOST), people // LEAST + 1)


def usual_tables(people: int) -> int:
    """Of those the one with tables of four, as far as that can be; 0 for a single person."""
    possible = numbers_of_tables(people)
    return min(max(-(-people // USUAL), possible[0]), possible[-1]) if possible else 0


def sizes(people: int, tables: int) -> tuple[int, ...]:
    """How many sit at each table, the larger ones first: 11 at 3 are 4, 4 and 3."""
    each, over = divmod(people, tables)
    return tuple(each + (number < over) for number in range(tables))


def meetings(tables: Iterable[Sequence[str]]) -> Counter[Pair]:
    """How often any two sat at one table."""
    return Counter(frozenset(pair) for seats in tables for pair in combinations(dict.fromkeys(seats), 2))


def seat(
    people: Iterable[str], met: Mapping[Pair, int], dealt: Mapping[str, int], seed: str, tables: int = 0
) -> Tables:
    """Tables for these people, with the first dealer in the first seat; ``tables`` of them, or as many as are usual.

    ``met``: how often two have met before; ``dealt``: how often somebody was first dealer. Raises ValueError for a
    number of tables that so many cannot sit at.
    """
    there = sorted(set(people))
    number = tables or usual_tables(len(there))
    if number not in numbers_of_tables(len(there)):
        raise ValueError(f"{len(there)} people can’t sit at {number} tables")
    best = min(
        (_exchanged(_split(_order(there, f"{seed} {start}"), number), met) for start in range(STARTS)),
        key=lambda seats: _cost(seats, met),
    )
    return tuple(tuple(_first_dealer(seats, dealt)) for seats in best)


def _order(people: Iterable[str], seed: str) -> list[str]:
    """An order that the seed alone decides."""
    return sorted(people, key=lambda person: sha256(f"{seed} {person}".encode()).digest())


def _split(order: Sequence[str], tables: int) -> list[list[str]]:
    ends, at = [], 0
    for size in sizes(len(order), tables):
        ends.append([*order[at : at + size]])
        at += size
    return ends


def _cost(tables: Iterable[Sequence[str]], met: Mapping[Pair, int]) -> int:
    """What the sum of squared meetings grows by, but for what is the same for all tables of these sizes."""
    return sum(met.get(frozenset(pair), 0) for seats in tables for pair in combinations(seats, 2))


def _exchanged(tables: list[list[str]], met: Mapping[Pair, int]) -> list[list[str]]:
    """Two people of two tables change places as long as that makes the sum of squared meetings less."""
    is_better = True
    while is_better:
        is_better = False
        for this_table, other_table in combinations(tables, 2):
            for at, to in product(range(len(this_table)), range(len(other_table))):
                if _gain(this_table, at, other_table, to, met) > 0:
                    this_table[at], other_table[to] = other_table[to], this_table[at]
                    is_better = True
    return tables


def _gain(this_table: Sequence[str], at: int, other_table: Sequence[str], to: int, met: Mapping[Pair, int]) -> int:
    leaves, comes = this_table[at], other_table[to]
    stay = [person for person in this_table if person != leaves]
    others = [person for person in other_table if person != comes]
    return sum(
        met.get(frozenset((leaves, person)), 0) - met.get(frozenset((comes, person)), 0) for person in stay
    ) + sum(met.get(frozenset((comes, person)), 0) - met.get(frozenset((leaves, person)), 0) for person in others)


def _first_dealer(seats: Sequence[str], dealt: Mapping[str, int]) -> Sequence[str]:
    """The same round of seats, begun with whoever was first dealer least often."""
    first = min(range(len(seats)), key=lambda at: dealt.get(seats[at], 0))
    return [*seats[first:], *seats[:first]]
