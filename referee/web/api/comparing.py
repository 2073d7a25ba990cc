"""Two rulebooks side by side, as OpenAPI: the path and the shape of its answer."""

from __future__ import annotations

from typing import Any

from referee.rulebooks import library
from referee.rules.schema import Schema, maybe, text
from referee.web.api.shapes import answer, record

_BASIS = ["stated", "inherited", "reading", "house default", "house rule"]


def _named(description: str) -> Schema:
    return record(description, id=text("Its id."), name=text("Its name."))


_SIDE = maybe(
    record(
        "What it says.",
        clause=text("Its address."),
        text=text("What it says."),
        basis={
            "type": "string",
            "enum": _BASIS,
            "description": "What it rests on; `reading`: the source can be taken two ways, and this is one of them.",
        },
        source=text("Where it is written; `no source says` of a house default."),
    ),
    "Null where this rulebook has no such rule.",
)
_PAIRS: Schema = {
    "type": "array",
    "items": record(
        "One rule.", topic=text("The topic of both clauses."), title=text("Its title."), left=_SIDE, right=_SIDE
    ),
}

SCHEMAS: dict[str, Schema] = {
    "Comparison": record(
        "Two rulebooks side by side.",
        left=_named("The first."),
        right=_named("The second."),
        differ={**_PAIRS, "description": "What they say differently, in the order of the second."},
        same={**_PAIRS, "description": "What they say alike."},
    )
}


def _rulebook(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "enum": [*library.ids()]}}


PATHS: dict[str, dict[str, Any]] = {
    "/api/rulebooks/{rulebook}/compare/{other}": {
        "get": {
            "operationId": "compare",
            "summary": "Two rulebooks side by side",
            "description": "What they say differently, clause by clause, and what they say alike. "
            "The answer carries an `ETag`: sent back as `If-None-Match`, it gives 304 if nothing changed.",
            "parameters": [_rulebook("rulebook"), _rulebook("other")],
            "responses": {
                "200": answer("The two.", "Comparison") | {"headers": {"ETag": {"schema": {"type": "string"}}}},
                "304": {"description": "Nothing has changed since that `ETag`."},
                "404": answer("There is no rulebook of this id; the field says which.", "Error"),
            },
        }
    }
}
