from referee.web.seats.views import pages

__all__ = ["pages"]
