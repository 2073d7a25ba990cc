from referee.web.api.views import pages

__all__ = ["pages"]
