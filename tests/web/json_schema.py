"""As much of JSON Schema as the description of the API uses: what a value has against a schema."""

from __future__ import annotations

from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": float, "boolean": bool}
TYPES |= {"null": type(None)}
KNOWN = {
    "$ref", "anyOf", "oneOf", "discriminator", "const", "enum", "type", "description", "properties", "required",
    "additionalProperties", "minProperties", "maxProperties", "items", "maxItems", "maxLength", "minimum", "maximum",
}  # fmt: skip


def against(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> list[str]:
    """Every fault of a value, each with the place; empty where it fits. A keyword not known here raises."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return against(value, root["components"]["schemas"][schema["$ref"].rpartition("/")[2]], root, at)
    found = []
    for keyword, fits in (("anyOf", lambda n: n > 0), ("oneOf", lambda n: n == 1)):
        if keyword in schema:
            tried = [against(value, one, root, at) for one in schema[keyword]]
            if not fits(sum(not faults for faults in tried)):
                found += [f"{at}: fits none, or too many, of {keyword}", *min(tried, key=len)]
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is none of {schema['enum']}")
    if "type" in schema and not _is(value, schema["type"]):
        return [*found, f"{at}: {value!r} is no {schema['type']}"]
    return found + _inside(value, schema, root, at)


def _is(value: Any, types: str | list[str]) -> bool:
    wanted = [types] if isinstance(types, str) else types
    exact = bool if isinstance(value, bool) else type(value)
    return any(exact is TYPES[one] or (one == "number" and exact is int) for one in wanted)


def _inside(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> list[str]:
    found = []
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{at}: {name} is missing" for name in schema.get("required", []) if name not in value]
        for name, one in value.items():
            more = known.get(name, schema.get("additionalProperties", {}))
            found += [f"{at}: {name} is not known"] if more is False else against(one, more, root, f"{at}/{name}")
        if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
            found.append(f"{at}: has {len(value)} properties")
    elif isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            found.append(f"{at}: has {len(value)} items")
        for place, one in enumerate(value):
            found += against(one, schema.get("items", {}), root, f"{at}/{place}")
    elif isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        found.append(f"{at}: is too long")
    elif isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{at}: {value} is out of range")
    return found
