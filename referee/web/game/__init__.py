from referee.web.game.views import pages

__all__ = ["pages"]
