"""Exact figures in words and digits."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

_PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(1, 6): "⅙",
}
MOST_DIGITS = 6


def figure(value: Fraction, digits: int = 1) -> str:
    """A value rounded half away from zero: ``figure(Fraction(125, 2))`` is ``"62.5"``."""
    scaled = (abs(value) * 10**digits * 2 + 1) // 2
    sign = "−" if value < 0 and scaled else ""
    whole, rest = divmod(scaled, 10**digits)
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"


def digits_for(values: Iterable[Fraction]) -> int:
    """So many digits that values which differ also look different, as far as is sensible."""
    distinct = set(values)
    for digits in range(1, MOST_DIGITS):
        if len({figure(value, digits) for value in distinct}) == len(distinct):
            return digits
    return MOST_DIGITS


def mixed(value: Fraction) -> str:
    """``2``, ``½`` or ``2⅓``; with digits where no such sign exists."""
    whole, part = divmod(value, 1)
    if not part:
        return str(whole)
    if part in _PARTS:
        return f"{whole or ''}{_PARTS[part]}"
    return figure(value, 2)


def signed(number: int) -> str:
    """``"3"``, ``"−5"``: a whole number with a real minus sign."""
    return f"−{-number}" if number < 0 else str(number)
