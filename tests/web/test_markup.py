"""Markup in every text that somebody may type: no page, print, picture or feed takes it for its own."""

from __future__ import annotations

import html
import secrets
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.days import today
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.season.money import KITTY, STAKE, Terms
from referee.services.clubs import evenings, money, rulebooks, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.clubs.money_views import TermsForm
from referee.services.games import games, photos
from referee.services.phones import access, invitations, phones
from referee.services.phones.access import CLUB, Role
from tests.photographs import picture
from tests.services.desk import must, opening, tag
from tests.web.season_club import Club
from tests.web.test_rights import Place, ask, routes

EVIL = ("<x-evil>1", '"><x-evil>2', "'><x-evil a=3>", "</title><x-evil>4", "--><x-evil>{{7*7}}")
"""Five names: as text, out of an attribute of either kind, out of a title, out of a comment."""
SEEN_ON = {
    "start.page", "game.now", "score.page", "history.page", "result.page", "result.winners_sheet", "table_view.page",
    "seats.page", "club.page", "club.records", "players.profile", "result.picture_svg", "players.page", "phones.page",
    "data.atom", "season.page", "own.page",
}  # fmt: skip
KINDS = ("text/html", "image/svg+xml", "application/atom+xml", "application/xml", "text/javascript")


def house_of(app: Flask) -> tuple[Place, Place]:
    """A club in which nobody and nothing has an honest name, with a game in play; and with one that is over."""
    club = Club(app)
    season = club.season(EVIL[0])
    over = club.game(season, "2026-02-02", dict(zip(EVIL[:3], ((0, 10), (20, 0), (5, 5)), strict=True)))
    with app.app_context():
        must(over, cmd.Reopen(confirmed=True))
        must(over, cmd.AddNote(EVIL[3]))
        must(over, cmd.CorrectCell(1, 2, "K"))
        must(over, cmd.Finish(confirmed=True))
        book = rulebooks.save_rulebook(club.id, library.load("contract"), EVIL[1], tag(by=EVIL[2]), {"jokers": 4})
        assert isinstance(book, rulebooks.Saved)
        opened = games.open_game(opening(book.rulebook, *EVIL[:4]), tag(by=EVIL[0]), club.id)
        assert isinstance(opened, games.Done)
        code = opened.code
        must(code, cmd.AddNote(EVIL[4]))
        must(code, cmd.RenameSeat(1, EVIL[4]))
        must(code, cmd.NoteIrregularity(1, 2, "misdeal", "note", text=EVIL[3]))
        device = access.make_phone(access.new_cookie(), Role.NOBODY, EVIL[2])
        assert device is not None
        phones.give(device.id, CLUB, club.id, Role.HOST, tag())
        invitations.make(CLUB, club.id, Role.PLAYER, tag())
        who = next(one.id for one in seasons.players(club.id) if one.name == EVIL[0])
        evening = evenings.make(club.id, EveningForm(today(), "19:30", EVIL[1], EVIL[2])).id
        evenings.set_here(evening, [player.id for player in seasons.players(club.id)], ())
        evenings.say_coming(evening, who, coming=True)
        evenings.put_game(over, evening)
        evenings.seat(evening, 0)
        money.save_terms(club.id, TermsForm(EVIL[0][:12], False, Terms("2019-01-01", STAKE, 500, 200)))
        money.enter(club.id, who, KITTY, 5, EVIL[1], settles=False)
        photo = photos.keep(code, photos.made_small(picture()), tag())
    client = app.test_client()
    client.post(f"/clubs/{club.id}/rename", data={"write_id": secrets.token_hex(8), "seen": "1", "name": EVIL[2]})
    assert EVIL[2] in html.unescape(client.get(f"/clubs/{club.id}").text)
    place = Place(club.id, code, season, who, evening, photo)
    return place, place._replace(code=over)


def walked(app: Flask) -> tuple[dict[str, str], set[str]]:
    """Every address that can be opened: where markup came through, and where the names were shown as text."""
    places = house_of(app)
    came_through: dict[str, str] = {}
    shown: set[str] = set()
    client: FlaskClient = app.test_client()
    for rule, method in routes(app):
        if method != "GET":
            continue
        for at in places:
            answer = ask(client, rule, method, at)
            if answer.mimetype == "text/event-stream":
                answer.close()
                continue
            text = _text(answer)
            if answer.mimetype in KINDS and ("<x-evil" in text or ">49<" in text):
                came_through[rule.endpoint] = text[max(0, text.find("<x-evil") - 80) :][:200]
            if "x-evil" in text:
                shown.add(rule.endpoint)
            answer.close()
    return came_through, shown


def _text(answer: Any) -> str:
    try:
        return str(answer.get_data().decode())
    except UnicodeDecodeError:
        return ""  # a picture


@pytest.mark.unmeasured
def test_no_page_print_or_feed_takes_what_was_typed_for_markup(app: Flask) -> None:
    came_through, shown = walked(app)
    assert came_through == {}
    assert len(shown) > 40, shown
    assert shown >= SEEN_ON, f"not shown on {SEEN_ON - shown}"


def test_a_page_that_escapes_nothing_is_found_out(new_app: Flask) -> None:
    new_app.test_client_class = FlaskClient  # the client of the tests would find it first
    new_app.jinja_env.autoescape = False
    new_app.jinja_env.bytecode_cache = None
    came_through, _ = walked(new_app)
    assert "game.now" in came_through
