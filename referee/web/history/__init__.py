from referee.web.history.views import pages

__all__ = ["pages"]
