"""Sets: what the cards of one rank can be, and which ranks to choose.

Ranks meet nowhere but in the stock of wild cards, so each rank gets a small table (which numbers of
sets, with how many wild cards, cover how many naturals) and the tables are added up one by one.
Where the cards of a rank do not all cost the same, its table says what the naturals covered are worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import mul
from typing import NamedTuple

from referee.rules.solver.terms import KIND_BITS, NONE, MeldTerms, one_of

Pairs = list[tuple[int, int]]
"""Wild cards used and value gained."""
Options = list[tuple[int, Pairs]]
"""What one rank, or one suit, can give: a code of melds, and the pairs with which it can be had."""
Held = tuple[int, ...]
"""How many copies of one rank are there, by suit."""
Worth = tuple[int, ...] | None
"""What a card of each suit is worth, by suit; None where all cards of the rank are worth the same: each counts 1."""


class SetMade(NamedTuple):
    """One set: how many naturals it takes of each suit, and how many wild cards."""

    kind: int
    suits: Held
    wilds: int


SURE = 64
"""How many sure naturals are covered is counted in these."""


def rank_options(terms: MeldTerms, held: Held, sure: int, wilds: int, worth: Worth = None, *, every: bool) -> Options:
    """For each code of sets of one rank: pairs of wild cards used and the most naturals covered, or their worth.

    So many naturals are ``sure``; each further one is a wild card too, and counts as one used.

    With ``every``, all numbers of wild cards that the sets can take; without it, only those needed
    (further wild cards that could lengthen the sets are then not counted).
    """
    reached: dict[int, set[tuple[int, Held]]] = {0: {(0, held)}}
    for code in sorted(terms.codes):
        for kind in range(len(terms.sizes)):
            more = code + one_of(kind)
            # kinds in ascending order, so that each collection of sets is built once
            if code in reached and more in terms.codes and not code >> KIND_BITS * (kind + 1):
                if code and not terms.melds.sets_of_one_rank:
                    continue
                for used, left in reached[code]:
                    for takes, with_wilds in _sets(terms, terms.sizes[kind], left, wilds - used, every=every):
                        rests = _rests(terms, left, takes, worth)
                        reached.setdefault(more, set()).update([(used + with_wilds, rest) for rest in rests])
    total = _sum(held, worth)
    options = []
    for code, ends in reached.items():
        if code:
            best: dict[int, int] = {}
            for used, left in ends:
                covered = total - _sum(left, worth)
                if worth is None:
                    more = max(0, covered - sure)
                    if (used := used + more) > wilds:
                        continue
                    covered = SURE * (covered - more) + more
                best[used] = max(best.get(used, 0), covered)
            options.append((code, _needed(sorted(best.items())) if not every else sorted(best.items())))
    return options


def _needed(pairs: Pairs) -> Pairs:
    """Only pairs that cover more than every pair with fewer wild cards."""
    kept: Pairs = []
    for wilds, covered in pairs:
        if not kept or covered > kept[-1][1]:
            kept.append((wilds, covered))
    return kept


def _sets(terms: MeldTerms, size: int, left: Held, wilds: int, *, every: bool) -> Iterator[tuple[int, int]]:
    """Numbers of naturals and of wild cards that make one set."""
    most = min(wilds, terms.melds.wilds_most)
    most_naturals = min(
        sum(map(bool, left)) if terms.melds.different else sum(left), size if terms.exact else terms.melds.set_longest
    )
    for naturals in range(terms.melds.naturals_least, most_naturals + 1):
        need = max(0, size - naturals)
        if naturals + need > terms.melds.set_longest:
            return
        last = need if terms.exact or not every else terms.melds.set_longest - naturals
        if terms.melds.by_naturals:
            last = min(last, naturals)
        for with_wilds in range(need, min(most, last) + 1):
            yield naturals, with_wilds


def _rests(terms: MeldTerms, left: Held, naturals: int, worth: Worth) -> list[Held]:
    """What may be left after one set. Where only numbers matter there is one rest, so that equal rests meet."""
    if worth is not None:
        return [_without(left, suits) for suits in _choices(terms, left, naturals, worth)]
    if terms.melds.different:
        return [tuple(sorted(_without(left, _choose(terms, left, naturals)), reverse=True))]
    return [(sum(left) - naturals,)]


def make_sets(
    terms: MeldTerms, held: Held, code: int, wilds: int, value: int, worth: Worth = None
) -> list[SetMade] | None:
    """Sets of one rank as a code counts them, with exactly so many wild cards and naturals worth so much.

    None if there are none.
    """
    kinds = [kind for kind in range(len(terms.sizes)) for _ in range(code >> KIND_BITS * kind & 15)]
    if len(kinds) == 1 and worth is None:
        # the table has seen to everything but whether the naturals are still there
        there = sum(map(bool, held)) if terms.melds.different else sum(held)
        return [SetMade(kinds[0], _choose(terms, held, value), wilds)] if value <= there else None
    return _make(terms, kinds, held, wilds, value, worth)


def _make(
    terms: MeldTerms, kinds: Sequence[int], held: Held, wilds: int, value: int, worth: Worth
) -> list[SetMade] | None:
    if not kinds:
        return [] if wilds == 0 and value == 0 else None
    for takes, with_wilds in _sets(terms, terms.sizes[kinds[0]], held, wilds, every=True):
        for suits in _choices(terms, held, takes, worth):
            still = value - _sum(suits, worth)
            if still >= 0:
                others = _make(terms, kinds[1:], _without(held, suits), wilds - with_wilds, still, worth)
                if others is not None:
                    return [SetMade(kinds[0], suits, with_wilds), *others]
    return None


def _choices(terms: MeldTerms, held: Held, takes: int, worth: Worth) -> list[Held]:
    """The suits that one set may take, where one choice is not as good as all others."""
    if worth is None or not terms.melds.different:
        return [_choose(terms, held, takes, worth)]
    there = [suit for suit, copies in enumerate(held) if copies]
    return [tuple([int(suit in taken) for suit in range(len(held))]) for taken in combinations(there, takes)]


def _choose(terms: MeldTerms, held: Held, takes: int, worth: Worth = None) -> Held:
    """Which suits a set takes: the ones held most often where suits must differ, else the dearest from the first on."""
    suits = [0] * len(held)
    if terms.melds.different:
        for suit in sorted(range(len(held)), key=lambda suit: -held[suit])[:takes]:
            suits[suit] = 1
        return tuple(suits)
    for suit in range(len(held)) if worth is None else sorted(range(len(held)), key=lambda suit: -worth[suit]):
        suits[suit] = min(held[suit], takes)
        takes -= suits[suit]
    return tuple(suits)


def _without(held: Held, taken: Held) -> Held:
    return tuple([n - t for n, t in zip(held, taken, strict=True)])


def _sum(held: Held, worth: Worth) -> int:
    return sum(held) if worth is None else sum(map(mul, held, worth))


Layer = dict[int, list[int]]
"""For each code, the best value by number of wild cards used."""


def add_up(layer: Layer, options: Options, codes: frozenset[int], *, must: bool = False) -> Layer:
    """The layer after one more rank or suit, which is used in one of its ways or, but for a ``must``, not at all.

    Only the codes in ``codes`` are added to; the others stay as they were.
    """
    if not options:
        return {} if must else layer
    result = {} if must else dict(layer)
    for code, values in layer.items():
        stock = len(values)
        for more, pairs in options:
            total = code + more
            if total not in codes:
                continue
            earlier = result.get(total)
            # a list of the old layer is never changed: earlier layers are needed to find the way back
            best = earlier[:] if earlier is not None else [NONE] * stock
            gained = earlier is not None
            for wilds, gain in pairs:
                if wilds >= stock:
                    break
                for value in values[: stock - wilds]:
                    if value >= 0 and value + gain > best[wilds]:
                        best[wilds] = value + gain
                        gained = True
                    wilds += 1
            if gained:
                result[total] = best
    return result


class Chosen(NamedTuple):
    """What one rank or suit contributes to the best answer."""

    which: int
    code: int
    wilds: int
    value: int


def trace(layers: Sequence[Layer], options: Sequence[Options], code: int, wilds: int, must: int = 0) -> list[Chosen]:
    """Which options led to the best value of a code with so many wild cards in the last layer.

    ``must``: a bit for each rank or suit that is used in any case.
    """
    chosen: list[Chosen] = []
    value = layers[-1][code][wilds]
    for index in range(len(options) - 1, -1, -1):
        before = layers[index]
        if not must >> index & 1 and code in before and before[code][wilds] == value:
            continue
        step = next(
            Chosen(index, more, used, gain)
            for more, pairs in options[index]
            if code - more in before
            for used, gain in pairs
            if used <= wilds and before[code - more][wilds - used] + gain == value
        )
        chosen.append(step)
        code, wilds, value = code - step.code, wilds - step.wilds, value - step.value
    return chosen
