"""Which club this phone is at: the first one until it chooses another. Kept in its cookie."""

from __future__ import annotations

from typing import Any

from flask import g, request, session

from referee import errors
from referee.messages import gettext as _
from referee.rulebooks import library
from referee.services.clubs import rulebooks
from referee.services.clubs.season_views import ClubView
from referee.services.phones.access import Role
from referee.web.shell import access


def here() -> ClubView:
    """The club of this phone; the first one where the chosen one is gone. Raises UnknownClub where it may see none."""
    club = access.club_here()
    if club is None:
        raise errors.UnknownClub
    return club


def chosen_id() -> str | None:
    """The club that this phone has chosen; None where it has not chosen and may see every club."""
    club = access.chosen_club()
    if club is None and access.this_phone().role() < Role.SPECTATOR:
        club = access.club_here()
    return club.id if club is not None else None


def listed() -> list[ClubView]:
    """The clubs whose games are listed on this phone: the chosen one, else all but the demos."""
    chosen = chosen_id()
    return [club for club in access.visible_clubs() if (not club.demo if chosen is None else club.id == chosen)]


def visible_club(club: str) -> ClubView:
    """Raises UnknownClub, for a removed one too."""
    for view in access.visible_clubs():
        if view.id == club:
            return view
    raise errors.UnknownClub


def at() -> ClubView:
    """The club whose rulebooks a page shows: the one that its address names, wherever this phone is by now.

    Where the address names none, this phone's, or the only one that has the rulebook it is about.
    Raises UnknownClub and UnknownRulebook.
    """
    if "rulebooks_of" not in g:
        club = request.args.get("club", "")
        g.rulebooks_of = visible_club(club) if club else _owner((request.view_args or {}).get("rulebook", ""))
    owner: ClubView = g.rulebooks_of
    return owner


def _owner(rulebook: str) -> ClubView:
    home = here()
    owners = rulebooks.clubs_with(rulebook) if rulebook and rulebook not in library.ids() else ()
    having = [club for club in access.visible_clubs() if club.id in owners]
    if not having or home in having:
        return home
    if len(having) > 1:
        names = ", ".join(sorted(club.name for club in having))
        raise errors.UnknownRulebook(
            _("%(club)s doesn’t have that rulebook. These clubs do: %(names)s.", club=home.name, names=names)
        )
    return having[0]


def whose() -> dict[str, Any]:
    """What a page of rulebooks shows: the club that it is about, and this phone's if that is another one."""
    home = here()
    return {"club": at(), "away": home if home != at() else None}


def name_the_club(_endpoint: str, values: dict[str, Any]) -> None:
    """An address of a club's own rulebook says whose it is: two clubs may have one of the same name."""
    if {values.get("rulebook"), values.get("other")} - {None, *library.ids()}:
        values.setdefault("club", at().id)


def choose(club: str) -> None:
    """Choose a club for this phone; raises UnknownClub."""
    session[access.CLUB] = visible_club(club).id
    session.permanent = True
