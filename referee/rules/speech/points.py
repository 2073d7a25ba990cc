"""Points and totals as people type them: a number, or a sum such as ``12+5``; one reader for every field of them."""

from __future__ import annotations

import re

LONGEST_SUM = 60
"""Characters."""
_MINUS = str.maketrans("−–", "--")
_SUM = re.compile(r"[+-]?[0-9]{1,9}(?:[+-][+-]?[0-9]{1,9})*")
_UNIT = re.compile(r"\s*(?:points?|pts)\s*$", re.IGNORECASE)
_TERM = re.compile(r"[+-]{0,2}[0-9]+")


def read_points(text: str) -> int | None:
    """What a number or a sum comes to; None for anything else.

    >>> [read_points(text) for text in ("35", "12+5", " 12 + 5 ", "−5", "20 - 3", "5+-5", "12+", "1.5", "")]
    [35, 17, 17, -5, 17, 0, None, None, None]
    """
    plain = re.sub(r"\s*([+-])\s*", r"\1", text.strip().translate(_MINUS))
    if len(plain) > LONGEST_SUM or not _SUM.fullmatch(plain):
        return None
    return sum(_term(term) for term in _TERM.findall(plain))


def read_told(text: str) -> int | None:
    """The same where "points" may stand behind it; None for cards.

    >>> [read_told(text) for text in ("35", "12+5 points", "−5 pts", "K 10", "points")]
    [35, 17, -5, None, None]
    """
    return read_points(_UNIT.sub("", text))


def _term(text: str) -> int:
    digits = text.lstrip("+-")
    return -int(digits) if text.count("-") == 1 else int(digits)
