"""A whole evening from a seed: rounds told in full, a little or not at all, and everything people do besides."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from random import Random
from typing import Any

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game import history
from referee.game.fold import as_seen, fold
from referee.game.judges.decide import Accepted, Decision, decide
from referee.game.state import GameState
from referee.rulebooks import library
from referee.rulebooks.agreeing import questions
from referee.rulebooks.starts.making import starts
from referee.rules import packs
from referee.rules.cards import RANKS, SUIT_LETTERS
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.hands import hand_text
from tests.game import plays
from tests.game.play import NAMES, Game
from tests.homing import game_comes_home
from tests.random_games import holds
from tests.random_games.asks import Seen
from tests.random_games.paper import Deed, Paper, count
from tests.random_games.table import AtTable

EVERYTHING = {"screw_over": True, "shanghai_call": True, "new_melds": "later turn", "lay_off_same_turn": "others"}
BOOKS = [*library.all_rulebooks()]
DEAR_QUEEN = {**library.load("liverpool").points, "QS": 40, "5H": 1, "JK": 30}
BOOKS.append(library.with_house_rules(library.load("contract"), {**EVERYTHING, "may_i_limit": 2, "may_i_saved": True}))
BOOKS.append(library.with_house_rules(library.load("shanghai"), {"screw_over": True}))
BOOKS.append(
    library.with_house_rules(
        library.load("liverpool"),
        {"go_out_bonus": 10, "one_turn_doubles": True, "may_i_in_game": 4, "points": DEAR_QUEEN},
    )
)
CHOICES = {
    "contracts": [
        ["set of 3", "set of 3", "or", "run of 4", "set of 3"],
        ["set of 3", "run of 4"],
        ["run of 3", "or", "set of 4"],
    ],
    "all_cards_rounds": [],
    "deal": 10,
}
BOOKS.append(library.with_house_rules(library.load("contract"), {**EVERYTHING, **CHOICES}))
BOOKS += [start.book for start in starts()]
DECISIONS = (
    ("may-i-limit", {"may_i_limit": 1}), ("may-i-limit", {"may_i_limit": 4}), ("natural", {"naturals_least": 0}),
    ("swap", {}), ("score", {"points": DEAR_QUEEN}),
)  # fmt: skip
MOST_STEPS, MOST_EVENTS = 60, 180
"""A table that carries on and on goes home at last."""
SEAT_CHANGES = (ev.SeatAdded, ev.SeatDropped, ev.SeatReturned)


class Broken(AssertionError):
    """Something did not hold; says in which evening, and after which commands."""


class Evening(AtTable):
    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))
        self.seed = seed
        book = BOOKS[seed % len(BOOKS)]
        players = [n for n in range(book.players_min, book.players_max + 1) if n in book.decks and n in book.jokers]
        self.players = self.rng.choice(players)
        self.first = self.rng.randrange(self.players)
        self.game = Game(book, self.players, self.first)
        self.sent: list[cmd.Command] = []
        self.deeds: list[Deed] = []
        self.at: dict[int, Deed] = {}
        self.steps = 0

    @property
    def book(self) -> Rulebook:  # type: ignore[override]
        return self.state.book

    # one way to the game, and what holds after it

    def do(self, command: cmd.Command, deed: Deed | None = None) -> Decision:
        before = self.state
        self.sent.append(command)
        decision = decide(before, command, before.number)
        if not isinstance(decision, Accepted) or not decision.events:
            return decision
        self.game.append(decision.events, "Ann's phone")
        event = decision.events[-1]
        if isinstance(event, SEAT_CHANGES):
            deed = self.seat_change(event)
        if deed is not None:
            self.deeds.append(deed)
            self.at[self.state.number] = deed
        self.check(before, decision.events)
        return decision

    def seat_change(self, event: Any) -> Deed:
        if isinstance(event, ev.SeatAdded):
            how = event.how if event.follows else ""
            return Deed("add", event.round, event.seat, {event.seat: event.opening}, after=event.after or 0, how=how)
        return Deed("drop" if isinstance(event, ev.SeatDropped) else "return", event.round, event.seat)

    def paper(self) -> Paper:
        opened, book = self.state.opened_book, self.state.book
        most = opened.rounds
        if opened.own_contracts or opened.until:
            most = 99 if opened.rounds_most == NO_LIMIT else int(opened.rounds_most)
        return count(
            self.deeds, self.players, self.first + 1, rounds=most, until=opened.until,
            contracts=opened.rounds if opened.own_contracts else 0,
            off=(book.cut_bonus, *(book.off_for_going_out(1, one_turn=at_once) for at_once in (False, True))),
            doubles=book.one_turn_doubles,
        )  # fmt: skip

    def check(self, before: GameState, events: tuple[ev.Event, ...]) -> None:
        state = self.state
        switched = [self.what_switches(event) for event in events]
        if any(isinstance(event, ev.Undone) for event in events):
            there = {recorded.seq for recorded in holds.counting(state.log)}
            for seq, deed in self.at.items():
                deed.undone = seq not in there
        paper = self.paper()
        holds.points(state, paper)
        holds.dealer(state, paper)
        holds.seats(state, paper)
        holds.pack(state)
        holds.limits(before, state)
        holds.money(state)
        holds.taken_back(state)
        if all(isinstance(event, SEAT_CHANGES) for event in switched):
            holds.dealt(before, state)
            if not any(isinstance(event, ev.Undone) for event in events):
                holds.kept(before, state)

    def what_switches(self, event: ev.Event) -> ev.Event:
        """The event, or what an undo takes back or lets count again."""
        while isinstance(event, ev.Undone):
            event = self.state.log[event.target - 1].event
        return event

    # the evening

    def play_on(self) -> None:
        while self.steps < MOST_STEPS and self.state.number < MOST_EVENTS:
            self.steps += 1
            if self.state.running is None:
                if not self.after_the_end():
                    break
                continue
            told = self.rng.choice([0, 0, 0, 0, 1, 2, 4, 12])
            for _ in range(told):
                if self.state.running is None:
                    break
                self.take_turn() if self.chance(0.65) else self.rng.choice(self.aside)()
            if self.state.running is not None:
                self.end_round()
            if self.chance(0.25):
                self.rng.choice(self.between)()
        self.leave_no_trace()
        holds.replay(self.state)
        game_comes_home(self.state)

    @property
    def aside(self) -> list[Any]:
        """What happens while a round is played."""
        return [
            self.enter, self.enter, self.call_out, self.clear, self.say_out, self.cut, self.leave, self.leave,
            self.arrive, self.come_back, self.undo, self.undo, self.undo, self.redo, self.redo, self.small,
            self.decide_on_a_rule, self.correct, self.old_page, self.leave_no_trace, self.open_again,
            self.change_rulebook, self.handicap,
        ]  # fmt: skip

    @property
    def between(self) -> list[Any]:
        """What happens when a round is over."""
        return [
            self.correct, self.correct, self.correct_winner, self.correct_winner, self.forgotten, self.leave,
            self.arrive, self.come_back, self.undo, self.undo, self.redo, self.small, self.reorder, self.change_dealer,
            self.buys, self.cut, self.old_page, self.end_early, self.decide_on_a_rule,
            self.agree_on_rules, self.change_rulebook,
        ]  # fmt: skip

    def hand(self) -> str:
        ranks = [name for name in self.book.prices if name not in RANKS[: self.book.cards.lowest - 1]]
        held = {self.rng.choice(ranks): self.rng.randint(1, 2) for _ in range(self.rng.randint(1, 4))}
        return hand_text(held)

    def cost(self, hand: str, number: int) -> int:
        """What cards cost in a round of the game: another rank may be wild in each."""
        here = self.book.in_round(self.book.round_of(number))
        return sum(here.prices[rank] for rank in hand.split())

    def some_seat(self) -> int:
        return self.rng.choice(self.state.all_seats).id

    def some_round(self) -> int:
        """Mostly one that was played."""
        return self.rng.randint(1, max(len(self.state.rounds), 1)) if self.chance(0.9) else self.rng.randint(-1, 17)

    def enter(self) -> None:
        seat = self.some_seat() if self.state.running is None else self.rng.choice(self.running.seats)
        self.do(cmd.EnterCardsLeft(self.state.current, seat, self.hand(), confirmed=True, met=self.whether_met()))

    def whether_met(self) -> bool | None:
        """Nothing where the contract is the round's."""
        return self.chance(0.3) if self.book.own_contracts else None

    def met_by(self, seats: Iterable[int]) -> dict[int, bool]:
        return {seat: self.chance(0.3) for seat in seats} if self.book.own_contracts else {}

    def at_once(self, out: int | None) -> bool:
        """Whether it is told that they went down in the turn in which they went out."""
        return out is not None and self.book.asks_one_turn(1) and self.chance(0.5)

    def call_out(self) -> None:
        """Several lines at once; who is not named is missing."""
        if self.state.running is None:
            return
        seats = [seat for seat in self.running.seats if self.chance(0.5)]
        out = self.rng.choice([*self.running.there, None])
        called = {seat: self.hand() for seat in seats if seat != out}
        says, met, at_once = self.chance(0.5), self.met_by(called), self.at_once(out)
        self.do(cmd.CountRound(self.state.current, called, out, says, confirmed=True, one_turn=at_once, met=met))

    def clear(self) -> None:
        self.do(cmd.ClearCardsLeft(self.state.current, self.some_seat()))

    def say_out(self) -> None:
        out = self.rng.choice([None, self.some_seat()])
        self.do(cmd.SayWentOut(self.state.current, out, confirmed=True, one_turn=self.at_once(out)))

    def cut(self) -> None:
        number = self.state.current if self.chance(0.7) else self.some_round()
        closed = 1 <= number <= len(self.state.rounds)
        at_hand = self.state.rounds[number - 1] if closed else self.state.running
        exact = self.chance(0.5)
        deed = Deed("cut", number, at_hand.cutter if at_hand else 0, out=int(exact))
        self.do(cmd.RecordCut(number, exact), deed)

    def end_round(self) -> None:
        """All lines at once, or with those entered before; by whoever went out, or nobody."""
        running = self.running
        out = self.rng.choice([*running.there, None]) if self.chance(0.9) else self.rng.choice(running.seats)
        for seat in running.seats if self.chance(0.3) else ():
            if seat != out:
                self.enter()
        says = not running.went_out_said or self.chance(0.5)
        out = out if says else running.went_out
        held = {seat: self.hand() for seat in running.seats if seat != out}
        now = self.running
        for seat in [*held]:
            if seat in now.entered and self.chance(0.8):
                del held[seat]
        scores = {seat: self.cost(held[seat], running.number) if seat in held else now.entered[seat].points
                  for seat in running.seats if seat != out}  # fmt: skip
        met = self.met_by(held)
        told_before = {seat: bool(left.line.met) for seat, left in now.entered.items() if seat not in held}
        scores |= {} if out is None else {out: 0}
        at_once = self.at_once(out) if says else now.one_turn
        deed = Deed("close", running.number, scores=scores, out=out, one_turn=at_once, met=told_before | met)
        close = cmd.CloseRound(
            running.number, held, out, says_went_out=says, confirmed=True, one_turn=says and at_once, met=met
        )
        self.do(close, deed)

    def correct(self) -> None:
        number, seat, hand, met = self.some_round(), self.some_seat(), self.hand(), self.whether_met()
        deed = Deed("correct", number, seat, {seat: self.cost(hand, number)}, {seat: bool(met)})
        self.do(cmd.CorrectCell(number, seat, hand, confirmed=True, met=met), deed)

    def correct_winner(self) -> None:
        number, seat = self.some_round(), self.rng.choice([None, self.some_seat(), self.some_seat()])
        if not 1 <= number <= len(self.state.rounds):
            return
        former = self.state.rounds[number - 1].went_out
        hand = self.hand() if former is not None and former != seat else ""
        scores = ({former: self.cost(hand, number)} if former and hand else {}) | (
            {seat: 0} if seat is not None else {}
        )
        met, at_once = self.whether_met(), self.at_once(seat)
        told = {former: bool(met)} if former and hand else {}
        deed = Deed("winner", number, scores=scores, out=seat, one_turn=at_once, met=told)
        self.do(cmd.CorrectWinner(number, seat, hand, confirmed=True, one_turn=at_once, met=met), deed)

    def forgotten(self) -> None:
        self.do(plays.take_discard(self.some_round(), (self.some_seat(),), forgotten=True))

    # who comes and goes

    def when(self) -> int | None:
        return self.rng.choice([None, None, self.state.current, self.state.current + 1])

    def leave(self) -> None:
        when: cmd.Leaving | None = self.rng.choice(("now", "now", None, "before", "after"))
        self.do(cmd.DropSeat(self.some_seat(), when, confirmed=True))

    def arrive(self) -> None:
        name = self.rng.choice([*NAMES, "Kit", "Lou", "Mia"])
        beside = self.rng.choice([None, self.some_seat()])
        how: Any = self.rng.choice(["average", "highest", "zero", "said"])
        opening, at_end = self.rng.randint(-50, 200), self.chance(0.5)
        self.do(cmd.AddSeat(name, beside, at_end, self.when(), how, opening, confirmed=True))

    def come_back(self) -> None:
        left = [seat.id for seat in self.state.all_seats if seat.left is not None] or [self.some_seat()]
        self.do(cmd.ReturnSeat(self.rng.choice(left), self.when(), confirmed=True))

    def reorder(self) -> None:
        order = [seat.id for seat in self.state.seats]
        self.rng.shuffle(order)
        self.do(cmd.ReorderSeats(tuple(order)), Deed("order", order=tuple(order)))

    def change_dealer(self) -> None:
        seat = self.some_seat()
        self.do(cmd.ChangeDealer(seat), Deed("dealer", seat=seat))

    def small(self) -> None:
        """What changes no points: a name, a note, an answer kept."""
        asked = {"question": "deal", "round": self.rng.choice([1, self.state.current])}
        kept = (
            cmd.RenameSeat(self.some_seat(), self.rng.choice([*NAMES, "Lou"])), cmd.AddNote("tea"),
            cmd.RecordRuling(asked),
        )  # fmt: skip
        self.do(self.rng.choice(kept))

    def buys(self) -> None:
        self.do(cmd.SayBuys({self.some_seat(): self.rng.randint(0, 4) for _ in range(2)}))

    def handicap(self) -> None:
        """Mostly too late: a round is closed."""
        points = {seat.id: self.rng.randint(-9, 9) * 5 for seat in self.state.seats if self.chance(0.7)}
        self.do(cmd.AgreeHandicap(points), Deed("handicap", scores=points))

    def decide_on_a_rule(self) -> None:
        if self.state.decisions and self.chance(0.3):
            self.do(cmd.RevokeRule(self.rng.choice(self.state.decisions).seq))
        else:
            topic, house = self.rng.choice(DECISIONS)
            since: cmd.Since = "first" if self.chance(0.3) else ""
            deed = self.anew(dataclasses.replace(self.book, **house)) if since and "points" in house else None
            self.do(cmd.DecideRule(topic, house, stands=not house, since=since, confirmed=True), deed)

    def change_rulebook(self) -> None:
        """Another rulebook, mostly one that can follow; from now on where the closed rounds are counted alike by it."""
        book = self.rng.choice(BOOKS)
        alike = self.rng.choice([other for other in BOOKS if other.pack == self.book.pack])
        book = alike if self.chance(0.8) else book
        counts = [
            (each.prices, each.cut_bonus, each.off_for_going_out(1, one_turn=False)) for each in (book, self.book)
        ]
        if self.state.times_again and book.rounds != self.book.rounds:
            return
        if counts[0] == counts[1] and self.chance(0.5):
            self.do(cmd.ChangeRulebook(book, "now", self.chance(0.5), confirmed=True))
        else:
            self.do(cmd.ChangeRulebook(book, "first", self.chance(0.5), confirmed=True), self.anew(book))

    def anew(self, book: Rulebook) -> Deed:
        """What the closed rounds cost by a rulebook, card by card; nothing where suits count that were not told."""
        costs = {
            (played.number, seat): cost
            for played in self.state.rounds
            for seat, line in played.lines.items()
            if line.cards is not None and (cost := self.cost_by(book, played.number, line.cards)) is not None
        }
        return Deed("anew", anew=costs)

    def cost_by(self, book: Rulebook, number: int, cards: str) -> int | None:
        prices, cost = book.in_round(book.round_of(number)).prices, 0
        for name in cards.split():
            rank = name[:-1] if name not in prices and name[-1:] in SUIT_LETTERS else name
            dearer = [card for card in prices if card[:-1] == rank and card[-1:] in SUIT_LETTERS]
            if rank not in prices or any(card not in self.state.counted_by(number).prices for card in dearer):
                return None
            cost += prices[rank]
        return cost

    def agree_on_rules(self) -> None:
        answers = {
            question.name: self.rng.choice(question.answers).value
            for question in questions(self.state.opened_book, self.state.book)
            if self.chance(0.3)
        }
        self.do(cmd.AgreeRules(answers, keep=self.chance(0.5)))

    # back and forth

    def some_entry(self) -> int:
        """One of the last, more often than not."""
        return self.rng.randint(max(1, self.state.number - 8), self.state.number)

    def undo(self) -> None:
        self.do(cmd.Undo(self.rng.choice([None, self.some_entry(), self.some_entry()])))

    def redo(self) -> None:
        undone = sorted(recorded.event.target for recorded in self.state.log if isinstance(recorded.event, ev.Undone))
        self.do(cmd.Redo(self.rng.choice([None, *undone[-6:]])))

    def open_again(self) -> None:
        """The last closing is undone, whatever was recorded since; what was undone last comes back first."""
        if self.state.rounds:
            self.do(cmd.Undo(self.state.rounds[-1].seq))
            self.leave_no_trace()

    def leave_no_trace(self) -> None:
        """An undo and its redo leave everything as it was; the history tells what can be undone."""
        before, last = dataclasses.replace(self.state, log=()), history.next_undo_seq(self.state)
        if last is None:
            return
        self.do(cmd.Undo(last))
        assert history.next_redo_seq(self.state) == last
        self.do(cmd.Redo(last))
        assert dataclasses.replace(self.state, log=()) == before
        for entry in history.entries(self.state)[-4:]:
            command: cmd.Command = cmd.Redo(entry.seq) if entry.undone else cmd.Undo(entry.seq)
            assert isinstance(decide(self.state, command, self.state.number), Accepted) or not entry.can_undo

    def old_page(self) -> None:
        """An old page shows what was there, and whatever it sends is answered."""
        seen = self.rng.randint(0, self.state.number)
        assert as_seen(self.state, seen) == fold(self.state.log[: max(seen, 1)])
        seat, hand, number = self.some_seat(), self.hand(), self.state.current
        sent = (
            cmd.EnterCardsLeft(number, seat, hand), cmd.CloseRound(number, {seat: hand}), cmd.Undo(),
            cmd.CorrectCell(number - 1, seat, hand), cmd.CorrectWinner(number - 1, seat, hand),
            cmd.Count(number, seat, 1), cmd.ReorderSeats((seat,)), cmd.ChangeDealer(seat),
            *self.rng.sample(self.sent, min(4, len(self.sent))),
        )  # fmt: skip
        for command in sent:
            decide(self.state, command, seen)

    # the end

    def end_early(self) -> None:
        if self.chance(0.2):
            self.finish()

    def finish(self) -> None:
        self.do(cmd.Finish(confirmed=True), Deed("finished")) if self.chance(0.7) else self.do(
            cmd.Abandon(), Deed("abandoned")
        )

    def after_the_end(self) -> bool:
        """Whether the evening goes on after all."""
        match self.rng.randrange(14):
            case 0:
                self.do(cmd.CarryOn(), Deed("carry on", self.book.rounds))
            case 1:
                self.do(cmd.Reopen(), Deed("playing"))
            case 2 | 3:
                self.do(cmd.Undo())
            case 4:
                self.buys()
                self.redo()
            case 5:
                self.finish()
            case 6 | 7:
                self.correct()
            case _:
                return False
        return True


def played(seed: int) -> Seen:
    """What was asked in that evening, and how often the answer was yes, no or another question; raises Broken."""
    packs.use(packs.STANDARD_PACK)
    evening = Evening(seed)
    try:
        evening.play_on()
    except Exception as fault:
        sent = "\n".join(f"    {command}" for command in evening.sent)
        raise Broken(
            f"{type(fault).__name__} in the evening of seed {seed} ({evening.book.name}, {evening.players} players, "
            f"seat {evening.first + 1} deals):\n{sent}\n{fault}\nAgain: python -m tests.random_games 1 --seed {seed}"
        ) from fault
    return evening.seen
