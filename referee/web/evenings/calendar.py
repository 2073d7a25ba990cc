"""An evening as calendars read it (RFC 5545): a few lines of text, each at most 75 octets long.

The time is that of the clock on the wall, without a zone: the evening is where the people are.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.messages import gettext as _
from referee.services.clubs.evening_views import EveningView

OCTETS = 75
"""Of a line, without its end."""


def ics(evening: EveningView, club: str, address: str, now: str) -> str:
    """``address``: where one says whether one comes. ``now``: a moment of the log."""
    day = evening.day.replace("-", "")
    starts = f"DTSTART:{day}T{evening.begins.replace(':', '')}00" if evening.begins else f"DTSTART;VALUE=DATE:{day}"
    name = evening.name or _("Evening of cards")
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Table Referee//Evenings//EN",
        "BEGIN:VEVENT",
        f"UID:evening-{evening.id}@table-referee",
        f"DTSTAMP:{now.replace('-', '').replace(':', '')}",
        starts,
        f"SUMMARY:{_escaped(f'{name} · {club}')}",
        *([f"LOCATION:{_escaped(evening.place)}"] if evening.place else []),
        f"URL:{address}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{piece}\r\n" for line in lines for piece in _folded(line))


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """Pieces of at most so many octets; all but the first begin with a space, and no letter is cut in two."""
    piece = ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > OCTETS:
            yield piece
            piece = " "
        piece += letter
    yield piece
