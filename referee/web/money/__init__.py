"""Who owes whom in a club, and what it plays for."""

from referee.web.money.views import pages

__all__ = ["pages"]
