"""Who gets which cards: the melds on the table, and new ones, share a hand so that the most points are played."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from referee.rules.best_turn.places import Take
from referee.rules.best_turn.position import Packing
from referee.rules.cards import JOKER
from referee.rules.solver.terms import Work

COUNT_BITS = 10
"""Of two shares that play equal points, the one that plays more cards is better."""


class Option(NamedTuple):
    """One way in which a meld gets cards, as numbers."""

    take: Take
    packed: int
    wilds: int
    worth: int
    new: bool
    """Whether the meld is laid down with it."""


class Wilds(NamedTuple):
    """The wild cards that can stand for others."""

    in_hand: tuple[int, ...]
    taken: tuple[int, ...]
    """Those taken from melds in this turn."""
    bound: Counter[int]
    """How many of each kind have to be played."""
    into_new: int
    """So many at least go into new melds."""
    before: int
    """So many of the hand have been laid down already, with the contract."""


class Shared(NamedTuple):
    worth: int
    """Points and cards played, without those of the contract."""
    chosen: tuple[Option, ...]
    """One for each meld."""
    wilds: tuple[int, ...]
    """The wild cards that stand for others, those of the contract first."""


class _State(NamedTuple):
    """A share of the cards among the first melds; those before which less is lost come first, the furthest of them."""

    lost: int
    """What the cards are worth that no later meld can use."""
    to_go: int
    """How many melds have no share yet; -1 once the wild cards are dealt out too."""
    number: int
    used: int
    stand_in: int
    into_new: int
    chosen: tuple[Any, ...]
    """The options chosen, the last one first, each with those before it."""
    wilds: tuple[int, ...] = ()


def best_share(
    melds: Sequence[Sequence[Option]],
    packing: Packing,
    held: Counter[int],
    wilds: Wilds,
    worth: Mapping[int, int],
    work: Work,
    most_lost: int | None = None,
) -> Shared | None:
    """The best share of cards held; None where what has to be played cannot be. ``worth``: of each card.

    The share that loses least so far goes on first, so the first that is complete is the best. None too where all lose
    more than ``most_lost``.
    """
    capacity, guards = packing.capacity(held) + packing.guards, packing.guards
    wild_kinds = [card for card in {*wilds.in_hand, *wilds.taken} if card in packing.at]
    most_wilds = len(wilds.in_hand) + len(wilds.taken) - wilds.before
    usable = [[option for option in options if capacity - option.packed & guards == guards] for options in melds]
    order = _in_order(usable)
    layers = [usable[at] for at in order]
    last = _last_uses(layers, held, {*wild_kinds})
    over = [[(packing.at[card], held[card], worth[card]) for card in cards] for cards in last[1:]]
    kept = [~sum(packing.field(card) for card in cards) for cards in last[1:]]
    in_all = sum(worth[card] * count for card, count in held.items())
    lost = sum(worth[card] * held[card] for card in last[0])
    numbers = itertools.count(1)
    heap = [_State(lost, len(layers), 0, 0, 0, 0, ())]
    met: set[tuple[int, int, int, int]] = set()
    while heap:
        state = heappop(heap)
        lost, to_go, _, used, stand_in, into_new, chosen, _ = state
        if most_lost is not None and lost > most_lost:
            return None
        if to_go < 0:
            in_turn = _unchained(chosen)
            as_given = tuple([option for _, option in sorted(zip(order, in_turn, strict=True), key=_first)])
            return Shared(in_all - lost, as_given, state.wilds)
        here = (to_go, used, stand_in, into_new)
        if here in met:
            continue
        met.add(here)
        if to_go == 0:
            if into_new >= wilds.into_new and (end := _with_wilds(state, wilds, wild_kinds, packing, worth)):
                heappush(heap, end._replace(number=next(numbers)))
            continue
        at = len(layers) - to_go
        to_go -= 1
        its_last, keep = over[at], kept[at]
        work.spend(len(layers[at]))
        room = capacity - used
        for option in layers[at]:
            number = stand_in + option.wilds
            if number > most_wilds or room - option.packed & guards != guards:
                continue
            together = used + option.packed
            lost_then = lost
            for shift, there, each in its_last:
                lost_then += (there - (together >> shift & 15)) * each
            new = into_new + option.wilds if wilds.into_new and option.new else into_new
            together &= keep
            if (to_go, together, number, new) not in met:
                heappush(heap, _State(lost_then, to_go, next(numbers), together, number, new, (chosen, option)))
    return None


def _first(pair: tuple[int, Option]) -> int:
    return pair[0]


def _with_wilds(
    state: _State, wilds: Wilds, kinds: Sequence[int], packing: Packing, worth: Mapping[int, int]
) -> _State | None:
    """A share of all melds with its wild cards dealt out; None where those that must be played are not."""
    as_themselves = Counter({card: packing.count(state.used, card) for card in kinds})
    stand_in = _dealt(wilds, as_themselves, state.stand_in, worth)
    if stand_in is None:
        return None
    there = sum(map(worth.__getitem__, (*wilds.in_hand, *wilds.taken)))
    played = sum(map(worth.__getitem__, stand_in)) + sum(worth[card] * n for card, n in as_themselves.items())
    return state._replace(lost=state.lost + there - played, to_go=-1, wilds=stand_in)


def _in_order(melds: Sequence[Sequence[Option]]) -> list[int]:
    """The melds in an order in which few cards are still asked for by later ones that earlier ones could use."""
    uses = [{card for option in options for card in option.take.cards} for options in melds]
    asked_by = Counter(card for its in uses for card in its)
    left = list(range(len(melds)))
    open_cards = set[int]()
    order = []
    while left:

        def still_open(at: int) -> tuple[int, int, int]:
            more = sum(card not in open_cards and asked_by[card] > 1 for card in uses[at])
            done = sum(card in open_cards and asked_by[card] == 1 for card in uses[at])
            return more - done, len(melds[at]), at

        at = min(left, key=still_open)
        left.remove(at)
        order.append(at)
        for card in uses[at]:
            asked_by[card] -= 1
            open_cards.add(card)
            if not asked_by[card]:
                open_cards.discard(card)
    return order


def _last_uses(melds: Sequence[Sequence[Option]], held: Counter[int], wilds: set[int]) -> list[list[int]]:
    """The cards that nothing can use, then by meld those that it is the last to use; wild cards are left out."""
    last = {card: 0 for card in held if card != JOKER and card not in wilds}
    for at, options in enumerate(melds, 1):
        for option in options:
            for card in option.take.cards:
                if card in last:
                    last[card] = at
    return [[card for card, use in last.items() if use == at] for at in range(len(melds) + 1)]


def _dealt(wilds: Wilds, as_themselves: Counter[int], number: int, worth: Mapping[int, int]) -> tuple[int, ...] | None:
    """So many wild cards beside those of the contract: what has to be played, then the dearest."""
    in_hand, taken = Counter(wilds.in_hand), Counter(wilds.taken)
    for card, count in as_themselves.items():
        from_taken = min(count, taken[card])
        taken[card] -= from_taken
        in_hand[card] -= count - from_taken
        if in_hand[card] < 0:
            return None
    still_bound = wilds.bound - as_themselves
    chosen: list[int] = []
    for card in still_bound.elements():
        if taken[card] > 0:
            taken[card] -= 1
        elif in_hand[card] > 0:
            in_hand[card] -= 1
        else:
            return None
        chosen.append(card)
    if len(chosen) > number or in_hand.total() < wilds.before:
        return None
    dear = sorted((+taken).elements(), key=lambda card: (-worth[card], card))
    own = sorted((+in_hand).elements(), key=lambda card: (-worth[card], card))
    with_the_contract = own[: wilds.before]
    own = own[wilds.before :]
    rest = sorted([*dear, *own], key=lambda card: (-worth[card], card))
    chosen += rest[: number - len(chosen)]
    return (*with_the_contract, *chosen) if len(chosen) == number else None


def _unchained(chain: tuple[Any, ...]) -> tuple[Option, ...]:
    options: list[Option] = []
    while chain:
        chain, option = chain
        options.append(option)
    return tuple(reversed(options))
