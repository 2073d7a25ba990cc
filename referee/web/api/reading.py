"""What can be read of games, standings and history, as OpenAPI."""

from __future__ import annotations

from typing import Any

from referee.rules.schema import Schema, whole
from referee.web.api.answers import MOST_GAMES, MOST_SKIPPED, Clubs, FinishedGames, GameNow, History, Standings
from referee.web.api.evenings import EveningsOfClub, OneEvening
from referee.web.api.shapes import answer, content, ref, schema

SCHEMAS: dict[str, Schema] = {
    "Clubs": schema(Clubs),
    "FinishedGames": schema(FinishedGames),
    "Evenings": schema(EveningsOfClub),
    "Evening": schema(OneEvening),
    "Standings": schema(Standings),
    "GameState": schema(GameNow),
    "History": schema(History),
}


def _reads(summary: str, name: str, *path: str, query: tuple[Schema, ...] = ()) -> dict[str, Any]:
    gone = {"410": answer("The game was removed.", name)} if "code" in path else {}
    given = [{"name": value, "in": "path", "required": True, "schema": {"type": "string"}} for value in path]
    unknown = {"404": answer("There is no such club, evening, season or game.", "Error")} if path else {}
    odd = {"422": answer("A value of the query makes no sense.", "Error")} if query else {}
    operation: dict[str, Any] = {
        "summary": summary,
        "description": "The answer carries an `ETag`: sent back as `If-None-Match`, it gives 304 if nothing changed.",
        "parameters": [*given, *query],
        "responses": {
            "200": {
                "description": "As it is now.",
                "headers": {"ETag": {"schema": {"type": "string"}}},
                "content": content(ref(name)),
            },
            "304": {"description": "Nothing has changed since that `ETag`."},
            **unknown,
            **gone,
            **odd,
            "503": answer("The score book is busy; `Retry-After` says when to ask again.", "Error"),
        },
    }
    return {"get": operation}


def _query(name: str, shape: Schema, description: str) -> Schema:
    return {"name": name, "in": "query", "schema": shape, "description": description}


_PART = (
    _query("limit", whole("Only so many, the last ones.", 1, MOST_GAMES), "Only so many, the last ones."),
    _query("skip", whole("Without so many, the last ones.", 1, MOST_SKIPPED), "Without so many, the last ones."),
)
_SOME_GAMES = (
    _query("season", {"type": "string"}, "Only its games."),
    _query("since", {"type": "string", "format": "date"}, "Only games of this day and later."),
    *_PART,
)
_SOME_EVENINGS = (_query("since", {"type": "string", "format": "date"}, "Only evenings of this day and later."), *_PART)

PATHS: dict[str, dict[str, Any]] = {
    "/api/clubs": _reads("The clubs and their seasons", "Clubs"),
    "/api/clubs/{club}/games": _reads("The finished games of a club", "FinishedGames", "club", query=_SOME_GAMES),
    "/api/clubs/{club}/evenings": _reads("The evenings of a club", "Evenings", "club", query=_SOME_EVENINGS),
    "/api/evenings/{evening}": _reads("An evening: who came, its tables, games and result", "Evening", "evening"),
    "/api/seasons/{season}/standings": _reads("The standings of a season", "Standings", "season"),
    "/api/games/{code}": _reads("A game as it stands", "GameState", "code"),
    "/api/games/{code}/history": _reads("The history of a game", "History", "code"),
}
