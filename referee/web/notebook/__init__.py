from referee.web.notebook.views import pages

__all__ = ["pages"]
