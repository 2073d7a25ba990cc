"""The description of the API as OpenAPI 3.1, made from the questions, the rule values and the examples."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.questions import DEFAULT_PLAYERS, QUESTIONS
from referee.rules.rulebook.kinds import MOST_ROUNDS, PLAYERS
from referee.rules.rulebook.labels import described
from referee.rules.rulebook.model import VALUES
from referee.rules.schema import Schema, whole
from referee.web.api import comparing, reading, rulings
from referee.web.api.shapes import answer, content, ref, schema

MOST_AT_ONCE = 1_000
SECONDS_AT_ONCE = 10.0
"""How long one list may keep the referee busy; what is left over then says so."""

_ABOUT = (
    "Rulings, games and standings of Table Referee. It needs no login and never writes. "
    "One question in, one ruling out. "
    "Whatever a rulebook forbids is answered with a ruling; an error is for what cannot be read."
)
_POST = (
    f"Send one question, or a list of up to {MOST_AT_ONCE}. A list is answered by a list in the same order. "
    "The status is 200 where every question has its ruling and 422 where at least one is in error; "
    "in a list the others have their rulings all the same."
)
_REFUSALS = {
    "400": "What was sent is not JSON.",
    "411": "The request has no `Content-Length`.",
    "413": f"Too much at once: more than the server reads, or more than {MOST_AT_ONCE} questions.",
    "415": "What was sent is not `application/json`.",
    "429": "This address asks too much; `Retry-After` says in how many seconds it may ask again.",
}


@cache
def description() -> dict[str, Any]:
    """The whole document; the same in every process."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Referee",
            "version": "1",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [],
        "paths": {"/api/rulings": {"post": _operation()}, **comparing.PATHS, **reading.PATHS},
        "components": {"schemas": _schemas()},
    }


def examples() -> dict[str, dict[str, Any]]:
    """By name: ``request`` and ``response``."""
    requests = {
        name: {"rulebook": fields["rulebook"], "question": question, **fields}
        for question, entry in QUESTIONS.items()
        for name, fields in entry.examples.items()
    }
    return {name: {"request": request, "response": rule(request)} for name, request in requests.items()}


def _operation() -> dict[str, Any]:
    shown = examples()
    requests = {name: {"value": example["request"]} for name, example in shown.items()}
    answers = {name: example["response"] for name, example in shown.items()}
    good = {name: {"value": answer} for name, answer in answers.items() if "error" not in answer}
    bad = {name: {"value": answer} for name, answer in answers.items() if "error" in answer}
    return {
        "operationId": "rule",
        "summary": "Judge a question, or many",
        "description": _POST,
        "requestBody": {"required": True, "content": content(_one_or_many("Question"), requests)},
        "responses": {
            "200": {"description": "A ruling for every question.", "content": content(_one_or_many("Ruling"), good)},
            "422": {
                "description": "At least one question is in error.",
                "content": content({"anyOf": [ref("Error"), _list_of("Answer")]}, bad),
            },
        }
        | {status: _refusal(status, why) for status, why in _REFUSALS.items()},
    }


def _refusal(status: str, why: str) -> dict[str, Any]:
    refusal = answer(why, "Error")
    if status == "429":
        refusal["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer", "minimum": 1}}}
    return refusal


def _list_of(name: str) -> Schema:
    return {"type": "array", "maxItems": MOST_AT_ONCE, "items": ref(name)}


def _one_or_many(name: str) -> Schema:
    return {"anyOf": [ref(name), _list_of(name)]}


def _schemas() -> dict[str, Schema]:
    schemas = {f"{name}_question": _question(name) for name in QUESTIONS}
    answered = {f"{name}_ruling": _ruling(name) for name in QUESTIONS}
    mapping = {name: f"#/components/schemas/{name}_question" for name in QUESTIONS}
    return {
        "Question": {
            "oneOf": [ref(name) for name in schemas],
            "discriminator": {"propertyName": "question", "mapping": mapping},
        },
        "Ruling": {"anyOf": [ref(name) for name in answered]},
        "Answer": {"anyOf": [ref("Ruling"), ref("Error")]},
        **schemas,
        **answered,
        "Citation": schema(rulings.Citation),
        "Finding": schema(rulings.Finding),
        "Need": schema(rulings.Need),
        "Error": schema(rulings.Error),
        "HouseRules": _house_rules(),
        **comparing.SCHEMAS,
        **reading.SCHEMAS,
    }


def _question(name: str) -> Schema:
    question = QUESTIONS[name]
    fields = {field.name: field.schema for field in question.fields}
    second = ", ".join(book.id for book in library.all_rulebooks() if book.shelf)
    under = f"Under which rulebook. From public descriptions: {second}."
    common: dict[str, Schema] = {
        "rulebook": {"type": "string", "enum": [*library.ids()], "description": under},
        "question": {"const": name},
        "round": whole("The round, from 1; needed where the answer turns on it.", 1, MOST_ROUNDS),
        "players": whole(f"Players at the table; {DEFAULT_PLAYERS} if not said.", min(PLAYERS), max(PLAYERS)),
        "house": ref("HouseRules"),
    }
    required = ("rulebook", "question")
    # null is as good as leaving a field out
    properties = {
        field: schema if field in required else _or_null(schema) for field, schema in (common | fields).items()
    }
    return {
        "type": "object",
        "description": question.about,
        "required": [*required],
        "properties": properties,
        "additionalProperties": False,
    }


def _or_null(schema: Schema) -> Schema:
    kind = schema.get("type")
    if kind is None:
        return {"anyOf": [schema, {"type": "null"}]}
    if isinstance(kind, list):
        return schema
    nullable = {**schema, "type": [kind, "null"]}
    return {**nullable, "enum": [*schema["enum"], None]} if "enum" in schema else nullable


def _ruling(name: str) -> Schema:
    shape = schema(rulings.Ruling)
    adds = {"properties": {**shape["properties"], **QUESTIONS[name].adds}}
    return shape | adds | {"description": f"The ruling on a question `{name}`."}


def _house_rules() -> Schema:
    return {
        "type": "object",
        "description": "A table's changes to the rulebook, by the name of the value. Contradictions are errors.",
        "additionalProperties": False,
        "properties": {
            name: {"description": described(name), **meta["kind"].schema()} for name, meta in VALUES.items()
        },
    }
