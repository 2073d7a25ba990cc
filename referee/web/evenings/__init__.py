from referee.web.evenings.views import pages

__all__ = ["pages"]
