"""Which club this phone is at: the first one until it chooses another. Kept in its cookie."""

from __future__ import annotations

from flask import session

from referee import errors, season_services
from referee.season_views import ClubView

_KEY = "club"


def here() -> ClubView:
    """The club of this phone; the first one where the chosen one is gone. Raises UnknownClub where there is none."""
    chosen = chosen_club()
    return chosen if chosen is not None else season_services.first_club()


def chosen_club() -> ClubView | None:
    """The club that this phone has chosen; None where it has not chosen."""
    wanted = session.get(_KEY)
    if not isinstance(wanted, str):
        return None
    return next((club for club in season_services.clubs() if club.id == wanted), None)


def known(club: str) -> ClubView:
    """Raises UnknownClub, for a removed one too."""
    found = next((one for one in season_services.clubs() if one.id == club), None)
    if found is None:
        raise errors.UnknownClub
    return found


def choose(club: str) -> None:
    """From now on this phone is at a club; raises UnknownClub."""
    session[_KEY] = known(club).id
    session.permanent = True
