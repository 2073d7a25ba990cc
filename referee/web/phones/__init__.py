from referee.web.phones.views import pages

__all__ = ["pages"]
