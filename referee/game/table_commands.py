"""What somebody wants to record of a round in play. ``down`` says when the player melded the
contract, where the log does not know; the answer to a question asked back comes in ``confirmed``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from referee.game.play import Standing

Use = Literal["contract", "lay_off", "new_meld"]
Remedy = Literal["note", "points", "nothing"]


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Somebody asks for the discard out of turn, or several do; the rulebook says who gets it."""

    round: int
    claims: tuple[int, ...]
    """In the order in which they spoke."""
    active: int | None = None
    """Whose turn it is; asked back where it decides."""
    same: bool | None = None
    """The next discard of the same interruption; asked back where it decides."""
    active_takes: bool = False
    """The player whose turn it is takes it after all: then nobody else gets it."""
    also: int | None = None
    """The number of the entry that recorded who took it: these asked for the same discard, after those it
    names, so it is decided anew and corrected."""


@dataclass(frozen=True, slots=True)
class GoDown:
    """Somebody melds the contract; without ``melds`` only that they did."""

    round: int
    seat: int
    melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayMeld:
    """A further meld after the contract: a new one or, from whoever owes one, its replacement."""

    round: int
    seat: int
    cards: str
    down: Standing | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class LayOff:
    round: int
    seat: int
    meld: int
    cards: str
    down: Standing | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class TakeWild:
    """A card is put into a meld for the wild card that stands for it (a swap)."""

    round: int
    seat: int
    meld: int
    card: str
    down: Standing | None = None


@dataclass(frozen=True, slots=True)
class ScrewOver:
    """The screw-over. The meld is one on the table (``meld``) or tapped in (``cards``); so is ``onto``."""

    round: int
    by: int
    owner: int
    take: str
    give: str
    use: Use | None = None
    melds: tuple[str, ...] = ()
    """What the taker melds with the card: the whole contract, one new meld, or the cards laid off."""
    meld: int | None = None
    cards: str = ""
    onto: int | None = None
    onto_cards: str = ""
    down: Standing | None = None
    owner_melds: tuple[str, ...] | None = None
    """The owner's other melds, where the table does not keep them."""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class CallShanghai:
    """Shanghai is called on a discard, by the discarder or by another."""

    round: int
    seat: int
    discarder: int
    card: str
    meld: int | None = None
    """The meld on which it is laid; asked back where it fits several."""
    table: tuple[str, ...] = ()
    """The melds that it fits, tapped in where the table does not keep them."""


@dataclass(frozen=True, slots=True)
class ShuffleStock:
    round: int


@dataclass(frozen=True, slots=True)
class NoteIrregularity:
    """``points`` counts only with the remedy "points". Without a seat it concerns the whole table."""

    round: int
    seat: int | None
    kind: str
    remedy: Remedy = "note"
    points: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class DecideRule:
    """The table decides on the clause of a topic: other values (``house``), or the reading as it stands."""

    topic: str
    house: Mapping[str, object] = field(default_factory=dict)
    """Rule values by name; all belong to the topic. Empty: the rulebook's own reading holds from now on."""
    wording: str = ""
    keep: bool = False
    """Whether it belongs to the club's rulebook from now on, and not to this game alone."""


@dataclass(frozen=True, slots=True)
class RevokeRule:
    """Take back the decision of that number in the history."""

    target: int


TableCommand = (
    TakeDiscard
    | GoDown
    | LayMeld
    | LayOff
    | TakeWild
    | ScrewOver
    | CallShanghai
    | ShuffleStock
    | NoteIrregularity
    | DecideRule
    | RevokeRule
)
