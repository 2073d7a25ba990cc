"""Games, standings and history as programs read them: each answer is a type, of which its description is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, TypedDict, cast

from referee.days import today
from referee.game import history
from referee.game.state import GameState
from referee.season.games import FinishedGame
from referee.season.measures import MEASURES
from referee.season.rules import LEAVERS, SUBSTITUTES, TIES, to_data
from referee.services.clubs.season_views import ClubView, SeasonPage, SeasonView
from referee.web.api.shapes import about
from referee.web.shell import words

MOST_GAMES = 10_000
"""So many games can be asked for at most, where their number is limited."""
MOST_SKIPPED = 1_000_000
_DAY = "a day, ISO 8601"
State = Annotated[
    str,
    about("Whether it is over: closed by hand, behind its last day, or with all its games finished.", "open", "over"),
]
ClosedAt = Annotated[str | None, about("When it was closed by hand, ISO 8601; null where it was not.")]
Ends = Annotated[str | None, about(f"Its last day: {_DAY}; null while it is open.")]
OnEvening = Annotated[str | None, about("The id of the evening it was played on; null where none is known.")]
InSeason = Annotated[str | None, about("The id of the season it counts in now; null for none.")]
GameDay = Annotated[str, about(f"The day at the table: {_DAY}.")]
Shared = Annotated[bool, about("Whether others share the place.")]
PlayedAs = Annotated[int, about("Round of the rulebook.")]
Contract = Annotated[str, about("In words; empty where each player has one of their own.")]
LastNumber = Annotated[int, about("The number of its last event.")]


class _Season(TypedDict):
    id: Annotated[str, about("Its id.")]
    name: Annotated[str, about("Its name.")]
    starts: Annotated[str, about(f"Its first day: {_DAY}.")]
    ends: Ends
    state: State
    closed_at: ClosedAt


class ListedSeason(_Season):
    """A season."""

    finished: Annotated[int, about("Finished games.")]


class Club(TypedDict):
    """A club."""

    id: Annotated[str, about("Its id.")]
    name: Annotated[str, about("Its name.")]
    demo: Annotated[bool, about("Whether it is Demo.")]
    seasons: Annotated[list[ListedSeason], about("Latest first.")]


class Clubs(TypedDict):
    """The clubs and their seasons."""

    clubs: Annotated[list[Club], about("The first club first.")]


def clubs_data(clubs: Sequence[tuple[ClubView, Sequence[SeasonView]]]) -> Clubs:
    listed: list[Club] = []
    for club, seasons in clubs:
        of_club: list[ListedSeason] = [{**_season(season), "finished": season.finished} for season in seasons]
        listed.append({"id": club.id, "name": club.name, "demo": club.demo, "seasons": of_club})
    return {"clubs": listed}


def _season(season: SeasonView) -> _Season:
    return {
        "id": season.id,
        "name": season.name,
        "starts": season.starts,
        "ends": season.ends,
        "state": "over" if season.over(today()) else "open",
        "closed_at": season.closed.at if season.closed else None,
    }


class _Game(TypedDict):
    code: Annotated[str, about("Its code.")]
    rulebook: Annotated[str, about("The id of its rulebook.")]
    rulebook_name: Annotated[str, about("Its rulebook's name.")]


class _Player(TypedDict):
    id: Annotated[str, about("The player's id, which stays when the name changes.")]
    name: Annotated[str, about("The player's name now.")]


class PlayedRound(TypedDict):
    """A round."""

    plays: PlayedAs
    contract: Contract


class GamePlayer(_Player):
    """A player of the game."""

    guest: Annotated[bool, about("Not in the standings.")]
    stands_in_for: Annotated[str | None, about("Id of the absent player, for a substitute.")]
    place: Annotated[int | None, about("1 is the winner's; null for whoever left.")]
    contracts_left: Annotated[
        int, about("Contracts of their own that they had still to meet; these count before points.")
    ]
    shared: Shared
    total: Annotated[int | None, about("Points in all; null where only places are left of a game.")]
    opening: Annotated[int, about("The total they began with, the handicap included.")]
    handicap: Annotated[int, about("Points that the table gave them before the first round; 0 for none.")]
    scores: Annotated[list[int | None], about("By round; null where they were not at the table.")]
    cards: Annotated[list[str | None], about("Cards left by round, ranks such as `K K 10 JK`; null where not said.")]
    out: Annotated[list[int], about("The rounds they went out in, from 1.")]


class Finished(_Game):
    """A finished game."""

    at: Annotated[str, about("When it began, ISO 8601.")]
    day: GameDay
    season: InSeason
    evening: OnEvening
    corrected_at: Annotated[str | None, about("When it was corrected after its end, ISO 8601.")]
    rounds: Annotated[list[PlayedRound], about("In order; empty for a result of which no rounds are left.")]
    players: Annotated[list[GamePlayer], about("In table order.")]


class FinishedGames(TypedDict):
    """Finished games, as they were played."""

    games: Annotated[list[Finished], about("The earliest first.")]


def finished_data(game: FinishedGame, names: Mapping[str, str]) -> Finished:
    """A finished game; players in table order, ``place`` null for whoever left."""
    return {
        "code": game.id,
        "at": game.at,
        "day": game.day,
        "rulebook": game.rulebook,
        "rulebook_name": game.rulebook_name,
        "season": game.season,
        "evening": game.evening,
        "corrected_at": game.corrected_at,
        "rounds": [{"plays": played.plays, "contract": words.begun(played.contract)} for played in game.rounds],
        "players": [
            {
                "id": result.player,
                "name": names.get(result.player, result.player),
                "guest": result.guest,
                "stands_in_for": result.stands_in_for,
                "place": game.places[result.player].place if result.stayed else None,
                "contracts_left": result.left,
                "shared": result.stayed and game.places[result.player].shared,
                "total": result.total if game.has_points else None,
                "opening": result.opening,
                "handicap": result.handicap,
                "scores": list(result.scores),
                "cards": list(result.cards) or [None] * len(result.scores),
                "out": list(result.out),
            }
            for result in game.results
        ],
    }


class StandingsSeason(_Season):
    """The season."""


class Rule(TypedDict):
    """How it is counted."""

    way: Annotated[str, about("What ranks the players.", *MEASURES)]
    best_of: Annotated[int | None, about("So many best games of each player count; null for all.")]
    minimum: Annotated[int, about("Games to play before one is ranked.")]
    ties: Annotated[list[Annotated[str, about("", *TIES)]], about("What separates players who are level, in order.")]
    substitutes: Annotated[str, about("For whom a substitute's game counts.", *SUBSTITUTES)]
    planned: Annotated[int | None, about("Games the season will have; null where open.")]
    sheets: Annotated[bool, about("Whether games without a rulebook count.")]
    leavers: Annotated[str, about("What a game is to a player who left before its end.", *LEAVERS)]


class Row(_Player):
    """A player's row."""

    place: Annotated[int | None, about("Null before they are ranked.")]
    shared: Shared
    moved: Annotated[int | None, about("Places gained by the last game; below 0 lost.")]
    value: Annotated[float, about("By the season's way, an average per counted game.")]
    shown: Annotated[str, about("As the page shows it.")]
    games: Annotated[int, about("Games played.")]
    counted: Annotated[int, about("Games that count.")]
    to_be_ranked: Annotated[int, about("Games it takes to be ranked.")]
    wins: Annotated[float, about("A shared first place is a part of one.")]
    points_per_round: Annotated[
        float | None,
        about(
            "The points of all rounds divided by the rounds, as on the player's page, without any handicap. Null where "
            "points decided in none of the games."
        ),
    ]


class Champion(_Player):
    """Who won a season."""


class Standings(TypedDict):
    """A season's table with its rule."""

    season: StandingsSeason
    rule: Rule
    explanation: Annotated[list[str], about("The rule in sentences.")]
    tie_rules: Annotated[list[str], about("The rules for ties in words, in the order they are asked.")]
    games: Annotated[int, about("Games counted.")]
    lowest_first: Annotated[bool, about("Whether less is better.")]
    rows: Annotated[list[Row], about("Ranked players by place, then the others.")]
    champions: Annotated[list[Champion], about("Who won it; several share the first place, none before it is over.")]
    ties: Annotated[list[str], about("Who was level and what separated them.")]
    notes: Annotated[list[str], about("What a reader should know of these games.")]


def standings_data(page: SeasonPage) -> Standings:
    """A season's table; values are numbers, rounded to six digits."""
    table = page.standings
    return {
        "season": {**_season(page.season)},
        "rule": cast(Rule, {**to_data(table.rule), "sheets": table.rule.sheets, "leavers": table.rule.leavers}),
        "explanation": list(table.explanation),
        "tie_rules": [TIES[name] for name in table.rule.asked_ties],
        "games": table.games,
        "lowest_first": table.lowest_first,
        "rows": [
            {
                "id": row.player,
                "name": row.name,
                "place": row.place.place if row.place else None,
                "shared": bool(row.place and row.place.shared),
                "moved": row.moved,
                "value": _number(row.value),
                "shown": row.shown,
                "games": row.games,
                "counted": row.counted,
                "to_be_ranked": row.minimum,
                "wins": _number(row.wins),
                "points_per_round": None if row.per_round is None else _number(row.per_round),
            }
            for row in table.rows
        ],
        "champions": [
            {"id": row.player, "name": row.name}
            for row in table.rows
            if page.over and row.place is not None and row.place.place == 1
        ],
        "ties": list(table.ties),
        "notes": list(table.notes),
    }


def _number(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else round(float(value), 6)


class TakenSeat(TypedDict):
    """A seat."""

    seat: Annotated[int, about("Its number.")]
    name: Annotated[str, about("Who sits there.")]
    total: Annotated[int | None, about("Points so far; null where only places are left of a game.")]
    place: Annotated[int | None, about("Null before the first round and for whoever left.")]
    handicap: Annotated[int, about("Points that the table gave them before the first round; 0 for none.")]
    left: Annotated[bool, about("Whether they left.")]
    contracts_met: Annotated[int | None, about("Where each player has a contract of their own; else null.")]


class Cost(TypedDict):
    """What it cost a seat."""

    seat: Annotated[int, about("The seat.")]
    score: Annotated[int, about("Points.")]
    cards: Annotated[str | None, about("Cards left.")]
    met: Annotated[bool | None, about("Whether they met the contract of their own; null where it is the round's.")]


class ClosedRound(TypedDict):
    """A closed round."""

    number: Annotated[int, about("From 1.")]
    plays: PlayedAs
    contract: Contract
    went_out: Annotated[int | None, about("The seat; null for no one.")]
    cells: Annotated[list[Cost], about("One for each seat at the table.")]


class GameNow(_Game):
    """A game as it stands."""

    number: Annotated[int, about("The number of its last event; it grows with every change.")]
    status: Annotated[str, about("", "playing", "finished", "abandoned")]
    opened_at: Annotated[str, about("ISO 8601.")]
    day: GameDay
    season: InSeason
    evening: OnEvening
    removed: Annotated[bool, about("Whether it was removed from its club: it counts nowhere until it is brought back.")]
    planned_rounds: Annotated[int | None, about("Rounds to be played; null while no one can say.")]
    running_round: Annotated[int | None, about("Null where none is running.")]
    seats: Annotated[list[TakenSeat], about("In table order; those who left are last.")]
    rounds: Annotated[list[ClosedRound], about("In order.")]


def game_data(code: str, state: GameState, season: str | None, evening: str | None, removed: bool) -> GameNow:
    """Any game as it stands, played or finished; ``season`` is the one it counts in now, ``evening`` the one it was
    played on."""
    return {
        "code": code,
        "number": state.number,
        "status": state.status,
        "opened_at": state.opened_at,
        "day": state.day,
        "rulebook": state.book.id,
        "rulebook_name": state.book.name,
        "season": season,
        "evening": evening,
        "removed": removed,
        "planned_rounds": words.rounds_to_play(state) or None,
        "running_round": state.running.number if state.running else None,
        "seats": [
            {
                "seat": seat.id,
                "name": seat.player,
                "total": state.totals[seat.id] if state.has_points else None,
                "place": state.places[seat.id].place if seat.id in state.places and state.has_ranks else None,
                "handicap": seat.handicap,
                "left": seat in state.gone,
                "contracts_met": state.met(seat.id) if state.book.own_contracts else None,
            }
            for seat in state.all_seats
        ],
        "rounds": [
            {
                "number": played.number,
                "plays": played.plays,
                "contract": words.contract(played.contract) if played.contract else "",
                "went_out": played.went_out,
                "cells": [
                    {
                        "seat": seat,
                        "score": cell.score,
                        "cards": cell.cards,
                        "met": cell.moves_on if state.book.own_contracts else None,
                    }
                    for seat, cell in played.cells.items()
                ],
            }
            for played in state.rounds
        ],
    }


class Entry(TypedDict):
    """One event."""

    seq: Annotated[int, about("Its number.")]
    at: Annotated[str, about("ISO 8601.")]
    by: Annotated[str, about("Which phone.")]
    sentence: Annotated[str, about("What happened.")]
    undone: Annotated[bool, about("Whether it was undone.")]


class History(TypedDict):
    """Everything that happened in a game, in sentences."""

    code: Annotated[str, about("The game's code.")]
    number: LastNumber
    entries: Annotated[list[Entry], about("In order.")]


def history_data(code: str, state: GameState) -> History:
    return {
        "code": code,
        "number": state.number,
        "entries": [
            {"seq": entry.seq, "at": entry.at, "by": entry.by, "sentence": entry.sentence, "undone": entry.undone}
            for entry in history.entries(state)
        ],
    }
