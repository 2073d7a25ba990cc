from referee.web.live.views import pages

__all__ = ["pages"]
