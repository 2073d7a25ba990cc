"""Amounts of a club's money in words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.messages import gettext as _
from referee.season.money import KITTY
from referee.services.clubs.money_views import MoneyTerms
from referee.storage.clubs.clubs import REMOVED
from referee.web.shell import words


def amount(cents: int, money: MoneyTerms) -> str:
    """``"3.40 €"``, ``"20 chips"``, ``"−5"``."""
    number = words.number_of_cents(cents) if money.hundredths else str(cents).replace("-", "−")
    return f"{number}\N{NO-BREAK SPACE}{money.unit}" if money.unit else number


def signed(cents: int, money: MoneyTerms) -> str:
    """What somebody gets or, below zero, pays: ``"+3.40 €"``."""
    return f"{'+' * (cents > 0)}{amount(cents, money)}"


def account_name(account: str, names: Mapping[str, str]) -> str:
    """Whose account it is: a player's, or the kitty's."""
    return names.get(account, REMOVED) if account != KITTY else _("The kitty")


def account_lines(
    moves: Mapping[str, int], names: Mapping[str, str], money: MoneyTerms
) -> tuple[tuple[str, str, str], ...]:
    """Account, its name and what it gets: whoever gets most first, the kitty last."""
    lines = [(account, account_name(account, names), cents) for account, cents in moves.items()]
    lines.sort(key=lambda line: (line[0] == KITTY, -line[2], line[1].casefold()))
    return tuple((account, name, signed(cents, money)) for account, name, cents in lines)
