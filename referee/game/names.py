"""Names of players and other short texts as people type them, made fit to be kept and shown."""

from __future__ import annotations

import unicodedata

from referee.rules.rulings import Phrase, phrase

LONGEST_NAME = 40
LONGEST_NOTE = 500
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Zero-width joiners: letters of some scripts and many emoji need them; bidirectional marks are not kept."""


def tidy(text: str) -> str:
    """NFC, without control and invisible characters, single spaces, trimmed."""
    kept = []
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category in _SPACES or char in "\t\r\n":
            kept.append(" ")
        elif category[0] != "C" or char in _JOINERS or _is_new(char):
            kept.append(char)
    return " ".join("".join(kept).split())


def _is_new(char: str) -> bool:
    """A character that this Python does not know yet, such as a phone's newest emoji; another one may have kept it."""
    return unicodedata.category(char) == "Cn" and not 0xFDD0 <= ord(char) <= 0xFDEF and ord(char) & 0xFFFE != 0xFFFE


def why_no_name(name: str) -> Phrase | None:
    """What is wrong with a tidied name; None if it can be shown."""
    if not any(unicodedata.category(char)[0] in "LNSP" or _is_new(char) for char in name):
        return phrase("no_name")
    if len(name) > LONGEST_NAME:
        return phrase("longest", most=LONGEST_NAME)
    return None


def name_key(name: str) -> str:
    """Names that differ only in case are one name."""
    return name.casefold()


def same_name(name: str, other: str) -> bool:
    return name_key(name) == name_key(other)
