"""Passes on a bill of materials (CycloneDX, JSON); ends with 1 where it lacks a package that the app needs to run.

Each has to stand in it with its version and a licence: direct dependencies, and whatever those bring.

    cyclonedx-py environment --pyproject pyproject.toml .venv | python3 .ci/bill.py pyproject.toml
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from typing import Any

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def plain(name: str) -> str:
    """The name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def lacking(bill: dict[str, Any], wanted: list[str]) -> list[str]:
    """What the bill should say of these packages and what they rest on, and does not."""
    listed = {component["bom-ref"]: component for component in bill.get("components", [])}
    by_name = {plain(component["name"]): ref for ref, component in listed.items()}
    rests_on = {entry["ref"]: entry.get("dependsOn", []) for entry in bill.get("dependencies", [])}
    lacks = [f"{name} is not listed" for name in wanted if plain(name) not in by_name]
    to_look_at, seen = [by_name[plain(name)] for name in wanted if plain(name) in by_name], set[str]()
    while to_look_at:
        ref = to_look_at.pop()
        if ref in seen:
            continue
        seen.add(ref)
        component = listed.get(ref, {})
        lacks += [f"{ref} has no {what}" for what in ("version", "licenses") if not component.get(what)]
        to_look_at += rests_on.get(ref, [])
    return lacks


def main() -> int:
    with open(sys.argv[1], "rb") as opened:
        wanted = [NAME.match(asked)[0] for asked in tomllib.load(opened)["project"]["dependencies"]]
    text = sys.stdin.read()
    sys.stdout.write(text)
    lacks = lacking(json.loads(text), wanted)
    for line in lacks:
        print(f"The bill of materials is not whole: {line}.", file=sys.stderr)
    return 1 if lacks else 0


if __name__ == "__main__":
    sys.exit(main())
