"""A season's page: the table with its rule, places over time, what is left to play, the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.season.figures import mixed
from referee.season.outlook import Outlook
from referee.season.records import ContractCost
from referee.season.rules import TIES, SeasonRule, explain_ties
from referee.season.standings import Row
from referee.services.season_views import GameView, SeasonPage, SeasonView
from referee.web import words
from referee.web.club.bar import STANDINGS, ClubBar, club_bar, figure_shown, span
from referee.web.season.chart import Bumps, bumps
from referee.web.season.forms import Season

COSTS = 5
"""Contracts shown on the page; all of them stand in the records."""
GAMES = 12
"""Games shown at once; the others open below."""


@dataclass(frozen=True)
class TableRow:
    """One player. ``place`` is empty before they are ranked."""

    player: str
    name: str
    place: str
    spoken_place: str
    move: str
    """``"▲ 2"`` or ``"▼ 1"``; empty where nobody moved."""
    spoken_move: str
    value: str
    played: str
    """How many games, how many of them count, how many were won; before they are ranked, ``4 of 6 games``."""
    leads: bool


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
    played: str
    rows: tuple[TableRow, ...]
    rule: tuple[str, ...]
    tie_rules: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...]
    """Code and sentence of each game that was corrected after its end."""
    chart: Bumps | None
    outlook: tuple[NeedLine, ...]
    too_late: str
    """Who cannot be ranked any more, as a sentence."""
    games_left: str
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


def season_view(page: SeasonPage) -> SeasonPageView:
    table = page.standings
    played = words.count_of(table.games, "game")
    if page.season.rule.planned:
        played = f"{table.games} of {words.count_of(page.season.rule.planned, 'game')}"
    games = tuple(_game(game) for game in page.games)
    by_code = {game.code: game for game in page.games}
    left = page.outlook[0].games_left if page.outlook else 0
    return SeasonPageView(
        bar=club_bar(page.club, STANDINGS),
        of=page,
        when=span(page.season.starts, page.season.ends),
        played=f"{played} played{', lowest is best' if table.lowest_first else ''}",
        rows=tuple(_row(row, table.rule) for row in table.rows),
        rule=tuple(sentence for sentence in table.explanation if sentence != explain_ties(table.rule)),
        tie_rules=tuple(TIES[name] for name in table.rule.asked_ties),
        corrected=tuple(
            (code, f"{by_code[code].rulebook} of {words.day(by_code[code].at)}, corrected on {words.day(on)}")
            for code, on in table.corrected
        ),
        chart=bumps(page.places),
        outlook=tuple(_need(outlook) for outlook in page.outlook if outlook.in_time),
        too_late=_too_late(page.outlook),
        games_left=words.count_of(left, "game"),
        worth=_game_by_game(page),
        games=games[:GAMES],
        older=games[GAMES:],
        costs=cost_rows(page.contracts[:COSTS]),
    )


def _row(row: Row, rule: SeasonRule) -> TableRow:
    move, spoken = _moved(row.moved)
    played = [f"{row.progress} games to be ranked" if row.progress else words.count_of(row.games, "game")]
    if row.counted < row.games:
        played.append(f"{row.counted} count")
    if rule.way != "wins":
        played.append(f"{row.wins_shown} won")
    return TableRow(
        player=row.player,
        name=row.name,
        place=words.place(row.place) if row.place else "",
        spoken_place=words.ordinal_place(row.place) if row.place else "not ranked yet",
        move=move,
        spoken_move=spoken,
        value=row.shown,
        played=", ".join(played),
        leads=row.place is not None and row.place.place == 1,
    )


def _moved(by: int | None) -> tuple[str, str]:
    if by is None:
        return "", ""
    if not by:
        return "", "as before the last game"
    places = words.count_of(abs(by), "place")
    return (
        (f"▲ {by}", f"up {places} since the last game")
        if by > 0
        else (f"▼ {-by}", f"down {places} since the last game")
    )


def _need(outlook: Outlook) -> NeedLine:
    sentences = [f"{words.count_of(outlook.missing, 'more game')} to be ranked."] if outlook.missing else []
    sentences += [need.sentence for need in outlook.needs]
    return NeedLine(outlook.name, tuple(sentences) or ("Leads.",))


def _too_late(outlook: Sequence[Outlook]) -> str:
    late = [f"{each.name} ({each.missing} missing)" for each in outlook if not each.in_time]
    return f"Can't reach the minimum number of games: {words.listing(late)}." if late else ""


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
