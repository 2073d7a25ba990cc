from referee.web.start.views import pages

__all__ = ["pages"]
