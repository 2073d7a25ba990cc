from referee.web.install.views import pages

__all__ = ["pages"]
