"""The pages of a club: its seasons, other clubs, what was removed, records, and to whom of it a game belongs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.days import today
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.speech.words import no_one
from referee.season.narrowing import Narrowing
from referee.season.rating import EXPLANATION, LEAST_SHOWN, Rated
from referee.season.records import Holder, Record
from referee.services.clubs.evening_views import EveningView
from referee.services.clubs.game_places import GamePlace
from referee.services.clubs.removal import Bin, Removed, days_left
from referee.services.clubs.season_views import ClubPage, ClubView, PlayerView, SeasonView
from referee.web.parts.club_bar import ClubBar, percent, season_named, span, told_apart, within
from referee.web.parts.costs import CostRow, cost_rows
from referee.web.parts.narrowing import Chooser, chooser
from referee.web.parts.pages import Part, clubs_of
from referee.web.parts.tonight import when_and_what
from referee.web.shell import words
from referee.web.shell.bar import SEATS, Bar, bar
from referee.web.shell.frame import Trouble


@dataclass(frozen=True)
class SeasonLine:
    id: str
    name: str
    when: str
    games: str


@dataclass(frozen=True)
class BinLine:
    """Something that can be brought back. ``kind`` is season, game, player or club."""

    kind: str
    id: str
    name: str
    removed: str


@dataclass(frozen=True)
class ClubPageView:
    bar: ClubBar
    heading: str
    """Its name, numbered where other clubs bear it too."""
    name: str
    """As it stands in the form."""
    here: bool
    """Whether this phone is at this club."""
    seasons: tuple[SeasonLine, ...]
    others: tuple[ClubView, ...]
    part: Part
    """Which of the others these are."""
    """Under names that tell them apart."""
    bin: tuple[BinLine, ...]
    can_go: bool
    """Whether the club can be removed: another one is there, or it is a demo."""
    has_money: bool
    """Whether it plays for anything: nothing of money is shown otherwise."""


HOLDERS = 1
"""Shown of each record; the other holders open below."""


@dataclass(frozen=True)
class HolderLine:
    """One player, however often they did it: the first game of theirs."""

    player: str
    name: str
    code: str
    game: str
    again: str
    """``4 times in all``; empty for once."""


@dataclass(frozen=True)
class RecordRow:
    record: Record
    holders: tuple[HolderLine, ...]
    more: tuple[HolderLine, ...]


@dataclass(frozen=True)
class RatingRow:
    player: str
    name: str
    value: str
    within: str
    changed: str
    spoken: str
    games: str


@dataclass(frozen=True)
class RecordsView:
    bar: ClubBar
    played: str
    records: tuple[RecordRow, ...]
    costs: tuple[CostRow, ...]
    chooser: Chooser
    ratings: tuple[RatingRow, ...]
    rating_said: str


def club_page(
    club: ClubView,
    seasons: Sequence[SeasonView],
    clubs: Sequence[ClubView],
    gone: Sequence[ClubView],
    bin_: Bin,
    at: str,
    name: str,
    *,
    has_money: bool,
    part: int = 1,
) -> ClubPageView:
    """``at``: this phone’s club; ``gone``: those that were removed; ``part``: which part of the others is shown."""
    lines = [_bin("season", removed.name, removed) for removed in bin_.seasons]
    lines += [_bin("game", _("Game of %(name)s", name=removed.name), removed) for removed in bin_.games]
    lines += [_bin("player", removed.name, removed) for removed in bin_.players]
    lines += [_bin("notebook", _("Games of %(name)s", name=removed.name), removed) for removed in bin_.notebooks]
    lines += [
        _bin("evening", _("Evening of %(day)s", day=words.day(removed.name, year=True)), removed)
        for removed in bin_.evenings
    ]
    lines += [
        _bin("club", removed.name, Removed(removed.id, removed.name, removed.removed_at, days_left(removed.removed_at)))
        for removed in gone
        if removed.removed_at
    ]
    names = told_apart(clubs)
    others, shown = clubs_of([other for other in clubs if other.id != club.id], part)
    return ClubPageView(
        bar=ClubBar(club),
        heading=names[club.id],
        name=name,
        here=club.id == at,
        seasons=tuple(_season(season) for season in seasons),
        others=tuple(dataclasses.replace(other, name=names[other.id]) for other in others),
        part=shown,
        bin=tuple(lines),
        can_go=club.demo or sum(not other.demo for other in clubs) > 1,
        has_money=has_money,
    )


def _season(season: SeasonView) -> SeasonLine:
    games = ngettext("%(num)s game", "%(num)s games", season.finished)
    playing = season.games - season.finished
    counts = [games, _("%(number)s in progress", number=playing)] if playing > 0 else [games]
    when = span(season.starts, season.ends)
    if season.closed is not None:
        when = _("%(when)s, closed on %(day)s", when=when, day=words.day(season.closed.at))
    return SeasonLine(season.id, season.name, when, ", ".join(counts))


def _bin(kind: str, name: str, removed: Removed) -> BinLine:
    return BinLine(
        kind,
        removed.id,
        name,
        ngettext(
            "removed on %(day)s, deleted forever in %(num)s day",
            "removed on %(day)s, deleted forever in %(num)s days",
            removed.days_left,
            day=words.day(removed.at),
        ),
    )


def records_page(page: ClubPage, narrowing: Narrowing) -> RecordsView:
    return RecordsView(
        bar=ClubBar(page.club),
        played=ngettext("%(num)s game", "%(num)s games", page.games),
        records=tuple(_record(record, page.names) for record in page.records),
        costs=cost_rows(page.contracts),
        chooser=chooser(narrowing, page.choices, page.seasons),
        ratings=tuple(_rating(rated) for rated in page.ratings),
        rating_said=EXPLANATION,
    )


def _record(record: Record, names: Mapping[str, str]) -> RecordRow:
    games: dict[str, list[Holder]] = {}
    for holder in record.holders:
        games.setdefault(holder.player, []).append(holder)
    lines = tuple(
        HolderLine(
            player,
            names.get(player, player),
            held[0].game,
            f"{held[0].rulebook}, {words.day(held[0].day)}",
            _("%(times)s in all", times=words.times(len(held))) if len(held) > 1 else "",
        )
        for player, held in games.items()
    )
    return RecordRow(record, lines[:HOLDERS], lines[HOLDERS:])


def _rating(rated: Rated) -> RatingRow:
    moved = spoken = ""
    if abs(rated.changed) >= LEAST_SHOWN:
        number = f"{abs(rated.changed):.1f}"
        moved = f"{'▲' if rated.changed > 0 else '▼'} {number}"
        spoken = (
            _("up %(number)s with the last game", number=number)
            if rated.changed > 0
            else _("down %(number)s with the last game", number=number)
        )
    games = ngettext("%(num)s game", "%(num)s games", rated.games)
    return RatingRow(rated.player, rated.name, percent(rated.better), within(rated.within), moved, spoken, games)


@dataclass(frozen=True)
class SeatLine:
    seat: int
    name: str
    player: str
    """Id of the player of the club who sat there."""
    absent: str
    """Id of whom they stood in for; empty where they sat for themselves."""
    note: str
    refused: Refused | None
    """Which of its choices was refused."""


@dataclass(frozen=True)
class Refused:
    """A choice that was not written, for the form that shows it again."""

    field: str
    """Id of the field."""
    choice: str
    sentence: str
    """What was said by it, as ``"Ada sat in for Cora"``."""


@dataclass(frozen=True)
class GameClubView:
    bar: Bar
    club: ClubView
    seasons: tuple[tuple[str, str], ...]
    """Id and name of each."""
    season: str
    seats: tuple[SeatLine, ...]
    players: tuple[PlayerView, ...]
    refused: str
    """What was said of a player and is refused; empty where nothing is."""
    evenings: tuple[tuple[str, str], ...] = ()
    """Those to which it may belong: id and when."""
    evening: str = ""


def game_club(
    code: str,
    state: GameState,
    place: GamePlace,
    seasons: tuple[SeasonView, ...],
    players: tuple[PlayerView, ...],
    trouble: Trouble,
    of: str,
    evenings: Sequence[EveningView] = (),
    evening: EveningView | None = None,
) -> GameClubView:
    """``of`` is the id of the field that was refused; ``evenings``: those to which it may belong."""
    names = {player.id: player.name for player in players}
    whole = {double: player.id for player in players for double, _, _ in player.doubles}
    lines = []
    for seat in state.all_seats:
        player, absent = (whole.get(id_ or "", id_ or "") for id_ in place.sat.get(seat.id, ("", None)))
        who = names.get(player, seat.player)
        note = _("known as %(who)s", who=who) if who != seat.player else ""
        if absent:
            note = f"{note}, " * bool(note) + _("sat in for %(name)s", name=names.get(absent) or _("someone"))
        refused = _refused(seat.id, seat.player, names, trouble, of)
        lines.append(SeatLine(seat.id, seat.player, player, absent, note, refused))
    ordered = tuple(sorted(players, key=lambda player: player.name.casefold()))
    what = next((line.refused.sentence for line in lines if line.refused), "")
    possible = {each.id: when_and_what(each) for each in (*evenings, *([evening] if evening else []))}
    return GameClubView(
        bar(code, state, SEATS),
        place.club,
        tuple((season.id, season_named(season, today())) for season in seasons),
        place.season or "",
        tuple(lines),
        ordered,
        what,
        tuple(possible.items()),
        evening.id if evening else "",
    )


def _refused(seat: int, name: str, names: Mapping[str, str], trouble: Trouble, of: str) -> Refused | None:
    choice = trouble.typed.get("choice", "")
    at = {"name": name, "other": names.get(choice) or no_one()}
    if trouble and of == f"absent-{seat}":
        return Refused(of, choice, _("%(name)s sat in for %(other)s", **at))
    if trouble and of == f"player-{seat}":
        return Refused(of, choice, _("%(name)s is really %(other)s", **at))
    return None
