"""Numbers and days as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from referee.days import day_counted, day_in, is_year
from referee.game.notebook.model import DMY, MDY, Dates
from referee.rules.speech.points import read_told

NOT_THERE = frozenset({"", "-", "−", "–", "—", "x", "/", "n/a"})
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]0+)?")
_WHOLE = re.compile(r"([+-]?\d+)[.,]0+")
_OUT = frozenset({"out", "raus", "x0"})
_YMD = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{4}|\d{2})")
_TIME = re.compile(r"[T, ]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d+)?(?:\s?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?$", re.I)
_WORDS = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th)?\.?\s+([^\W\d]+)\.?|([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?\s+(\d{4})"
)
_WEEKDAY = re.compile(r"^[^\W\d]{2,10}[.,]{1,2}\s+(?=\d)")
_MONTHS = (
    ("jan", "ene", "gen"), ("feb", "fév", "fev"), ("mar", "mär", "mrz", "maa"), ("apr", "avr", "abr"),
    ("may", "mai", "mei", "mag"), ("jun", "juin", "giu"), ("jul", "juil", "lug"), ("aug", "août", "aout", "ago"),
    ("sep", "set"), ("oct", "okt", "ott"), ("nov",), ("dec", "dez", "déc", "dic"),
)  # fmt: skip
_FIRST_SERIAL, _LAST_SERIAL = 20_000, 73_000
"""Days as spreadsheets count them, from 1954 to 2099."""


def read_whole(text: str) -> int | None:
    """A number of points, or a sum of them; None for what is none, or no whole one.

    >>> [read_whole(text) for text in ("35", "15+16+8", "1.234", "120,0", "−5", "12,5", "ten")]
    [35, 39, 1234, 120, -5, None, None]
    """
    if (points := read_told(text)) is not None:
        return points
    if text.casefold() in _OUT:
        return 0
    plain = text.strip().replace("−", "-").replace("–", "-")
    if _THOUSANDS.fullmatch(plain):
        whole = re.sub(r"[.,]0{1,2}$", "", plain) if re.search(r"[.,]0{1,2}$", plain) else plain
        return int(re.sub(r"[.,'’ \u00a0\u202f]", "", whole))
    match = _WHOLE.fullmatch(plain)
    return int(match[1]) if match else None


def read_place(text: str) -> int | None:
    """A place, also ``2.``, ``2=``, ``T2`` or ``2nd``."""
    match = re.fullmatch(r"[t=]?(\d{1,2})(?:st|nd|rd|th|\.|=|º|e)?", text.strip(), re.I)
    return int(match[1]) if match else None


def order_of(texts: Iterable[str], answer: str = "") -> Dates:
    """In which order days are written, from all days of a file: doubtful where none of them tells."""
    written = [match for text in texts if (match := _NUMBERS.fullmatch(_plain(text)))]
    if not written:
        return Dates("")
    days, months = ([_of_numbers(match, order) for match in written] for order in (DMY, MDY))
    if days.count("") != months.count(""):
        return Dates(DMY if days.count("") < months.count("") else MDY)
    sample = next((match[0] for match, day in zip(written, days, strict=True) if day), written[0][0])
    if answer in (DMY, MDY):
        return Dates(answer, True, sample)
    if all(match[2] == "." for match in written):
        return Dates(DMY)
    return Dates(MDY if _rises(months) and not _rises(days) else DMY, True, sample)


def _rises(days: Sequence[str]) -> bool:
    return list(days) == sorted(days) or list(days) == sorted(days, reverse=True)


def read_day(text: str, order: str = "", *, serials: bool = False) -> str:
    """A day in ISO 8601, or a year; empty for anything else. ``serials``: also as spreadsheets count days."""
    plain = _plain(text)
    if match := _YMD.fullmatch(plain):
        return day_in(*map(int, match.groups()))
    if match := _NUMBERS.fullmatch(plain):
        return _of_numbers(match, order or DMY)
    if match := _WORDS.fullmatch(plain):
        number, word = (match[1], match[2]) if match[1] else (match[4], match[3])
        month = next((at for at, names in enumerate(_MONTHS, start=1) if word.casefold().startswith(names)), 0)
        return day_in(int(match[5]), month, int(number)) if month else ""
    if is_year(plain) and "1900" <= plain <= "2099":
        return plain
    if serials and re.fullmatch(r"\d{5}(?:[.,]\d+)?", plain) and _FIRST_SERIAL <= int(plain[:5]) <= _LAST_SERIAL:
        return day_counted(int(plain[:5]))
    return ""


def day_within(text: str, order: str = "") -> tuple[str, str]:
    """A day that stands in a heading, and what stands there beside it."""
    for pattern in (_YMD, _NUMBERS, _WORDS):
        if match := pattern.search(text):
            return read_day(match[0], order), _beside(text, match[0])
    if match := re.search(r"(?<!\d)(?:19|20)\d{2}(?!\d)", text):
        return match[0], _beside(text, match[0])
    return "", text


def is_dated(text: str) -> bool:
    """Whether something like a day stands there, also one that no calendar has."""
    return any(pattern.search(text) for pattern in (_YMD, _NUMBERS)) or bool(day_within(text)[0])


def written_within(text: str) -> str:
    """The day of a heading as it is written there, for ``order_of``."""
    match = _NUMBERS.search(text)
    return match[0] if match else ""


def _beside(text: str, day: str) -> str:
    return text.replace(day, " ", 1).strip(" ,;:()–-\u00a0")


def _plain(text: str) -> str:
    return _WEEKDAY.sub("", _TIME.sub("", text.strip())).strip().rstrip(".") if text else ""


def _of_numbers(match: re.Match[str], order: str) -> str:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    if len(match[4]) == 2:
        year += 1900 if year >= 70 else 2000
    month, day = (first, second) if order == MDY else (second, first)
    return day_in(year, month, day)
