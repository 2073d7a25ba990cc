from referee.web.invite.views import pages

__all__ = ["pages"]
