"""Requests as people, forms and faulty programs send them: valid ones, changed a little or a lot."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from referee.rulebooks import library
from referee.rules.rulebook.model import VALUE_NAMES
from tests.rules.case_files import all_cases, error_cases

Request = dict[str, Any]

SEEDS: list[Request] = [case["ask"] for case in all_cases()] + [case["ask"] for case in error_cases()]

WORDS = (
    "meld contract go_down lay_off swap may_i screw shanghai discard turn score settle deal no earlier self other "
    "set run pair discarder lay_off new_meld round hand cards card melds table take give use owner by down used steps "
    "draw"
).split()
CARDS = (
    "5H 5H 5C JK JK=5H JK=5 2C 2C=9D AS AC KC QC 10C TC 9♣ 9C 8C 7C 6C 5C 4C 3C 1C 11H 5 H X =5H JK=JK 5H=6H"
).split()
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 7, 10**30, -(10**30), 1.5, float("inf"), float("nan"),
    "", " ", "x" * 5000, "\ud800", "\x00", "ß", "５Ｈ", [], {}, [[]], [None],
    {"a": 1}, {"": {}}, [1, 2, 3], ["5H 5C 5D"],
    {"contract": []}, {"lay_off": {}}, {"1": 1}, 10**5000, [[[[[[[[[]]]]]]]]],
]  # fmt: skip


def mutated(random: Random) -> object:
    """A valid request with one to four changes; now and then no request at all."""
    if random.random() < 0.01:
        return random.choice(ODD)
    request: Any = copy.deepcopy(random.choice(SEEDS))
    for _ in range(random.randrange(1, 5)):
        request = _changed(random, request)
    return request


def _changed(random: Random, request: Request) -> Request:
    keys = list(request)
    match random.randrange(9):
        case 0 if keys:
            del request[random.choice(keys)]
        case 1:
            request[random.choice([*keys, *WORDS])] = copy.deepcopy(random.choice(ODD))
        case 2:
            request["rulebook"] = random.choice([*library.ids(), "canasta"])
        case 3:
            request["question"] = random.choice(WORDS[:13])
        case 4:
            request["round"] = random.randrange(-1, 17)
        case 5:
            request["house"] = {
                random.choice(VALUE_NAMES): copy.deepcopy(random.choice([*ODD, 1, "no limit", "any", "runs", "no"]))
            }
        case 6:
            other = random.choice(SEEDS)
            field = random.choice(list(other))
            request[field] = copy.deepcopy(other[field])
        case _ if keys:
            field = random.choice(keys)
            request[field] = _inside(random, request[field])
    return request


def _inside(random: Random, value: Any) -> Any:
    """A value changed inside: another card, a card more or less, another number."""
    if isinstance(value, str):
        pieces = value.split()
        match random.randrange(4):
            case 0 if pieces:
                pieces[random.randrange(len(pieces))] = random.choice(CARDS)
            case 1:
                pieces.append(random.choice(CARDS))
            case 2 if pieces:
                pieces.pop(random.randrange(len(pieces)))
            case _:
                random.shuffle(pieces)
        return " ".join(pieces)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice([-1, 1])
    if isinstance(value, list) and value:
        value[random.randrange(len(value))] = _inside(random, random.choice(value))
        return value
    if isinstance(value, dict) and value:
        key = random.choice(list(value))
        return {**value, key: _inside(random, value[key])}
    return random.choice(ODD)
