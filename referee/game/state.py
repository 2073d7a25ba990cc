"""What a game looks like after its log: frozen values, derived and never stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar, cast

from referee.days import day_of
from referee.game.events import GameOpened, Recorded, ResultEntered
from referee.game.house_decisions import HouseDecision
from referee.game.play import NOTHING_RECORDED, RoundInPlay
from referee.game.values import NONE_YET, Line, Out
from referee.rules.judges.dealing import Deal
from referee.rules.judges.scoring import Place, final_order, places, settle, so_far
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot

Status = Literal["playing", "finished", "abandoned"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: its number stays, the order of seats and the name may change."""

    id: int
    player: str
    joined: int = 1
    """The first round they play; the first one since they came back."""
    left: int | None = None
    """The first round without them; None while they stay."""
    away: int | None = None
    """The round that they left in the middle of: their cards count."""
    opening: int = 0
    """The total they begin with; while it is not ``settled``, about so much."""
    first: int = 1
    """The first round that they ever play: what they begin with is of the time before it."""
    follows: str = ""
    """How their opening total follows from those of the others: ``average``, ``highest``; empty where it was said."""
    settled: bool = True
    """Whether the round before their first one is closed, as far as their opening total follows from it."""
    handicap: int = 0
    """What of it the table agreed on before the first round."""

    def plays(self, round_no: int) -> bool:
        return self.joined <= round_no and (self.left is None or round_no < self.left)


@dataclass(frozen=True, slots=True)
class _OfLine:
    line: Line

    @property
    def cards(self) -> str | None:
        return self.line.cards

    @property
    def points(self) -> int:
        """Points of the cards alone."""
        return self.line.points

    @property
    def met(self) -> bool | None:
        """Whether the contract was met, as it was told; None where it belongs to the round."""
        return self.line.met


@dataclass(frozen=True, slots=True)
class CardsLeft(_OfLine):
    """A line of the running round, as entered last, when and by whom."""

    at: str
    by: str


@dataclass(frozen=True, slots=True)
class Was(_OfLine):
    """A value that a correction replaced; when and by whom it was replaced."""

    went_out: bool
    at: str
    by: str
    seq: int
    out_bonus: int = 0
    times: int = 1
    """How often its points counted."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Points for an irregularity: an entry of its own in the score, named, never mixed with the cards."""

    kind: str
    points: int
    """What it adds to the total."""
    text: str
    at: str
    by: str
    seq: int


@dataclass(frozen=True, slots=True)
class Cell(_OfLine):
    """One player's result of a closed round."""

    went_out: bool
    exact_cut: bool = False
    bonus: int = 0
    """What the exact cut adds to the total: zero or less, unless the highest one wins."""
    out_bonus: int = 0
    """What going out adds to it, likewise."""
    was: tuple[Was, ...] = ()
    """Earlier values, oldest first."""
    extras: tuple[Extra, ...] = ()
    counts: int | None = None
    """What the cards left of the round add to the total; None where that is the points of their own."""
    times: int = 1
    """How often the points of the cards count: twice where a rulebook doubles them."""
    kept: bool = False
    """Whether its points stayed as they were when the round was counted anew: the cards were not told, or not told well
    enough for other prices."""

    @property
    def moves_on(self) -> bool:
        """Whether they met their contract; whoever went out did."""
        return self.went_out or bool(self.line.met)

    @property
    def score(self) -> int:
        """What counts: cards left, both bonuses and extras."""
        cards = self.held if self.counts is None else self.counts
        return cards + self.bonus + self.out_bonus + sum(extra.points for extra in self.extras)

    @property
    def held(self) -> int:
        """What their cards left count for, whoever gets it."""
        return self.line.points * self.times

    @property
    def left_with(self) -> int:
        """What the round cost them: what counts, or the cards they had left where the highest total wins."""
        return self.score if self.counts is None else self.held


@dataclass(frozen=True, slots=True)
class ClosedRound:
    number: int
    plays: int
    """The rulebook's round whose contract was played."""
    contract: tuple[Slot, ...]
    """What was to be melded; a later decision of the table changes nothing of it. Empty where each player had a
    contract of their own."""
    dealer: int
    cutter: int
    cut_exact: bool | None
    """None where no cut was recorded."""
    went_out: int | None
    """None: nobody, both piles ran out."""
    cells: Mapping[int, Cell]
    """By seat, in table order."""
    seq: int
    at: str
    by: str
    play: RoundInPlay = NOTHING_RECORDED
    one_turn: bool = False
    """Whether whoever went out went down in that same turn, where that was told."""

    @property
    def out(self) -> Out:
        return Out(self.went_out, self.one_turn)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who played it, in table order."""
        return tuple(self.cells)

    @property
    def lines(self) -> dict[int, Line]:
        """By seat, in table order."""
        return {seat: cell.line for seat, cell in self.cells.items()}


class OwnContract(NamedTuple):
    """The contract that a player has in a round, where each has one of their own."""

    number: int
    slots: tuple[Slot, ...]


def contracts_met(rounds: Iterable[ClosedRound], most: int) -> dict[int, int]:
    """By seat, how many of so many contracts were met in these rounds; of everybody who played one of them."""
    met: dict[int, int] = {}
    for played in rounds:
        for seat, cell in played.cells.items():
            met[seat] = min(met.get(seat, 0) + cell.moves_on, most)
    return met


@dataclass(frozen=True, slots=True)
class RunningRound:
    number: int
    plays: int
    dealer: int
    leader: int
    cutter: int
    seats: tuple[int, ...]
    """Who plays it, in table order."""
    deal: Deal
    cut_exact: bool | None
    """None: no cut recorded yet."""
    went_out_said: bool
    went_out: int | None
    """Counts only with ``went_out_said``; None then means nobody."""
    entered: Mapping[int, CardsLeft]
    play: RoundInPlay = NOTHING_RECORDED
    """What is recorded of the round while it is played."""
    away: tuple[int, ...] = ()
    """Who left in the middle of it: their cards count, and they play no more."""
    was_left: bool = False
    """Whether anybody left in the middle of it, also if they came back."""
    voided: int = 0
    """The number of the entry since which it is dealt again; 0 where it was not."""
    one_turn: bool = False
    """Whether whoever went out went down in that same turn, where that was told."""
    own: Mapping[int, OwnContract] = field(default_factory=dict)
    """By seat its contract, where each player has one of their own; empty where it belongs to the round."""
    by_taps: bool = False
    """Whether it is counted while it is played: then a seat without a tap has none, and no line is missing."""

    def of(self, seat: int | None) -> RunningRound:
        """The round as a seat plays it: with the contract of its own, where it has one."""
        if seat is None or seat not in self.own:
            return self
        own = self.own[seat]
        return replace(self, plays=own.number, deal=self.deal._replace(contract=own.slots))

    def gone_out_before(self, seat: int | None) -> bool:
        """Whether another player is known to have gone out, so that it is this one's last turn."""
        return self.went_out not in (None, seat)

    @property
    def out(self) -> Out | None:
        """None while it is not said."""
        return Out(self.went_out, self.one_turn) if self.went_out_said else None

    @property
    def there(self) -> tuple[int, ...]:
        """Who still plays it, in table order."""
        return tuple(seat for seat in self.seats if seat not in self.away)

    @property
    def lines(self) -> dict[int, Line]:
        """What was entered, by seat."""
        if self.by_taps:
            return {seat: self.entered[seat].line if seat in self.entered else NONE_YET for seat in self.seats}
        return {seat: left.line for seat, left in self.entered.items()}

    @property
    def missing(self) -> tuple[int, ...]:
        """Seats whose cards left are not said yet; whoever went out needs none."""
        if self.by_taps:
            return ()
        out = self.went_out if self.went_out_said else None
        return tuple(seat for seat in self.seats if seat not in self.entered and seat != out)

    @property
    def begun(self) -> bool:
        """Whether the round is being counted; who left in the middle of it said before what they held."""
        return self.went_out_said or any(seat not in self.away for seat in self.entered)

    @property
    def recorded(self) -> bool:
        """Whether anything of this round was told: then its cards are dealt, and it is played by those who got them."""
        return self.begun or self.cut_exact is not None or self.was_left or self._played != NOTHING_RECORDED

    @property
    def _played(self) -> RoundInPlay:
        """What was told of this deal: without what went wrong in one before it."""
        since = tuple(noted for noted in self.play.irregularities if noted.seq > self.voided)
        return self.play.but(irregularities=since)


@dataclass(frozen=True)
class GameState:
    """One game as it stands. Everything here follows from ``log``."""

    log: tuple[Recorded, ...]
    status: Status
    book: Rulebook
    """With what the table has decided since the opening."""
    opened_book: Rulebook
    """Without them: as it was frozen, at the opening or when the table changed to it."""
    house: Mapping[str, object]
    season: str | None
    dealer_how: str
    """How the first dealer was found."""
    all_seats: tuple[Seat, ...]
    """Everybody who ever sat down, in table order."""
    rounds: tuple[ClosedRound, ...]
    running: RunningRound | None
    """None when the last round is closed, or the game is not being played."""
    planned: int
    """Rounds to play: the rulebook's, and as many again each time the table carried on. Where a game ends by what is
    met or by points, at most so many; once it has ended, those that are closed."""
    buys: Mapping[int, int]
    """How often each seat took a discard out of turn in the whole game: as the table said it, and recorded since."""
    notes: tuple[str, ...]
    decisions: tuple[HouseDecision, ...] = ()
    """What the table has decided on its rules in this game and not revoked."""
    earlier: tuple[tuple[int, Rulebook], ...] = ()
    """As ``Replay.earlier``: by which rulebook rounds were counted that are not counted by ``book``."""
    times_again: int = 0
    """How often the rounds have begun again from the first."""
    laid_aside: tuple[HouseDecision, ...] = ()
    """What was decided on rulebooks by which the table no longer plays."""
    result: ResultEntered | None = None
    """How it ended, where no rounds are left of it; ``rounds`` are then none."""
    _made: dict[Callable[[GameState], Any], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def once(self, make: Callable[[GameState], T]) -> T:
        """What a function makes of this state, made only once: for what stands above it, such as the history."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(T, self._made[make])

    def made(self, make: Callable[[GameState], T]) -> T | None:
        """The same, where it is at hand; None where nobody has asked for it."""
        return cast("T | None", self._made.get(make))

    def keep(self, make: Callable[[GameState], T], value: T) -> None:
        """Spares ``once`` the making of what is at hand already."""
        self._made[make] = value

    def bare(self) -> GameState:
        """The same without what was made of it, which is larger: for many games that stand in memory at once."""
        return replace(self)

    @property
    def number(self) -> int:
        """The number of the last event: what a phone says it has seen."""
        return len(self.log)

    @property
    def opened_at(self) -> str:
        return self.log[0].at

    @property
    def day(self) -> str:
        """The day at the table on which the game was opened, an evening past midnight included; or only a year."""
        opened = self.log[0].event
        return opened.day if isinstance(opened, GameOpened) and opened.day else day_of(self.opened_at)

    @cached_property
    def current(self) -> int:
        """The number of the round that is or would be running; after the last one, that one."""
        return min(len(self.rounds) + 1, self.planned)

    def players_of_pack(self, running: RunningRound) -> int:
        """The number of players whose pack is on the table, as requests of a ruling name it."""
        book, count = self.book, max(len(running.seats), *(len(played.cells) for played in self.rounds), 0)
        return min(book.decks.keys() & book.jokers.keys(), key=lambda players: (abs(players - count), players))

    def book_in(self, number: int) -> Rulebook:
        """The rulebook as it holds in a round of the game."""
        book = self.counted_by(number)
        return book.in_round(book.round_of(number))

    def counted_by(self, number: int) -> Rulebook:
        """The rulebook by which a round is counted."""
        return next((book for last, book in self.earlier if number <= last), self.book)

    @property
    def last_round_closed(self) -> bool:
        return len(self.rounds) >= self.planned

    @property
    def over(self) -> bool:
        """Whether the totals are the final ones."""
        return self.status == "finished"

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Those at the table, in table order, with those who play from the next round on."""
        return tuple(seat for seat in self.all_seats if seat.left is None or seat.left > self.current)

    @cached_property
    def gone(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.all_seats if seat.left is not None and seat.left <= self.current)

    @cached_property
    def by_id(self) -> Mapping[int, Seat]:
        return {seat.id: seat for seat in self.all_seats}

    def name(self, seat: int) -> str:
        return self.by_id[seat].player

    def used_before(self, played: RunningRound | ClosedRound, seat: int) -> int:
        """How often a seat has taken a discard out of turn in the other rounds of the game."""
        return max(self.buys.get(seat, 0) - played.play.used(seat), 0)

    @cached_property
    def dealt(self) -> tuple[ClosedRound | RunningRound, ...]:
        """The closed rounds, and the running one."""
        return (*self.rounds, *([self.running] if self.running else []))

    def saved(self, number: int, seat: int) -> int:
        """How many discards out of turn a seat has left over from other rounds, where they carry over.

        Below zero where later rounds have used up some of this one’s. What the table has said of the whole game and no
        round has counts as taken before.
        """
        rounds = [played for played in self.dealt if seat in played.seats] if self.book.may_i_saved else []
        if all(played.number != number for played in rounds):
            return 0
        kept = {played.number: self.book.may_i_of_rounds([played.plays]) - played.play.used(seat) for played in rounds}
        unnoted = max(self.buys.get(seat, 0) - sum(played.play.used(seat) for played in rounds), 0)
        after = [sum(kept[each] for each in kept if each <= last) for last in kept if last >= number]
        return min(after) - unnoted - kept[number]

    @cached_property
    def running_totals(self) -> tuple[Mapping[int, int], ...]:
        """After each closed round: the total of everybody who had sat down by then."""
        now: dict[int, int] = {}
        after: list[dict[int, int]] = []
        for played in self.rounds:
            for seat, cell in played.cells.items():
                now[seat] = now.get(seat, self.by_id[seat].opening) + cell.score
            after.append(dict(now))
        return tuple(after)

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """By seat, of everybody who ever sat down, in table order; 0 for all where only places are left."""
        if self.result is not None:
            return {seat.id: self.result.totals.get(seat.id, 0) for seat in self.all_seats}
        last = self.running_totals[-1] if self.rounds else {}
        return {seat.id: last.get(seat.id, seat.opening) for seat in self.all_seats}

    @cached_property
    def handicaps(self) -> Mapping[int, int]:
        """By seat the points that were agreed before the first round, of those that got any and played or still may."""
        played = {id_ for closed in self.rounds for id_ in closed.seats} | {seat.id for seat in self.seats}
        return {seat.id: seat.handicap for seat in self.all_seats if seat.handicap and seat.id in played}

    @property
    def can_agree_handicap(self) -> bool:
        """Whether it is still time: no round is closed."""
        return self.running is not None and not self.rounds

    @property
    def has_points(self) -> bool:
        """Whether anything is left of the game but places."""
        return self.result is None or bool(self.result.totals)

    @property
    def has_ranks(self) -> bool:
        """Whether anybody has a place: a round is closed, or the result was entered as such."""
        return bool(self.rounds) or self.result is not None

    @property
    def is_open_ended(self) -> bool:
        """Whether nobody can say yet how many rounds there will be."""
        return self.book.rounds_vary and self.book.rounds_most == NO_LIMIT and not self.last_round_closed

    @property
    def ends_by_hand(self) -> bool:
        """Whether nothing but the table ends the game."""
        return self.is_open_ended and not self.book.own_contracts and not self.book.until

    @cached_property
    def met_after(self) -> tuple[Mapping[int, int], ...]:
        """After each closed round, how many contracts each seat has met; only where each has one of their own."""
        if not self.book.own_contracts:
            return ()
        return tuple(contracts_met(self.rounds[:number], self.book.rounds) for number in range(1, len(self.rounds) + 1))

    def met(self, seat: int, after: int | None = None) -> int:
        """How many contracts of their own a seat has met, by now or after that round."""
        closed = len(self.rounds) if after is None else after
        return self.met_after[closed - 1].get(seat, 0) if self.book.own_contracts and closed else 0

    def own_contract(self, seat: int, round_no: int) -> int:
        """The number of the contract that a seat has in a round, where each has one of their own."""
        return min(self.met(seat, min(round_no - 1, len(self.rounds))) + 1, self.book.rounds)

    def is_through(self, seat: int) -> bool:
        """Whether they have met the last contract of their own."""
        return self.book.own_contracts and self.met(seat) >= self.book.rounds

    def has_played(self, seat: int) -> bool:
        """Whether they played a closed round."""
        return any(seat in played.cells for played in self.rounds)

    @cached_property
    def ranked(self) -> tuple[Seat, ...]:
        """Those at the table who have played a round; before one is closed, everybody at the table."""
        return tuple(seat for seat in self.seats if self.has_played(seat.id)) if self.rounds else self.seats

    @cached_property
    def unranked(self) -> tuple[Seat, ...]:
        """Everybody else who ever sat down: a total, and no place."""
        return tuple(seat for seat in self.all_seats if seat not in self.ranked)

    @cached_property
    def places(self) -> Mapping[int, Place]:
        """Of those who are ranked."""
        return dict(zip((seat.id for seat in self.ranked), places(self._order), strict=True))

    @cached_property
    def _order(self) -> tuple[tuple[int, ...], ...]:
        """What orders those at the table; when the game is over, the rulebook's tie-break parts equal totals."""
        if self.result is not None and self.result.places:
            return tuple((self.result.places[seat.id],) for seat in self.ranked)
        totals = [self.totals[seat.id] for seat in self.ranked]
        met = [self.met(seat.id) for seat in self.ranked]
        if not self.over or not self.rounds:
            return so_far(self.book, totals, met)
        last = self.rounds[-1].cells
        return final_order(
            self.book,
            totals,
            [self.rounds_won(seat.id) for seat in self.ranked],
            [last[seat.id].score if seat.id in last else 0 for seat in self.ranked],
            met,
        )

    def rounds_won(self, seat: int) -> int:
        """In how many closed rounds this seat went out."""
        return sum(played.went_out == seat for played in self.rounds)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """Who is first; nobody before a round is closed."""
        return tuple(seat for seat, place in self.places.items() if place.place == 1) if self.has_ranks else ()

    @cached_property
    def payments(self) -> Mapping[int, int]:
        """Pennies by seat at the end, the kitty included; empty where the rulebook has no settlement.

        What those who left have bought stays in the kitty.
        """
        if self.book.settlement == "none" or not self.rounds or not self.ranked:
            return {}
        ids = [seat.id for seat in self.ranked]
        buys = [self.buys.get(seat, 0) for seat in ids]
        buys[0] += sum(self.buys.get(seat.id, 0) for seat in self.unranked)  # only the sum makes the kitty
        return dict(zip(ids, settle(self.book, self._order, buys), strict=True))

    @cached_property
    def kitty(self) -> int:
        """Pennies that the buys have put in so far; 0 where nothing is paid."""
        return self.book.may_i_price * sum(self.buys.values())
