"""Names of players as people type them."""

from __future__ import annotations

from referee.rules.rulings import Phrase, phrase
from referee.rules.typed import can_be_seen
from referee.rules.typed import tidy as tidy

LONGEST_NAME = 40
LONGEST_NOTE = 500


def why_no_name(name: str) -> Phrase | None:
    """What is wrong with a tidied name; None if it can be shown."""
    if not can_be_seen(name):
        return phrase("no_name")
    if len(name) > LONGEST_NAME:
        return phrase("longest", most=LONGEST_NAME)
    return None


def name_key(name: str) -> str:
    """Names that differ only in case are one name."""
    return name.casefold()


def same_name(name: str, other: str) -> bool:
    return name_key(name) == name_key(other)
