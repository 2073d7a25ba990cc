"""A season's page: the table with its rule, places over time, what is left to play, the games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.season.figures import mixed
from referee.season.outlook import Outlook
from referee.season.records import ContractCost
from referee.season.rules import TIES, explain_ties
from referee.season.standings import Row
from referee.services.season_views import GameView, SeasonPage, SeasonView
from referee.web import words
from referee.web.club.bar import STANDINGS, ClubBar, club_bar, figure_shown, span
from referee.web.season.chart import Bumps, bumps
from referee.web.season.forms import Season
from referee.web.season.glance import Glance, glance
from referee.web.season.table import Table, firsts, table

COSTS = 5
"""Contracts shown on the page; all of them stand in the records."""
GAMES = 3
"""Games shown at once; the others open below."""
NEEDS = 5
"""Players in reach of the first place shown at once; the others open below."""
NAMED = 5
"""So many names stand in a sentence; more than that are counted."""


@dataclass(frozen=True)
class GameRow:
    code: str
    day: str
    rulebook: str
    rounds: str
    players: tuple[str, ...]
    """``"1 Ada 112"``, by place."""
    corrected: str


@dataclass(frozen=True)
class NeedLine:
    """What one player still needs, as sentences."""

    name: str
    said: tuple[str, ...]


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

    said: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[WorthCell, ...]], ...]
    """Code, day and cells of each game, the latest first."""


@dataclass(frozen=True)
class CostRow:
    contract: str
    where: str
    per_hand: str
    share: int
    """Against the dearest one shown, in percent: the length of its bar."""
    dearest: str
    rounds: str


@dataclass(frozen=True)
class SeasonPageView:
    bar: ClubBar
    of: SeasonPage
    when: str
    glance: Glance | None
    """None before the first game."""
    table: Table
    rule: tuple[str, ...]
    tie_rules: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...]
    """Code and sentence of each game that was corrected after its end."""
    chart: Bumps | None
    possible: Possible | None
    """What is still possible; None where the season is over or nobody has said how many games it has."""
    worth: GameByGame | None
    games: tuple[GameRow, ...]
    older: tuple[GameRow, ...]
    costs: tuple[CostRow, ...]


@dataclass(frozen=True)
class SeasonFormPage:
    """The form of a season; ``season`` is None for a new one."""

    bar: ClubBar
    season: SeasonView | None
    form: Season
    loose: int = 0
    """Finished games of the club that a new season could take in."""

    @property
    def heading(self) -> str:
        return f"Change {self.season.name}" if self.season else "A new season"


def season_view(page: SeasonPage, sort: str = "", mine: Collection[str] = ()) -> SeasonPageView:
    """``sort`` names the column that the table is sorted by; ``mine``: the players that this phone holds."""
    standings = page.standings
    games = tuple(_game(game) for game in page.games)
    by_code = {game.code: game for game in page.games}
    return SeasonPageView(
        bar=club_bar(page.club, STANDINGS),
        of=page,
        when=span(page.season.starts, page.season.ends),
        glance=glance(page, mine) if standings.rows else None,
        table=table(standings, sort, mine),
        rule=tuple(sentence for sentence in standings.explanation if sentence != explain_ties(standings.rule)),
        tie_rules=tuple(TIES[name] for name in standings.rule.asked_ties),
        corrected=tuple(
            (code, f"{by_code[code].rulebook} of {words.day(by_code[code].at)}, corrected on {words.day(on)}")
            for code, on in standings.corrected
        ),
        chart=bumps(page.places, mine),
        possible=_possible(page, mine),
        worth=_game_by_game(page),
        games=games[:GAMES],
        older=games[GAMES:],
        costs=cost_rows(page.contracts[:COSTS]),
    )


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
    late = [f"{each.name} ({each.missing} missing)" for each in outlook if not each.in_time]
    sentences = []
    if out:
        sentences.append(f"As things stand, {leader} is out of reach for {_names(out)}.")
    if late:
        sentences.append(f"Can't reach the minimum number of games: {_names(late)}.")
    left = outlook[0].games_left
    lines, more = (tuple(_need(each, leader) for each in some) for some in (shown, rest))
    return Possible(words.count_of(left, "game"), left == 1, lines, more, tuple(sentences))


def _names(names: Sequence[str]) -> str:
    return words.listing(names) if len(names) <= NAMED else f"{len(names)} players"


def _need(outlook: Outlook, leader: str) -> NeedLine:
    sentences = [f"{words.count_of(outlook.missing, 'more game')} to be ranked."] if outlook.missing else []
    sentences += [need.sentence for need in outlook.needs]
    return NeedLine(outlook.name, tuple(sentences) or (f"Level with {leader}.",))


def _game_by_game(page: SeasonPage) -> GameByGame | None:
    table = page.standings
    values = {(row.player, line.game): line for row in table.rows for line in row.lines}
    if not values:
        return None

    def cell(row: Row, code: str) -> WorthCell:
        line = values.get((row.player, code))
        if line is None:
            return WorthCell("", True, False)
        whole = line.value.denominator == 1
        shown = mixed(line.value) if table.rule.way == "wins" else figure_shown(line.value, 0 if whole else 1)
        return WorthCell(shown, line.counted, line.substitute is not None)

    cells = tuple(
        (game.code, words.day(game.at), tuple(cell(row, game.code) for row in table.rows)) for game in page.games
    )
    notes = []
    if any(not line.counted for line in values.values()):
        notes.append(f"In brackets: not among the best {table.rule.best_of}, and left out.")
    if any(line.substitute for line in values.values()):
        notes.append("With a star: a substitute played.")
    return GameByGame(tuple(notes), tuple(row.name for row in table.rows), cells)


def _game(game: GameView) -> GameRow:
    return GameRow(
        code=game.code,
        day=words.day(game.at),
        rulebook=game.rulebook,
        rounds=words.count_of(game.rounds, "round"),
        players=tuple(f"{place} {name} {words.signed(total)}" for _, name, total, place in game.results),
        corrected=f"corrected on {words.day(game.corrected_at)}" if game.corrected_at else "",
    )


def cost_rows(costs: Sequence[ContractCost]) -> tuple[CostRow, ...]:
    """Contracts with what they cost on average, drawn as bars."""
    most = max((cost.per_hand for cost in costs), default=0)
    return tuple(
        CostRow(
            contract=words.begun(cost.contract),
            where=f"{cost.name}, round {cost.plays}",
            per_hand=figure_shown(cost.per_hand),
            share=max(0, round(100 * cost.per_hand / most)) if most > 0 else 0,
            dearest=str(cost.dearest),
            rounds=words.count_of(cost.rounds, "time"),
        )
        for cost in costs
    )
