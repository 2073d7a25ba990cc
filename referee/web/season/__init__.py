from referee.web.season.views import pages

__all__ = ["pages"]
