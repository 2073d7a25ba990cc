"""What a game is played by: the rulebook beneath and the house rules on it, for its sheets and its history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.rulebooks import own
from referee.rules.rulebook.model import Rulebook


class HouseRule(NamedTuple):
    topic: str
    title: str
    text: str


@dataclass(frozen=True)
class House:
    said: str
    """``"Contract Rummy with 3 house rules"``."""
    rules: tuple[HouseRule, ...]

    @property
    def line(self) -> str:
        """For a printed sheet: what they are about."""
        return f"{self.said}: {', '.join(rule.title for rule in self.rules)}"


def house_of(book: Rulebook) -> House | None:
    """None for a rulebook as it is printed."""
    rules = tuple(HouseRule(clause.topic, clause.title, clause.text) for clause in own.house_rules(book))
    return House(own.on_top(book), rules) if rules else None
