"""A club's data out and in: tables for a spreadsheet, the whole club as a file, a feed, and JSON for programs."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from referee import errors
from referee.app.extensions import csrf
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.services.clubs import evenings, seasons
from referee.services.clubs.game_places import removed_from, season_now
from referee.services.deliveries import WriteTag, once
from referee.services.games import games
from referee.services.house import data
from referee.storage.clubs.clubs import KEPT_DAYS
from referee.web.api.answers import (
    MOST_GAMES,
    MOST_SKIPPED,
    GameNow,
    clubs_data,
    finished_data,
    game_data,
    history_data,
    standings_data,
)
from referee.web.api.evenings import evening_data, evenings_data
from referee.web.data.copies import copies_view
from referee.web.data.forms import BringIn
from referee.web.data.page import feed
from referee.web.parts.club_bar import ClubBar
from referee.web.shell import access, screens
from referee.web.shell.answers import as_json, error, unless_known
from referee.web.shell.bodies import LARGEST
from referee.web.shell.club_here import choose, visible_club
from referee.web.shell.errors import LOST_SIGHT
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("data", __name__)
TOO_LARGE = lazy_gettext(
    "The file is larger than 16 MB. Use “referee import” on the server’s computer for larger files."
)
_PLAIN = re.compile(r"[^A-Za-z0-9]+")


@screen(pages, "/clubs/<club>/data")
def page(_visit: Visit, club: str) -> Page:
    bar = ClubBar(visible_club(club))
    offered = seasons.seasons(club)
    copies = copies_view(data.copies(), data.copy_failure())
    return screens.page(
        "data/page.html",
        bar=bar,
        seasons=offered,
        copies=copies,
        largest=LARGEST["data.import_"],
        too_large=TOO_LARGE,
        separator=_separator(),
        separators={"comma": _("Comma"), "semicolon": _("Semicolon and decimal comma"), "tab": _("Tab")},
        outgrown=data.export_size(club) > LARGEST["data.import_"],
        days=KEPT_DAYS,
        book=data.outgrown(),
    )


@pages.get("/clubs/<club>/games.csv")
def games_csv(club: str) -> Response:
    text = data.csv_of_games(club, _separator())
    return _csv(text, _("%(club)s games", club=visible_club(club).name))


@pages.get("/clubs/<club>/plays.bgsplay")
def plays(club: str) -> Response:
    """Every finished game as BG Stats opens it."""
    text = data.plays_of(club)
    return _file(text.encode(), "application/json", _("%(club)s games", club=visible_club(club).name), "bgsplay")


@pages.get("/seasons/<season>/standings.csv")
def standings_csv(season: str) -> Response:
    text = data.csv_of_standings(season, _separator())
    return _csv(text, _("%(season)s standings", season=seasons.season_of(season)[1].name))


@pages.get("/clubs/<club>/club.jsonl")
def export(club: str) -> Response:
    """The whole club, as ``referee export`` writes it."""
    lines = io.StringIO()
    data.export_club(club, lines.write)
    return _file(lines.getvalue().encode(), "application/jsonl", visible_club(club).name, "jsonl")


@pages.get("/clubs/<club>/feed.atom")
def atom(club: str) -> Response:
    """The latest finished games, for a feed reader."""
    finished, names = seasons.games_of_club(club)
    text = render_template("data/feed.xml", feed=feed(visible_club(club), finished, names))
    return unless_known(Response(text, mimetype="application/atom+xml"))


@pages.post("/clubs/<club>/import")
def import_(club: str) -> Response:
    """A club out of a file, whole or not at all; once, however often a browser sends it."""
    try:
        tag, file = _file_sent()
        digest, whole = hashlib.sha256(file), data.read_club(io.BytesIO(file))
        brought = once(tag, digest.hexdigest(), lambda: asdict(data.import_club(whole)))
    except errors.Rejected as refused:
        why = _("Nothing was imported. %(refused)s", refused=refused)
        return screens.show_again(page.at(club=club), Trouble.at({"file": why}))
    access.forget_clubs()
    choose(brought["id"])
    say = _("Imported %(club)s. This phone now uses it.", club=brought["name"])
    return screens.proceed(screens.at("club.page", club=brought["id"]), say=say)


csrf.exempt(import_)  # the form itself asks for the token: before that, a large file would be refused as too much


def _file_sent() -> tuple[WriteTag, bytes]:
    """Raises Rejected for a form without a file, with too large a one, or without the phone's token."""
    try:
        form = BringIn()
        faults = form.faults()
    except RequestEntityTooLarge:
        raise errors.Rejected("file", TOO_LARGE) from None
    if faults:
        raise errors.Rejected("file", LOST_SIGHT if "csrf_token" in faults else next(iter(faults.values())))
    file = form.file.data
    if file is None:
        raise errors.Rejected("file", _("Choose a file first."))
    return form.tag(), file.stream.read()


def _separator() -> str:
    """What the address asks for between two cells; a comma, where that is nothing known."""
    asked_for = request.args.get("separator", "")
    return asked_for if asked_for in data.SEPARATORS else "comma"


def _csv(text: str, name: str) -> Response:
    # the mark at the beginning tells spreadsheets that it is UTF-8
    return _file(text.encode("utf-8-sig"), "text/csv", name, "csv")


def _file(content: bytes, kind: str, name: str, ending: str) -> Response:
    attached = f'attachment; filename="{_plain(name)}.{ending}"'
    return Response(content, mimetype=kind, headers={"Content-Disposition": attached, "Cache-Control": "no-store"})


def _plain(name: str) -> str:
    """A file's name that every system takes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return _PLAIN.sub("-", letters).strip("-").lower() or "club"


@pages.get("/api/clubs")
def api_clubs() -> Response:
    """Those that this phone may see: nobody is told of another club."""

    def read() -> Any:
        clubs = access.visible_clubs()
        return clubs_data([(club, seasons.seasons(club.id)) for club in clubs])

    return _answer(read)


@pages.get("/api/clubs/<club>/games")
def api_games(club: str) -> Response:
    """``season``: only those of one season; ``since``: of a day and later; ``limit``: only so many, the last ones;
    ``skip``: without so many of the last ones, for a list that is read in parts."""

    def read() -> Any:
        since, limit, skip = _day("since"), _number("limit"), _number("skip", MOST_SKIPPED)
        listed, names = seasons.games_of_club(club)
        wanted = request.args.get("season")
        kept = [game for game in listed if (wanted is None or game.season == wanted) and game.day >= since]
        kept = kept[: max(0, len(kept) - skip)]
        return {"games": [finished_data(game, names) for game in kept[-limit:]]}

    return _answer(read)


@pages.get("/api/clubs/<club>/evenings")
def api_evenings(club: str) -> Response:
    """``since``, ``limit`` and ``skip`` as of the games."""

    def read() -> Any:
        since, limit, skip = _day("since"), _number("limit"), _number("skip", MOST_SKIPPED)
        kept = [line for line in evenings.evenings(club).lines if line.evening.day >= since][skip:]
        return evenings_data(reversed(kept[: limit or None]))

    return _answer(read)


@pages.get("/api/evenings/<evening>")
def api_evening(evening: str) -> Response:
    return _answer(lambda: evening_data(evenings.page(evening)))


@pages.get("/api/seasons/<season>/standings")
def api_standings(season: str) -> Response:
    return _answer(lambda: standings_data(seasons.season_page(season)))


@pages.get("/api/games/<code>")
def api_game(code: str) -> Response:
    def data_of() -> GameNow:
        evening = evenings.of_game(code)
        places = season_now(code), evening.id if evening else None
        return game_data(code, games.game(code), *places, removed_from(code) is not None)

    return _answer_of_game(code, data_of)


@pages.get("/api/games/<code>/history")
def api_history(code: str) -> Response:
    return _answer_of_game(code, lambda: history_data(code, games.game(code)))


def _day(name: str) -> str:
    """A day of the query; empty where it has none. Raises Rejected."""
    given = request.args.get(name, "")
    try:
        return date.fromisoformat(given).isoformat() if given else ""
    except ValueError:
        raise errors.Rejected(name, _("Enter a day as in 2026-01-31.")) from None


def _number(name: str, most: int = MOST_GAMES) -> int:
    """A number of the query, 0 where it has none. Raises Rejected."""
    given = request.args.get(name, "")
    if given and (not given.isascii() or not given.isdigit() or not 0 < int(given[:9]) <= most):
        raise errors.Rejected(name, _("Enter a number from 1 to %(most)s.", most=most))
    return int(given or 0)


def _answer_of_game(code: str, read: Callable[[], Any]) -> Response:
    """The same of one game; of a removed one with the status that says so."""
    return _answer(read, lambda: removed_from(code) is not None)


def _answer(read: Callable[[], Any], is_gone: Callable[[], bool] = lambda: False) -> Response:
    """What was read, or why it cannot be."""
    try:
        data = read()
        return as_json(data, 410) if is_gone() else unless_known(as_json(data))
    except errors.Rejected as refused:
        return error(refused.status, refused.field, str(refused))
    except errors.RefereeError as failed:
        return error(failed.status, "request", str(failed), {"Retry-After": "3"} if failed.status == 503 else {})
