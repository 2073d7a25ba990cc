from referee.web.photo.views import pages

__all__ = ["pages"]
