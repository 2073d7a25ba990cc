from referee.web.door.views import pages

__all__ = ["pages"]
