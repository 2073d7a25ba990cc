"""Amounts of a club's money in words."""

from __future__ import annotations

from referee.services.clubs.money_views import MoneyTerms
from referee.web.shell import words


def amount(cents: int, money: MoneyTerms) -> str:
    """``"3.40 €"``, ``"20 chips"``, ``"−5"``."""
    number = words.number_of_cents(cents) if money.hundredths else str(cents).replace("-", "−")
    return f"{number}\N{NO-BREAK SPACE}{money.unit}" if money.unit else number


def signed(cents: int, money: MoneyTerms) -> str:
    """What somebody gets or, below zero, pays: ``"+3.40 €"``."""
    return f"{'+' * (cents > 0)}{amount(cents, money)}"
