"""What stands in each line of an export: the fields that are written, in this order, and read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta

from referee.days import is_day, is_moment
from referee.game.names import LONGEST_NAME, tidy, why_no_name
from referee.messages import N_
from referee.storage.engine.wire import Shape
from referee.storage.files.jpeg import MOST_BYTES
from referee.storage.games.log import CODE_LENGTH, CODE_LETTERS
from referee.storage.tables.clubs import LONGEST_KEY
from referee.storage.tables.games import LONGEST_BY
from referee.storage.tables.money import LONGEST_UNIT

FORMAT = 3
"""In files of format 1 games have no day of their own; up to format 2 there are none of evenings in most."""
LARGEST_LINE = 16 * 1024 * 1024
LONGEST_PHOTO = 4 * (MOST_BYTES // 3 + 1)
"""Letters of a photo in base64."""


def _is_shown(name: str) -> bool:
    return tidy(name) == name and why_no_name(name) is None


_TEXT = N_("%(field)s must be a text of %(least)s to %(most)s characters.")
_NO_NAME = N_("%(field)s isn’t a name that can be shown.")
Format = Annotated[int, Meta(ge=1, le=FORMAT, description=N_("The format must be a number from 1 to %(most)s."))]
Id = Annotated[
    str, Meta(pattern=r"^[0-9a-z]{1,16}\Z", description=N_("%(field)s must be an id of at most 16 letters and digits."))
]
Code = Annotated[
    str, Meta(pattern=rf"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}\Z", description=N_("%(field)s isn’t a game code."))
]
Name = Annotated[
    str,
    Meta(min_length=1, max_length=LONGEST_NAME, description=_TEXT, extra={"holds": _is_shown, "else": _NO_NAME}),
]
Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_KEY,
        description=N_("%(field)s must be a list of names of %(least)s to %(most)s characters."),
    ),
]
By = Annotated[
    str, Meta(max_length=LONGEST_BY, description=N_("%(field)s must be a text of at most %(most)s characters."))
]
"""Who wrote something; empty for a phone without a seat and without a name."""
Moment = Annotated[
    str, Meta(description=N_("%(field)s must be a moment like 2026-01-31T19:30:00Z."), extra={"holds": is_moment})
]
Day = Annotated[str, Meta(description=N_("%(field)s must be a date like 2026-01-31."), extra={"holds": is_day})]
Begins = Annotated[
    str,
    Meta(
        pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?\Z",
        description=N_("%(field)s must be a time like 19:30, or empty."),
    ),
]
MaybeName = Annotated[
    str,
    Meta(
        max_length=LONGEST_NAME,
        description=N_("%(field)s must be a text of at most %(most)s characters."),
        extra={"holds": lambda name: not name or _is_shown(name), "else": _NO_NAME},
    ),
]
Unit = Annotated[
    str,
    Meta(
        max_length=LONGEST_UNIT,
        description=N_("%(field)s must be a text of at most %(most)s characters."),
        extra={"holds": lambda unit: not unit or _is_shown(unit), "else": _NO_NAME},
    ),
]
_NO_AMOUNT = N_("%(field)s isn’t an amount.")
_OF_EVENING = N_("An evening needs its players, tables and games.")
Object = Annotated[dict[str, Any], Meta(description=N_("%(field)s must be an object."))]


@dataclass(frozen=True, slots=True)
class ClubLine:
    format: Format
    id: Id
    name: Name
    founded_at: Moment
    demo: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
    id: Id
    name: Name
    known_as: list[Key]
    guest: bool
    used_at: Moment
    merged_into: Id | None
    merged_at: Moment | None
    removed_at: Moment | None = None
    """The first files of format 1 had it not yet."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    id: Id
    name: Name
    starts: Day
    ends: Day | None
    rule: Object
    removed_at: Moment | None
    trace: Annotated[list[Any], Meta(description=N_("%(field)s must be a list of changes."))] = field(
        default_factory=list
    )
    """Files from before a season had one lack it."""


@dataclass(frozen=True, slots=True)
class OwnRulebookLine:
    id: str
    version: Annotated[int, Meta(ge=1, lt=2**31, description=N_("%(field)s must be a number from 1."))]
    saved_at: Moment
    by: By
    text: Annotated[str, Meta(min_length=1, max_length=LARGEST_LINE, description=_TEXT)]


@dataclass(frozen=True, slots=True)
class RulebookLine:
    digest: Annotated[str, Meta(min_length=1, max_length=64, description=_TEXT)]
    content: Any


@dataclass(frozen=True, slots=True)
class GameLine:
    code: Code
    season: Id | None
    removed_at: Moment | None
    seats: Annotated[list[Any], Meta(description=N_("A game needs seats and events."))]
    events: Annotated[list[Any], Meta(min_length=1, description=N_("A game needs seats and events."))]


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One of the seats of a game, written as a list of these."""

    seat: int
    player: Id
    name: Name
    stands_in_for: Id | None


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One of the events of a game, written as a list of these."""

    at: Moment
    by: By
    event: Object


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening, behind the games that were played on it."""

    id: Id
    season: Id | None
    day: Day
    begins: Begins
    name: MaybeName
    place: MaybeName
    removed_at: Moment | None
    players: Annotated[list[Any], Meta(description=_OF_EVENING)]
    tables: Annotated[list[Any], Meta(description=_OF_EVENING)]
    games: Annotated[list[Code], Meta(description=_OF_EVENING)]


@dataclass(frozen=True, slots=True)
class AttendanceEntry:
    """One of the players of an evening, written as a list of these."""

    player: Id
    coming: bool | None
    presence: Annotated[
        str, Meta(pattern=r"^(here|left|)\Z", description=N_("%(field)s must be “here”, “left” or empty."))
    ]


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One of the tables of an evening, written as a list of these."""

    id: Id
    seating: Annotated[int, Meta(ge=1, lt=2**31, description=N_("%(field)s must be a number from 1."))]
    number: Annotated[int, Meta(ge=1, lt=2**31, description=N_("%(field)s must be a number from 1."))]
    seats: Annotated[list[Id], Meta(min_length=1, description=N_("A table needs the players who sit there."))]
    game: Code | None


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """What a club plays for; a club that has never played for anything has no such line."""

    plays: bool
    unit: Unit
    hundredths: bool
    terms: Annotated[list[Any], Meta(description=N_("%(field)s must be a list of what is played for."))]
    entries: Annotated[list[Any], Meta(description=N_("%(field)s must be a list of entries."))]


@dataclass(frozen=True, slots=True)
class TermsEntry:
    """What a club plays for from a day on, written as a list of these."""

    since: Day
    way: Annotated[
        str,
        Meta(pattern=r"^(nothing|stake|points)\Z", description=N_("%(field)s isn’t a way to play for something.")),
    ]
    amount: Annotated[int, Meta(ge=0, lt=2**31, description=_NO_AMOUNT)]
    dues: Annotated[int, Meta(ge=0, lt=2**31, description=_NO_AMOUNT)]


@dataclass(frozen=True, slots=True)
class MoneyItem:
    """Something that was entered by hand or settled, written as a list of these."""

    id: Id
    at: Moment
    by: By
    giver: Id | None
    receiver: Id | None
    amount: Annotated[int, Meta(ge=1, lt=2**31, description=_NO_AMOUNT)]
    word: MaybeName
    settles: bool
    back_at: Moment | None
    back_by: By


@dataclass(frozen=True, slots=True)
class PhotoLine:
    """A photo of the paper, behind the games and evenings."""

    id: Id
    game: Code
    at: Moment
    content: Annotated[str, Meta(min_length=1, max_length=LONGEST_PHOTO, description=_TEXT)]
    """Base64."""


@dataclass(frozen=True, slots=True)
class EndLine:
    lines: int


CLUB, PLAYER, SEASON, OWN_RULEBOOK = Shape(ClubLine), Shape(PlayerLine), Shape(SeasonLine), Shape(OwnRulebookLine)
EVENING, ATTENDANCE, TABLE = Shape(EveningLine), Shape(AttendanceEntry), Shape(TableEntry)
MONEY, TERMS, MONEY_ITEM = Shape(MoneyLine), Shape(TermsEntry), Shape(MoneyItem)
PHOTO = Shape(PhotoLine)
RULEBOOK, GAME, SEAT, EVENT, END = (
    Shape(RulebookLine),
    Shape(GameLine),
    Shape(SeatEntry),
    Shape(EventEntry),
    Shape(EndLine),
)
LINES: dict[str, Shape[Any]] = {
    "club": CLUB, "player": PLAYER, "season": SEASON, "own_rulebook": OWN_RULEBOOK, "rulebook": RULEBOOK, "game": GAME,
    "evening": EVENING, "money": MONEY, "photo": PHOTO, "end": END,
}  # fmt: skip
"""By the kind that stands in a line."""
