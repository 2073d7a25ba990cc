"""Every hint can be followed: the pack still holds the cards it names, and none of them is refused again.

No hint is empty or stands twice, and no sentence of a refusal has a gap where a list should be.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER, Placed, format_card, format_meld, parse_cards, parse_meld
from referee.rules.referee import judged, rule_under
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Phrase, RequestError
from tests.rules.asks import Request, drawn
from tests.rules.case_files import all_cases
from tests.rules.contract_followed import offered as cards_of
from tests.rules.solver.drawing import FOUR_SUITS

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
    """The cards a hint names, any one of which will do; the joker stands for "any wild card"."""
    if hint.name == "offer":
        return tuple(hint.about["cards"])
    offer = hint.about.get("offer")
    return tuple(card for card in cards_of(offer) if card >= 0) if isinstance(offer, Phrase) else ()


GAP = re.compile(
    r" ,|,,|  |: *[.:;]|\b(?:the|a|an|of|or|and|without|in|with) *[.:]?$|\bthe (?:is|are|do)\b", re.IGNORECASE
)
"""What words look like where a list in them was empty."""


def ill_said(texts: Sequence[str], hints: Sequence[str]) -> list[str]:
    """The texts with a gap, and the hints that are empty or stand twice."""
    gaps = [text for text in [*texts, *hints] if not text.strip() or GAP.search(text)]
    return [*gaps, *[hint for hint, count in Counter(hints).items() if count > 1]]


def part_of(cards: str, hint: Phrase) -> str | None:
    """The cards that a hint leaves of those to be laid off; None where it speaks of something else."""
    match hint.name:
        case "lay off only" | "lay off only, not the other" | "lay off no more than":
            return format_meld(hint.about["cards"])
        case "lay off only so many":
            return " ".join(cards.split()[: hint.about["count"]])
    return None


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
    answer = rule_under(book, request)
    said = [answer["ruling"], *[finding["says"] for finding in answer["findings"]]]
    for wrong in ill_said(said, answer["makes_legal"]):
        yield f"{request}: {wrong!r} has a gap or is said twice"
    for hint in ruling.hint(ruling.left):
        part = part_of(request["cards"], hint) if request["question"] == "lay_off" else None
        if part is not None and (not part or judged(book, {**request, "cards": part}).legal is False):
            yield f"{request}: {hint.name} leaves {part!r}, and that is not legal either"
        if hint.name == "more wilds":
            wild = sum(pack[card] for card, is_wild in enumerate(meld_rules(book).wild) if is_wild)
            if hint.about["count"] > wild:
                yield f"{request}: {hint.about['count']} wild cards more, and the pack holds {wild}"
        for card in offered(hint):
            if card == JOKER and not meld_rules(book).only_jokers:
                card = next((wild for wild in meld_rules(book).wild_cards if pack[wild] > 0), JOKER)
            if pack[card] < 1 and not _is_what_is_changed(hint, card):
                yield f"{request}: {hint.name} names {format_card(card)}, and the pack holds none"
            ways = followed(request, hint, card)
            if ways and all(judged(book, again).legal is False for again in ways):
                yield f"{request}: {hint.name} names {format_card(card)}, and then it is not legal either"


def _is_what_is_changed(hint: Phrase, card: int) -> bool:
    """Whether the card offered is the one that it is put in the place of: its own, standing for another one."""
    changed: Any = hint.about.get("card", ())
    return hint.name == "instead" and any(placed.card == card for placed in changed)


def with_twins(random: Random, request: Request) -> Request:
    """The request with one of its cards once or twice more: identical cards are what a list of cards trips over."""
    name = {"meld": "cards", "lay_off": "cards", "go_down": "hand"}[request["question"]]
    cards = request[name].split()
    cards += [random.choice(cards)] * random.choice((1, 1, 2))
    random.shuffle(cards)
    return {**request, name: " ".join(cards)}


WILD_TWOS = {"wild_ranks": frozenset({"JK", "2"}), "wilds_most": "no limit", "wilds_side_by_side": True}


@pytest.mark.parametrize("wild_twos", [False, True], ids=["as it is", "wild twos"])
@pytest.mark.parametrize("rulebook", [book.id for book in FOUR_SUITS])
def test_of_identical_cards_no_hint_is_empty_twice_or_refused_again(rulebook: str, wild_twos: bool) -> None:
    book = dataclasses.replace(library.load(rulebook), **(WILD_TWOS if wild_twos else {}))
    random = Random(f"twins of {rulebook}")
    questions = ("lay_off",) * 12 + ("meld",) * 3 + ("go_down",)
    asked = [with_twins(random, drawn(random, book, random.choice(questions))) for _ in range(COUNT * 4)]
    assert [wrong for request in asked for wrong in not_to_be_followed(book, request)] == []


@pytest.mark.parametrize(
    ("cards", "rulebook", "hints"),
    [
        ("9C 9C", "contract", ["Lay off only one of them."]),
        ("JK JK", "shanghai", ["Lay off only one of them."]),
        ("KH KH", "contract", ["You’d need a 4 or 9 of clubs or a joker."]),
        ("JK JC JK", "shanghai", ["Lay off only the joker."]),
        ("9C 9C 10C", "contract", ["Lay off only the 9 and 10 of clubs, without the other 9 of clubs."]),
        ("9C KD", "contract", ["Lay off only the 9 of clubs, without the king of diamonds."]),
        ("9C KD KH", "contract", ["Lay off only the 9 of clubs."]),
    ],
)
def test_of_several_cards_the_most_that_fit_are_named(cards: str, rulebook: str, hints: list[str]) -> None:
    asked = {"question": "lay_off", "meld": "5C 6C 7C 8C", "cards": cards, "down": "earlier", "owner": "self"}
    answer = rule({"rulebook": rulebook, **asked})
    assert answer["makes_legal"] == hints
    in_part = hints[0].startswith("Lay off only")
    assert ("don’t both fit" in answer["ruling"] or "don’t all fit" in answer["ruling"]) is in_part
    assert "both" not in answer["ruling"].replace("don’t both fit", "")


def test_a_gap_and_a_hint_said_twice_are_noticed() -> None:
    empty = "Lay off only , without the 9 of clubs."
    assert ill_said(["No. Both 9s of clubs do not fit."], [empty, empty]) == [empty, empty, empty]
    assert ill_said(["No. The are not a meld."], [""]) == ["No. The are not a meld.", ""]
    assert ill_said(["No. A set needs at least three cards. This has only two."], ["An 8 completes the set."]) == []
    nothing = Phrase("lay off only", {"cards": [], "card": 8})
    assert part_of("9C 9C", nothing) == ""
    both = {"rulebook": "contract", "question": "lay_off", "meld": "5C 6C 7C 8C", "down": "earlier", "owner": "self"}
    assert (
        rule({**both, "cards": str(part_of("9C 9C", Phrase("lay off only so many", {"count": 2})))})["legal"] is False
    )


@pytest.mark.parametrize("rulebook", [book.id for book in FOUR_SUITS])
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
