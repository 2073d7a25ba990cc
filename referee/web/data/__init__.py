from referee.web.data.views import pages

__all__ = ["pages"]
