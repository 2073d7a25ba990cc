"""A season's page: the table with its rule, places over time, what is left to play, the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.season.games import FinishedGame
from referee.season.outlook import Outlook
from referee.season.records import ContractCost
from referee.season.rules import TIES
from referee.season.standings import Row
from referee.season_views import ClubView, GameView, SeasonPage, SeasonView
from referee.web import words
from referee.web.contexts.club_bar import STANDINGS, ClubBar, club_bar, day, figure_shown, span
from referee.web.contexts.season_chart import Bumps, bumps

COSTS = 5
"""Contracts shown on the page; all of them stand in the records."""
GAMES = 12
"""Games shown at once; the others open below."""


@dataclass(frozen=True)
class TableRow:
    """One player. ``place`` is empty before they are ranked; then ``progress`` says ``4 of 6``."""

    player: str
    name: str
    place: str
    spoken_place: str
    move: str
    """``"▲ 2"`` or ``"▼ 1"``; empty where nobody moved."""
    spoken_move: str
    value: str
    games: str
    wins: str
    progress: str
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
    season: SeasonView
    others: tuple[tuple[str, str], ...]
    """Id and name of the club's other seasons, the latest first."""
    when: str
    played: str
    heading: str
    rows: tuple[TableRow, ...]
    rule: tuple[str, ...]
    tie_rules: tuple[str, ...]
    ties: tuple[str, ...]
    notes: tuple[str, ...]
    corrected: tuple[tuple[str, str], ...]
    """Code and sentence of each game that was corrected after its end."""
    chart: Bumps | None
    outlook: tuple[Outlook, ...]
    games_left: str
    games: tuple[GameRow, ...]
    older: tuple[GameRow, ...]
    costs: tuple[CostRow, ...]


@dataclass(frozen=True)
class NoSeason:
    """The page of a club that has no season yet."""

    bar: ClubBar
    loose: int
    """Finished games that belong to no season."""


def season_view(found: SeasonPage, others: Sequence[SeasonView]) -> SeasonPageView:
    table = found.standings
    played = words.count_of(table.games, "game")
    if found.season.rule.planned:
        played = f"{table.games} of {words.count_of(found.season.rule.planned, 'game')}"
    games = tuple(_game(game) for game in found.games)
    by_code = {game.code: game for game in found.games}
    left = found.outlook[0].games_left if found.outlook else 0
    rule = [sentence for sentence in table.explanation if not sentence.startswith("Players who are level")]
    return SeasonPageView(
        bar=club_bar(found.club, STANDINGS),
        season=found.season,
        others=tuple((one.id, one.name) for one in others if one.id != found.season.id),
        when=span(found.season.starts, found.season.ends),
        played=f"{played} played",
        heading=table.heading,
        rows=tuple(_row(row) for row in table.rows),
        rule=tuple(rule),
        tie_rules=tuple(TIES[name] for name in table.rule.asked_ties),
        ties=table.ties,
        notes=table.notes,
        corrected=tuple(
            (code, f"{by_code[code].rulebook} of {day(by_code[code].at)}, corrected on {day(on)}")
            for code, on in table.corrected
        ),
        chart=bumps(found.places),
        outlook=found.outlook,
        games_left=words.count_of(left, "game"),
        games=games[:GAMES],
        older=games[GAMES:],
        costs=cost_rows(found.contracts[:COSTS]),
    )


def no_season(club: ClubView, games: Sequence[FinishedGame]) -> NoSeason:
    return NoSeason(club_bar(club, STANDINGS), sum(game.season is None for game in games))


def _row(row: Row) -> TableRow:
    move, spoken = _moved(row.moved)
    return TableRow(
        player=row.player,
        name=row.name,
        place=words.place(row.place) if row.place else "",
        spoken_place=words.ordinal_place(row.place) if row.place else "not ranked yet",
        move=move,
        spoken_move=spoken,
        value=row.shown,
        games=str(row.games),
        wins=row.wins_shown,
        progress=row.progress,
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


def _game(game: GameView) -> GameRow:
    return GameRow(
        code=game.code,
        day=day(game.at),
        rulebook=game.rulebook,
        rounds=words.count_of(game.rounds, "round"),
        players=tuple(f"{place} {name} {words.signed(total)}" for _, name, total, place in game.results),
        corrected=f"corrected on {day(game.corrected_on)}" if game.corrected_on else "",
    )


def cost_rows(costs: Sequence[ContractCost]) -> tuple[CostRow, ...]:
    """Contracts with what they cost on average, drawn as bars."""
    most = max((cost.per_hand for cost in costs), default=0)
    return tuple(
        CostRow(
            contract=cost.contract,
            where=f"{cost.name}, round {cost.plays}",
            per_hand=figure_shown(cost.per_hand),
            share=max(0, round(100 * cost.per_hand / most)) if most > 0 else 0,
            dearest=str(cost.dearest),
            rounds=words.count_of(cost.rounds, "time"),
        )
        for cost in costs
    )
