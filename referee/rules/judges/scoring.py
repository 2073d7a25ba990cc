"""Counting: what cards left cost, what a round costs, who is where, and who pays whom.

Lowest total wins, unless the rulebook says otherwise. Ties are shared places (decision D12 of the rulebooks: both have
the better place and the next one is skipped), and tied players share what their places get or pay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from referee.rules.cards import RANK_OF_CARD
from referee.rules.rulebook.kinds import Payments
from referee.rules.rulebook.model import Rulebook


class Place(NamedTuple):
    """A place from 1, and whether somebody else has it too: ``str`` gives ``"2="``."""

    place: int
    shared: bool

    def __str__(self) -> str:
        return f"{self.place}=" if self.shared else str(self.place)


def as_priced(book: Rulebook, ranks: Mapping[str, int]) -> Counter[str]:
    """Cards by the names under which they have their prices: ``QS`` is a ``Q`` where it costs no more than others."""
    counted: Counter[str] = Counter()
    for name, count in ranks.items():
        counted[name if name in book.prices else RANK_OF_CARD.get(name, name)] += count
    return counted


def points_of(book: Rulebook, ranks: Mapping[str, int]) -> int:
    """Penalty points of cards given as ``{"K": 2, "QS": 1, "JK": 1}``; KeyError for what is no rank and no card."""
    return sum(book.prices[name] * count for name, count in as_priced(book, ranks).items())


def places(totals: Sequence[Any]) -> tuple[Place, ...]:
    """The place of each total, lowest first: ``(30, 10, 30)`` gives 2=, 1, 2=.

    Whatever sorts may stand for the totals: ``final_order`` gives what counts at the end.
    """
    ordered = sorted(totals)
    return tuple(Place(ordered.index(total) + 1, ordered.count(total) > 1) for total in totals)


def behind(totals: Sequence[int], *, highest_wins: bool = False) -> tuple[int, ...]:
    """How far each total is from the one in first place: ``(30, 10, 30)`` gives 20, 0, 20."""
    first = (max if highest_wins else min)(totals, default=0)
    return tuple(abs(total - first) for total in totals)


def counts(book: Rulebook, held: Mapping[int, int], went_out: int | None) -> Mapping[int, int]:
    """What the cards left of a round add to each total, by seat: ``held`` are their points, of everybody who played it.

    Where nobody ``went_out``, nobody gets what the others held. Without contracts no cards are left: points are added.
    """
    if not book.highest_wins or not book.has_contracts:
        return held
    if book.winning_total == "highest, own cards come off":
        return {seat: -points for seat, points in held.items()}
    return {seat: sum(held.values()) if seat == went_out else 0 for seat in held}


def final_order(
    book: Rulebook, totals: Sequence[int], won: Sequence[int], last: Sequence[int], met: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """What orders the players at the end of a game, the best least: the total, then what the rulebook's tie-break asks.

    All lists go by seat: ``won`` counts the rounds that each one won, ``last`` is what the last round added to their
    total. Where each player has a contract of their own, how many they have ``met`` comes before everything else.
    """
    order = so_far(book, totals, met)
    if book.tie_break == "none":
        return order
    sign = -1 if book.highest_wins else 1
    return tuple((*first, -rounds, sign * points) for first, rounds, points in zip(order, won, last, strict=True))


def so_far(book: Rulebook, totals: Sequence[int], met: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """What orders the players before the end, by seat: the total; first the contracts met, where each has their own."""
    if book.highest_wins:
        return tuple((-total,) for total in totals)
    if not book.own_contracts:
        return tuple((total,) for total in totals)
    return tuple((-contracts, total) for contracts, total in zip(met, totals, strict=True))


def settle(book: Rulebook, totals: Sequence[Any], buys: Sequence[int]) -> tuple[int, ...]:
    """What each player gets (or pays, below zero) at the end, in whole pennies, by seat.

    ``totals`` (or their ``final_order``) and ``buys`` (how often each one bought) go by seat. The
    payments add up to the kitty, which the buys have filled already. ValueError where the rulebook
    has no settlement, the lists differ in length, or a count is below zero.
    """
    if book.settlement == "none":
        raise ValueError("this rulebook has no settlement")
    if len(totals) != len(buys) or any(count < 0 for count in buys):
        raise ValueError("give one total and one number of buys for each seat")
    by_place = _schedule(book, len(totals), sum(buys) * book.may_i_price)
    payments = [0] * len(totals)
    seats = sorted(range(len(totals)), key=lambda seat: (totals[seat], seat))
    first = 0
    for _, tied in groupby(seats, key=lambda seat: totals[seat]):
        group = list(tied)
        share, odd = divmod(sum(by_place[first : first + len(group)]), len(group))
        for position, seat in enumerate(group):
            payments[seat] = share + (position < odd)
        first += len(group)
    return tuple(payments)


def _schedule(book: Rulebook, players: int, kitty: int) -> list[int]:
    """What each place gets, from the first, were nobody tied."""
    settlement = book.settlement
    pays = (
        list(settlement[: players - 1])
        if isinstance(settlement, Payments)
        else [2 * beaten for beaten in range(1, players)]
    )
    by_place = [sum(pays), *(-pennies for pennies in pays)]
    second = kitty // 3 if book.kitty_split == "two thirds and one third" and players > 1 else 0
    by_place[0] += kitty - second
    if second:
        by_place[1] += second
    return by_place
