"""Games, standings and history as plain JSON values, for programs; the feed of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from referee.game import history
from referee.game.state import GameState
from referee.season.games import FinishedGame, in_order
from referee.season.rules import TIES, to_data
from referee.services.clubs.season_views import ClubView, SeasonPage, SeasonView
from referee.web.shell import words

FEED_ENTRIES = 50


@dataclass(frozen=True)
class FeedEntry:
    id: str
    code: str
    title: str
    at: str
    updated: str
    text: str


@dataclass(frozen=True)
class Feed:
    club: ClubView
    id: str
    updated: str
    entries: tuple[FeedEntry, ...]


def clubs_data(clubs: Sequence[tuple[ClubView, Sequence[SeasonView]]]) -> list[dict[str, Any]]:
    return [
        {
            "id": club.id,
            "name": club.name,
            "demo": club.demo,
            "seasons": [
                {
                    "id": season.id,
                    "name": season.name,
                    "starts": season.starts,
                    "ends": season.ends,
                    "finished": season.finished,
                }
                for season in seasons
            ],
        }
        for club, seasons in clubs
    ]


def finished_data(game: FinishedGame, names: Mapping[str, str]) -> dict[str, Any]:
    """A finished game; players in table order, ``place`` null for whoever left."""
    return {
        "code": game.id,
        "at": game.at,
        "day": game.day,
        "rulebook": game.rulebook,
        "rulebook_name": game.rulebook_name,
        "season": game.season,
        "corrected_at": game.corrected_at,
        "rounds": [{"plays": played.plays, "contract": words.begun(played.contract)} for played in game.rounds],
        "players": [
            {
                "id": result.player,
                "name": names.get(result.player, result.player),
                "guest": result.guest,
                "stands_in_for": result.stands_in_for,
                "place": game.places[result.player].place if result.stayed else None,
                "shared": result.stayed and game.places[result.player].shared,
                "total": result.total,
                "opening": result.opening,
                "scores": list(result.scores),
                "cards": list(result.cards) or [None] * len(result.scores),
                "out": list(result.out),
            }
            for result in game.results
        ],
    }


def standings_data(page: SeasonPage) -> dict[str, Any]:
    """A season's table; values are numbers, rounded to six digits."""
    table = page.standings
    return {
        "season": {
            "id": page.season.id,
            "name": page.season.name,
            "starts": page.season.starts,
            "ends": page.season.ends,
        },
        "rule": to_data(table.rule),
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
                "points_per_round": _number(row.per_round),
            }
            for row in table.rows
        ],
        "ties": list(table.ties),
        "notes": list(table.notes),
    }


def game_data(code: str, state: GameState, season: str | None) -> dict[str, Any]:
    """Any game as it stands, played or finished; ``season`` is the one it counts in now."""
    return {
        "code": code,
        "number": state.number,
        "status": state.status,
        "opened_at": state.opened_at,
        "day": state.day,
        "rulebook": state.book.id,
        "rulebook_name": state.book.name,
        "season": season,
        "planned_rounds": state.planned,
        "running_round": state.running.number if state.running else None,
        "seats": [
            {
                "seat": seat.id,
                "name": seat.player,
                "total": state.totals[seat.id],
                "place": state.places[seat.id].place if seat.id in state.places and state.rounds else None,
                "left": seat in state.gone,
            }
            for seat in state.all_seats
        ],
        "rounds": [
            {
                "number": played.number,
                "plays": played.plays,
                "contract": words.contract(played.contract),
                "went_out": played.went_out,
                "cells": [
                    {"seat": seat, "score": cell.score, "cards": cell.cards} for seat, cell in played.cells.items()
                ],
            }
            for played in state.rounds
        ],
    }


def history_data(code: str, state: GameState) -> dict[str, Any]:
    return {
        "code": code,
        "number": state.number,
        "entries": [
            {"seq": entry.seq, "at": entry.at, "by": entry.by, "sentence": entry.sentence, "undone": entry.undone}
            for entry in history.entries(state)
        ],
    }


def feed(club: ClubView, games: Sequence[FinishedGame], names: Mapping[str, str]) -> Feed:
    """The latest finished games, the latest first."""
    latest = [*reversed(in_order(games))][:FEED_ENTRIES]
    entries = tuple(_entry(game, names) for game in latest)
    newest = max((entry.updated for entry in entries), default="1970-01-01T00:00:00Z")
    return Feed(club, _urn(f"club/{club.id}"), newest, entries)


def _entry(game: FinishedGame, names: Mapping[str, str]) -> FeedEntry:
    heading = words.win([names.get(player, player) for player in game.winners])
    ordered = sorted((result for result in game.results if result.stayed), key=lambda result: result.total)
    rows = [
        f"{words.place(game.places[result.player])} {names.get(result.player, result.player)} "
        f"{words.signed(result.total)}"
        for result in ordered
    ]
    return FeedEntry(
        id=_urn(f"game/{game.id}"),
        code=game.id,
        title=f"{heading}: {game.rulebook_name}, {words.day(game.day, year=True)}",
        at=game.at,
        updated=game.corrected_at or game.at,
        text="; ".join(rows),
    )


def _urn(path: str) -> str:
    """The same in every copy of a club, whatever address it is read at."""
    return uuid5(NAMESPACE_URL, f"table-referee/{path}").urn


def _number(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else round(float(value), 6)
