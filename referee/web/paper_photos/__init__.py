from referee.web.paper_photos.views import pages

__all__ = ["pages"]
