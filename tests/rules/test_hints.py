"""Every hint can be followed: the pack still holds the cards it names, and none of them is refused again."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, Placed, format_card, format_meld, parse_cards, parse_meld
from referee.rules.referee import judged
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Phrase, RequestError
from tests.rules.asks import Request, drawn
from tests.rules.case_files import all_cases

pytestmark = pytest.mark.unmeasured

COUNT = int(os.environ.get("HINTS", "40"))
"""How many requests of each question are drawn for each rulebook; set HINTS=1000 for the long run."""
HINTED = {"meld": 1, "contract": 1, "lay_off": 1, "swap": 1, "go_down": 5}
"""The questions whose hints name cards, and how many times fewer of them are drawn."""
NAMES = ("cards", "hand", "meld", "card")
"""The fields of these questions that name cards, and ``melds``."""


def held(book: Rulebook, request: Request) -> Counter[int]:
    """What the pack still holds beside the cards of a request, counted from its texts."""
    players = request.get("players", 4)
    pack = Counter(dict.fromkeys(range(52), book.decks[players])) + Counter({JOKER: book.jokers[players]})
    texts = [request[name] for name in NAMES if request.get(name)] + list(request.get("melds", ()))
    words = [word.partition("=")[0] for text in texts for word in text.replace(",", " ").split()]
    pack.subtract(parse_cards(" ".join(words)))
    return pack


def offered(hint: Phrase) -> tuple[int, ...]:
    """The cards a hint names, any one of which will do."""
    if hint.name in ("would take", "offer"):
        return tuple(hint.about["cards"])
    offer = hint.about.get("offer")
    if not isinstance(offer, Phrase):
        return ()
    return tuple(offer.about["cards"]) if offer.name == "any of" else (JOKER,) * bool(offer.about.get("joker"))


def followed(request: Request, hint: Phrase, card: int) -> list[Request]:
    """The request once somebody has done what a hint says, each way to do it; none where it is no request itself."""
    name, question = format_card(card), request["question"]
    if hint.name == "would take":
        return [{**request, "cards": name}]
    if hint.name == "offer":
        return [{**request, "card": name}]
    if hint.name == "would do":
        return [{**request, "hand": f"{request['hand']} {name}"}]
    if question == "meld" and hint.name == "completes":
        return [{**request, "cards": f"{request['cards']} {name}"}]
    if question == "meld" and hint.name == "instead":
        cards, (changed,) = parse_meld(request["cards"]), hint.about["card"]
        places = [index for index, one in enumerate(cards) if one.card == changed.card]
        melds = [[*cards[:place], Placed(card), *cards[place + 1 :]] for place in places]
        return [{**request, "cards": format_meld(meld)} for meld in melds]
    return []


def not_to_be_followed(book: Rulebook, request: Request) -> Iterator[str]:
    try:
        ruling = judged(book, request)
    except RequestError:
        return
    if ruling.legal is not False:
        return
    pack = held(book, request)
    for hint in ruling.hint(ruling.left):
        if hint.name == "more wilds":
            wild = sum(pack[card] for card, is_wild in enumerate(meld_rules(book).wild) if is_wild)
            if hint.about["count"] > wild:
                yield f"{request}: {hint.about['count']} wild cards more, and the pack holds {wild}"
        for card in offered(hint):
            if pack[card] < 1 and not _is_what_is_changed(hint, card):
                yield f"{request}: {hint.name} names {format_card(card)}, and the pack holds none"
            ways = followed(request, hint, card)
            if ways and all(judged(book, again).legal is False for again in ways):
                yield f"{request}: {hint.name} names {format_card(card)}, and then it is not legal either"


def _is_what_is_changed(hint: Phrase, card: int) -> bool:
    """Whether the card offered is the one that it is put in the place of: its own, standing for another one."""
    changed: Any = hint.about.get("card", ())
    return hint.name == "instead" and any(placed.card == card for placed in changed)


@pytest.mark.parametrize("rulebook", library.ids())
def test_every_hint_can_be_followed(rulebook: str) -> None:
    book = library.load(rulebook)
    random = Random(f"hints of {rulebook}")
    asked = [
        case["ask"] for case in all_cases() if case["ask"]["rulebook"] == rulebook and not case["ask"].get("house")
    ]
    asked = [ask for ask in asked if ask["question"] in HINTED]
    asked += [drawn(random, book, question) for question, less in HINTED.items() for _ in range(COUNT // less)]
    assert [wrong for request in asked for wrong in not_to_be_followed(book, request)] == []


def test_of_a_pack_whose_only_joker_is_named_no_joker_is_asked_for() -> None:
    book = library.load("bicycle")
    ruling = judged(book, {"rulebook": "bicycle", "question": "meld", "cards": "5C 6C JK 9C"})
    assert ruling.legal is False
    assert JOKER not in {card for hint in ruling.hint(ruling.left) for card in offered(hint)}
    # without the pack in mind, it would be
    assert JOKER in {card for hint in ruling.hint(lambda _card: 1) for card in offered(hint)}
