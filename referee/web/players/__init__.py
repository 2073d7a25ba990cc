from referee.web.players.views import pages

__all__ = ["pages"]
