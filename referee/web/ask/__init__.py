from referee.web.ask.views import pages

__all__ = ["pages"]
