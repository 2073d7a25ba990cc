from referee.web.new.views import pages

__all__ = ["pages"]
