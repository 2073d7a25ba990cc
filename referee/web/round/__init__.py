from referee.web.round.views import pages

__all__ = ["pages"]
