"""What happened at the table during a round: one of the two halves of ``events.Event``.

``turn`` counts the turns of the round as far as they are known: an action of somebody else, or a
discard taken out of turn, begins another one. Cards are texts as ``rules.cards`` writes them, wild
cards of a meld with the place they take. What changes a meld keeps what it was, so that nothing
can be undone from under it. Melds on the table are known by a number (see ``at_table.meld_id``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MayITaken:
    """A discard taken out of turn: by a May I, a buy or a grab."""

    round: int
    seat: int
    active: int | None
    """Whose turn it was; None where it was not said and did not matter."""
    same: bool
    """Another discard in the same interruption as the one taken before."""
    penalty: int
    """Cards from the stock that came with it."""
    price: int
    """Pennies into the kitty."""
    claims: tuple[int, ...]
    """Who asked, in the order in which they spoke."""
    refused: dict[int, str]
    """Who did not get it, and the address of the clause by which."""


@dataclass(frozen=True, slots=True)
class WentDown:
    """Somebody melded the contract. ``melds`` is empty where only limits are tracked."""

    round: int
    turn: int
    seat: int
    melds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """A further meld after the contract; ``replaces`` says what was owed, None for a new meld."""

    round: int
    turn: int
    seat: int
    cards: str
    replaces: str | None


@dataclass(frozen=True, slots=True)
class LaidOff:
    round: int
    turn: int
    seat: int
    meld: int
    cards: str
    was: str
    became: str


@dataclass(frozen=True, slots=True)
class WildTaken:
    """A card was put into a meld for the wild card that stood for it."""

    round: int
    turn: int
    seat: int
    meld: int
    card: str
    wild: str
    duty: str
    """What must be done with the wild card (``swap_joker`` of the rulebook)."""
    was: str
    became: str


@dataclass(frozen=True, slots=True)
class ScrewedOver:
    """A card taken from somebody's meld, another left for it, and what that did."""

    round: int
    turn: int
    by: int
    owner: int
    meld: int | None
    """None for a meld that was tapped in for this and is not kept on the table."""
    was: str
    take: str
    give: str
    use: str
    """``contract``, ``lay_off`` or ``new_meld``."""
    melds: tuple[str, ...]
    """What the taker melded with it; for a lay-off the cards laid off."""
    replaces: str | None
    """What the taker owed and has replaced by it."""
    onto: int | None
    onto_was: str
    onto_became: str
    to_owner: str
    """The cards that went into the owner's hand."""
    stays: str
    """What stayed of the meld; empty if it went back."""
    owed: str | None
    """What the owner must replace before laying off again; None where nothing else happened to them."""


@dataclass(frozen=True, slots=True)
class ShanghaiCalled:
    """A call on a discard that fits the table; by the discarder it protects it, by another it is laid on."""

    round: int
    seat: int
    discarder: int
    card: str
    meld: int | None
    was: str
    became: str


@dataclass(frozen=True, slots=True)
class StockShuffled:
    """The stock ran out and the discards became the new one."""

    round: int


@dataclass(frozen=True, slots=True)
class IrregularityNoted:
    """Something went wrong. ``points`` is what it costs, an entry of its own in the score."""

    round: int
    seat: int | None
    kind: str
    remedy: str
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class RuleDecided:
    """The table decided on a rule in mid-game: a precedent, or a house rule.

    ``values`` and ``clauses`` hold what it changes, complete in itself; a clause that the rulebook
    had not before stands after the topic ``after`` that comes with it.
    """

    topic: str
    values: dict[str, Any]
    clauses: tuple[dict[str, Any], ...]
    after: tuple[str, ...]
    """For each clause the topic before it."""
    precedent: bool
    """It settled what the sources leave open."""
    kept: str = ""
    """The id of the club's rulebook to which it belongs from then on; empty where it is for this game only."""


@dataclass(frozen=True, slots=True)
class RuleRevoked:
    """The decision of that number no longer holds."""

    target: int


TableEvent = (
    MayITaken
    | WentDown
    | MeldLaid
    | LaidOff
    | WildTaken
    | ScrewedOver
    | ShanghaiCalled
    | StockShuffled
    | IrregularityNoted
    | RuleDecided
    | RuleRevoked
)
