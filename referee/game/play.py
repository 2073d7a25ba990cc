"""What is known of a round in play: discards taken, melds on the table, who is down and who owes what.

All of it is optional. A table that tracks only limits records who took a discard; one that
tracks everything has its lay-offs, swaps and screw-overs judged against the melds that lie there.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.rules.cards import JOKER_NAME, RANKS, split_cards

Standing = Literal["no", "this turn", "earlier"]
"""When a player melded the contract: the field ``down`` of the ruling interface."""
MOST_MELDS = 100
"""More melds than one event can lay down."""


def meld_id(seq: int, index: int) -> int:
    """The number of a meld: from the event that laid it, so that an undo renames no other one."""
    return seq * MOST_MELDS + index


def may_hold(cards: str, take: str) -> bool:
    """Whether a card can be in a meld, in whatever place: the suit of one of the two may not be told."""
    return any(may_be(card, take.partition("=")[0]) for card in bare(cards))


def holding(melds: Sequence[str], take: str) -> int | None:
    """Which of some melds holds a card: the one that names it, or the first that may; None for none of them."""
    card = take.partition("=")[0]
    named = (place for place, cards in enumerate(melds) if card in bare(cards))
    meant = (place for place, cards in enumerate(melds) if may_hold(cards, take))
    return next(named, next(meant, None))


def rank_of(name: str) -> str:
    """``"10"`` of ``"10H"``, and of ``"10"``; a joker is its own."""
    return name if name in (*RANKS, JOKER_NAME) else name[:-1]


def may_be(card: str, other: str) -> bool:
    """Whether two names can be those of one card: the suit of one of them may not be told."""
    return card == other or (rank_of(card) == rank_of(other) and (card in RANKS or other in RANKS))


def bare(cards: str) -> Counter[str]:
    """The cards of a meld without the places of wild cards, each as often as it is there."""
    return Counter(card.partition("=")[0] for card in split_cards(cards))


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld on the table. ``cards`` has its wild cards assigned."""

    id: int
    owner: int
    cards: str
    named: str = ""
    """As it lay when it was first named, where nobody told who laid it down when."""

    def whose(self, seat: int) -> str:
        """As the questions name its owner, seen from a seat."""
        return "self" if self.owner == seat else "other"


@dataclass(frozen=True, slots=True)
class Take:
    """A discard taken out of turn."""

    seat: int
    active: int | None
    same: bool
    penalty: int
    price: int
    seq: int
    """The number of its entry in the log."""


@dataclass(frozen=True, slots=True)
class Stolen:
    """A card taken by a screw-over, and the meld in which it lies; None where that is not known."""

    card: str
    victim: int
    by: int
    meld: int | None


@dataclass(frozen=True, slots=True)
class Duty:
    """A wild card taken from a meld that must be used in the same turn."""

    wild: str
    what: str
    turn: int


@dataclass(frozen=True, slots=True)
class Protected:
    """A discard that its discarder called Shanghai on: out of reach in the next player's turn."""

    card: str
    """Empty where it was not told."""
    discarder: int


@dataclass(frozen=True, slots=True)
class Irregularity:
    seat: int | None
    kind: str
    remedy: str
    points: int
    text: str
    seq: int
    at: str
    by: str

    @property
    def is_light(self) -> bool:
        """Whether it says no more than that it happened, or that it is still to be corrected: the rest may follow."""
        return (self.remedy == "note" and not self.text) or self.remedy == "owed"


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """A round as far as it was told."""

    turn: int = 0
    on_turn: int | None = None
    """Who acted last on their own turn; None after a discard taken in nobody knows whose."""
    takes: tuple[Take, ...] = ()
    chain: int | None = None
    """Who took the last discard, while more may be taken in the same interruption."""
    melds: Mapping[int, LaidMeld] = field(default_factory=dict)
    """By number, in the order in which they were laid."""
    down: Mapping[int, int] = field(default_factory=dict)
    """Who is down, and since which turn; 0 where it was earlier than anything recorded."""
    noted_down: frozenset[int] = frozenset()
    """Those of them whose contract was not told."""
    owes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Who is truly screwed, and the melds they must replace, such as ``run of 4``."""
    screws: Mapping[int, int] = field(default_factory=dict)
    """Who has used the screw-over, and on whom."""
    noted_screws: frozenset[int] = frozenset()
    """Those of them whose cards were not told."""
    noted_calls: tuple[tuple[int, int], ...] = ()
    """Shanghai calls whose card was not told: who called, and who discarded."""
    loose: bool = False
    """Whether a meld was named that nobody had told, beside others of which it seemed that these were all."""
    stolen: tuple[Stolen, ...] = ()
    duties: Mapping[int, Duty] = field(default_factory=dict)
    protected: Protected | None = None
    received: Mapping[int, int] = field(default_factory=dict)
    """Cards that other players' calls and screw-overs brought into a hand."""
    shuffles: int = 0
    lost: Mapping[int, int] = field(default_factory=dict)
    """Who has a turn to lose, and who skipped them."""
    irregularities: tuple[Irregularity, ...] = ()

    @property
    def somebody_drew(self) -> bool:
        """A May I takes a card from the stock too, and who is down has drawn; of a round untold nobody knows."""
        return bool(self.takes or self.melds or self.down)

    def used(self, seat: int) -> int:
        """How often a seat has taken a discard out of turn."""
        return sum(take.seat == seat for take in self.takes)

    def melds_of(self, seat: int) -> tuple[LaidMeld, ...]:
        return tuple(meld for meld in self.melds.values() if meld.owner == seat)

    def knows_melds_of(self, seat: int) -> bool:
        """Whether all that a seat has melded is told: it is down with its contract, and no meld was named beside it."""
        return seat in self.down and seat not in self.noted_down and not self.loose

    def knows_all_melds(self, seats: Iterable[int]) -> bool:
        """Whether all melds on the table are told; of somebody who is not down nobody knows whether that was told."""
        return all(map(self.knows_melds_of, seats))

    @property
    def tracked(self) -> bool:
        """Whether melds are recorded in this round."""
        return bool(self.melds)

    def extra_cards(self, seat: int) -> int:
        """Cards beyond those dealt that recorded plays have brought a seat, at most."""
        taken = sum(1 + take.penalty for take in self.takes if take.seat == seat)
        return taken + self.received.get(seat, 0)

    def with_received(self, seat: int) -> dict[int, int]:
        """``received`` with one card more for a seat."""
        return {**self.received, seat: self.received.get(seat, 0) + 1}

    def next_turn(self, seat: int, standing: Standing | None = None) -> int:
        """The turn in which a seat acts now: another one than the last, unless it is the same player's."""
        if self.on_turn != seat:
            return self.turn + 1
        return self.turn + (standing == "earlier" and self.down.get(seat) == self.turn)

    def standings(self, seat: int, standing: Standing | None) -> tuple[Standing | None, ...]:
        """When a seat melded the contract, as the judges ask it; more than one answer where two are possible.

        ``standing`` is what the table says; it counts where the log does not know.
        """
        if self.owes.get(seat):
            return ("no",)
        since = self.down.get(seat)
        if since is None:
            return (standing,)
        if self.on_turn != seat or since < self.turn:
            return ("earlier",)
        return ("this turn", "earlier") if standing not in ("this turn", "earlier") else (standing,)

    def is_down(self, seat: int) -> RoundInPlay:
        """The same once a seat does what only those can do who have gone down, told or not."""
        if seat in self.down:
            return self
        return self.but(down={**self.down, seat: 0}, noted_down=self.noted_down | {seat})

    def acts(self, seat: int, turn: int, **changes: Any) -> RoundInPlay:
        """The same once somebody has acted on their own turn: no discard can be asked for any more in it."""
        duties = {who: duty for who, duty in self.duties.items() if duty.turn == turn}
        over = {"turn": turn, "on_turn": seat, "chain": None, "protected": None, "duties": duties}
        return self.but(**{**over, "lost": self.lost_but(seat), **changes})

    def ends_turn(self, seat: int) -> RoundInPlay:
        """The same once a seat has discarded, which ends its turn."""
        return self.but(turn=self.turn + 1, on_turn=None, chain=None, protected=None, lost=self.lost_but(seat))

    def lost_but(self, seat: int | None) -> dict[int, int]:
        """Who has a turn to lose, once a seat has lost theirs, or acts: then it has passed."""
        return {who: by for who, by in self.lost.items() if who != seat}

    def with_melds(self, seq: int, owner: int, melds: tuple[str, ...], named: str = "") -> dict[int, LaidMeld]:
        """``melds`` with those that an event lays down, or names."""
        ids = {meld_id(seq, index): cards for index, cards in enumerate(melds)}
        return {**self.melds, **{number: LaidMeld(number, owner, cards, named) for number, cards in ids.items()}}

    def named_of(self, seat: int, melds: Sequence[str]) -> dict[int, LaidMeld]:
        """Which melds of a contract, by their place in it, were named on the table before the contract was told."""
        left, by_place = [meld for meld in self.melds_of(seat) if meld.named], {}
        for place, cards in enumerate(melds):
            laid = bare(cards)
            for meld in left:
                if laid <= bare(meld.named) or laid <= bare(meld.cards):
                    by_place[place] = meld
                    left.remove(meld)
                    break
        return by_place

    def without_duty(self, seat: int, cards: str) -> dict[int, Duty]:
        """What must still be done with wild cards once a seat has laid these."""
        duty = self.duties.get(seat)
        used = duty is not None and may_hold(cards, duty.wild)
        return {who: left for who, left in self.duties.items() if not (used and who == seat)}

    def before_note(self, by: int) -> RoundInPlay:
        """The same before a screw-over was noted whose cards are told now."""
        owner = self.screws[by]
        screws = {who: whom for who, whom in self.screws.items() if who != by}
        received = {**self.received, owner: self.received[owner] - 1}
        return self.but(screws=screws, received=received, noted_screws=self.noted_screws - {by})

    def but(self, **changes: Any) -> RoundInPlay:
        """The same round with something changed."""
        return dataclasses.replace(self, **changes)


NOTHING_RECORDED = RoundInPlay()
