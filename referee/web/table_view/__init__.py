from referee.web.table_view.views import pages

__all__ = ["pages"]
