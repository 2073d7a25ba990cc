from referee.web.result.views import pages

__all__ = ["pages"]
