"""The places below a page: four outside of games, and those of a game inside it."""

from __future__ import annotations

from typing import NamedTuple

from flask import Flask, request

from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.web.shell.bar import Bar, Tab
from referee.web.shell.rights import has_right


class Place(NamedTuple):
    """One of the four. It leads to ``endpoint``, and all pages of these blueprints belong to it."""

    endpoint: str
    label: str
    icon: str
    blueprints: frozenset[str]
    of_club: bool = False
    """Whether it stays with the club that the page is about, where that is not the one of this phone."""


PLACES = (
    Place(
        "start.page",
        lazy_gettext("Games"),
        "playing-cards",
        frozenset({"start", "new", "invite", "join", "door", "help", "https"}),
    ),
    Place("season.page", lazy_gettext("Standings"), "trophy", frozenset({"season"}), of_club=True),
    Place("rulebooks.page", lazy_gettext("Rulebooks"), "book-open", frozenset({"rulebooks", "own", "ask", "triples"})),
    Place(
        "club.page",
        lazy_gettext("Club"),
        "users",
        frozenset({"club", "evenings", "money", "players", "phones", "data", "notebook", "paper"}),
        of_club=True,
    ),
)


_OF_A_PLACE = frozenset().union(*(place.blueprints for place in PLACES))


class Places(NamedTuple):
    label: str
    """What a screen reader calls them."""
    tabs: tuple[Tab, ...]


def init_app(app: Flask) -> None:
    app.add_template_global(places_here)


def places_here(bar: object, here: str) -> Places | None:
    """Those of the page ``here``, an endpoint, with its ``bar``.

    None where this phone may go nowhere else, and on what a game shows without a bar: that has its way back.
    """
    if isinstance(bar, Bar):
        return Places(_("This game"), bar.tabs)
    here, club = here or request.endpoint or "", getattr(bar, "club", None)
    if here and here.partition(".")[0] not in _OF_A_PLACE:
        return None
    tabs = tuple(
        Tab(
            place.endpoint,
            str(place.label),
            place.icon,
            _current(place, here),
            {"club": club.id} if club and place.of_club else {},
        )
        for place in PLACES
        if has_right(place.endpoint)
    )
    return Places(_("Table Referee"), tabs) if len(tabs) > 1 else None


def _current(place: Place, here: str) -> str:
    """As ``aria-current`` says it: the page itself, or the place to which the page belongs."""
    if place.endpoint == here:
        return "page"
    return "true" if here.partition(".")[0] in place.blueprints else ""
