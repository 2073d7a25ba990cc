from referee.web.help.views import pages

__all__ = ["pages"]
