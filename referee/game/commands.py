"""What somebody wants to happen: one frozen dataclass for each intent.

Commands are plain values that carry what was meant as it was typed, never what it costs: cards left are
read, and points counted, when the command is judged (``rules.speech.hands`` says what can be read).
``confirmed`` says that the questions asked back (queries) were answered yes.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.rules.rulebook.model import Rulebook

DealerHow = Literal["chosen", "random", "low card"]
OpeningHow = Literal["average", "highest", "zero", "said"]
Remedy = Literal["note", "points", "nothing", "owed", "right", "void"]
Leaving = Literal["before", "now", "after"]
Since = Literal["", "now", "first"]
"""From which round something counts by a rule: the running one or the first; empty where that is not said."""

CAME_LATER = {"came later": True}
"""Marks a field of a command that was sent without it once: where it says nothing, a tap that waited on a phone while
the server was updated is the same write as before."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A new game. ``dealer`` is the index of the first dealer in ``players``; a random one is drawn before."""

    book: Rulebook
    players: tuple[str, ...]
    """In table order, which is the order of play: clockwise, or the other way round where the rulebook says so."""
    dealer: int = 0
    dealer_how: DealerHow = "chosen"
    house: Mapping[str, object] = field(default_factory=dict)
    """The house rules that ``book`` already contains, as JSON writes them, for the record."""
    season: str | None = None
    day: str = ""
    """The day at the table as the phone has it; empty where it does not say."""
    table: str = field(default="", metadata=CAME_LATER)
    """The id of the table of an evening at which it is played; empty for none."""
    evening: str = field(default="", metadata=CAME_LATER)
    """The id of the evening on which it is played, where that is at no table of it; empty for none."""


@dataclass(frozen=True, slots=True)
class RecordCut:
    """Whether the cut before a round was exact."""

    round: int
    exact: bool
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class SayWentOut:
    """Who went out in the running round; None: nobody."""

    round: int
    seat: int | None
    confirmed: bool = False
    one_turn: bool = False
    """They went down in that same turn; counts only where the rulebook asks for it."""


@dataclass(frozen=True, slots=True)
class EnterCardsLeft:
    round: int
    seat: int
    cards: str
    confirmed: bool = False
    met: bool | None = None
    """Whether the player met the contract of their own; None: as it was told before, or as the log knows."""


@dataclass(frozen=True, slots=True)
class ClearCardsLeft:
    round: int
    seat: int
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """One more for a seat in the running round, or one less for a false call, where it is counted by taps."""

    round: int
    seat: int
    by: int
    confirmed: bool = False
    corrects: bool = field(default=False, metadata=CAME_LATER)
    """Whether it counts all the same where the round was closed before it came."""


@dataclass(frozen=True, slots=True)
class CountRound:
    """Several lines of the running round at once, as the table calls them out; whoever is not named is missing.

    Points alone leave a line as it is that has as many points already, with the cards that were told.
    """

    round: int
    cards: Mapping[int, str] = field(default_factory=dict)
    went_out: int | None = None
    """Counts only with ``says_went_out``."""
    says_went_out: bool = False
    confirmed: bool = False
    one_turn: bool = False
    met: Mapping[int, bool] = field(default_factory=dict)
    """By seat, whether they met the contract of their own; it counts with the cards told here."""
    cleared: tuple[int, ...] = field(default=(), metadata=CAME_LATER)
    """Whose line was shown and emptied: it is missing again."""


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close the running round with the lines entered, or with those given here in their place."""

    round: int
    cards: Mapping[int, str] = field(default_factory=dict)
    went_out: int | None = None
    """Counts only with ``says_went_out``; otherwise what was said before stands."""
    says_went_out: bool = False
    confirmed: bool = False
    one_turn: bool = False
    met: Mapping[int, bool] = field(default_factory=dict)
    """By seat, whether they met the contract of their own; it counts with the cards told here."""


@dataclass(frozen=True, slots=True)
class CorrectCell:
    round: int
    seat: int
    cards: str
    confirmed: bool = False
    met: bool | None = None
    """Whether the player met the contract of their own; None: as it was told before, or as the log knows."""


@dataclass(frozen=True, slots=True)
class CorrectWinner:
    """Somebody else, or nobody, went out; ``cards`` says what the former winner really held."""

    round: int
    went_out: int | None
    cards: str = ""
    confirmed: bool = False
    one_turn: bool = False
    met: bool | None = None
    """Whether the former winner met the contract of their own."""


@dataclass(frozen=True, slots=True)
class SayBuys:
    buys: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class AgreeHandicap:
    """With what points the seats begin; one that isn't named begins without."""

    points: Mapping[int, int]
    shown: Mapping[int, int] = field(default_factory=dict, metadata=CAME_LATER)
    """What stood there before it was changed: a seat with the same points was not touched, and keeps what others say of
    it meanwhile. One that isn't named here was touched."""


@dataclass(frozen=True, slots=True)
class AddSeat:
    """Somebody joins. ``round`` is the first one they play: the running one or the next (None: the
    running one while nothing of it is recorded). ``opening`` counts only with how "said". Whoever left and
    says the same name takes their old seat, with everything it had."""

    player: str
    after: int | None = None
    at_end: bool = True
    """Sit last at the table; otherwise next in the order of play to ``after``, or first where that is None."""
    round: int | None = None
    how: OpeningHow = "average"
    opening: int = 0
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class DropSeat:
    """Somebody leaves: before the running round, after it, or now, in the middle of it, with the cards they hold to
    count; None: before it while nothing of it is recorded, else after it."""

    seat: int
    when: Leaving | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ReturnSeat:
    """Somebody who left, or was to leave, takes their old seat again; ``round`` as of whoever joins."""

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
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Redo:
    """Let the undone event of that number count again; None: what was undone last."""

    target: int | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Reopen:
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Abandon:
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class CarryOn:
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class RecordPlay:
    """Something was done in a round: a question of the ruling interface to which the referee has to say yes.

    ``rulings.plays`` says what is typed of each.
    """

    round: int
    question: str
    typed: Mapping[str, str] = field(default_factory=dict)
    """By field, as it was typed; seats and melds by their numbers. What was left empty is not there."""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ShuffleStock:
    round: int
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class LoseTurn:
    """A skip was played by one seat onto another; ``passed``: the turn lost by it is over."""

    round: int
    seat: int
    by: int
    passed: bool = False
    confirmed: bool = False
    """That the turn lost by the skip before has passed."""


@dataclass(frozen=True, slots=True)
class NoteIrregularity:
    """``points`` counts only with the remedy "points". Without a seat it concerns the whole table."""

    round: int
    seat: int | None
    kind: str
    remedy: Remedy = "note"
    points: int = 0
    text: str = ""
    completes: int | None = None
    """The number of the note that this one takes the place of: only then did the table say more."""
    confirmed: bool = False
    """With the remedy "void": that entries of others in this round do not count any more."""


@dataclass(frozen=True, slots=True)
class DecideRule:
    """The table decides on the clause of a topic: other values (``house``), or the reading as it stands."""

    topic: str
    house: Mapping[str, object] = field(default_factory=dict)
    """Rule values by name; all belong to the topic."""
    wording: str = ""
    keep: bool = False
    """Whether what it changes belongs to the club's rulebook from now on, and not to this game alone."""
    stands: bool = False
    """Whether the reading is kept as it is: where the sources leave it open, that settles it. Without this, values and
    words nothing is decided."""
    since: Since = field(default="", metadata=CAME_LATER)
    """To be said where closed rounds were counted by it."""
    confirmed: bool = field(default=False, metadata=CAME_LATER)


@dataclass(frozen=True, slots=True)
class AgreeRules:
    """What the table agrees on together, as before the first deal: one decision for each rule value (as JSON)."""

    answers: Mapping[str, object]
    """The value that is played by, be it the one in force or another."""
    keep: bool = False
    """Whether they belong to the club's rulebook from now on, those that confirm what is in force among them."""


@dataclass(frozen=True, slots=True)
class RevokeRule:
    """Take back the decision of that number in the history; of several agreed together, the one on that topic."""

    target: int
    topic: str = field(default="", metadata=CAME_LATER)
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ChangeRulebook:
    """The table goes on by another rulebook, from the running round on or as if it had been the first one's."""

    book: Rulebook
    since: Since = "now"
    keep: bool = False
    """Whether the next game begins with it, too."""
    confirmed: bool = False


PlayCommand = RecordPlay | ShuffleStock | LoseTurn | NoteIrregularity
"""What somebody wants to record of a round in play."""
Command = (
    RecordCut | SayWentOut | EnterCardsLeft | ClearCardsLeft | Count | CountRound | CloseRound | CorrectCell |
    CorrectWinner | SayBuys | AgreeHandicap | AddSeat | DropSeat | ReturnSeat | RenameSeat | ReorderSeats |
    ChangeDealer | AddNote | RecordRuling | Undo | Redo | Finish | Reopen | Abandon | CarryOn | DecideRule | AgreeRules
    | RevokeRule | ChangeRulebook
    | PlayCommand
)  # fmt: skip
"""Everything that can be wanted in a game that is open; OpenGame begins one."""
COMMAND_TYPES: tuple[type[Command], ...] = typing.get_args(Command)
