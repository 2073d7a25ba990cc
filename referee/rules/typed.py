"""Short texts as people type them, made fit to be kept and shown."""

from __future__ import annotations

import unicodedata

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


def can_be_seen(text: str) -> bool:
    """Whether a tidied text has a character that is more than a joiner or a mark on another one."""
    return any(unicodedata.category(char)[0] in "LNSP" or _is_new(char) for char in text)
