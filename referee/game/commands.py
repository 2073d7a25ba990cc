"""What somebody wants to happen: one frozen dataclass for each intent.

Commands carry what was meant, never what it costs: points are counted from the cards when the
command is judged. ``confirmed`` says that the questions asked back (queries) were answered yes.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.game.table_commands import TableCommand
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.hands import Hand

DealerHow = Literal["chosen", "random", "low card"]
OpeningHow = Literal["average", "highest", "zero", "said"]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A new game. ``dealer`` is the index of the first dealer in ``players``; a random one is drawn before."""

    book: Rulebook
    players: tuple[str, ...]
    """In table order, clockwise."""
    dealer: int = 0
    dealer_how: DealerHow = "chosen"
    house: Mapping[str, object] = field(default_factory=dict)
    """The house rules that ``book`` already contains, for the record."""
    season: str | None = None


@dataclass(frozen=True, slots=True)
class RecordCut:
    """Whether the cut before a round was exact."""

    round: int
    exact: bool


@dataclass(frozen=True, slots=True)
class SayWentOut:
    """Who went out in the running round; None: nobody."""

    round: int
    seat: int | None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class EnterCardsLeft:
    round: int
    seat: int
    hand: Hand
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ClearCardsLeft:
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close the running round with the lines entered, or with those given here in their place."""

    round: int
    hands: Mapping[int, Hand] = field(default_factory=dict)
    went_out: int | None = None
    """Counts only with ``says_went_out``; otherwise what was said before stands."""
    says_went_out: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class CorrectCell:
    round: int
    seat: int
    hand: Hand
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class CorrectWinner:
    """Somebody else, or nobody, went out; ``hands`` says what the former winner really held."""

    round: int
    went_out: int | None
    hands: Mapping[int, Hand] = field(default_factory=dict)
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class SayBuys:
    buys: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class AddSeat:
    """Somebody joins. ``round`` is the first one they play: the running one or the next (None: the
    running one while none of its lines is entered). ``opening`` counts only with how "said"."""

    player: str
    after: int | None = None
    at_end: bool = True
    """Sit last at the table; otherwise to the left of ``after``, or first where that is None."""
    round: int | None = None
    how: OpeningHow = "average"
    opening: int = 0
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class DropSeat:
    """Somebody leaves. ``round`` is the first one without them: the running one or the next (None: the
    running one while none of its lines is entered)."""

    seat: int
    round: int | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class RenameSeat:
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class ReorderSeats:
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    dealer: int


@dataclass(frozen=True, slots=True)
class AddNote:
    text: str


@dataclass(frozen=True, slots=True)
class RecordRuling:
    """Keep the referee's answer to a question (a request of the ruling interface) in the history."""

    question: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the event of that number; None: the last thing that can be undone."""

    target: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Let the undone event of that number count again; None: what was undone last."""

    target: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Reopen:
    pass


@dataclass(frozen=True, slots=True)
class Abandon:
    pass


@dataclass(frozen=True, slots=True)
class CarryOn:
    pass


Command = (
    RecordCut
    | SayWentOut
    | EnterCardsLeft
    | ClearCardsLeft
    | CloseRound
    | CorrectCell
    | CorrectWinner
    | SayBuys
    | AddSeat
    | DropSeat
    | RenameSeat
    | ReorderSeats
    | ChangeDealer
    | AddNote
    | RecordRuling
    | Undo
    | Redo
    | Finish
    | Reopen
    | Abandon
    | CarryOn
    | TableCommand
)
"""Everything that can be wanted in a game that is open; OpenGame begins one."""
COMMAND_TYPES: tuple[type[Command], ...] = typing.get_args(Command)
