"""The first page."""

from __future__ import annotations

from flask import Blueprint

from referee.services.clubs import evenings, seasons
from referee.services.games import games
from referee.services.house import data
from referee.services.phones.access import Role
from referee.web.parts.tonight import seat_of
from referee.web.shell import access, club_here, screens
from referee.web.shell.live import MOST_KEYS, of_clubs
from referee.web.shell.screens import Address, Page, Visit, screen
from referee.web.start.hero import Hero, hero
from referee.web.start.page import Organising, start

pages = Blueprint("start", __name__)


@screen(pages, "/")
def page(_: Visit) -> Page | Address:
    if (closed := _closed()) is not None:
        return closed
    at, here = club_here.chosen_id(), club_here.here()
    failure = data.copy_failure() if access.role_here() >= Role.ORGANISER else None
    organiser: Organising = "asked" if access.is_asked_to_organise() else ""
    if access.is_told_to_organise():
        organiser = "told"
    playing, recent = games.games_in_progress(club=at), games.recent_games(club=here.id)
    clubs = access.visible_clubs()
    season = seasons.current_table(here.id)
    tonight = [seat_of(evening, access.players_here()) for evening in evenings.tonight(here.id)]
    view = start(playing, recent, clubs, here, season, failure, organiser, _hero, access.may_remove, tonight)
    return screens.page("start/page.html", start=view, live=of_clubs(club_here.listed()[:MOST_KEYS]))


def _hero(code: str) -> Hero:
    return hero(code, games.game(code), access.held_here(code).mine)


def _closed() -> Page | Address | None:
    """What a phone sees that may see no club: the game it was let into, the evening that it is invited to, or the
    door."""
    phone = access.this_phone()
    if phone.role() >= Role.SPECTATOR or access.visible_clubs():
        return None
    if phone.games:
        return screens.at("game.now", code=min(phone.games))
    if phone.evenings and (evening := evenings.next_of(phone.evenings)):
        return screens.at("evenings.coming_page", evening=evening)
    return screens.at("door.page").build()
