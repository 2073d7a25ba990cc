"""Values of each kind, as JSON writes them: the ones to look at one by one, and any to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from referee.rules.cards import RANK_NAMES
from referee.rules.rulebook import kinds
from referee.rules.rulebook.kinds import NO_LIMIT


def settings(kind: kinds.Kind) -> Iterator[Any]:
    """Each value that can be set, as JSON writes it; of numbers by round or by players each alone, and mixed."""
    match kind:
        case kinds.ByPlayers(least, most):
            yield from range(least, most + 1)
            yield {str(players): min(players, most) for players in range(2, 11)}
        case kinds.Whole(least, most):
            yield from range(least, most + 1)
            if isinstance(kind, kinds.WholeOrNoLimit):
                yield NO_LIMIT
        case kinds.Flag():
            yield from (True, False)
        case kinds.Choice(words):
            yield from words
            if isinstance(kind, kinds.ChoiceOrPayments):
                yield from ([1], [2, 4, 6])
        case kinds.ByRound(of):
            each = list(settings(of))
            yield from each
            yield [each[number % len(each)] for number in (0, 0, 1, 1, 2, 1, -1)]
        case kinds.Contracts():
            yield [["set of 3", "set of 3"], ["run of 3", "set of 4"], ["run of 4"] * 3]
            yield [["pair", "pair"], ["run of 7"]]
            yield [["run of 7 in any suits"], ["7 of one colour"], ["5 of one suit", "set of 3"]]
            yield [
                ["any melds"],
                ["melds worth at least 40"],
                ["melds worth at least 51 with a pure run", "or", "pair"],
            ]
            yield [["set of 3", "set of 3", "or", "run of 4", "set of 3"], ["set of 4", "or", "run of 4", "or", "pair"]]
        case kinds.Ranks():
            yield from (["JK"], ["2"], ["2", "J", "A", "8"])
        case kinds.Cards():
            yield from ([], ["AH", "AD"], ["QS"], ["10C", "2S", "2C", "2H"])
        case kinds.Points():
            yield dict.fromkeys(RANK_NAMES, 5)
            yield {rank: int(rank) if rank.isdecimal() else 10 for rank in RANK_NAMES}
            yield (each := {rank: 20 - at for at, rank in enumerate(RANK_NAMES)})
            yield each | {"QS": 40, "AH": 40, "AC": 25}
            yield each | {rank + "H": 2 * points for rank, points in each.items() if rank != "JK"}
        case kinds.Rounds():
            yield from ([], [7], [1, 2, 3, 7], [1, 7])
        case _:
            raise AssertionError(kind)


_LOOSE = ("run of 7 in any suits", "run of 4 in any suits", "7 of one colour", "5 of one suit")
SLOTS = st.sampled_from(["set of 3", "set of 4", "set of 6", "run of 3", "run of 4", "run of 12", "pair", *_LOOSE])


def fitting(kind: kinds.Kind) -> st.SearchStrategy[object]:
    """Values of a kind as JSON writes them; what they do together may still be refused."""
    match kind:
        case kinds.WholeOrNoLimit(least, most):
            return st.just(NO_LIMIT) | st.integers(least, most)
        case kinds.ByPlayers(least, most):
            number = st.integers(least, most)
            return number | st.fixed_dictionaries({str(n): number for n in range(2, 11)})
        case kinds.Whole(least, most):
            return st.integers(least, most)
        case kinds.ChoiceOrPayments(words):
            return st.sampled_from(words) | st.lists(st.integers(0, 9), min_size=1, max_size=7)
        case kinds.ByRound(of):
            return fitting(of) | st.lists(fitting(of), min_size=7, max_size=7)
        case kinds.Contracts():
            slots = st.lists(SLOTS, min_size=1, max_size=4)
            choice = st.tuples(slots, slots).map(lambda ways: [*ways[0], "or", *ways[1]])
            return st.lists(slots | choice, min_size=1, max_size=9)
        case kinds.Ranks():
            return st.lists(st.sampled_from(RANK_NAMES), max_size=4)
        case kinds.Points():
            single = {card: st.integers(0, 60) for card in ("QS", "QH", "10D")}
            return st.fixed_dictionaries({rank: st.integers(0, 60) for rank in RANK_NAMES}, optional=single)
        case kinds.Rounds():
            return st.lists(st.integers(1, 9), max_size=3)
    return st.sampled_from([*settings(kind)])
