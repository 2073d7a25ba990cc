"""What a game is played by: the rulebook beneath and the house rules on it, for its sheets and its history."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rulebooks import own
from referee.rules.rulebook.model import Clause, Rulebook


@dataclass(frozen=True)
class House:
    summary: str
    """``"Contract Rummy with 3 house rules"``."""
    rules: tuple[Clause, ...]

    @property
    def line(self) -> str:
        """For a printed sheet: what they are about."""
        return f"{self.summary}: {', '.join(rule.title for rule in self.rules)}"


def house_of(book: Rulebook) -> House | None:
    """None for a rulebook as it is printed."""
    rules = tuple(own.house_rules(book))
    return House(own.on_top(book), rules) if rules else None
