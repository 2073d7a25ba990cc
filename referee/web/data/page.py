"""The feed of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

from referee.season.games import FinishedGame, in_order
from referee.services.clubs.season_views import ClubView
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


def feed(club: ClubView, games: Sequence[FinishedGame], names: Mapping[str, str]) -> Feed:
    """The latest finished games, the latest first."""
    latest = [*reversed(in_order(games))][:FEED_ENTRIES]
    entries = tuple(_entry(game, names) for game in latest)
    newest = max((entry.updated for entry in entries), default="1970-01-01T00:00:00Z")
    return Feed(club, _urn(f"club/{club.id}"), newest, entries)


def _entry(game: FinishedGame, names: Mapping[str, str]) -> FeedEntry:
    heading = words.win([names.get(player, player) for player in game.winners])
    ordered = sorted((result for result in game.results if result.stayed), key=lambda result: result.final)
    rows = [
        f"{words.place(game.places[result.player])} {names.get(result.player, result.player)} "
        f"{words.signed(result.total) if game.has_points else ''}".rstrip()
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
