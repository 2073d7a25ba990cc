"""Money over evenings: what games and dues move between people and the kitty, and the fewest payments that settle it.

Amounts are whole numbers of the smallest unit, such as cents or chips. Whatever moves adds up to zero, with the kitty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.season.games import FinishedGame

KITTY = ""
"""What stands for the kitty among the ids of players."""
NOTHING, STAKE, POINTS = "nothing", "stake", "points"
WAYS = (NOTHING, STAKE, POINTS)
EXACT = 12
"""So many with a balance are settled with as few payments as there can be; of more only those who pair off are."""
LARGEST = 2**31 - 1
"""The largest payment that a database and a file have room for; what is owed beyond it is proposed when it is paid."""

Moves = Mapping[str, int]
"""By player (or ``KITTY``) what they get, below zero what they pay; adds up to zero."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a club plays for from a day on. Raises ValueError for terms that make no sense."""

    since: str
    way: str
    """Of ``WAYS``: a stake each that the winner takes, or so much for each point behind the winner."""
    amount: int = 0
    """The stake, or what a point costs."""
    dues: int = 0
    """What each who comes to an evening puts into the kitty."""

    def __post_init__(self) -> None:
        if self.way not in WAYS or self.amount < 0 or self.dues < 0 or (self.way == NOTHING) != (self.amount == 0):
            raise ValueError("nobody can play for that")


@dataclass(frozen=True, slots=True)
class Payment:
    """What somebody (or the kitty) is to give to somebody else."""

    giver: str
    receiver: str
    amount: int


def terms_on(terms: Sequence[Terms], day: str) -> Terms | None:
    """Those in force on a day, or in a year of which no more is left; None before the first. They stand by day."""
    return next((each for each in reversed(terms) if each.since <= day), None)


def with_terms(terms: Sequence[Terms], new: Terms) -> tuple[Terms, ...]:
    """New ones hold from their day on, whatever was to hold then or later."""
    return (*(each for each in terms if each.since < new.since), new)


def of_game(game: FinishedGame, terms: Terms) -> Moves:
    """What a game moves, empty for nothing. Whoever left early has lost: they pay their stake, or as much as the last.

    For points there is nothing where points did not decide, or none are left of the game.
    """
    winners = game.winners
    if terms.way == NOTHING or not winners or len(game.results) < 2:
        return {}
    if terms.way == STAKE:
        pays = {result.player: terms.amount for result in game.results}
    elif game.own_contracts or not game.has_points:
        return {}
    else:
        best = game.by_player[winners[0]].total
        behind = {result.player: abs(result.total - best) for result in game.results if result.stayed}
        most = max(behind.values())
        pays = {result.player: terms.amount * behind.get(result.player, most) for result in game.results}
    share, odd = divmod(sum(pays.values()), len(winners))
    moves = Counter({player: -amount for player, amount in pays.items()})
    for at, winner in enumerate(winners):
        moves[winner] += share + (at < odd)
    return {player: amount for player, amount in moves.items() if amount}


def of_dues(people: Iterable[str], amount: int) -> Moves:
    """What those who came to an evening put into the kitty."""
    pays = dict.fromkeys(people, -amount)
    return {**pays, KITTY: amount * len(pays)} if pays and amount else {}


def of_hand(giver: str, receiver: str, amount: int) -> Moves:
    """What one gave another: whoever gives is owed it, or owes that much less."""
    return {giver: amount, receiver: -amount} if giver != receiver else {}


def balances(moves: Iterable[Moves]) -> dict[str, int]:
    """What each is owed, below zero what they owe; level ones are left out."""
    total: Counter[str] = Counter()
    for each in moves:
        total.update(each)
    return {player: amount for player, amount in total.items() if amount}


def payments(balances: Moves) -> tuple[Payment, ...]:
    """What settles balances: at most one payment fewer than there are people, and the fewest that there can be for
    ``EXACT`` of them, after those who pair off. Raises ValueError where they don’t add up to zero.
    """
    if sum(balances.values()):
        raise ValueError("the balances do not add up to zero")
    ordered = sorted(((who, amount) for who, amount in balances.items() if amount), key=lambda each: each[0])
    return _payments(tuple(ordered))


@lru_cache(maxsize=64)
def _payments(balances: tuple[tuple[str, int], ...]) -> tuple[Payment, ...]:
    pairs, rest = _pairs(balances)
    groups = _groups(rest) if len(rest) <= EXACT else [rest]
    return tuple(payment for group in (*pairs, *groups) for payment in _chain(group))


_Some = list[tuple[str, int]]


def _pairs(balances: Iterable[tuple[str, int]]) -> tuple[list[_Some], _Some]:
    """Two of whom one owes what the other is owed are never worth parting: whatever settles all of them with two of
    these apart settles them in as many payments together."""
    pairs: list[_Some] = []
    waiting: dict[int, _Some] = {}
    for who, amount in balances:
        if others := waiting.get(-amount):
            pairs.append([others.pop(0), (who, amount)])
        else:
            waiting.setdefault(amount, []).append((who, amount))
    return pairs, sorted(each for some in waiting.values() for each in some)


def _groups(balances: _Some) -> list[_Some]:
    """As many groups as there can be that add up to zero: each saves a payment.

    By sets of people, as bits: ``most`` groups can be closed by taking them one after the other, and ``last`` is who
    comes last then.
    """
    sums, most, last = [0], [0], [-1]
    for people in range(1, 1 << len(balances)):
        lowest = (people & -people).bit_length() - 1
        sums.append(sums[people & (people - 1)] + balances[lowest][1])
        before = [(most[people ^ (1 << at)], -at) for at in range(len(balances)) if people >> at & 1]
        closed, comes = max(before)
        most.append(closed + (sums[people] == 0))
        last.append(-comes)
    groups: list[_Some] = []
    people = len(sums) - 1
    while people:
        if sums[people] == 0:
            groups.append([])
        groups[-1].append(balances[last[people]])
        people ^= 1 << last[people]
    return groups


def _chain(group: _Some) -> list[Payment]:
    """Whoever owes most pays whoever is owed most, until nobody owes anything: each payment makes one of them level."""
    left, chain = dict(group), []
    while any(left.values()):
        giver = min(left, key=lambda who: (left[who], who))
        receiver = max(left, key=lambda who: (left[who], who))
        amount = min(-left[giver], left[receiver])
        left[giver] += amount
        left[receiver] -= amount
        chain.append(Payment(giver, receiver, min(amount, LARGEST)))
    return chain
