"""What the page of a club's money is made from: frozen values, no database behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from referee.season.games import FinishedGame
from referee.season.money import Moves, Payment, Terms
from referee.services.clubs.evening_views import EveningView
from referee.services.clubs.season_views import ClubView


@dataclass(frozen=True, slots=True)
class TermsForm:
    """What a club is to play for. Amounts in the smallest unit; the day is ISO 8601."""

    unit: str
    hundredths: bool
    terms: Terms


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was entered by hand, or settled; accounts are players as they are now, or the kitty."""

    id: str
    at: str
    by: str
    giver: str
    receiver: str
    amount: int
    word: str
    settles: bool
    back_at: str | None
    back_by: str

    @property
    def cancels(self) -> bool:
        """Whether it is between two who turned out to be one: nobody owes themselves anything."""
        return self.giver == self.receiver


@dataclass(frozen=True, slots=True)
class Movement:
    """A game, the dues of an evening, an entry, or what is played for from a day on: exactly one of the four, and what
    it moves."""

    day: str
    moves: Moves
    game: FinishedGame | None = None
    evening: EveningView | None = None
    entry: Entry | None = None
    terms: Terms | None = None
    by_rulebook: bool = False
    """Whether the rulebook of the game says who pays what."""


@dataclass(frozen=True, slots=True)
class MoneyTerms:
    """What a club plays for and how amounts are written; ``plays``: whether it does so still."""

    club: ClubView
    plays: bool
    unit: str
    hundredths: bool
    terms: tuple[Terms, ...]

    @property
    def digest(self) -> str:
        """What tells whether somebody changed it since a page showed it."""
        terms = [[each.since, each.way, each.amount, each.dues] for each in self.terms]
        content = json.dumps([self.plays, self.unit, self.hundredths, terms])
        return hashlib.sha256(content.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class NightMoney:
    """What one evening moved."""

    money: MoneyTerms
    balances: Moves
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MoneyPage:
    """All that moved since a club plays for something, the latest first."""

    money: MoneyTerms
    movements: tuple[Movement, ...]
    balances: Moves
    payments: tuple[Payment, ...]
    in_kitty: int
    """What was paid into the kitty and is still there."""
    names: Mapping[str, str]
    players: tuple[tuple[str, str], ...]
    """Id and name of each that an entry can be made for."""
    corrected: tuple[FinishedGame, ...]
    """Games that were corrected after something was settled last."""
    removed: int
    """How many were removed after that."""
    going_on: int
    """How many games count once they are finished: some may have counted before they were opened again."""
