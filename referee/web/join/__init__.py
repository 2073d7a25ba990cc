from referee.web.join.views import pages

__all__ = ["pages"]
