from referee.web.play.views import pages

__all__ = ["pages"]
