"""What a question is about: a rulebook, its players and a round, with a game or without."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.game.rulings import inside
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.question import Option
from referee.rules.referee import explained
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Ruling

Request = Mapping[str, Any]
"""A question as the ruling interface has it: JSON values by name."""


@dataclass(frozen=True)
class Setting:
    """The rulebook, the players and the round that a question is about; ``code`` is empty without a game."""

    book: Rulebook
    round: int | None
    names: tuple[str, ...]
    """By seat, from seat 1."""
    code: str = ""
    melds: tuple[Option, ...] = ()
    """What is recorded to lie on the table: the cards, and whose they are."""
    from_game: Mapping[str, Request] = dataclasses.field(default_factory=dict)
    """By question, what the game knows already, as a request says it."""
    asker: int | None = None
    """The place of whoever asks, where the phone is one player's."""
    in_round: bool = False
    """Whether it is asked in the round that is being played, so that its log knows what nobody needs to say."""
    state: GameState | None = None
    contract: int | None = None
    """The number of the contract of whoever asks, where each player has one of their own; no round is named then."""

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def seats(self) -> tuple[Option, ...]:
        return tuple(Option(str(seat), name) for seat, name in enumerate(self.names, 1))

    def seats_for(self, question: str, field: str) -> tuple[Option, ...]:
        """Who can be named there: nobody does anything in a round that they have left."""
        running = self.state.running if self.state and self.in_round else None
        if running is None or field not in inside.DOES:
            return self.seats
        able = inside.can_do(running, question)
        return tuple(option for option, seat in zip(self.seats, running.seats, strict=True) if seat in able)

    def rule(self, request: Request) -> Ruling:
        """The ruling on a request; raises RequestError."""
        return inside.explained(self.state, request) if self.state else explained(self.book, request)

    @property
    def house(self) -> bool:
        return any(clause.basis == "house rule" for clause in self.book.clauses.values())

    @property
    def where(self) -> str:
        """``"Shanghai Rummy · 4 players · round 3"``."""
        parts = [self.book.name, ngettext("%(num)s player", "%(num)s players", self.players)]
        return " · ".join([*parts, _("round %(round)s", round=self.round)] if self.round else parts)
