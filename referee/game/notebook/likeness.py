"""Which of a club's names one in a file may be meant by: a hint, and nothing that is done by itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

ALIKE = 0.75
"""From here on two names look alike, of 1 for the same letters."""


def likest(name: str, others: Iterable[str]) -> str:
    """The name among ``others`` that looks most like this one; empty where none looks like it."""
    mine = _bare(name)
    likely = ((_likeness(mine, _bare(other)), other) for other in others)
    best = max(((share, other) for share, other in likely if share >= ALIKE), default=(0.0, ""))
    return best[1]


def _bare(name: str) -> str:
    """Without case and accents."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _likeness(mine: str, other: str) -> float:
    if not mine or not other:
        return 0.0
    if mine.split()[0] == other.split()[0]:  # "Anna" and "Anna B."
        return 0.9
    return SequenceMatcher(None, mine, other).ratio()
