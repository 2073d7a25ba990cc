"""Two rulebooks side by side, as OpenAPI: the path and the shape of its answer."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from msgspec import Meta

from referee.rulebooks import library
from referee.rules.schema import LONGEST_TEXT, Schema
from referee.web.api.shapes import about, answer, schema

Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class First(TypedDict):
    """The first."""

    id: Annotated[Text, about("Its id.")]
    name: Annotated[Text, about("Its name.")]


class Second(First):
    """The second."""


class Side(TypedDict):
    """What it says."""

    clause: Annotated[Text, about("Its address.")]
    text: Annotated[Text, about("What it says.")]
    basis: Annotated[
        str,
        about(
            "What it rests on; `reading`: the source can be read two ways, and this is one of the readings.",
            *("stated", "inherited", "reading", "house default", "house rule"),
        ),
    ]
    source: Annotated[Text, about("Where it is written; `no source says` of a house default.")]


OrNone = Annotated[Side | None, about("What it says. Null where this rulebook has no such rule.")]


class Pair(TypedDict):
    """One rule."""

    topic: Annotated[Text, about("The topic of both clauses.")]
    title: Annotated[Text, about("Its title.")]
    left: OrNone
    right: OrNone


class Comparison(TypedDict):
    """Two rulebooks side by side."""

    left: First
    right: Second
    differ: Annotated[list[Pair], about("What they say differently, in the order of the second.")]
    same: Annotated[list[Pair], about("What they say alike.")]


SCHEMAS: dict[str, Schema] = {"Comparison": schema(Comparison)}


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
