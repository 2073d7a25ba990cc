"""Which club this phone is at: the first one until it chooses another. Kept in its cookie."""

from __future__ import annotations

from collections.abc import Sequence

from flask import session

from referee import errors, season_services
from referee.season_views import ClubView

_KEY = "club"


def here(among: Sequence[ClubView] | None = None) -> ClubView:
    """The club of this phone; the first one where the chosen one is gone. Raises UnknownClub where there is none.

    ``among`` are the clubs, for whoever has asked for them already.
    """
    clubs = season_services.clubs() if among is None else among
    return _of(clubs, str(session.get(_KEY))) or first(clubs)


def chosen_id(among: Sequence[ClubView] | None = None) -> str | None:
    """The club that this phone has chosen; None where it has not chosen, or where that one is gone."""
    wanted = session.get(_KEY)
    if not isinstance(wanted, str):
        return None
    found = _of(season_services.clubs() if among is None else among, wanted)
    return found.id if found is not None else None


def first(clubs: Sequence[ClubView]) -> ClubView:
    """The first of the clubs that is no demo; raises UnknownClub where there is none."""
    found = next((one for one in clubs if not one.demo), None)
    if found is None:
        raise errors.UnknownClub
    return found


def known(club: str, among: Sequence[ClubView] | None = None) -> ClubView:
    """Raises UnknownClub, for a removed one too."""
    found = _of(season_services.clubs() if among is None else among, club)
    if found is None:
        raise errors.UnknownClub
    return found


def _of(clubs: Sequence[ClubView], club: str) -> ClubView | None:
    return next((one for one in clubs if one.id == club), None)


def choose(club: str) -> None:
    """From now on this phone is at a club; raises UnknownClub."""
    session[_KEY] = known(club).id
    session.permanent = True
