"""The replay of a log: the mutable workbench behind ``fold``, which a sentence of the history sees before its event.

Drafts of the running round (cut, who went out, cards left) are kept by round, so that they are
there again when the closing of that round is undone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from referee.game.events import GameOpened, Recorded, ResultEntered, RulebookChanged
from referee.game.house_decisions import HouseDecision, applied
from referee.game.play import NOTHING_RECORDED, RoundInPlay
from referee.game.state import (
    CardsLeft,
    Cell,
    ClosedRound,
    Extra,
    GameState,
    OwnContract,
    RunningRound,
    Seat,
    Status,
    Was,
    contracts_met,
)
from referee.game.values import Line, Out, counted, opening_total
from referee.rulebooks import library
from referee.rules.cards import RANK_OF_CARD
from referee.rules.judges.dealing import Deal, deal_for
from referee.rules.judges.scoring import as_priced, counts, points_of
from referee.rules.rulebook.kinds import PLAYERS, RulebookError
from referee.rules.rulebook.model import Rulebook, digest_of
from referee.rules.rulings import Phrase, phrase
from referee.rules.speech.hands import hand_text
from referee.rules.speech.words import no_one

FEWEST, MOST = 2, max(PLAYERS)
MOST_TOTAL = 999_999
"""No total of a result without rounds is further from zero."""
_COMERS = 8
"""So many may play in the end whatever the rulebook: people come in mid-game, and the pack for fewer is used on."""


def most_seats(book: Rulebook) -> int:
    """How many may play a game at once."""
    return max(book.players_max, _COMERS)


class Senseless(ValueError):
    """An event that makes no sense where it stands."""

    at: int | None = None
    """The number of the event; None where it is the state after the last one that cannot be."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


_BOOKS: dict[str, Rulebook] = {}


def book_of(event: GameOpened | RulebookChanged) -> Rulebook:
    """The frozen rulebook of a game, read once for all games that have the same one."""
    book = _BOOKS.get(event.digest)
    if book is None:
        try:
            book = library.from_data(event.rulebook)
        except RulebookError as wrong:
            raise Senseless(phrase("rulebook_unreadable", why=str(wrong))) from wrong
        if digest_of(event.rulebook) != event.digest:
            raise Senseless(phrase("rulebook_another"))
        if len(_BOOKS) >= 200:  # each club has a handful; a flood of house rules must not fill the memory
            _BOOKS.clear()
        _BOOKS[event.digest] = book
    return book


def remember_book(book: Rulebook) -> None:
    """Spares the first reading of a rulebook that is at hand already."""
    _BOOKS.setdefault(book.digest, book)


@lru_cache(maxsize=2000)
def _deal(digest: str, plays: int, players: int) -> Deal:
    book = _BOOKS[digest]
    named = min(book.decks.keys() & book.jokers.keys(), key=lambda n: (abs(n - players), n))
    exact = deal_for(book, plays, named)
    needed = players * exact.deal + 1
    return exact._replace(stock=exact.pack - needed, cut=needed if book.cut_bonus else None)


def deal_for_seats(book: Rulebook, plays: int, players: int) -> Deal:
    """The deal of a rulebook's round for those who are there.

    People leave and join in mid-game: where the rulebook names no pack for their number, the game
    goes on with the pack for the nearest one.
    """
    remember_book(book)
    return _deal(book.digest, plays, players)


def split_ranks(book: Rulebook, points: Iterable[str]) -> set[str]:
    """The ranks of single cards that have points of their own among these, and none by a rulebook."""
    return {RANK_OF_CARD[card] for card in {*points}.intersection(RANK_OF_CARD) - {*book.prices}}


def is_priced(book: Rulebook, line: Line) -> bool:
    """Whether the points of a line are those of its cards by a rulebook; no cards cost nothing."""
    if line.cards is None:
        return not line.points
    ranks = counted(line.cards)
    return {*as_priced(book, ranks)} <= {*book.prices} and points_of(book, ranks) == line.points


class Replay:
    """Everything a state is made from, changed event by event: its own containers, never what is in them."""

    def __init__(self, book: Rulebook, opened: GameOpened) -> None:
        self.number = 0
        """The number of the last event that was replayed."""
        self.book = self.opened_book = book
        self.opening = opened
        self.status: Status = "playing"
        self.seats = {seat: Seat(seat, player) for seat, player in opened.seats}
        self.order = [seat for seat, _ in opened.seats]
        self.dealer = opened.dealer
        self.rounds: list[ClosedRound] = []
        self.result: ResultEntered | None = None
        self.earlier: list[tuple[int, Rulebook]] = []
        """By which rulebook rounds were counted that were closed before the table went on by another one, or by another
        rule, from then on: the last of those rounds, and the rulebook."""
        self.laid_aside: tuple[HouseDecision, ...] = ()
        """What was decided on rulebooks by which the table no longer plays."""
        self._times_again = 0
        self.cuts: dict[int, tuple[int, bool]] = {}
        self.out_said: dict[int, Out] = {}
        self.entered: dict[tuple[int, int], CardsLeft] = {}
        self.beside: dict[int, tuple[int, ...]] = {}
        """By seat whose opening total follows from those of the others: who they are, once that is settled."""
        self.left_in: list[int] = []
        """The rounds in the middle of which somebody left: they are dealt, also once everybody is back."""
        self.buys: dict[int, int] = {}
        self.notes: list[str] = []
        self.plays: dict[int, RoundInPlay] = {}
        self.extras: dict[tuple[int, int], tuple[Extra, ...]] = {}
        self.decisions: tuple[HouseDecision, ...] = ()
        self.voided: dict[int, int] = {}
        """By round the number of the entry since which it is dealt again."""

    @classmethod
    def opened(cls, event: GameOpened) -> Replay:
        """Raises Senseless for an opening that no game has."""
        ids = [seat for seat, _ in event.seats]
        if event.dealer not in ids or len(set(ids)) != len(ids):
            raise Senseless(phrase("seats_at_opening"))
        return cls(book_of(event), event)

    def copy(self) -> Replay:
        """The same, to be changed without changing this one."""
        copy = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(copy, name, value.copy() if isinstance(value, (dict, list)) else value)
        return copy

    @property
    def planned(self) -> int:
        """The rounds to play; where what is met or a number of points has ended the game, those that are closed."""
        if self.is_through() or self.is_reached():
            return len(self.rounds)
        return self.book.most_rounds + self._times_again * self.book.rounds

    def carry_on(self) -> None:
        """The rounds begin again from the rulebook's first."""
        self._times_again += 1

    def counted_by(self, round_no: int) -> Rulebook:
        """The rulebook by which a round is counted."""
        return next((book for last, book in self.earlier if round_no <= last), self.book)

    def change_rulebook(self, book: Rulebook) -> None:
        """Another rulebook, without what the table has decided on the one before."""
        self.laid_aside += self.decisions
        self.decisions = ()
        self.opened_book = self.book = book

    def count_anew(
        self, since: int, before: Rulebook, repriced: Mapping[int, dict[int, Line]], recorded: Recorded
    ) -> None:
        """What is played by now counts from a round on: all rounds from the first one, or those that are not closed.

        ``before`` is the rulebook that the closed rounds were counted by, if they stay as they are.
        """
        closed = len(self.rounds)
        if not {*repriced} <= {*range(1, closed + 1)} or since not in (1, closed + 1):
            raise Senseless(phrase("counted_anew_after"))
        if since > 1:
            if not self.earlier or self.earlier[-1][0] < closed:
                self.earlier.append((closed, before))
            for number in range(1, closed + 1):  # which of its rounds they would be, for what is asked of them later
                plays = self.book.round_of(number)
                self.rounds[number - 1] = dataclasses.replace(self.closed(number), plays=plays)
            return
        earlier, self.earlier = self.earlier, []
        for number in range(1, closed + 1):
            was = next((book for last, book in earlier if number <= last), before)
            self._count_anew(number, split_ranks(was, self.book.prices), repriced.get(number, {}), recorded)

    def _count_anew(self, round_no: int, unsaid: set[str], lines: Mapping[int, Line], recorded: Recorded) -> None:
        """``unsaid`` are ranks of which the suits were not told, and now count."""
        played = self.closed(round_no)
        if not {*lines} <= {*played.cells}:
            raise Senseless(phrase("played_by_others", round=round_no))
        plays = self.book.round_of(round_no)
        book, times = self.book.in_round(plays), self.book.times_left(played.one_turn)
        cells = dict(played.cells)
        for seat, cell in played.cells.items():
            line = lines.get(seat, cell.line)
            bonus = self.book.reward(self.book.off_for_going_out(plays, played.one_turn)) if cell.went_out else 0
            counts_otherwise = cell.line.points and times != cell.times
            if line != cell.line or bonus != cell.out_bonus or counts_otherwise:
                was = Was(cell.line, cell.went_out, recorded.at, recorded.by, recorded.seq, cell.out_bonus, cell.times)
                cell = dataclasses.replace(cell, line=line, out_bonus=bonus, was=(*cell.was, was), times=times)
            is_kept = not is_priced(book, line) or not unsaid.isdisjoint(counted(line.cards))
            cells[seat] = dataclasses.replace(cell, kept=is_kept)
        cells = self.counted(round_no, cells, played.went_out)
        self.rounds[round_no - 1] = dataclasses.replace(played, plays=plays, cells=cells)
        if round_no in self.cuts:
            self.recut(round_no)

    def is_through(self) -> bool:
        """Whether somebody has met the last contract, where each player has one of their own."""
        if not self.book.own_contracts:
            return False
        return any(met >= self.book.rounds for met in contracts_met(self.rounds, self.book.rounds).values())

    def is_reached(self) -> bool:
        """Whether somebody who played the last round has as many points as the game is played for."""
        until = self.book.play_until
        if not isinstance(until, int) or not self.rounds:
            return False
        openings = self.openings()
        return any(
            (openings[seat][0] if seat in openings else self.seats[seat].opening)
            + sum(played.cells[seat].score for played in self.rounds if seat in played.cells)
            >= until
            for seat in self.rounds[-1].cells
        )

    def own_contracts(self, seats: Iterable[int]) -> dict[int, OwnContract]:
        """The contract that each of these seats has now; nothing where it belongs to the round."""
        if not self.book.own_contracts:
            return {}
        met = contracts_met(self.rounds, self.book.rounds)
        numbers = {seat: min(met.get(seat, 0) + 1, self.book.rounds) for seat in seats}
        return {seat: OwnContract(number, self.book.contracts[number - 1]) for seat, number in numbers.items()}

    def seat(self, number: int) -> Seat:
        if number not in self.seats:
            raise Senseless(phrase("seat_would_not_be"))
        return self.seats[number]

    def name(self, number: int | None) -> str:
        """The player's name now; "no one" for a seat that is not there, because sentences never fail."""
        seat = self.seats.get(number) if number is not None else None
        return seat.player if seat else no_one()

    def change(self, seat: Seat, **values: Any) -> None:
        self.seats[seat.id] = dataclasses.replace(seat, **values)

    def playing(self, round_no: int) -> list[int]:
        """Who plays a round, in table order."""
        return [number for number in self.order if self.seats[number].plays(round_no)]

    def staying(self, round_no: int) -> list[int]:
        """Who plays a round, and who has sat down to play from the next one on, in table order."""
        seats = (self.seats[number] for number in self.order)
        return [seat.id for seat in seats if seat.left is None or seat.left > round_no]

    def next_dealer(self, round_no: int) -> int:
        """The next one after the dealer, in the order of play, who plays that round."""
        at = self.order.index(self.dealer)
        after = self.order[at + 1 :] + self.order[: at + 1]
        return next((number for number in after if self.seats[number].plays(round_no)), self.dealer)

    def after(self, number: int, round_no: int) -> int:
        playing = self.playing(round_no)
        return playing[(playing.index(number) + 1) % len(playing)]

    def before(self, number: int, round_no: int) -> int:
        playing = self.playing(round_no)
        return playing[playing.index(number) - 1]

    def forget_cut(self, round_no: int, of: int | None = None) -> None:
        """Somebody else cuts the running round now; ``of``: only where this seat had cut."""
        if round_no in self.cuts and of in (None, self.cuts[round_no][0]):
            del self.cuts[round_no]

    def settle(self) -> None:
        """Fix whose totals the opening of those counts from who play for the first time now."""
        first = len(self.rounds) + 1
        for seat in self.seats.values():
            if seat.follows and seat.first == first and seat.id not in self.beside:
                self.beside[seat.id] = self.others(first)

    def others(self, first: int) -> tuple[int, ...]:
        """Who plays with somebody new in the round ``first``, and has played before; if nobody has, who played last."""
        played = {number for played in self.rounds for number in played.cells}
        running = self.playing(len(self.rounds) + 1) if first > len(self.rounds) + 1 else []
        there = [number for number in self.playing(first) if number in played or number in running]
        return tuple(there or running or (self.rounds[-1].cells if self.rounds else ()))

    def openings(self) -> dict[int, tuple[int, bool]]:
        """What everybody begins with whose opening follows from the others' totals, and whether that is settled."""
        openings: dict[int, tuple[int, bool]] = {}
        for seat in sorted(self.seats.values(), key=lambda seat: seat.first):
            if seat.follows:
                settled = seat.id in self.beside
                others = self.beside[seat.id] if settled else self.others(seat.first)
                beside = self.opening_beside(seat.follows, others, seat.first, openings)
                openings[seat.id] = beside + seat.handicap, settled
        return openings

    def opening_beside(
        self, how: str, others: Collection[int], first: int, openings: Mapping[int, tuple[int, bool]]
    ) -> int:
        """What somebody begins with in a round, given what those who came before them began with."""

        def total(number: int) -> int:
            opening = openings[number][0] if number in openings else self.seats[number].opening
            return opening + sum(played.cells[number].score for played in before if number in played.cells)

        before = self.rounds[: first - 1]
        return opening_total(how, [total(number) for number in others])

    def closed(self, round_no: int) -> ClosedRound:
        if not 1 <= round_no <= len(self.rounds):
            raise Senseless(phrase("round_would_not_be_closed", round=round_no))
        return self.rounds[round_no - 1]

    def between_rounds(self, round_no: int, why: Phrase, only_running: bool = False) -> None:
        """Changes of seats and dealer belong to the running round; joining and leaving also to the next."""
        running = len(self.rounds) + 1
        last = running if only_running else running + 1
        if self.status != "playing" or not running <= round_no <= last:
            raise Senseless(why)

    def move(self, to: Status, *of: Status, why: Phrase) -> None:
        if self.status not in of:
            raise Senseless(why)
        self.status = to

    def set_cells(
        self, round_no: int, lines: dict[int, Line], went_out: int | None, one_turn: bool, recorded: Recorded
    ) -> None:
        """Correct cells of a closed round, keeping what they were."""
        played, book = self.closed(round_no), self.counted_by(round_no)
        cells = dict(played.cells)
        times = book.times_left(one_turn)
        for number, cell in played.cells.items():
            line = lines.get(number, cell.line)
            out = number == went_out
            counts_otherwise = one_turn != played.one_turn if out else cell.line.points and times != cell.times
            if line == cell.line and cell.went_out == out and not counts_otherwise:
                continue
            was = Was(cell.line, cell.went_out, recorded.at, recorded.by, recorded.seq, cell.out_bonus, cell.times)
            bonus = book.reward(book.off_for_going_out(book.round_of(round_no), one_turn)) if out else 0
            cells[number] = dataclasses.replace(
                cell, line=line, went_out=out, out_bonus=bonus, was=(*cell.was, was), times=times, kept=False
            )
        cells = self.counted(round_no, cells, went_out)
        self.rounds[round_no - 1] = dataclasses.replace(played, went_out=went_out, cells=cells, one_turn=one_turn)

    def counted(self, round_no: int, cells: dict[int, Cell], went_out: int | None) -> dict[int, Cell]:
        """The cells of a round with what its cards left add to each total."""
        book = self.counted_by(round_no)
        if not book.highest_wins:
            return cells
        adds = counts(book, {seat: cell.held for seat, cell in cells.items()}, went_out)
        return {seat: dataclasses.replace(cell, counts=adds[seat]) for seat, cell in cells.items()}

    def play(self, round_no: int) -> RoundInPlay:
        """What is known of a round in play; it stays known when the round is closed."""
        return self.plays.get(round_no, NOTHING_RECORDED)

    def set_play(self, round_no: int, play: RoundInPlay) -> None:
        self.plays[round_no] = play
        if round_no <= len(self.rounds):
            self.rounds[round_no - 1] = dataclasses.replace(self.closed(round_no), play=play)

    def add_extra(self, round_no: int, number: int, extra: Extra) -> None:
        """An entry of its own in the score of a round, closed or still to be closed."""
        extras = self.extras[round_no, number] = (*self.extras.get((round_no, number), ()), extra)
        if round_no <= len(self.rounds):
            played = self.closed(round_no)
            if number not in played.cells:
                raise Senseless(phrase("did_not_play", name=self.name(number), round=round_no))
            cells = {**played.cells, number: dataclasses.replace(played.cells[number], extras=extras)}
            self.rounds[round_no - 1] = dataclasses.replace(played, cells=cells)

    def void(self, round_no: int, recorded: Recorded) -> None:
        """The running round is dealt again, by the same player and without those who left in the middle of it."""
        self.voided[round_no] = recorded.seq
        self.out_said.pop(round_no, None)
        self.forget_cut(round_no)
        self.entered = {key: left for key, left in self.entered.items() if key[0] != round_no}
        self.extras = {key: extras for key, extras in self.extras.items() if key[0] != round_no}
        self.left_in = [number for number in self.left_in if number != round_no]
        for seat in list(self.seats.values()):
            if seat.away == round_no:
                self.change(seat, left=round_no, away=None)
        if not self.seats[self.dealer].plays(round_no):
            self.dealer = self.next_dealer(round_no)

    def decide(self, decisions: tuple[HouseDecision, ...]) -> None:
        """The rulebook as these decisions make it, from now on."""
        try:
            self.book = applied(self.opened_book, decisions)
        except RulebookError as wrong:
            raise Senseless(phrase("decisions_contradict", why=wrong.message)) from None
        self.decisions = decisions

    def recut(self, round_no: int) -> None:
        """Give a closed round the cut that was recorded for it, before its closing or after."""
        cutter, exact = self.cuts[round_no]
        played, book = self.closed(round_no), self.counted_by(round_no)
        cells = {
            number: dataclasses.replace(cell, exact_cut=True, bonus=book.reward(book.cut_bonus))
            if exact and number == cutter
            else dataclasses.replace(cell, exact_cut=False, bonus=0)
            for number, cell in played.cells.items()
        }
        self.rounds[round_no - 1] = dataclasses.replace(played, cells=cells, cutter=cutter, cut_exact=exact)

    def _running(self) -> RunningRound | None:
        number = len(self.rounds) + 1
        if self.status != "playing" or number > self.planned:
            return None
        playing = self.playing(number)
        if len(playing) < FEWEST:  # who left and who joined hang together: an undo may take away too many
            raise Senseless(phrase("too_few_left", fewest=FEWEST, round=number))
        plays = self.book.round_of(number)
        leader = self.after(self.dealer, number)
        cutter, exact = self.cuts.get(number, (self.before(self.dealer, number), None))
        deal = deal_for_seats(self.book, plays, len(playing))
        out = self.out_said.get(number)
        if out is not None and out.seat is not None and out.seat not in playing:
            out = None  # a seat that was undone says nothing
        return RunningRound(
            number=number,
            plays=plays,
            dealer=self.dealer,
            leader=leader,
            cutter=cutter,
            seats=tuple(playing),
            deal=deal._replace(leader=leader),
            cut_exact=exact,
            went_out_said=out is not None,
            went_out=out.seat if out else None,
            entered={seat: self._priced(number, seat) for seat in playing if (number, seat) in self.entered},
            play=self.play(number),
            away=tuple(seat for seat in playing if self.seats[seat].away == number),
            was_left=number in self.left_in,
            voided=self.voided.get(number, 0),
            one_turn=out.one_turn if out else False,
            own=self.own_contracts(playing),
            by_taps=self.book.by_taps,
        )

    def _priced(self, round_no: int, seat: int) -> CardsLeft:
        """Cards left with what they cost by now: until the round is closed the table may decide otherwise."""
        left = self.entered[round_no, seat]
        if left.cards is None:
            return left
        book = self.book.in_round(self.book.round_of(round_no))
        ranks = as_priced(book, counted(left.cards))
        return dataclasses.replace(left, line=Line(hand_text(ranks), points_of(book, ranks), left.line.met))

    def _seat_now(self, number: int, openings: Mapping[int, tuple[int, bool]]) -> Seat:
        seat = self.seats[number]
        if number not in openings:
            return seat
        points, settled = openings[number]
        return dataclasses.replace(seat, opening=points, settled=settled)

    def state(self, log: tuple[Recorded, ...]) -> GameState:
        openings = self.openings()
        return GameState(
            log=log,
            status=self.status,
            book=self.book,
            house=self.opening.house,
            season=self.opening.season,
            dealer_how=self.opening.dealer_how,
            all_seats=tuple(self._seat_now(number, openings) for number in self.order),
            rounds=tuple(self.rounds),
            running=self._running(),
            planned=self.planned,
            buys=self.buys,
            notes=tuple(self.notes),
            decisions=self.decisions,
            opened_book=self.opened_book,
            earlier=tuple(self.earlier),
            laid_aside=self.laid_aside,
            times_again=self._times_again,
            result=self.result,
        )
