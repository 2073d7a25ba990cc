"""What can be read of games, standings and history, as OpenAPI: paths and the shapes of their answers."""

from __future__ import annotations

from typing import Any

from referee.season.measures import MEASURES
from referee.season.rules import SUBSTITUTES, TIES

Schema = dict[str, Any]


def _text(description: str, *, null: bool = False) -> Schema:
    return {"type": ["string", "null"] if null else "string", "description": description}


def _whole(description: str, *, null: bool = False) -> Schema:
    return {"type": ["integer", "null"] if null else "integer", "description": description}


def _flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def _many(items: Schema, description: str) -> Schema:
    return {"type": "array", "items": items, "description": description}


def _object(description: str, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "required": [*properties],
        "properties": properties,
        "additionalProperties": False,
    }


_NUMBER: Schema = {"type": "number"}
_NULL_NUMBER: Schema = {"type": ["integer", "null"]}
_NULL_TEXT: Schema = {"type": ["string", "null"]}
_DAY = "a day, ISO 8601"
_SEASON = {"id": _text("Its id."), "name": _text("Its name."), "starts": _text(f"Its first day: {_DAY}.")}
_GAME = {
    "code": _text("Its code."),
    "rulebook": _text("The id of its rulebook."),
    "rulebook_name": _text("Its rulebook's name."),
}
_IN_SEASON = _text("The id of the season it counts in now; null for none.", null=True)
_PLAYER = {
    "id": _text("The player's id, which stays when the name changes."),
    "name": _text("The player's name now."),
}
_ENDS = _text(f"Its last day: {_DAY}; null while it is open.", null=True)

SCHEMAS: dict[str, Schema] = {
    "Clubs": _object(
        "The clubs and their seasons.",
        clubs=_many(
            _object(
                "A club.",
                id=_text("Its id."),
                name=_text("Its name."),
                demo=_flag("Whether it is for show only."),
                seasons=_many(
                    _object("A season.", **_SEASON, ends=_ENDS, finished=_whole("Finished games.")), "Latest first."
                ),
            ),
            "The first club first.",
        ),
    ),
    "FinishedGames": _object(
        "Finished games, as they were played.",
        games=_many(
            _object(
                "A finished game.",
                **_GAME,
                at=_text("When it began, ISO 8601."),
                season=_IN_SEASON,
                corrected_on=_text(f"When it was corrected after its end: {_DAY}.", null=True),
                rounds=_many(
                    _object("A round.", plays=_whole("Round of the rulebook."), contract=_text("In words.")),
                    "In order.",
                ),
                players=_many(
                    _object(
                        "A player of the game.",
                        **_PLAYER,
                        guest=_flag("Not in the standings."),
                        stands_in_for=_text("Id of the absent player, for a substitute.", null=True),
                        place=_whole("1 is the lowest total; null for whoever left.", null=True),
                        shared=_flag("Whether others share the place."),
                        total=_whole("Points in all; lowest wins."),
                        opening=_whole("The total they joined with."),
                        scores=_many(_NULL_NUMBER, "By round; null where they were not at the table."),
                        cards=_many(_NULL_TEXT, "Cards left by round, ranks such as `K K 10 JK`; null where not said."),
                        out=_many({"type": "integer"}, "The rounds they went out in, from 1."),
                    ),
                    "In table order.",
                ),
            ),
            "The earliest first.",
        ),
    ),
    "Standings": _object(
        "A season's table with its rule.",
        season=_object("The season.", **_SEASON, ends=_ENDS),
        rule=_object(
            "How it is counted.",
            way={"type": "string", "enum": [*MEASURES], "description": "What ranks the players."},
            best_of=_whole("So many best games of each player count; null for all.", null=True),
            minimum=_whole("Games to play before one is ranked."),
            ties=_many({"type": "string", "enum": [*TIES]}, "What separates players who are level, in order."),
            substitutes={
                "type": "string",
                "enum": [*SUBSTITUTES],
                "description": "For whom a substitute's game counts.",
            },
            planned=_whole("Games the season will have; null where open.", null=True),
        ),
        explanation=_many({"type": "string"}, "The rule in sentences."),
        tie_rules=_many({"type": "string"}, "The rules for ties in words, in the order they are asked."),
        games=_whole("Games counted."),
        lowest_first=_flag("Whether less is better."),
        rows=_many(
            _object(
                "A player's row.",
                **_PLAYER,
                place=_whole("Null before they are ranked.", null=True),
                shared=_flag("Whether others share the place."),
                moved=_whole("Places gained by the last game; below 0 lost.", null=True),
                value={**_NUMBER, "description": "By the season's way, an average per counted game."},
                shown=_text("As the page shows it."),
                games=_whole("Games played."),
                counted=_whole("Games that count."),
                to_be_ranked=_whole("Games it takes to be ranked."),
                wins={**_NUMBER, "description": "A shared first place is a part of one."},
                points_per_round=_NUMBER,
            ),
            "Ranked players by place, then the others.",
        ),
        ties=_many({"type": "string"}, "Who was level and what separated them."),
        notes=_many({"type": "string"}, "What a reader should know of these games."),
    ),
    "GameState": _object(
        "A game as it stands.",
        **_GAME,
        number=_whole("The number of its last event; it grows with every change."),
        status={"type": "string", "enum": ["playing", "finished", "abandoned"]},
        opened_at=_text("ISO 8601."),
        season=_IN_SEASON,
        planned_rounds=_whole("Rounds to be played."),
        running_round=_whole("Null where none is running.", null=True),
        seats=_many(
            _object(
                "A seat.",
                seat=_whole("Its number."),
                name=_text("Who sits there."),
                total=_whole("Points so far."),
                place=_whole("Null before the first round and for whoever left.", null=True),
                left=_flag("Whether they left."),
            ),
            "In table order; those who left are last.",
        ),
        rounds=_many(
            _object(
                "A closed round.",
                number=_whole("From 1."),
                plays=_whole("Round of the rulebook."),
                contract=_text("In words."),
                went_out=_whole("The seat; null for nobody.", null=True),
                cells=_many(
                    _object(
                        "What it cost a seat.",
                        seat=_whole("The seat."),
                        score=_whole("Points."),
                        cards=_text("Cards left.", null=True),
                    ),
                    "One for each seat at the table.",
                ),
            ),
            "In order.",
        ),
    ),
    "History": _object(
        "Everything that happened in a game, in sentences.",
        code=_text("The game's code."),
        number=_whole("The number of its last event."),
        entries=_many(
            _object(
                "One event.",
                seq=_whole("Its number."),
                at=_text("ISO 8601."),
                by=_text("Which phone."),
                sentence=_text("What happened."),
                undone=_flag("Whether it was undone."),
            ),
            "In order.",
        ),
    ),
}


def _reads(summary: str, answer: str, *path: str, query: Schema | None = None) -> dict[str, Any]:
    given = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in path]
    unknown = {"404": _fault("There is no such club, season or game.")} if path else {}
    operation: dict[str, Any] = {
        "summary": summary,
        "description": "The answer carries an `ETag`: sent back as `If-None-Match`, it gives 304 if nothing changed.",
        "parameters": [*given, *([query] if query else [])],
        "responses": {
            "200": {
                "description": "As it is now.",
                "headers": {"ETag": {"schema": {"type": "string"}}},
                "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{answer}"}}},
            },
            "304": {"description": "Nothing has changed since that `ETag`."},
            **unknown,
            "503": _fault("The score book is busy; `Retry-After` says when to ask again."),
        },
    }
    return {"get": operation}


def _fault(description: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


_OF_SEASON = {
    "name": "season",
    "in": "query",
    "schema": {"type": "string"},
    "description": "Only its games.",
}

PATHS: dict[str, dict[str, Any]] = {
    "/api/clubs": _reads("The clubs and their seasons", "Clubs"),
    "/api/clubs/{club}/games": _reads("The finished games of a club", "FinishedGames", "club", query=_OF_SEASON),
    "/api/seasons/{season}/standings": _reads("The standings of a season", "Standings", "season"),
    "/api/games/{code}": _reads("A game as it stands", "GameState", "code"),
    "/api/games/{code}/history": _reads("The history of a game", "History", "code"),
}
