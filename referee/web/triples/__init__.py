from referee.web.triples.views import pages

__all__ = ["pages"]
