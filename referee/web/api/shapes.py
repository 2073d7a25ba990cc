"""What the description of the API is made of: references, contents, and the shapes of what is only read."""

from __future__ import annotations

from typing import Any

from referee.rules.schema import Schema


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def content(schema: Schema, shown: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"application/json": {"schema": schema} | ({"examples": shown} if shown else {})}


def answer(description: str, name: str) -> dict[str, Any]:
    return {"description": description, "content": content(ref(name))}


def record(description: str, **properties: Schema) -> Schema:
    """An object with all of these fields and no other."""
    return {
        "type": "object",
        "description": description,
        "required": [*properties],
        "properties": properties,
        "additionalProperties": False,
    }


def text(description: str, *, null: bool = False) -> Schema:
    return {"type": ["string", "null"] if null else "string", "description": description}


def whole(description: str, *, null: bool = False) -> Schema:
    return {"type": ["integer", "null"] if null else "integer", "description": description}


def flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def many(items: Schema, description: str) -> Schema:
    return {"type": "array", "items": items, "description": description}
