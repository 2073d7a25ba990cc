"""What a refused request would be once a hint is followed: an example of it, which the referee says yes to.

A hint is words; here it becomes cards. Nothing is trusted: each way to follow a hint is judged, and only what is legal
is given. Of a hint that says no cards ("wait until your next turn") nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice, product
from typing import Any

from referee.rules.cards import (
    JOKER,
    RANKS,
    SUITLESS,
    CardError,
    Placed,
    card_of,
    format_meld,
    has_suit,
    parse_meld,
    suitless,
)
from referee.rules.packs import in_force
from referee.rules.rulings import Phrase, RequestError, Ruling

Request = Mapping[str, Any]
Changes = dict[str, Any]
"""Fields of a request, with what would stand in them."""
Judge = Callable[[Request], Ruling]
Row = list[Placed]

MOST_OF_A_HINT = 2
MOST_TRIED = 40
"""So many ways to follow a hint are judged; where none of them will do, none is drawn."""


def cures(request: Request, hint: Phrase, judge: Judge) -> Iterator[Changes]:
    """Some examples of the request as it would be legal once a hint is followed, each judged when it is asked for."""
    ways = _WAYS.get(str(request["question"]))
    if ways:
        with suppress(CardError):
            yield from _legal(request, ways(request, hint), judge)


def _legal(request: Request, ways: Iterator[tuple[str, Changes]], judge: Judge) -> Iterator[Changes]:
    """Those of the ways that are legal, one of each sort."""
    sorts: set[str] = set()
    for sort, changes in islice(ways, MOST_TRIED):
        if sort in sorts:
            continue
        try:
            ruling = judge({**request, **changes})
        except RequestError:
            continue
        if ruling.legal:
            sorts.add(sort)
            yield _in_order(request, changes, ruling)
            if len(sorts) == MOST_OF_A_HINT:
                return


def _in_order(request: Request, changes: Changes, ruling: Ruling) -> Changes:
    """The cards of a meld in the order in which it is read; what wild cards stand for is left to the referee."""
    readings = ruling.adds.get("readings") or ()
    match request["question"], changes:
        case (("meld" | "new_meld"), {"cards": str()}) if readings:
            return {**changes, "cards": _bare(readings[0])}
        case "contract", {"melds": [*melds]} if len(readings) == len(melds):
            before = request["melds"]
            return {
                **changes,
                "melds": [
                    meld if meld in before else _bare(reading) for meld, reading in zip(melds, readings, strict=True)
                ],
            }
    return changes


def _bare(meld: str) -> str:
    return format_meld(Placed(card) for card, _ in _row(meld))


def _row(text: str) -> Row:
    return parse_meld(text, suits=False)


# in one meld


def _changed(row: Row, hint: Phrase) -> Iterator[tuple[str, Row]]:
    """A meld as a hint would have it, each way with its sort."""
    about = hint.about
    match hint.name:
        case "completes":
            for new in _new_ones(row, about["offer"]):
                yield _sort(new.card), [*row, new]
        case "instead" | "instead of one":
            wrong = (about.get("card") or about["cards"])[0].card
            places = [at for at, placed in enumerate(row) if _is(placed, wrong)]
            for new, at in product(_new_ones(row, about["offer"]), places):
                yield _sort(new.card), [*row[:at], new, *row[at + 1 :]]
        case "without":
            for card in about["cards"]:
                places = [at for at, placed in enumerate(row) if _is(placed, card)]
                yield from ((str(card), _without(row, at)) for at in places[-1:])
        case "without any" | "without one of several":
            yield from ((hint.name, _without(row, at)) for at in reversed(range(len(row))))
        case "one suit":
            suits = [placed.card // 13 for placed in row if has_suit(placed.card)]
            for suit in sorted(set(suits), key=suits.count, reverse=True):
                yield hint.name, [its._replace(card=_in_suit(its.card, suit)) for its in row]
        case "stand for itself" | "stand elsewhere" | "stand for itself, of several" | "stand elsewhere, of several":
            for at, placed in enumerate(row):
                if placed.stands_for is not None:
                    yield hint.name, [*row[:at], Placed(placed.card), *row[at + 1 :]]


def _offered(offer: Phrase) -> Sequence[int]:
    """The cards that an offer names; of one that says only that there are many, those are tried that may be meant."""
    match offer.name:
        case "any of":
            return tuple(offer.about["cards"])
        case "or any wild card":
            return (*_offered(offer.about["offer"]), JOKER)
        case "any wild card":
            return (JOKER,)
    return (JOKER, *range(13 * len(in_force.get().suits)))


def _sort(card: int) -> str:
    """One card of a rank stands for all of it."""
    return "joker" if card == JOKER else RANKS[card % 13]


def _is(placed: Placed, card: int) -> bool:
    return placed.card in (card, suitless(card))


def _new_ones(row: Row, offer: Phrase) -> list[Placed]:
    """Cards of an offer as the others of a meld are written: without a suit where none has one. Those first that the
    meld does not have yet."""
    held = [placed.card for placed in row]
    plain = [card for card in held if card != JOKER]
    bare = plain and min(plain) >= SUITLESS
    cards = sorted(_offered(offer), key=held.__contains__)
    return [Placed(suitless(card) if bare else card) for card in cards]


def _in_suit(card: int, suit: int) -> int:
    return card if card >= JOKER else card_of(suit, card % 13 + 1)


def _without(row: Row, at: int) -> Row:
    return [*row[:at], *row[at + 1 :]]


# by question


def _of_meld(request: Request, hint: Phrase) -> Iterator[tuple[str, Changes]]:
    kind = {"kind": None} if request.get("kind") else {}
    for sort, row in _changed(_row(request["cards"]), hint):
        yield sort, {"cards": format_meld(row), **({} if hint.about.get("kind") == request.get("kind") else kind)}


def _of_contract(request: Request, hint: Phrase) -> Iterator[tuple[str, Changes]]:
    melds = list(map(_row, request["melds"]))
    for sort, changed in _melds(melds, hint):
        yield sort, {"melds": [format_meld(meld) for meld in changed]}
    if hint.name in ("add it", "add them"):
        for places in product(range(len(melds)), repeat=len(hand := _row(request["hand"]))):
            after = [list(meld) for meld in melds]
            for card, at in zip(hand, places, strict=True):
                after[at].append(card)
            yield hint.name, {"melds": [format_meld(meld) for meld in after], "hand": ""}


def _melds(melds: list[Row], hint: Phrase) -> Iterator[tuple[str, list[Row]]]:
    about = hint.about
    match hint.name:
        case "for the nth meld":
            at = about["nth"]
            yield from ((sort, _put(melds, at, row)) for sort, row in _changed(melds[at], about["hint"]))
        case "all of these":
            each = [[(part.about["nth"], row) for _, row in _changed(melds[part.about["nth"]], part.about["hint"])]
                    for part in about["hints"]]  # fmt: skip
            for changes in product(*each):
                after = melds
                for at, row in changes:
                    after = _put(after, at, row)
                yield hint.name, after
        case "leave in hand":
            yield from ((hint.name, after) for after in _left_off(melds, about["cards"]))
        case "lay down only" | "lay down only, then the rest" | "lay down only, the rest later":
            for size in reversed(range(1, len(melds))):
                yield from ((hint.name, list(some)) for some in combinations(melds, size))
        case "leave a gap" | "another rank":
            for step, at in product((1, -1, 2, -2, 3, -3, 4, -4), reversed(range(len(melds)))):
                if row := _moved(melds[at], step):
                    # forward it leaves a gap, and back it overlaps
                    yield str(step > 0) if hint.name == "leave a gap" else hint.name, _put(melds, at, row)
        case "another suit":
            for at, suit in product(reversed(range(len(melds))), range(len(in_force.get().suits))):
                row = [its._replace(card=_in_suit(its.card, suit)) for its in melds[at]]
                yield hint.name, _put(melds, at, row)
        case _:
            for at in range(len(melds)):
                yield from ((f"{at} {sort}", _put(melds, at, row)) for sort, row in _changed(melds[at], hint))


def _put(melds: list[Row], at: int, row: Row) -> list[Row]:
    return [*melds[:at], row, *melds[at + 1 :]]


def _left_off(melds: list[Row], cards: Sequence[int]) -> Iterator[list[Row]]:
    """The melds without these cards, from whichever they are taken."""
    if not cards:
        yield melds
        return
    for at in reversed(range(len(melds))):
        places = [place for place, placed in enumerate(melds[at]) if _is(placed, cards[0])]
        if places:
            yield from _left_off(_put(melds, at, _without(melds[at], places[-1])), cards[1:])


def _moved(row: Row, step: int) -> Row:
    """A meld of natural cards some ranks further; nothing where it has others, or none are further."""
    ranks = [placed.card % 13 + 1 + step for placed in row if has_suit(placed.card) and placed.stands_for is None]
    if len(ranks) < len(row) or not ranks or min(ranks) < 1 or max(ranks) > 14:
        return []
    return [Placed(card_of(its.card // 13, (rank - 1) % 13 + 1)) for its, rank in zip(row, ranks, strict=True)]


def _of_go_down(request: Request, hint: Phrase) -> Iterator[tuple[str, Changes]]:
    if hint.name == "would do":
        for card in _offered(hint.about["offer"]):
            yield _sort(card), {"hand": f"{request['hand']} {format_meld([Placed(card)])}"}


def _of_lay_off(request: Request, hint: Phrase) -> Iterator[tuple[str, Changes]]:
    match hint.name:
        case "lay off only" | "lay off only, not the other" | "lay off no more than":
            yield hint.name, {"cards": format_meld(hint.about["cards"])}
        case "lay off only so many":
            yield hint.name, {"cards": format_meld(_row(request["cards"])[: hint.about["count"]])}
        case "would take":
            yield from ((_sort(card), {"cards": format_meld([Placed(card)])}) for card in _offered(hint.about["offer"]))


def _of_one_card(name: str) -> Callable[[Request, Phrase], Iterator[tuple[str, Changes]]]:
    def ways(_request: Request, hint: Phrase) -> Iterator[tuple[str, Changes]]:
        if hint.name == name:
            yield from ((_sort(card), {"card": format_meld([Placed(card)])}) for card in hint.about["cards"])

    return ways


_WAYS: Mapping[str, Callable[[Request, Phrase], Iterator[tuple[str, Changes]]]] = {
    "meld": _of_meld,
    "new_meld": _of_meld,
    "contract": _of_contract,
    "go_down": _of_go_down,
    "lay_off": _of_lay_off,
    "swap": _of_one_card("offer"),
    "discard": _of_one_card("discard one of these"),
}
