"""Each way to do what a hint of *contract* says, and every card that would do: worked out from the texts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from referee.rules.cards import JOKER, Placed, format_card, format_meld, parse_cards, parse_meld
from referee.rules.referee import judged
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Phrase, RequestError

Melds = list[list[Placed]]


def melds_of(request: dict[str, Any]) -> Melds:
    return [list(parse_meld(text)) for text in request["melds"]]


def asked(request: dict[str, Any], melds: Sequence[Sequence[Placed]], *, laid: bool = False) -> dict[str, Any]:
    """The request with other melds: what leaves them stays in hand; ``laid``: what was in hand lies in them now."""
    held = Counter() if laid else Counter(parse_cards(request.get("hand") or ""))
    gone = Counter(placed.card for meld in melds_of(request) for placed in meld)
    held += gone - Counter(placed.card for meld in melds for placed in meld)
    hand = " ".join(map(format_card, held.elements()))
    return {**request, "melds": [format_meld(meld) for meld in melds], "hand": hand or None}


def choices(hint: Phrase) -> list[list[tuple[str, Any]]]:
    """What a hint leaves to choose, each choice the single changes that it asks for."""
    about = hint.about
    match hint.name:
        case "all of these":
            parts = [[one[0] for one in choices(part.about["hint"])] for part in about["hints"]]
            return [list(each) for each in product(*parts)]
        case "for the nth meld":
            return choices(about["hint"])
        case "completes":
            return [[("add", card)] for card in offered(about["offer"])]
        case "instead" | "instead of one":
            gone = about.get("card", about.get("cards"))[0].card
            return [[("put", (gone, card))] for card in offered(about["offer"])]
        case "without":
            return [[("drop", card)] for card in about["cards"]]
        case "without any" | "without one of several":
            return [[("drop", None)]]
        case "leave in hand":
            return [[("leave", tuple(about["cards"]))]]
        case "stand for itself" | "stand for itself, of several" | "stand elsewhere" | "stand elsewhere, of several":
            return [[("free", None)]]
        case "add it" | "add them":
            return [[("all", None)]]
        case "lay down only" | "lay down only, then the rest" | "lay down only, the rest later":
            return [[("fewer", None)]]
        case "another rank" | "another suit" | "leave a gap" | "wait for the rest":
            return [[("general", hint.name)]]
    raise AssertionError(f"nobody knows how to follow {hint}")


def offered(offer: Phrase) -> Sequence[int]:
    """The cards of an offer: the joker for any wild card, -1 for any that is natural."""
    match offer.name:
        case "any of":
            return tuple(offer.about["cards"])
        case "any wild card":
            return (JOKER,)
        case "any card":
            return (-1, JOKER)
        case "or any wild card":
            return (*offered(offer.about["offer"]), JOKER)
    return (-1, JOKER) if offer.about["joker"] else (-1,)


def meant(book: Rulebook, card: int) -> Sequence[int]:
    """The cards that an offer may mean by one: any natural card by -1, any wild one by the joker."""
    rules = meld_rules(book)
    return range(JOKER) if card == -1 else rules.wild_cards if card == JOKER else (card,)


def ways(book: Rulebook, request: dict[str, Any], changes: list[tuple[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each request that comes of these changes, done in whichever melds."""
    melds = melds_of(request)
    for places in product(range(len(melds)), repeat=len(changes)):
        if len(set(places)) == len(places):
            each = [list(changed(book, melds[at], change)) for at, change in zip(places, changes, strict=True)]
            for new in product(*each):
                after = list(melds)
                for at, meld in zip(places, new, strict=True):
                    after[at] = meld
                yield asked(request, after)
    if len(changes) == 1:
        yield from _of_all(book, request, melds, *changes[0])


def changed(book: Rulebook, meld: list[Placed], change: tuple[str, Any]) -> Iterator[list[Placed]]:
    match change:
        case "add", card:
            yield from ([*meld, Placed(one)] for one in meant(book, card))
        case "drop", card:
            yield from (meld[:at] + meld[at + 1 :] for at, its in enumerate(meld) if card in (None, its.card))
        case "put", (gone, card):
            new = meant(book, card)
            yield from (
                [*meld[:at], Placed(one), *meld[at + 1 :]]
                for at, its in enumerate(meld)
                if its.card == gone
                for one in new
            )
        case "free", _:
            yield from ([*meld[:at], Placed(its.card), *meld[at + 1 :]] for at, its in enumerate(meld))


def _of_all(book: Rulebook, request: dict[str, Any], melds: Melds, how: str, what: Any) -> Iterator[dict[str, Any]]:
    match how:
        case "leave":
            for places in product(range(len(melds)), repeat=len(what)):
                after = [list(meld) for meld in melds]
                for at, card in zip(places, what, strict=True):
                    lies = next((placed for placed in after[at] if placed.card == card), None)
                    if lies is None:
                        break
                    after[at].remove(lies)
                else:
                    yield asked(request, after)
        case "all":
            cards = parse_cards(request["hand"])
            for places in product(range(len(melds)), repeat=len(cards)):
                after = [list(meld) for meld in melds]
                for at, card in zip(places, cards, strict=True):
                    after[at].append(Placed(card))
                yield asked(request, after, laid=True)
        case "fewer":
            for size in range(1, len(melds)):
                yield from (asked(request, list(some)) for some in combinations(melds, size))
        case "general":
            yield from _general(book, request, melds, what)


def _general(book: Rulebook, request: dict[str, Any], melds: Melds, what: str) -> Iterator[dict[str, Any]]:
    """Some meld more, or another run or set in the place of one: every one of natural cards is tried."""
    sizes = range(2, 14)
    if what == "wait for the rest":
        slots = book.contracts[request["round"] - 1]
        natural = [[*_natural(slot.kind != "run", slot.size)] for slot in slots]
        for some in combinations(natural, max(0, len(slots) - len(melds))):
            yield from (asked(request, [*melds, *more]) for more in product(*some))
        return
    for at, meld in enumerate(melds):
        if len(meld) in sizes:
            for new in _natural(what == "another rank", len(meld)):
                yield asked(request, [*melds[:at], new, *melds[at + 1 :]])


def _natural(is_set: bool, size: int) -> Iterator[list[Placed]]:
    if is_set:
        yield from ([Placed(at % 4 * 13 + rank) for at in range(size)] for rank in range(13))
        return
    for suit in range(4):
        for low in range(15 - size):
            yield [Placed(suit * 13 + (low + step) % 13) for step in range(size)]


def is_legal(book: Rulebook, request: dict[str, Any]) -> bool | None:
    """None where the pack has no such cards."""
    try:
        return judged(book, request).legal is True
    except RequestError:
        return None


def does(book: Rulebook, request: dict[str, Any], hint: Phrase) -> bool:
    """Whether a hint, followed in each way that it leaves, makes it legal; of several changes together some choices may
    be more than the pack has."""
    outcomes = [{is_legal(book, way) for way in ways(book, request, changes)} for changes in choices(hint)]
    possible = [each for each in outcomes if each != {None}] if hint.name == "all of these" else outcomes
    return bool(possible) and all(True in each for each in possible)


def completing(book: Rulebook, request: dict[str, Any], pack: Counter[int]) -> set[int]:
    """Every natural card that the pack has and that makes it legal in one of the melds; the joker for the wild."""
    melds, rules = melds_of(request), meld_rules(book)
    makes_it = {
        card
        for card in range(JOKER + 1)
        if pack[card] > 0
        for at, meld in enumerate(melds)
        if is_legal(book, asked(request, [*melds[:at], [*meld, Placed(card)], *melds[at + 1 :]]))
    }
    natural = {card for card in makes_it if not rules.wild[card]}
    return natural | {JOKER} if makes_it - natural else natural
