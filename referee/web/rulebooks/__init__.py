from referee.web.rulebooks.views import pages

__all__ = ["pages"]
