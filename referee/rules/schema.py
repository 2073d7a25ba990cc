"""JSON Schema in a few words: the shapes of what programs send and get, each with a line for the reader."""

from __future__ import annotations

from typing import Any

LONGEST_TEXT = 2_000
LONGEST_LIST = 100
LARGEST_NUMBER = 1_000_000

Schema = dict[str, Any]


def text(description: str) -> Schema:
    return {"type": "string", "maxLength": LONGEST_TEXT, "description": description}


def one_of(description: str, *words: str) -> Schema:
    return {"type": "string", "enum": [*words], "description": description}


def flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def whole(description: str, least: int = 1, most: int = LARGEST_NUMBER) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most, "description": description}


def many(items: Schema, description: str, most: int = LONGEST_LIST) -> Schema:
    return {"type": "array", "items": items, "maxItems": most, "description": description}


def by_seat(value: Schema, description: str) -> Schema:
    return {"type": "object", "additionalProperties": value, "description": description}


def maybe(schema: Schema, null_means: str = "") -> Schema:
    """The same, or null."""
    described = f"{schema['description']} {null_means}".strip()
    nullable = {**schema, "type": [schema["type"], "null"], "description": described}
    return {**nullable, "enum": [*schema["enum"], None]} if "enum" in schema else nullable


CARDS_TEXT = "Cards such as `5H 10H JK`, separated by spaces or commas"
PLACED = "a wild card may say what it stands for: `JK=7H`, in a set `JK=7`"
MELD_TEXT = text(f"{CARDS_TEXT}; {PLACED}.")
