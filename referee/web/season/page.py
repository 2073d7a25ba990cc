"""A season's page: the table with its rule, places over time, what is left to play, the games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from referee.days import first_day
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.figures import mixed
from referee.season.games import FinishedGame, Result
from referee.season.luck import Luck, luck
from referee.season.narrowing import Narrowing
from referee.season.outlook import Outlook
from referee.season.rules import TIES, explain_ties
from referee.season.standings import Row, lines_of
from referee.services.clubs.season_views import AllTime, Champions, SeasonPage, SeasonView
from referee.web.parts.club_bar import ClubBar, figure_shown, span
from referee.web.parts.costs import CostRow, cost_rows
from referee.web.parts.narrowing import Chooser, chooser
from referee.web.parts.pages import Part, part_of
from referee.web.season.chart import Bumps, bumps
from referee.web.season.ends import TraceLine, since_then, trace
from referee.web.season.forms import Season
from referee.web.season.glance import Glance, glance, you
from referee.web.season.table import Table, firsts, table
from referee.web.shell import words

COSTS = 5
"""Contracts shown on the page; all of them stand in the records."""
GAMES = 3
"""Games shown at once; the others open below."""
CORRECTED = 12
"""So many corrected games are named."""
NEEDS = 3
"""Players in reach of the first place shown at once; the others open below."""
HEAD = 12
"""Letters of a name over a column of the games, one by one."""
NAMED = 5
"""So many names stand in a sentence; more than that are counted."""


@dataclass(frozen=True)
class GameRow:
    of: FinishedGame
    day: str
    rounds: str
    players: tuple[str, ...]
    """``"1 Ada 112"``, by place."""
    corrected: str


@dataclass(frozen=True)
class NeedLine:
    """What one player still needs, as sentences."""

    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Possible:
    """What the games left can still bring."""

    games_left: str
    single: bool
    lines: tuple[NeedLine, ...]
    """Of those who are in reach of the first place, and of this phone's players."""
    more: tuple[NeedLine, ...]
    out: tuple[str, ...]
    """Who is out of reach of the first place, and of being ranked, in sentences."""


@dataclass(frozen=True)
class WorthCell:
    """What one game brought one player; empty where it counts for nothing to them."""

    shown: str
    counts: bool
    """Not among the best that count where this is False."""
    substitute: bool


@dataclass(frozen=True)
class GameByGame:
    """What each game brought everybody: the figures that the table is made of."""

    sentences: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    """Of each player as a head has room for it, and in full."""
    rows: tuple[tuple[str, str, tuple[WorthCell, ...]], ...]
    """Code, day and cells of each game, the latest first."""


@dataclass(frozen=True)
class SeasonPageView:
    bar: ClubBar
    of: SeasonPage
    when: str
    glance: Glance | None
    """None before the first game."""
    since: tuple[str, ...]
    """What differs since the season was closed by hand, in sentences."""
    silent: str
    """That nobody has played for long, which asks whether it is over; else empty."""
    table: Table
    ties: tuple[str, ...]
    """Who was level and what separated them, but for what the glance says of the first place."""
    luck: Luck | None
    """Whether the first place could be luck."""
    rule: tuple[str, ...]
    trace: tuple[TraceLine, ...]
    """What was done to the season, the latest first."""
    tie_rules: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...]
    """Code and sentence of each game that was corrected after its end, of many the last ones."""
    also_corrected: int
    """How many others were."""
    outside: str
    """Which games are not of the season's days, and that they count; empty where all are."""
    chart: Bumps | None
    possible: Possible | None
    """What is still possible; None where the season is over or nobody has said how many games it has."""
    worth: GameByGame | None
    games: tuple[GameRow, ...]
    older: tuple[GameRow, ...]
    part: Part
    """Which of its games these are."""
    costs: tuple[CostRow, ...]


@dataclass(frozen=True)
class AllTimePage:
    """All finished games of a club, or some of them, as one plain table."""

    bar: ClubBar
    of: AllTime
    chooser: Chooser
    table: Table
    you: str
    """What marks the row of a player of this phone."""
    ties: tuple[str, ...]
    luck: Luck | None
    """Whether the first place could be luck."""
    rule: tuple[str, ...]
    """How it is counted, in sentences."""
    chart: Bumps | None
    hall: tuple[HallLine, ...]
    others: tuple[SeasonView, ...]
    """The seasons that no key leads to and no line of the hall of fame."""


@dataclass(frozen=True)
class HallLine:
    """Who won a season."""

    season: str
    who: str
    about: str
    value: str


@dataclass(frozen=True)
class SeasonFormPage:
    """The form of a season; ``season`` is None for a new one."""

    bar: ClubBar
    season: SeasonView | None
    form: Season
    loose: int = 0
    """Finished games of the club that belong to no season and can be taken in."""
    outside: str = ""
    """Which games of the season lie outside the days in the form, in a sentence; empty where none do."""
    asks: bool = False
    """Whether it has to be said what becomes of them."""

    @property
    def heading(self) -> str:
        return _("Change %(season)s", season=self.season.name) if self.season else _("A new season")


def outside(days: Sequence[str]) -> str:
    """A sentence about games of a season on days that are not among its own; empty where there are none."""
    each = [words.day(day) for day in dict.fromkeys(days)]
    named = words.listing(each) if len(each) <= NAMED else _("%(first)s to %(last)s", first=each[0], last=each[-1])
    return (
        ngettext(
            "%(num)s game of this season is outside these dates: %(days)s.",
            "%(num)s games of this season are outside these dates: %(days)s.",
            len(days),
            days=named,
        )
        if days
        else ""
    )


def season_view(page: SeasonPage, sort: str = "", mine: Collection[str] = (), number: int = 1) -> SeasonPageView:
    """``sort`` names the column that the table is sorted by; ``mine``: the players that this phone holds; ``number``:
    which part of its games is shown."""
    standings = page.standings
    shown, part = part_of(page.games, number)
    games = tuple(_game(game, page.names) for game in shown)
    at_first_sight = glance(page, mine) if standings.rows else None
    return SeasonPageView(
        bar=ClubBar(page.club),
        of=page,
        when=span(page.season.starts, page.season.ends),
        glance=at_first_sight,
        since=since_then(page),
        silent=_silent(page),
        table=table(standings, sort, mine, over=page.over),
        ties=standings.ties[len(standings.first_ties) if page.over else 0 :],
        luck=luck(standings),
        trace=trace(page.season, page.names),
        rule=tuple(sentence for sentence in standings.explanation if sentence != explain_ties(standings.rule)),
        tie_rules=tuple(TIES[name] for name in standings.rule.asked_ties),
        corrected=_corrected(page),
        also_corrected=max(0, len(standings.corrected) - CORRECTED),
        outside=_count_all_the_same(page),
        chart=bumps(page.places, mine),
        possible=_possible(page, mine),
        worth=_game_by_game(page, shown),
        games=games[:GAMES],
        older=games[GAMES:],
        part=part,
        costs=cost_rows(page.contracts[:COSTS]),
    )


def _corrected(page: SeasonPage) -> tuple[tuple[str, str], ...]:
    """Of very many the last ones; each of the others says so in its line among the games."""
    on = dict(page.standings.corrected[-CORRECTED:])
    return tuple(
        (
            game.id,
            _(
                "%(rulebook)s of %(day)s, corrected on %(corrected)s",
                rulebook=game.rulebook_name,
                day=words.day(game.day),
                corrected=words.day(on[game.id]),
            ),
        )
        for game in reversed(page.games)
        if game.id in on
    )


def _silent(page: SeasonPage) -> str:
    if not page.silent_since:
        return ""
    if page.games:
        return _("The last game was on %(day)s. Is this season over?", day=words.day(page.silent_since))
    return _("This season has had no game since %(day)s. Is it over?", day=words.day(page.silent_since))


def _count_all_the_same(page: SeasonPage) -> str:
    starts, ends = page.season.starts, page.season.ends
    days = [game.day for game in reversed(page.games)]
    days = [day for day in days if first_day(day) < starts or (ends is not None and day > ends)]
    return f"{outside(days)} {_('They still count in it.')}" if days else ""


def all_time_page(of: AllTime, narrowing: Narrowing, mine: Collection[str]) -> AllTimePage:
    """Counted as a season is by default; ``mine``: the players that this phone holds."""
    standings = of.standings
    own = sum(row.player in mine for row in standings.rows)
    if narrowing:
        counted = ngettext(
            "%(num)s of the club’s finished games counts.",
            "%(num)s of the club’s finished games count.",
            standings.games,
        )
    elif standings.games < of.games:
        counted = _(
            "%(counted)s of the club’s %(games)s finished games count: those without a rulebook are left out.",
            counted=standings.games,
            games=of.games,
        )
    else:
        counted = ngettext(
            "The club’s only finished game counts.", "All %(num)s of the club’s finished games count.", of.games
        )
    rule = (
        counted,
        _(
            "Each game gives 0 to 100 place points: the share of the other players who finished behind you. The table "
            "shows your average."
        ),
        *standings.explanation[2:],
        *standings.notes,
    )
    return AllTimePage(
        bar=ClubBar(of.club),
        of=of,
        chooser=chooser(narrowing, of.choices, of.seasons),
        table=table(standings, "", mine),
        you=you(own),
        ties=standings.ties,
        luck=luck(standings),
        rule=rule,
        chart=bumps(of.places, mine),
        hall=tuple(_hall(champions) for champions in of.hall),
        others=tuple(
            season for season in of.seasons[1:] if season.id not in {champions.season.id for champions in of.hall}
        ),
    )


def _hall(champions: Champions) -> HallLine:
    season = champions.season
    about = " · ".join(filter(None, (season.name, span(season.starts, season.ends), champions.decided)))
    return HallLine(season.id, words.listing(champions.names), about, champions.value)


def _possible(page: SeasonPage, mine: Collection[str]) -> Possible | None:
    if not page.outlook:
        return None
    rows = page.standings.rows
    first = {row.player: row.name for row in firsts(rows)}
    leader = next(iter(first.values()), "")
    order = {row.player: at for at, row in enumerate(rows)}
    outlook = sorted(page.outlook, key=lambda each: order[each.player])
    behind = [each for each in outlook if each.in_time and each.player not in first]
    reach = [each for each in behind if each.in_reach or each.player in mine]
    shown = [each for at, each in enumerate(reach) if at < NEEDS or each.player in mine]
    rest = [each for each in reach if each not in shown]
    out = [each.name for each in behind if not each.in_reach]
    late = [
        _("%(player)s (%(missing)s missing)", player=each.name, missing=each.missing)
        for each in outlook
        if not each.in_time
    ]
    sentences = []
    if out:
        sentences.append(
            _("As things stand, %(names)s can no longer catch %(leader)s.", leader=leader, names=_names(out))
        )
    if late:
        sentences.append(_("Can’t reach the minimum number of games: %(names)s.", names=_names(late)))
    left = outlook[0].games_left
    lines, more = (tuple(_need(each, leader) for each in some) for some in (shown, rest))
    return Possible(ngettext("%(num)s game", "%(num)s games", left), left == 1, lines, more, tuple(sentences))


def _names(names: Sequence[str]) -> str:
    return words.listing(names) if len(names) <= NAMED else _("%(number)s players", number=len(names))


def _need(outlook: Outlook, leader: str) -> NeedLine:
    sentences = (
        [ngettext("Needs %(num)s more game to be ranked.", "Needs %(num)s more games to be ranked.", outlook.missing)]
        if outlook.missing
        else []
    )
    sentences += [need.sentence for need in outlook.needs]
    return NeedLine(outlook.name, tuple(sentences) or (_("Level with %(leader)s.", leader=leader),))


def _game_by_game(page: SeasonPage, games: Sequence[FinishedGame]) -> GameByGame | None:
    table, codes = page.standings, {game.id for game in games}
    values = {(row.player, line.game): line for row in table.rows for line in lines_of(row, codes)}
    if not values:
        return None

    def cell(row: Row, code: str) -> WorthCell:
        line = values.get((row.player, code))
        if line is None:
            return WorthCell("", True, False)
        whole = line.value.denominator == 1
        shown = mixed(line.value) if table.rule.way == "wins" else figure_shown(line.value, 0 if whole else 1)
        return WorthCell(shown, line.counted, line.substitute is not None)

    cells = tuple((game.id, words.day(game.day), tuple(cell(row, game.id) for row in table.rows)) for game in games)
    notes = []
    if any(not line.counted for line in values.values()):
        notes.append(_("In brackets: not among the best %(number)s, and left out.", number=table.rule.best_of))
    if any(line.substitute for line in values.values()):
        notes.append(_("With a star: a substitute played."))
    names = tuple(row.name for row in table.rows)
    return GameByGame(tuple(notes), tuple(zip(words.short_names(names, HEAD), names, strict=True)), cells)


def _game(game: FinishedGame, names: Mapping[str, str]) -> GameRow:
    by_place = sorted(game.results, key=lambda result: (not result.stayed, result.final))
    return GameRow(
        of=game,
        day=words.day(game.day),
        rounds=ngettext("%(num)s round", "%(num)s rounds", len(game.rounds)) if game.rounds else _("without rounds"),
        players=tuple(
            f"{game.places[result.player] if result.stayed else _('left')} {_marked(result, names)} "
            f"{words.signed(result.total) if game.has_points else ''}".rstrip()
            for result in by_place
        ),
        corrected=_("corrected on %(day)s", day=words.day(game.corrected_at)) if game.corrected_at else "",
    )


def _marked(result: Result, names: Mapping[str, str]) -> str:
    """A name with what must be known of the seat: ``Gus (guest)``, ``Gus for Ada``."""
    name, absent = names.get(result.player, result.player), result.stands_in_for
    if absent is not None:
        return _("%(name)s for %(absent)s", name=name, absent=names.get(absent, absent))
    return _("%(name)s (guest)", name=name) if result.guest else name
