from referee.web.paper.views import pages

__all__ = ["pages"]
