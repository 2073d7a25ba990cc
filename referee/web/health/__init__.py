"""Is the app alive, and can it work? For machines."""

from referee.web.health.views import pages

__all__ = ["pages"]
