"""What can be read of games, standings and history, as OpenAPI: paths and the shapes of their answers."""

from __future__ import annotations

from typing import Any

from referee.rules.schema import Schema
from referee.season.measures import MEASURES
from referee.season.rules import SUBSTITUTES, TIES
from referee.web.api.shapes import answer, content, flag, many, record, ref, text, whole

_NUMBER: Schema = {"type": "number"}
_NULL_NUMBER: Schema = {"type": ["integer", "null"]}
_NULL_TEXT: Schema = {"type": ["string", "null"]}
_DAY = "a day, ISO 8601"
_SEASON = {"id": text("Its id."), "name": text("Its name."), "starts": text(f"Its first day: {_DAY}.")}
_GAME = {
    "code": text("Its code."),
    "rulebook": text("The id of its rulebook."),
    "rulebook_name": text("Its rulebook's name."),
}
_IN_SEASON = text("The id of the season it counts in now; null for none.", null=True)
_PLAYER = {
    "id": text("The player's id, which stays when the name changes."),
    "name": text("The player's name now."),
}
_ENDS = text(f"Its last day: {_DAY}; null while it is open.", null=True)

SCHEMAS: dict[str, Schema] = {
    "Clubs": record(
        "The clubs and their seasons.",
        clubs=many(
            record(
                "A club.",
                id=text("Its id."),
                name=text("Its name."),
                demo=flag("Whether it is for show only."),
                seasons=many(
                    record("A season.", **_SEASON, ends=_ENDS, finished=whole("Finished games.")), "Latest first."
                ),
            ),
            "The first club first.",
        ),
    ),
    "FinishedGames": record(
        "Finished games, as they were played.",
        games=many(
            record(
                "A finished game.",
                **_GAME,
                at=text("When it began, ISO 8601."),
                day=text(f"The day at the table: {_DAY}."),
                season=_IN_SEASON,
                corrected_at=text("When it was corrected after its end, ISO 8601.", null=True),
                rounds=many(
                    record("A round.", plays=whole("Round of the rulebook."), contract=text("In words.")),
                    "In order.",
                ),
                players=many(
                    record(
                        "A player of the game.",
                        **_PLAYER,
                        guest=flag("Not in the standings."),
                        stands_in_for=text("Id of the absent player, for a substitute.", null=True),
                        place=whole("1 is the lowest total; null for whoever left.", null=True),
                        shared=flag("Whether others share the place."),
                        total=whole("Points in all; lowest wins."),
                        opening=whole("The total they joined with."),
                        scores=many(_NULL_NUMBER, "By round; null where they were not at the table."),
                        cards=many(_NULL_TEXT, "Cards left by round, ranks such as `K K 10 JK`; null where not said."),
                        out=many({"type": "integer"}, "The rounds they went out in, from 1."),
                    ),
                    "In table order.",
                ),
            ),
            "The earliest first.",
        ),
    ),
    "Standings": record(
        "A season's table with its rule.",
        season=record("The season.", **_SEASON, ends=_ENDS),
        rule=record(
            "How it is counted.",
            way={"type": "string", "enum": [*MEASURES], "description": "What ranks the players."},
            best_of=whole("So many best games of each player count; null for all.", null=True),
            minimum=whole("Games to play before one is ranked."),
            ties=many({"type": "string", "enum": [*TIES]}, "What separates players who are level, in order."),
            substitutes={
                "type": "string",
                "enum": [*SUBSTITUTES],
                "description": "For whom a substitute's game counts.",
            },
            planned=whole("Games the season will have; null where open.", null=True),
        ),
        explanation=many({"type": "string"}, "The rule in sentences."),
        tie_rules=many({"type": "string"}, "The rules for ties in words, in the order they are asked."),
        games=whole("Games counted."),
        lowest_first=flag("Whether less is better."),
        rows=many(
            record(
                "A player's row.",
                **_PLAYER,
                place=whole("Null before they are ranked.", null=True),
                shared=flag("Whether others share the place."),
                moved=whole("Places gained by the last game; below 0 lost.", null=True),
                value={**_NUMBER, "description": "By the season's way, an average per counted game."},
                shown=text("As the page shows it."),
                games=whole("Games played."),
                counted=whole("Games that count."),
                to_be_ranked=whole("Games it takes to be ranked."),
                wins={**_NUMBER, "description": "A shared first place is a part of one."},
                points_per_round=_NUMBER,
            ),
            "Ranked players by place, then the others.",
        ),
        ties=many({"type": "string"}, "Who was level and what separated them."),
        notes=many({"type": "string"}, "What a reader should know of these games."),
    ),
    "GameState": record(
        "A game as it stands.",
        **_GAME,
        number=whole("The number of its last event; it grows with every change."),
        status={"type": "string", "enum": ["playing", "finished", "abandoned"]},
        opened_at=text("ISO 8601."),
        day=text(f"The day at the table: {_DAY}."),
        season=_IN_SEASON,
        planned_rounds=whole("Rounds to be played."),
        running_round=whole("Null where none is running.", null=True),
        seats=many(
            record(
                "A seat.",
                seat=whole("Its number."),
                name=text("Who sits there."),
                total=whole("Points so far."),
                place=whole("Null before the first round and for whoever left.", null=True),
                left=flag("Whether they left."),
            ),
            "In table order; those who left are last.",
        ),
        rounds=many(
            record(
                "A closed round.",
                number=whole("From 1."),
                plays=whole("Round of the rulebook."),
                contract=text("In words."),
                went_out=whole("The seat; null for nobody.", null=True),
                cells=many(
                    record(
                        "What it cost a seat.",
                        seat=whole("The seat."),
                        score=whole("Points."),
                        cards=text("Cards left.", null=True),
                    ),
                    "One for each seat at the table.",
                ),
            ),
            "In order.",
        ),
    ),
    "History": record(
        "Everything that happened in a game, in sentences.",
        code=text("The game's code."),
        number=whole("The number of its last event."),
        entries=many(
            record(
                "One event.",
                seq=whole("Its number."),
                at=text("ISO 8601."),
                by=text("Which phone."),
                sentence=text("What happened."),
                undone=flag("Whether it was undone."),
            ),
            "In order.",
        ),
    ),
}


def _reads(summary: str, name: str, *path: str, query: Schema | None = None) -> dict[str, Any]:
    given = [{"name": value, "in": "path", "required": True, "schema": {"type": "string"}} for value in path]
    unknown = {"404": answer("There is no such club, season or game.", "Error")} if path else {}
    operation: dict[str, Any] = {
        "summary": summary,
        "description": "The answer carries an `ETag`: sent back as `If-None-Match`, it gives 304 if nothing changed.",
        "parameters": [*given, *([query] if query else [])],
        "responses": {
            "200": {
                "description": "As it is now.",
                "headers": {"ETag": {"schema": {"type": "string"}}},
                "content": content(ref(name)),
            },
            "304": {"description": "Nothing has changed since that `ETag`."},
            **unknown,
            "503": answer("The score book is busy; `Retry-After` says when to ask again.", "Error"),
        },
    }
    return {"get": operation}


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
