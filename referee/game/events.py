"""What happened in a game, in the past tense: the log is the truth, everything else is derived.

Each event is a frozen dataclass that carries facts (cards) and the price given (points) and is
complete in itself. Of a round in play, ``turn`` counts the turns as far as they are known: an action of
somebody else, or a discard taken out of turn, begins another one. Cards are texts as ``rules.cards``
writes them, wild cards of a meld with the place they take. What changes a meld keeps what it was, so that
nothing can be undone from under it; a meld is known by its number (``play.meld_id``).
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.game.values import Line


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game began under a rulebook, frozen with its house rules (``rulebook.to_data``)."""

    rulebook: dict[str, Any]
    digest: str
    house: dict[str, Any]
    seats: tuple[tuple[int, str], ...]
    """Seat and player, in table order, which is the order of play."""
    dealer: int
    dealer_how: str
    season: str | None = None
    day: str = ""
    """The day at the table, ISO 8601, whatever zone the server is in later; empty in a file of an older version. A year
    alone, in four digits, of an old game of which no more is left."""


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """How a game ended of which no rounds are left. Exactly one of the two names every seat."""

    totals: dict[int, int]
    """By seat."""
    places: dict[int, int]
    """By seat, from 1; equal ones are shared."""


@dataclass(frozen=True, slots=True)
class CutRecorded:
    round: int
    seat: int
    exact: bool


@dataclass(frozen=True, slots=True)
class WentOutSaid:
    """Who went out in the running round; None: nobody, both piles ran out."""

    round: int
    seat: int | None
    one_turn: bool = False
    """Whether they went down in that same turn; only told where it changes the points."""


@dataclass(frozen=True, slots=True)
class CardsLeftEntered:
    """One line of the running round, not yet final."""

    round: int
    seat: int
    cards: str | None
    points: int
    met: bool | None = None
    """Whether the player met their contract; None where the contract belongs to the round."""

    @property
    def line(self) -> Line:
        return Line(self.cards, self.points, self.met)


@dataclass(frozen=True, slots=True)
class CardsLeftCleared:
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A tap in the running round, where it is counted by taps: one more for a seat, or one less for a false call."""

    round: int
    seat: int
    by: int
    """1 or -1: taps add up, whoever else taps."""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    round: int
    dealer: int
    went_out: int | None
    lines: dict[int, Line]
    finishes: bool = False
    """Whether it was the last round, and the game finished with it."""
    one_turn: bool = False


@dataclass(frozen=True, slots=True)
class CellCorrected:
    round: int
    seat: int
    cards: str | None
    points: int
    met: bool | None = None
    """Whether the player met their contract; None where the contract belongs to the round."""

    @property
    def line(self) -> Line:
        return Line(self.cards, self.points, self.met)


@dataclass(frozen=True, slots=True)
class WinnerCorrected:
    """Somebody else (or nobody) went out in a closed round; ``lines`` of the seats it changes."""

    round: int
    went_out: int | None
    lines: dict[int, Line]
    one_turn: bool = False


@dataclass(frozen=True, slots=True)
class BuysSaid:
    """How often each seat bought in the whole game, as the table says it for the settlement."""

    buys: dict[int, int]


@dataclass(frozen=True, slots=True)
class HandicapAgreed:
    """What the table agreed on before the first round was closed, in the place of what it had agreed on before."""

    points: dict[int, int]
    """By seat, what it begins with; a seat that isn't named begins without."""


@dataclass(frozen=True, slots=True)
class SeatAdded:
    """``round`` is the first one they play; ``after`` the seat to whose left they sit, None: first."""

    seat: int
    player: str
    after: int | None
    round: int
    opening: int
    """The total they begin with; with ``follows`` what it would have been as things stood."""
    how: str
    follows: bool = False
    """It follows from the others' totals when the round before ``round`` is closed, and is corrected with them."""


@dataclass(frozen=True, slots=True)
class SeatDropped:
    """``round`` is the first one without them."""

    seat: int
    round: int
    now: bool = False
    """They left in the middle of the round before it: what they hold counts, and they play no more of it."""


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """Somebody who had left, or was to leave, takes their old seat again; ``round`` is the first one they play."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class SeatsReordered:
    order: tuple[int, ...]
    round: int


@dataclass(frozen=True, slots=True)
class DealerChanged:
    dealer: int
    round: int


@dataclass(frozen=True, slots=True)
class NoteAdded:
    text: str


@dataclass(frozen=True, slots=True)
class RulingRecorded:
    """The referee was asked and the table keeps the answer."""

    round: int | None
    """The round in which it was asked; None outside one."""
    question: dict[str, Any]
    """The request, as the ruling interface writes it, under the game's own rulebook."""
    legal: bool | None
    ruling: str
    clause: str
    """The address of the clause that decided; empty where none was cited."""
    basis: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The event ``target`` no longer counts; where that is an Undone itself, what it undid counts again."""

    target: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    pass


@dataclass(frozen=True, slots=True)
class GameReopened:
    pass


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    pass


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """After the last round the rounds begin again from the rulebook's first."""


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
    points: int = 0
    """What it cost in points."""


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
    meld: int | None
    """None for a meld of the ``owner`` that nobody had told; from then on it is known."""
    cards: str
    was: str
    became: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class WildTaken:
    """A card was put into a meld for the wild card that stood for it; ``meld`` as of a lay-off."""

    round: int
    turn: int
    seat: int
    meld: int | None
    card: str
    wild: str
    duty: str
    """What must be done with the wild card (``swap_joker`` of the rulebook)."""
    was: str
    became: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class ScrewedOver:
    """A card taken from somebody's meld, another left for it, and what that did; no ``take`` where it is only noted."""

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
    """A call on a discard that fits the table; by the discarder it protects it, by another it is laid on.

    No ``card`` where it is only noted.
    """

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
class TurnLost:
    """A skip was discarded onto somebody, who loses the next turn; ``passed``: that turn is over."""

    round: int
    seat: int
    by: int
    """Who played the skip."""
    passed: bool = False


@dataclass(frozen=True, slots=True)
class IrregularityNoted:
    """Something went wrong. ``points`` is what it costs, an entry of its own in the score."""

    round: int
    seat: int | None
    kind: str
    remedy: str
    points: int
    text: str
    completes: int | None = None
    """The number of the note in whose place it stands."""


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The running round does not count, because something went wrong: it is dealt again, by the same player."""

    round: int
    seat: int | None
    kind: str
    text: str
    completes: int | None = None
    """The number of the note in whose place it stands."""


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
    since: int = 0
    """As of ``RulebookChanged``; 0 where nothing that rounds are counted by was changed after one was closed."""
    repriced: dict[int, dict[int, Line]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RulesAgreed:
    """What the table agreed on together, each decision as if it had been told after those before it."""

    decisions: tuple[RuleDecided, ...]


@dataclass(frozen=True, slots=True)
class RuleRevoked:
    """The decision of that number no longer holds; of several agreed together, the one on that topic."""

    target: int
    topic: str = ""


@dataclass(frozen=True, slots=True)
class RulebookChanged:
    """The table goes on by another rulebook, frozen as at the opening; what it had decided on the other one ends."""

    rulebook: dict[str, Any]
    digest: str
    since: int
    """The first round that counts by it: 1, or the running one; those before it stay as they were counted."""
    repriced: dict[int, dict[int, Line]] = field(default_factory=dict)
    """By round and seat, lines of closed rounds whose cards cost something else by it."""
    kept: bool = False
    """Whether the next game, too, begins with it."""


PlayEvent = (
    MayITaken | WentDown | MeldLaid | LaidOff | WildTaken | ScrewedOver | ShanghaiCalled | StockShuffled |
    TurnLost | IrregularityNoted | RoundVoided
)  # fmt: skip
"""What is recorded of a round in play."""
OfTheRules = RuleDecided | RulesAgreed | RuleRevoked | RulebookChanged
"""What changes the rules of the game."""
ByRules = (
    CutRecorded | WentOutSaid | WinnerCorrected | BuysSaid | RulingRecorded | OfTheRules | PlayEvent
)  # fmt: skip
"""What is written only of a game that has a rulebook."""
Event = (
    GameOpened | ResultEntered | CutRecorded | WentOutSaid | CardsLeftEntered | CardsLeftCleared | Counted | RoundClosed
    | CellCorrected | WinnerCorrected | BuysSaid | HandicapAgreed | SeatAdded | SeatDropped | SeatReturned
    | SeatRenamed | SeatsReordered | DealerChanged | NoteAdded | RulingRecorded | Undone | GameFinished | GameReopened
    | GameAbandoned | CarriedOn | OfTheRules | PlayEvent
)  # fmt: skip
EVENT_TYPES: dict[str, type[Event]] = {kind.__name__: kind for kind in typing.get_args(Event)}


class Recorded(NamedTuple):
    """An event in its place in the log: number from 1, when (UTC, ISO 8601) and by whom."""

    seq: int
    at: str
    by: str
    event: Event


def undone_in_the_end(undone: Undone, log: Sequence[Recorded]) -> tuple[int, bool]:
    """The number of the entry that an undo is about, by way of the undos it undoes, and whether that counts again."""
    target, back = undone.target, False
    while isinstance(inner := log[target - 1].event, Undone):
        target, back = inner.target, not back
    return target, back


def check_complete(handled: Mapping[type[Event], object], where: str) -> None:
    """Raises at import where a part of the code has forgotten a type of event."""
    missing = [name for name, kind in EVENT_TYPES.items() if kind not in handled]
    if missing:
        raise AssertionError(f"{where} does not know {', '.join(missing)}")


def to_data(event: Event) -> dict[str, Any]:
    """``{"type": "RoundClosed", ...}`` in plain JSON values; ``storage.games.codec`` reads it."""
    data: dict[str, Any] = {"type": type(event).__name__}
    for each in dataclasses.fields(event):
        value = getattr(event, each.name)
        if each.name in _SELDOM and not value and value is not False:
            continue  # an event says no more than before there was such a field
        data[each.name] = _plain(value)
    return data


_SELDOM = frozenset({"met", "since", "repriced", "topic"})
"""Fields that are left out where they say nothing."""


def _plain(value: Any) -> Any:
    match value:
        case Line():
            return value.data
        case RuleDecided():
            return {name: item for name, item in to_data(value).items() if name != "type"}
        case dict():
            return {str(key): _plain(item) for key, item in value.items()}
        case tuple():
            return [_plain(item) for item in value]
    return value
