from referee.web.own.views import pages

__all__ = ["pages"]
