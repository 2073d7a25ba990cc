"""A rulebook at random: one of the library under house rules of any value, some of them nonsense."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from referee.rulebooks import library
from referee.rules.rulebook.model import KINDS, VALUE_NAMES
from tests.rulebooks.values_of_kinds import settings

POOL = {name: [*settings(kind)] for name, kind in KINDS.items()}
NONSENSE: tuple[Any, ...] = (-1, 10**6, 1.5, "", "no", "nothing of the kind", [], ["no"], {"7": 1}, {"no": "no"}, True)


@dataclass(frozen=True, slots=True)
class Drawn:
    """House rules on a rulebook of the library, as JSON has them."""

    seed: int
    base: str
    house: dict[str, Any]

    def __str__(self) -> str:
        return f"seed {self.seed}, {self.base} with {self.house}"


def drawn(seed: int) -> Drawn:
    """The same for the same seed."""
    random = Random(seed)
    names = random.sample(VALUE_NAMES, random.choice((1, 1, 2, 2, 3, 4, 6, 10)))
    base = random.choice(library.ids())
    house = {name: random.choice(POOL[name]) for name in names}
    if random.random() < 0.15:
        house[random.choice(names)] = random.choice(NONSENSE)
    return Drawn(seed, base, house)
