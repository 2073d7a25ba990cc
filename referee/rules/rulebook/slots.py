"""The melds that a contract asks for, one slot each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Slot(NamedTuple):
    """One meld that a contract asks for: kind ``set``, ``run`` or ``pair``, and its least size."""

    kind: str
    size: int

    def __str__(self) -> str:
        return f"{self.kind} of {self.size}" if self.kind in ("set", "run") else self.kind


OR = Slot("or", 0)
"""Stands in a contract between the melds that will do and others that will do as well."""


def ways_to_meet(contract: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    """The choice that a contract leaves: one way or several, each the melds that meet it."""
    if OR not in contract:
        return (contract,)
    at = contract.index(OR)
    return (contract[:at], *ways_to_meet(contract[at + 1 :]))


def asked_for(contract: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Every meld that some way to meet a contract asks for."""
    return tuple([slot for slot in contract if slot != OR])


def parse_slot(text: str) -> Slot:
    """``"set of 3"``, ``"run of 4"``, ``"pair"`` or the ``"or"`` between two ways; raises ValueError."""
    if text == "pair":
        return Slot("pair", 2)
    if text == OR.kind:
        return OR
    match = re.fullmatch(r"(set|run) of ([1-9][0-9]?)", text)
    if not match or int(match[2]) < 3:
        raise ValueError(f"{text!r} is no part of a contract; write 'set of 3', 'run of 4' or 'pair'")
    return Slot(match[1], int(match[2]))


def contract_line(contract: Sequence[Slot]) -> str:
    """``"set of 3 + run of 4 or set of 6"``, as ``slots_of`` reads it."""
    return " or ".join(" + ".join(map(str, way)) for way in ways_to_meet(tuple(contract)))


_COUNTED = r"(\d+|one|two|three|four|five)\s+(set|run|pair)s?(\s+of\s+\d+)?"
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def slots_of(line: str) -> list[str]:
    """``"2 sets of 3 and a run of 4"`` as three melds, with an ``or`` between two ways."""
    melds = []
    for piece in re.split(r"\s*(?:\+|,|&|\band\b)\s*|\s+(?=or\b)|(?<=\bor)\s+", line.strip()):
        piece = re.sub(r"^an?\s+", "", piece, flags=re.I)
        if counted := re.fullmatch(_COUNTED, piece, re.I):
            count = _NUMBERS.get(counted[1].lower()) or int(counted[1])
            melds += [f"{counted[2].lower()}{(counted[3] or '').lower()}"] * min(count, 9)
        elif piece:
            melds.append(piece)
    return melds
