"""A fact is asked for only where its answers could make the ruling another one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.questions import QUESTIONS
from referee.rules.questions.kinds import FLAG, SEAT, Choice
from tests.rules.asks import BOOKS, DRAWN, Request, drawn

COUNT = int(os.environ.get("ASKED_IN_VAIN", "3000"))
"""How many requests are drawn; a fortieth of them lacks facts that can be tried out."""

Rule = Callable[[Request], dict[str, Any]]


def answers(request: Request, name: str) -> tuple[Any, ...]:
    """Everything that could be answered; nothing where that is without end, such as cards."""
    if name == "round":
        return tuple(range(1, library.load(request["rulebook"]).rounds + 1))
    (field,) = [field for field in QUESTIONS[request["question"]].fields if field.name == name]
    if isinstance(field.kind, Choice):
        return tuple(option.value for option in field.kind.options)
    return {FLAG: (True, False), SEAT: (1, 2, 3, 4, *([None] if field.null_means else []))}.get(field.kind, ())


def asked_in_vain(request: Request, rule: Rule = rule) -> list[str]:
    """The facts that are asked for although every answer to them gives the same ruling."""
    names = [need["field"] for need in rule(request).get("needs", ())]
    each = [answers(request, name) for name in names]
    rulings = {said: rule({**request, **dict(zip(names, said, strict=True))}) for said in product(*each)}
    if not rulings or any(ruling.get("legal") is None for ruling in rulings.values()):
        return []  # cards are asked for, or another fact after this one
    ruled = {
        said: tuple(str(ruling.get(name)) for name in ("ruling", *QUESTIONS[request["question"]].adds))
        for said, ruling in rulings.items()
    }

    def decides(place: int) -> bool:
        others = {(*said[:place], *said[place + 1 :]): ruling for said, ruling in ruled.items()}
        return any(others[(*said[:place], *said[place + 1 :])] != ruling for said, ruling in ruled.items())

    return [name for place, name in enumerate(names) if not decides(place)]


def lacking(count: int) -> Iterator[Request]:
    """Requests of every question, in which facts are left out now and then."""
    random = Random(13)
    for _ in range(count):
        yield drawn(random, random.choice(BOOKS), random.choice(DRAWN))


def test_nothing_is_asked_that_could_not_change_the_ruling() -> None:
    tried = [request for request in lacking(COUNT) if rule(request).get("needs")]
    assert len(tried) > COUNT / 60
    assert [(request, names) for request in tried if (names := asked_in_vain(request))] == []


def test_a_judge_that_asked_whose_meld_it_is_for_nothing_would_be_noticed() -> None:
    def curious(request: Request) -> dict[str, Any]:
        if request["question"] == "lay_off" and "owner" not in request:
            return {"legal": None, "needs": [{"field": "owner"}]}
        return rule(request)

    request = {
        "rulebook": "contract", "question": "lay_off", "meld": "5C 6C 7C 8C", "cards": "9C", "round": 2, "down": "no",
    }  # fmt: skip
    assert asked_in_vain(request, curious) == ["owner"]


def test_no_suit_is_asked_of_a_turn_that_is_ruled_alike_whatever_it_is() -> None:
    def turn(*eights: str) -> dict[str, Any]:
        row = " ".join(eights)
        steps = [{"draw": "2H"}, {"contract": [row, "KC KD KS"]}, {"discard": "5H"}]
        hand = f"{row} KC KD KS 5H"
        return rule(
            {"rulebook": "contract", "question": "turn", "round": 1, "hand": hand, "down": "no", "steps": steps}
        )

    suited = [turn(f"8{first}", f"8{second}", "8S") for first, second in product("CDHS", "CDH")]
    assert {(ruling["legal"], ruling["left"]) for ruling in suited} == {(True, "2H")}
    assert (turn("8", "8", "8")["legal"], turn("8", "8", "8")["left"]) == (True, "2H")
