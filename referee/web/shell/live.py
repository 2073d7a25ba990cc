"""What a page that stays open needs to hear of news: where its stream is, and which version it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import g, request, url_for

from referee.game.fold import sentences
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.services.clubs.season_views import ClubView
from referee.services.games import games, live
from referee.web.shell import words
from referee.web.shell.forms import small_number

MOST_KEYS = 20
"""So many clubs and games can one stream be of."""
HEADER = "Live"
"""A page that looks for news sends the version that it shows, in a header of this name."""


@dataclass(frozen=True)
class Live:
    """``version`` is what the page shows: of a game ``"57.2.s9f86d081"``, of several things those of games behind their
    code, of clubs behind their id: ``"CODE.57.2.s9f86d081,CLUB.17"``."""

    address: str
    version: str
    news: str = ""
    """What has happened since the version that the page showed before, for who listens."""


def of_game(code: str, number: int) -> Live:
    """For a page that shows the state of this ``number`` of the log."""
    return Live(url_for("live.game", code=code), live.version_at(code, number), _news(code))


def of_clubs(clubs: Iterable[ClubView], code: str = "", number: int = 0) -> Live:
    """For a page that shows something of these clubs, and a game that it has chosen by itself."""
    pieces = [f"{code}.{live.version_at(code, number)}"] if code else []
    return Live(url_for("live.several"), ",".join([*pieces, *(f"{club.id}.{club.changed}" for club in clubs)]))


def keys_in(version: str) -> dict[str, str]:
    """The versions of several things that a page shows, by the key of their news; anything else is left out."""
    keys = {}
    for piece in version.split(","):
        name, _, its_version = piece.partition(".")
        if name and its_version:
            keys[live.game_key(name) if "." in its_version else live.club_key(name)] = its_version
    return keys


def version_of(keys: Mapping[str, str]) -> str:
    """The other way round."""
    return ",".join(f"{key.partition(':')[2]}.{its_version}" for key, its_version in keys.items())


def is_known(code: str) -> bool:
    """Whether this request looks for news, and there are none. ``code`` is of the game in its address, or empty."""
    version = request.headers.get(HEADER, "")
    if not version:
        return False
    if code:
        g.live_version = live.game_version(code)
        return bool(g.live_version == version)
    keys = keys_in(version)
    return bool(keys) and live.versions(keys) == keys


def _news(code: str) -> str:
    number, _, _ = request.headers.get(HEADER, "").partition(".")
    since = small_number(number, 7)
    return news_since(games.game(code), since) if since is not None else ""


def news_since(state: GameState, number: int) -> str:
    """What has happened in a game since a number of its log, as the history says it; empty for nothing."""
    new = state.number - number
    if new <= 0:
        return ""
    last, by = sentences(state)[-1].rstrip("."), words.writer(state.log[-1].by, "")
    news = _("%(change)s, by %(name)s.", change=last, name=by) if by and by not in last else f"{last}."
    return news if new == 1 else _("%(number)s changes. The last one: %(news)s", number=new, news=news)
