from referee.web.score.views import pages

__all__ = ["pages"]
