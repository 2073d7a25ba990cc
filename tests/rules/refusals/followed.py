"""What comes of doing what a hint says: each choice that it leaves, and the requests any one of which is that choice.

Worked out from the texts of the request. ``outcomes`` says of each choice whether it makes the refusal a yes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from referee.rules.cards import JOKER, Placed, format_card, format_cards, format_meld, parse_cards, parse_meld
from referee.rules.referee import judged
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot, is_free
from referee.rules.rulings import Phrase, RequestError
from tests.rules import contract_followed
from tests.rules.contract_followed import changed, choices, meant, offered

Request = dict[str, Any]
Choices = Iterator[list[Request]]
SAYS_ONLY = ("not all looked at", "would stay even then", "keep until one is left", "keep until all fit")
"""What stands among hints and is none."""


class Unknown(AssertionError):
    """A hint of which nobody knows how to follow it."""


def verdict(book: Rulebook, request: Request) -> bool | None:
    """Whether a request is legal, or may be once more is told; None where the pack has no such cards."""
    try:
        return judged(book, request).legal is not False
    except RequestError:
        return None


def outcomes(book: Rulebook, request: Request, hint: Phrase) -> list[bool | None]:
    """Of each choice that a hint leaves, whether it makes the request legal; None where the pack does not allow it."""
    if request["question"] == "contract":
        each = [
            {verdict(book, way) for way in contract_followed.ways(book, request, change)} for change in choices(hint)
        ]
        # of several changes together some choices may be more than the pack has
        each = [its for its in each if its != {None}] or each[:1] if hint.name == "all of these" else each
        return [True in its if its - {None} else None for its in each]
    return [_any_of(book, ways) for ways in _CHOICES[request["question"]](book, request, hint)]


def _any_of(book: Rulebook, ways: Sequence[Request]) -> bool | None:
    each = [verdict(book, way) for way in ways]
    return None if set(each) == {None} else True in each


def each_card(book: Rulebook, offer: Phrase) -> Iterator[Sequence[int]]:
    """Each card that an offer names, with all that may be meant by it."""
    yield from (meant(book, card) for card in offered(offer))


def _of_meld(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    cards, about = list(parse_meld(request["cards"])), hint.about
    if hint.name == "other kind":
        yield [{**request, "kind": about["kind"]}]
    elif hint.name == "one suit":
        rules = meld_rules(book)
        for_suits = ([card if rules.wild[card] else suit * 13 + card % 13 for card, _ in cards] for suit in range(4))
        yield [{**request, "cards": format_cards(in_one_suit)} for in_one_suit in for_suits]
    else:
        kind = {"kind": about["kind"]} if "kind" in about and about["kind"] != "pair" else {}
        for ((how, what),) in choices(hint):
            new = changed(book, cards, (how, what))
            yield [{**request, **kind, "cards": format_meld(meld)} for meld in new if meld]


def _of_go_down(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    if hint.name == "would do":
        for cards in each_card(book, hint.about["offer"]):
            yield [{**request, "hand": f"{request['hand']} {format_card(card)}"} for card in cards]
    elif hint.name == "more wilds":
        some = combinations_with_replacement(meld_rules(book).wild_cards, hint.about["count"])
        yield [{**request, "hand": f"{request['hand']} {format_cards(more)}"} for more in some]
    elif hint.name not in SAYS_ONLY:
        raise Unknown(hint)


def _of_lay_off(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    cards = parse_meld(request["cards"])
    match hint.name:
        case "meld first":
            yield [{**request, "down": "this turn"}]
        case "meld first, then wait" | "wait":
            yield [{**request, "down": "earlier"}]
        case "wait or another's meld":
            yield [{**request, "down": "earlier"}]
            yield [{**request, "owner": "other"}]
        case "your own meld":
            yield [{**request, "owner": "self"}]
        case "take the wild card":
            swap = {name: request[name] for name in ("rulebook", "meld", "down", "owner", "round") if name in request}
            yield [{**swap, "question": "swap", "card": format_card(hint.about["card"])}]
        case "lay off only" | "lay off only, not the other" | "lay off no more than":
            yield [{**request, "cards": format_meld(hint.about["cards"])}]
        case "lay off only so many":
            yield [{**request, "cards": format_meld(cards[: hint.about["count"]])}]
        case "would take":
            for fitting in each_card(book, hint.about["offer"]):
                yield [{**request, "cards": format_card(card)} for card in fitting]
        case _:
            raise Unknown(hint)


def _of_swap(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    match hint.name:
        case "meld first":
            yield [{**request, "down": "this turn"}]
        case "wait" | "meld first, then wait":
            yield [{**request, "down": "earlier"}]
        case "offer":
            yield from ([{**request, "card": format_card(card)}] for card in hint.about["cards"])
        case _:
            raise Unknown(hint)


def _of_discard(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    hand = list(parse_cards(request["hand"]))
    card = request.get("card")
    match hint.name:
        case "meld first":
            yield [{**request, "down": "this turn"}]
        case "end without a discard":
            yield [{**request, "card": None}]
        case "keep one":
            yield [_with(request, [each], each) for each in range(JOKER)]
        case "discard one" | "discard it":
            yield from ([_with(request, hand, each)] for each in hand)
        case "discard one of these":
            yield from ([_with(request, hand, each)] for each in hint.about["cards"])
        case "lay it off instead" | "lay it off and go out" | "lay it off or keep it":
            its = parse_cards(card)[0] if card else next(iter(hand), -1)
            kept = [{**request, "card": None}] if hint.name == "lay it off or keep it" else []
            yield [*_ends(book, request, its), *kept] or [request]
        case _:
            raise Unknown(hint)


def _with(request: Request, hand: Sequence[int], card: int | None) -> Request:
    return {**request, "hand": format_cards(hand), "card": None if card is None else format_card(card)}


def _ends(book: Rulebook, request: Request, card: int) -> Iterator[Request]:
    """The ways to end a turn once a card has been laid off, and whatever of the rest can be."""
    hand = list(parse_cards(request["hand"]))
    for at, meld in enumerate(request.get("table") or ()) if card in hand else ():
        laid = {name: request[name] for name in ("rulebook", "round", "down") if name in request}
        laid |= {"question": "lay_off", "meld": meld, "cards": format_card(card)}
        # where only own melds may be laid off on, those are what lies there
        laid["owner"] = "self" if book.lay_off_whose == "own" else "other"
        ruling = judged(book, laid)
        if ruling.legal is not False:
            rest = list(hand)
            rest.remove(card)
            table = list(request["table"])
            # where the meld may lie in several ways, nobody has said yet how it lies
            table[at] = ruling.adds["meld"] or meld
            after = {**request, "hand": format_cards(rest), "table": table, "card": None}
            yield after
            for other in set(rest):
                yield {**after, "card": format_card(other)}
                yield from _ends(book, after, other)


def _of_screw(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    match hint.name:
        case "next round":
            yield [{**request, "used": False}]
        case "wait":
            yield [{**request, "down": "earlier"}]
        case "use in contract":
            # no cards are named: where the pack has too few, it is the largest one's
            most = {"players": max(book.decks)}
            yield [{**request, **most, "use": use} for use in _contracts_with(book, request)]
        case "lay off or meld" | "lay it off":
            yield [{**request, "use": use} for use in _lay_offs_with(request)] or [request]
            if hint.name == "lay off or meld":
                yield [{**request, "use": use} for use in _new_melds_with(request)]
        case _:
            raise Unknown(hint)


def _with_it(card: int, size: int, is_run: bool) -> Iterator[str]:
    """Melds with this card in the place of its own, or of any where it is a joker; one other may be a joker."""
    if not is_run:
        for rank in range(13) if card == JOKER else (card % 13,):
            others = [*range(rank, JOKER, 13), JOKER]
            yield from (format_cards([card, *rest]) for rest in combinations_with_replacement(others, size - 1))
        return
    for suit, low in product(range(4), range(15 - size)):
        cards = [suit * 13 + (low + step) % 13 for step in range(size)]
        for at in [at for at, other in enumerate(cards) if card in (JOKER, other)]:
            row = [*cards[:at], card, *cards[at + 1 :]]
            yield format_cards(row)
            yield format_cards([JOKER if place == (at + 2) % size else its for place, its in enumerate(row)])


def _contracts_with(book: Rulebook, request: Request) -> Iterator[Request]:
    card = parse_meld(request["take"])[0].card
    for number in [request["round"]] if "round" in request else range(1, book.rounds + 1):
        for way, low in product(book.by_way(number), (3, 0, 6)):
            slots: Sequence[Slot] = way.contracts[number - 1]
            if is_free(slots):  # melds of either kind, the long run worth what may be asked for
                slots = [Slot("set", way.set_least), Slot("run", way.run_least), Slot("run", 9)]
            for at, slot in enumerate(slots):
                others = [
                    _apart(other.size, _in_a_row(other), nth, low) for nth, other in enumerate(slots) if nth != at
                ]
                for meld in _with_it(card, slot.size, _in_a_row(slot)):
                    yield {"contract": [meld, *others]}


def _in_a_row(slot: Slot) -> bool:
    """Whether a run is what the slot asks for: one of a suit will do where it may have any, and for cards of a suit."""
    return slot.kind not in ("set", "pair")


def _apart(size: int, is_run: bool, nth: int, low: int) -> str:
    """A meld far from those of other numbers; which cards it has hangs on ``low`` too."""
    if is_run:
        return format_cards([(nth + 2) % 4 * 13 + (low + step) % 13 for step in range(size)])
    return format_cards([at % 4 * 13 + (low + 2 + 3 * nth) % 13 for at in range(size)])


def _lay_offs_with(request: Request) -> Iterator[Request]:
    card = parse_meld(request["take"])[0].card
    for size, is_run in ((4, True), (3, True), (3, False)):
        for meld in _with_it(card, size + 1, is_run):
            rest = meld.split()
            rest.remove(format_card(card))
            yield {"lay_off": {"meld": " ".join(rest), "cards": format_card(card)}}


def _new_melds_with(request: Request) -> Iterator[Request]:
    card = parse_meld(request["take"])[0].card
    for size, is_run in ((3, False), (4, True), (4, False), (5, True), (7, True), (5, False)):
        yield from ({"new_meld": meld} for meld in _with_it(card, size, is_run))


def _of_may_i(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    if not hint.name.startswith("ask before"):
        raise Unknown(hint)
    yield [{**request, "asked_when": "before the draw"}]


def _none(book: Rulebook, request: Request, hint: Phrase) -> Choices:
    raise Unknown(hint)


_CHOICES = {
    "meld": _of_meld, "go_down": _of_go_down, "lay_off": _of_lay_off, "swap": _of_swap, "discard": _of_discard,
    "screw": _of_screw, "may_i": _of_may_i, "shanghai": _none, "take_back": _none, "runs_meet": _none,
}  # fmt: skip


def whole(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    """What a list of cards among the hints that claims to be whole leaves out, or has too much."""
    yield from _WHOLE.get(request["question"], _no_list)(book, request, hints, left)


def _no_list(*_: Any) -> Iterator[str]:
    return iter(())


def named_in(offer: Phrase) -> set[int] | None:
    """The cards of an offer that names each; None where it only says that there are many."""
    if offer.name == "or any wild card":
        rest = named_in(offer.about["offer"])
        return None if rest is None else rest | {JOKER}
    return set(offered(offer)) if offer.name in ("any of", "any wild card") else None


def _doing(book: Rulebook, left: Counter[int], make: Any) -> set[int]:
    """Every natural card of the pack with which a request is legal; the joker where a wild card does it as such."""
    rules = meld_rules(book)
    does = {card for card in range(JOKER) if not rules.wild[card] and left[card] > 0 and verdict(book, make(card))}
    wild = [card for card in rules.wild_cards if left[card] > 0]
    # a card with a rank may be itself there, so the joker tells, where the pack has one
    some = [JOKER] if JOKER in wild else wild
    return does | {JOKER} if any(verdict(book, make(card)) for card in some) else does


def naturals_in(book: Rulebook, cards: set[int]) -> set[int]:
    """Without the wild cards that have a rank: as themselves they may be named, or kept for a better place."""
    wild = meld_rules(book).wild
    return {card for card in cards if card == JOKER or not wild[card]}


def _differs(what: str, named: set[int], does: set[int]) -> Iterator[str]:
    if named != does:
        missing, beyond = format_cards(sorted(does - named)), format_cards(sorted(named - does))
        yield f"{what}: {missing or 'none'} missing, {beyond or 'none'} too many"


def _whole_of_meld(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    cards = list(parse_meld(request["cards"]))
    completes = [hint for hint in hints if hint.name == "completes"]
    named = [named_in(hint.about["offer"]) for hint in completes]
    if completes and None not in named:
        does = _doing(book, left, lambda card: {**request, "cards": format_meld([*cards, Placed(card)])})
        yield from _differs("completes", set().union(*[each for each in named if each is not None]), does)
    without = [hint for hint in hints if hint.name in ("without", "without any")]
    if without and all(hint.name == "without" for hint in without):
        gone = {card for hint in without for card in hint.about["cards"]}
        yield from _differs("without", gone, _going(book, request, cards))
    elif without:
        yield from _differs("without any", {card for card, _ in cards}, _going(book, request, cards))
    for hint in hints:
        if hint.name in ("instead", "instead of one"):
            yield from _whole_instead(book, request, cards, hint, left)


def _whole_instead(
    book: Rulebook, request: Request, cards: list[Placed], hint: Phrase, left: Counter[int]
) -> Iterator[str]:
    """Of the cards in the place of one: all that make a meld of the kind that is meant, or of any."""
    (wrong, *_), named = hint.about.get("card") or hint.about["cards"], named_in(hint.about["offer"])
    back = left + Counter([wrong.card])

    def put(at: int, card: int, **kind: str) -> Request:
        return {**request, "cards": format_meld([*cards[:at], Placed(card), *cards[at + 1 :]]), **kind}

    # of two cards that are called the same, either may be meant
    places = [at for at, placed in enumerate(cards) if wrong in (placed, Placed(placed.card))]
    every = [_doing(book, back, partial(put, at, kind=kind)) for at in places for kind in ("set", "run", "pair")]
    every += [_doing(book, back, partial(put, at)) for at in places]
    if named is not None and every and named not in every:
        yield from _differs("instead", named, every[-1])


def _going(book: Rulebook, request: Request, cards: list[Placed]) -> set[int]:
    rests = [(placed.card, [*cards[:at], *cards[at + 1 :]]) for at, placed in enumerate(cards)]
    return {card for card, rest in rests if rest and verdict(book, {**request, "cards": format_meld(rest)})}


def _whole_of_contract(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    bare = [hint.about.get("hint", hint) for hint in hints]
    listed = [named_in(hint.about["offer"]) for hint in bare if hint.name == "completes"]
    if listed and None not in listed:
        named = set().union(*[each for each in listed if each is not None])
        melds = list(map(list, map(parse_meld, request["melds"])))

        def with_it(at: int, card: int) -> Request:
            return contract_followed.asked(request, [*melds[:at], [*melds[at], Placed(card)], *melds[at + 1 :]])

        does = set().union(*[_doing(book, left, partial(with_it, at)) for at in range(len(melds))])
        yield from _differs("completes", named, does)


def _whole_of_go_down(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    if any(hint.name == "not all looked at" for hint in hints):
        return
    for hint in hints:
        if hint.name == "would do" and (named := named_in(hint.about["offer"])) is not None:
            does = _doing(book, left, lambda card: {**request, "hand": f"{request['hand']} {format_card(card)}"})
            yield from _differs("would do", naturals_in(book, named), does)
        if hint.name == "more wilds" and hint.about["count"] > 1:
            fewer = combinations_with_replacement(meld_rules(book).wild_cards, hint.about["count"] - 1)
            asks = [{**request, "hand": f"{request['hand']} {format_cards(more)}"} for more in fewer]
            if any(verdict(book, each) for each in asks):
                yield "more wilds: fewer would do"


def _whole_of_lay_off(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    for hint in hints:
        if hint.name == "would take" and (named := named_in(hint.about["offer"])) is not None:
            does = _doing(book, left, lambda card: {**request, "cards": format_card(card)})
            yield from _differs("would take", named, does)
    parts = [hint.about["cards"] for hint in hints if hint.name in _PARTS]
    if parts:
        named_parts = {frozenset(Counter(part).items()) for part in parts}
        cards = parse_meld(request["cards"])
        sizes = {len(part) for part in parts}
        for size in range(min(sizes), len(cards)):
            for part in combinations(cards, size):
                key = frozenset(Counter(part).items())
                if key not in named_parts and verdict(book, {**request, "cards": format_meld(part)}):
                    yield f"lay off only: {format_meld(part)} would fit too"
                    return


_PARTS = ("lay off only", "lay off only, not the other", "lay off no more than")


def _whole_of_discard(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    for hint in hints:
        if hint.name in ("discard one", "discard it", "discard one of these"):
            hand = parse_cards(request["hand"])
            does = {card for card in hand if verdict(book, _with(request, hand, card))}
            yield from _differs(hint.name, set(hint.about.get("cards", hand)), does)


def _whole_of_swap(book: Rulebook, request: Request, hints: Sequence[Phrase], left: Counter[int]) -> Iterator[str]:
    for hint in hints:
        if hint.name == "offer":
            does = {
                card
                for card in range(JOKER)
                if left[card] > 0 and verdict(book, {**request, "card": format_card(card)})
            }
            yield from _differs("offer", set(hint.about["cards"]), does)


_WHOLE: Any = {
    "meld": _whole_of_meld, "contract": _whole_of_contract, "go_down": _whole_of_go_down, "lay_off": _whole_of_lay_off,
    "swap": _whole_of_swap, "discard": _whole_of_discard,
}  # fmt: skip
