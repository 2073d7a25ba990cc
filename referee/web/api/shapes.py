"""What the description of the API is made of: references, contents, and the shape of an answer, read off its type."""

from __future__ import annotations

from typing import Any

from msgspec import Meta, inspect

from referee.rules.schema import Schema


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def content(schema: Schema, shown: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"application/json": {"schema": schema} | ({"examples": shown} if shown else {})}


def answer(description: str, name: str) -> dict[str, Any]:
    return {"description": description, "content": content(ref(name))}


def about(description: str = "", *choices: str) -> Meta:
    """Beside the type of a field: a line for the reader, and the texts that it may be."""
    return Meta(
        extra_json_schema=({"enum": [*choices]} if choices else {})
        | ({"description": description} if description else {})
    )


def component(name: str) -> Meta:
    """Beside a type that has a name of its own in the description, and is described there once."""
    return Meta(extra={"component": name})


def schema(answer: Any) -> Schema:
    """Of a TypedDict, with its docstring as its description: an object with these fields and no other."""
    return _schema(inspect.type_info(answer))


_SIMPLE = {
    inspect.StrType: "string",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
}


def _schema(kind: inspect.Type) -> Schema:
    match kind:
        case inspect.Metadata(extra={"component": name}):
            return ref(name)
        case inspect.Metadata(type=inner, extra_json_schema=more):
            return _schema(inner) | (more or {})
        case inspect.UnionType(types=[inner, inspect.NoneType()]):
            shape = _schema(inner)
            return shape | {"type": [shape["type"], "null"]}
        case inspect.StrType(max_length=int(most)):
            return {"type": "string", "maxLength": most}
        case inspect.ListType(item_type=item, max_length=longest):
            return {"type": "array", "items": _schema(item)} | ({"maxItems": longest} if longest else {})
        case inspect.EnumType(cls=words):
            return {"type": "string", "enum": [word.value for word in words]}
        case inspect.TypedDictType(cls=answer, fields=fields):
            by_name = {field.name: field for field in fields}
            described = {"description": answer.__doc__} if answer.__doc__ else {}
            return (
                {"type": "object"}
                | described
                | {
                    "required": [name for name in answer.__annotations__ if by_name[name].required],
                    "properties": {name: _schema(by_name[name].type) for name in answer.__annotations__},
                    "additionalProperties": False,
                }
            )
    return {"type": _SIMPLE[type(kind)]}
