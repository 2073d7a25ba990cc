from referee.web.https.views import pages

__all__ = ["pages"]
