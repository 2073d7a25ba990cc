"""How a season ends, as its pages say it: what closing it would close, what was done to it, what differs since."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from wtforms import RadioField

from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext
from referee.season.trace import (
    BROUGHT_BACK,
    CHANGED,
    CLOSED,
    GOES_ON,
    MADE,
    OPENED_AGAIN,
    REMOVED,
    Change,
    Terms,
    changes_of_terms,
    differences,
)
from referee.services.clubs.clubs import LEAVE, STAY
from referee.services.clubs.season_views import SeasonEnd, SeasonPage, SeasonView
from referee.web.parts.club_bar import ClubBar, games_played
from referee.web.parts.club_fields import NOT_LONG, short_field
from referee.web.season.glance import Glance, glance_of
from referee.web.shell import words
from referee.web.shell.forms import Write, offered


class Close(Write):
    """A season is closed by hand."""

    playing = RadioField(
        lazy_gettext("What happens to the games that are still being played?"),
        choices=offered(
            (
                (STAY, lazy_gettext("They stay in this season and count when they are finished")),
                (LEAVE, lazy_gettext("They leave this season and don’t belong to any")),
            )
        ),
        validators=[NOT_LONG],
        validate_choice=False,
    )
    shown = short_field()
    """The digest of what the page showed."""


@dataclass(frozen=True)
class ClosePage:
    bar: ClubBar
    of: SeasonEnd
    form: Close
    glance: Glance | None
    """As the season would end; None without a finished game."""
    playing: tuple[tuple[str, str], ...]
    """Code and words of each game that is still being played."""


@dataclass(frozen=True)
class TraceLine:
    """One thing that was done to a season."""

    when: words.Moment
    by: str
    sentences: tuple[str, ...]


def close_page(end: SeasonEnd, form: Close, mine: Collection[str]) -> ClosePage:
    """``mine``: the players that this phone holds."""
    last = glance_of(end, mine, games_played(end), over=True) if end.standings.rows else None
    playing = tuple((code, _("Game %(code)s", code=code)) for code in end.playing)
    return ClosePage(ClubBar(end.club), end, form, last, playing)


def trace(season: SeasonView, names: Mapping[str, str]) -> tuple[TraceLine, ...]:
    """The latest first; nothing of one that was only made."""
    if all(change.what == MADE for change in season.trace):
        return ()
    after = changes_of_terms(season.trace, season.terms)
    lines = [
        TraceLine(words.moment(change.at), change.by, tuple(_sentences(change, terms, names)))
        for change, terms in zip(season.trace, after, strict=True)
    ]
    return tuple(reversed(lines))


def _sentences(change: Change, after: Terms | None, names: Mapping[str, str]) -> Iterator[str]:
    if change.what == MADE:
        yield _("Created")
    elif change.what == CLOSED:
        first = words.listing(names.get(player, player) for player, place in change.places.items() if place == 1)
        yield _("Closed with %(names)s first", names=first) if first else _("Closed without a winner")
    elif change.what == OPENED_AGAIN:
        yield _("Opened again")
    elif change.what == REMOVED:
        yield _("Game %(code)s was removed", code=words.listing(change.games))
    elif change.what == BROUGHT_BACK:
        yield _("Game %(code)s was brought back", code=words.listing(change.games))
    elif change.what == GOES_ON:
        yield _("No game for a long time, but the season goes on")
    elif change.what == CHANGED and change.before is not None and after is not None:
        for label, was, now in differences(change.before, after, words.day):
            yield _("%(what)s: %(before)s → %(after)s", what=label, before=was, after=now)


def since_then(page: SeasonPage) -> tuple[str, ...]:
    """What differs since the season was closed by hand; nothing where nothing does, or nobody closed it."""
    return tuple(_since(page)) if page.since is not None else ()


def _since(page: SeasonPage) -> Iterator[str]:
    since = page.since
    assert since is not None
    if since.first:
        names = words.listing(page.names.get(player, player) for player in since.first)
        yield _("When this season was closed, the winner was %(names)s.", names=names)
    elif since.moved:
        yield ngettext(
            "%(num)s player has another place than when this season was closed.",
            "%(num)s players have another place than when this season was closed.",
            since.moved,
        )
    if since.new:
        yield ngettext(
            "%(num)s game was added after it was closed.",
            "%(num)s games were added after it was closed.",
            len(since.new),
        )
    if since.gone:
        yield ngettext(
            "%(num)s game no longer counts since it was closed.",
            "%(num)s games no longer count since it was closed.",
            len(since.gone),
        )
    if since.corrected:
        yield ngettext(
            "%(num)s game was corrected after it was closed.",
            "%(num)s games were corrected after it was closed.",
            len(since.corrected),
        )
