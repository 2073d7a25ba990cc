from referee.web.club.views import pages

__all__ = ["pages"]
