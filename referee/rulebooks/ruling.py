"""The referee with the library at hand: what the page, the command line and the API ask."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.rulebooks import library
from referee.rules import referee
from referee.rules.requests import RequestError
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Ruling

Answer = dict[str, Any]


def rule(request: object) -> Answer:
    """The answer to one request of the ruling interface: a ruling or ``{"error": {...}}``; never raises.

    >>> rule({"rulebook": "contract", "question": "meld", "cards": "QS KS AS 2S"})["legal"]
    False
    """
    return referee.rule(request, find)


def opinions(request: object) -> dict[str, Ruling | RequestError]:
    """The same question under every other rulebook of the first shelf, by its id, in the order of the library."""
    return referee.opinions(request, library.first_shelf(), find)


def find(rulebook_id: str, house: Mapping[str, Any]) -> Rulebook:
    """A rulebook as a table plays it. Raises UnknownRulebook (a KeyError) and RulebookError."""
    book = library.load(rulebook_id)
    return _with_house_rules(rulebook_id, json.dumps(house, sort_keys=True)) if house else book


@lru_cache(maxsize=256)
def _with_house_rules(rulebook_id: str, house: str) -> Rulebook:
    """Kept, because a table asks again and again under the same rules and a rulebook carries its tables."""
    return library.with_house_rules(library.load(rulebook_id), json.loads(house))
