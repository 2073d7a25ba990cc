"""What is asked a second time before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from referee.web.club.bar import ClubBar


@dataclass(frozen=True)
class Confirm:
    bar: ClubBar
    heading: str
    sentences: tuple[str, ...]
    tick: str
    """What the box says that is to be ticked; empty for what cannot be done."""
    back: str
    button: str
    fields: tuple[tuple[str, str], ...]
