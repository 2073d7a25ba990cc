"""Random evenings: whatever people do, the score is what paper would say, and nothing is half-done."""

from __future__ import annotations

import json
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game import fold as folding
from referee.game import history
from referee.game.fold import as_seen, fold, sentences, undone_in
from referee.game.judges.decide import Accepted, decide
from referee.game.replay import MOST
from referee.game.state import GameState
from referee.rulebooks import library
from referee.rules.speech.hands import Hand, hand_of
from tests.game.naive import Deed, Paper, count
from tests.game.play import NAMES, Game

seats = st.integers(1, 9)
numbers = st.integers(-1, 17)
cards = st.dictionaries(st.sampled_from(("K", "Q", "9", "5", "A", "JK")), st.integers(1, 2), max_size=4)


melds = st.sampled_from((("KC KD KH", "5C 5D 5H"), ("3C 4C 5C 6C", "9C 9D JK"), ("KC KD KH",), ("KC",), ()))
down = st.sampled_from((None, "no", "earlier"))
written = st.sampled_from(("KC", "KS", "7C 8C 9C 10C", "JK", "?"))
decisions = st.sampled_from((("may-i-limit", {"may_i_limit": 1}), ("natural", {"naturals_least": 0}), ("swap", {})))
plays = st.one_of(
    st.builds(
        cmd.TakeDiscard,
        st.just(0),
        st.lists(seats, max_size=3).map(tuple),
        st.none() | seats,
        st.none() | st.booleans(),
        st.booleans(),
        st.none() | st.integers(0, 60),
    ),
    st.builds(cmd.GoDown, st.just(0), seats, melds),
    st.builds(cmd.LayMeld, st.just(0), seats, written, down),
    st.builds(cmd.LayOff, st.just(0), seats, st.integers(0, 4), written, down),
    st.builds(cmd.TakeWild, st.just(0), seats, st.integers(0, 4), written, down),
    st.builds(cmd.ScrewOver, st.just(0), seats, seats, written, written, melds=melds, cards=written),
    st.builds(cmd.CallShanghai, st.just(0), seats, seats, written, st.none() | st.integers(0, 4)),
    st.builds(cmd.ShuffleStock, st.just(0)),
    st.builds(cmd.NoteIrregularity, st.just(0), st.none() | seats, st.sampled_from(("misdeal", "something else"))),
)
"""What is told of a round in play; the judge says whether its rulebook has it. No points: paper has none of it."""


def bare(state: GameState) -> GameState:
    return replace(state, log=())


class Evening(RuleBasedStateMachine):
    """``deeds`` lists what was accepted; ``at`` says which deed an event of the log belongs to."""

    @initialize(
        rulebook=st.sampled_from(("liverpool", "progressive", "wikipedia")),
        players=st.sampled_from((3, 4, 5, 8)),
        dealer=st.integers(0, 2),
    )
    def open(self, rulebook: str, players: int, dealer: int) -> None:
        self.marks = patch.object(folding, "_MARK_EVERY", 3)  # every few events, so that an undo goes on from a mark
        self.marks.start()
        players = min(players, library.load(rulebook).players_max)
        self.game = Game(rulebook, players, dealer)
        self.players, self.dealer = players, dealer + 1
        self.deeds: list[Deed] = []
        self.at: dict[int, Deed] = {}
        self.last = self.game.state

    def teardown(self) -> None:
        self.marks.stop()

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def is_recorded(self) -> bool:
        return self.state.running is not None and self.state.running.recorded

    def paper(self) -> Paper:
        return count(self.deeds, self.players, self.dealer, self.game.book.rounds)

    def do(self, command: cmd.Command, deed: Deed | None = None) -> bool:
        """Whether a command was accepted and changed something."""
        before = self.game.log
        decision = self.game.do(command)
        if not isinstance(decision, Accepted) or not decision.events:
            assert self.game.log == before
            return False
        if deed is not None:
            self.deeds.append(deed)
            self.at[self.state.number] = deed
        return True

    def hand(self, ranks: dict[str, int]) -> Hand:
        return hand_of(ranks, self.game.book.points)

    @rule(seat=seats, ranks=cards, number=st.none() | numbers)
    def enter(self, seat: int, ranks: dict[str, int], number: int | None) -> None:
        number = self.state.current if number is None else number
        self.do(cmd.EnterCardsLeft(number, seat, self.hand(ranks), confirmed=True))

    @rule(seat=seats)
    def clear(self, seat: int) -> None:
        self.do(cmd.ClearCardsLeft(self.state.current, seat))

    @rule(seat=st.none() | seats)
    def say_went_out(self, seat: int | None) -> None:
        self.do(cmd.SayWentOut(self.state.current, seat, confirmed=True))

    @rule(hands=st.lists(cards, min_size=9, max_size=9), out=st.none() | st.integers(0, 4))
    def close(self, hands: list[dict[str, int]], out: int | None) -> None:
        running = self.state.running
        if running is None:
            self.do(cmd.CloseRound(self.state.current, confirmed=True))
            return
        winner = None if out is None else running.seats[out % len(running.seats)]
        held = {seat: self.hand(hands[place]) for place, seat in enumerate(running.seats) if seat != winner}
        scores = {seat: hand.points for seat, hand in held.items()} | ({winner: 0} if winner else {})
        deed = Deed("close", running.number, scores=scores, out=winner)
        self.do(cmd.CloseRound(running.number, held, winner, says_went_out=True, confirmed=True), deed)

    @rule()
    def close_what_was_entered(self) -> None:
        running = self.state.running
        if running is None or running.missing or not running.went_out_said:
            return
        scores = {seat: running.entered[seat].points if seat != running.went_out else 0 for seat in running.seats}
        deed = Deed("close", running.number, scores=scores, out=running.went_out)
        self.do(cmd.CloseRound(running.number, confirmed=True), deed)

    @rule(number=numbers, seat=seats, ranks=cards)
    def correct(self, number: int, seat: int, ranks: dict[str, int]) -> None:
        hand = self.hand(ranks)
        deed = Deed("correct", number, seat, {seat: hand.points})
        self.do(cmd.CorrectCell(number, seat, hand, confirmed=True), deed)

    @rule(number=st.integers(1, 4), seat=st.none() | seats, ranks=cards)
    def correct_winner(self, number: int, seat: int | None, ranks: dict[str, int]) -> None:
        if not 1 <= number <= len(self.state.rounds):
            return
        former = self.state.rounds[number - 1].went_out
        hands = {former: self.hand(ranks)} if former is not None and former != seat else {}
        scores = {held: hand.points for held, hand in hands.items()} | ({seat: 0} if seat is not None else {})
        deed = Deed("winner", number, scores=scores, out=seat)
        self.do(cmd.CorrectWinner(number, seat, hands, confirmed=True), deed)

    @rule(number=numbers, exact=st.booleans())
    def cut(self, number: int, exact: bool) -> None:
        closed = 1 <= number <= len(self.state.rounds)
        at_hand = self.state.rounds[number - 1] if closed else self.state.running
        cutter = at_hand.cutter if at_hand else 0
        self.do(cmd.RecordCut(number, exact), Deed("cut", number, cutter, out=int(exact)))

    @rule(play=plays, number=st.none() | numbers)
    def tell_a_play(self, play: cmd.TakeDiscard, number: int | None) -> None:
        self.do(replace(play, round=self.state.current if number is None else number))

    @precondition(lambda self: self.state.running is not None)
    @rule(claim=st.integers(0, 4), active=st.none() | st.integers(0, 4))
    def take_the_discard(self, claim: int, active: int | None) -> None:
        running = self.state.running
        assert running is not None
        there = running.seats
        turn = None if active is None else there[active % len(there)]
        self.do(cmd.TakeDiscard(running.number, (there[claim % len(there)],), turn))

    def seat_changes(self, command: cmd.AddSeat | cmd.DropSeat | cmd.ReturnSeat) -> None:
        """Who comes or goes; a round that is dealt goes on as it was dealt, and nobody loses what they had."""
        before, after_whom = self.state, self.state.seats[-1].id
        if not self.do(command):
            return
        event, now = self.state.log[-1].event, self.state
        match event:
            case ev.SeatAdded():
                deed = Deed("add", event.round, event.seat, {event.seat: event.opening}, after=after_whom)
            case ev.SeatDropped():
                deed = Deed("drop", event.round, event.seat)
            case ev.SeatReturned():
                deed = Deed("return", event.round, event.seat)
                assert len(now.all_seats) == len(before.all_seats)
            case _:
                raise AssertionError(event)
        self.deeds.append(deed)
        self.at[now.number] = deed
        assert {seat: now.totals[seat] for seat in before.totals} == before.totals
        assert now.rounds == before.rounds
        if before.running is not None and before.running.recorded:
            self.is_dealt_as(before)

    def is_dealt_as(self, before: GameState) -> None:
        """Who comes or goes changes nothing of a round that is dealt, and of what is recorded of it."""
        was, now = before.running, self.state.running
        assert was is not None
        assert now is not None
        assert (now.number, now.dealer, now.leader, now.cutter, now.seats, now.deal) == (
            was.number, was.dealer, was.leader, was.cutter, was.seats, was.deal,
        )  # fmt: skip
        assert (now.play, now.entered, now.cut_exact) == (was.play, was.entered, was.cut_exact)

    @precondition(lambda self: self.state.running is not None)
    @rule(place=st.integers(0, 4), now=st.booleans(), number=st.none() | st.integers(0, 1))
    def leave(self, place: int, now: bool, number: int | None) -> None:
        running = self.state.running
        assert running is not None
        seat = running.seats[place % len(running.seats)]
        first = None if number is None else running.number + number
        self.seat_changes(cmd.DropSeat(seat, first, now, confirmed=True))

    @rule(seat=seats, number=st.none() | numbers)
    def come_back(self, seat: int, number: int | None) -> None:
        self.seat_changes(cmd.ReturnSeat(seat, number, confirmed=True))

    @rule(decision=decisions)
    def decide_on_a_rule(self, decision: tuple[str, dict[str, object]]) -> None:
        self.do(cmd.DecideRule(*decision))

    @rule(number=st.integers(0, 60))
    def revoke(self, number: int) -> None:
        self.do(cmd.RevokeRule(number))

    @rule(name=st.sampled_from(NAMES), opening=st.integers(-50, 200), number=st.none() | numbers)
    def add_seat(self, name: str, opening: int, number: int | None) -> None:
        self.seat_changes(cmd.AddSeat(name, round=number, how="said", opening=opening, confirmed=True))

    @rule(seat=seats, number=st.none() | numbers)
    def drop_seat(self, seat: int, number: int | None) -> None:
        self.seat_changes(cmd.DropSeat(seat, number, confirmed=True))

    @rule(seat=seats, name=st.text(max_size=5))
    def rename(self, seat: int, name: str) -> None:
        self.do(cmd.RenameSeat(seat, name))

    @rule(data=st.data())
    def reorder(self, data: st.DataObject) -> None:
        order = tuple(data.draw(st.permutations([seat.id for seat in self.state.seats])))
        self.do(cmd.ReorderSeats(order), Deed("order", order=order))

    @rule(seat=seats)
    def change_dealer(self, seat: int) -> None:
        self.do(cmd.ChangeDealer(seat), Deed("dealer", seat=seat))

    @rule(text=st.text(max_size=9))
    def note(self, text: str) -> None:
        self.do(cmd.AddNote(text))

    @rule(number=st.none() | numbers)
    def record_a_ruling(self, number: int | None) -> None:
        self.do(cmd.RecordRuling({"question": "deal", "round": self.state.current if number is None else number}))

    @rule(buys=st.dictionaries(seats, st.integers(0, 4), max_size=3))
    def say_buys(self, buys: dict[int, int]) -> None:
        self.do(cmd.SayBuys(buys))

    @rule()
    def finish(self) -> None:
        self.do(cmd.Finish(confirmed=True), Deed("finished"))

    @rule()
    def abandon(self) -> None:
        self.do(cmd.Abandon(), Deed("abandoned"))

    @rule()
    def reopen(self) -> None:
        self.do(cmd.Reopen(), Deed("playing"))

    @precondition(lambda self: self.state.last_round_closed)
    @rule()
    def carry_on(self) -> None:
        self.do(cmd.CarryOn(), Deed("carry on", self.game.book.rounds))

    @rule(number=st.integers(0, 60), last=st.booleans())
    def undo(self, number: int, last: bool) -> None:
        seq, before = self.game.undo.seq if last and self.game.undo else number, self.state
        if self.do(cmd.Undo(seq)) and seq in self.at:
            self.at[seq].undone = True
            if self.at[seq].what in ("add", "drop", "return") and self.is_recorded:
                self.is_dealt_as(before)

    @rule(number=st.integers(0, 60), last=st.booleans())
    def redo(self, number: int, last: bool) -> None:
        seq = self.game.redo.seq if last and self.game.redo else number
        named = self.state.log[seq - 1].event if 1 <= seq <= self.state.number else None
        of = named.target if isinstance(named, ev.Undone) else seq
        before = self.state
        if self.do(cmd.Redo(seq)) and of in self.at:
            self.at[of].undone = False
            if self.at[of].what in ("add", "drop", "return") and self.is_recorded:
                self.is_dealt_as(before)

    @rule()
    def undo_and_redo_leave_everything_as_it_was(self) -> None:
        before = bare(self.state)
        if self.game.undo is None:
            return
        seq = self.game.undo.seq
        assert self.do(cmd.Undo(seq))
        assert self.game.redo is not None
        assert self.game.redo.seq == seq
        assert self.do(cmd.Redo(seq))
        assert bare(self.state) == before

    @rule(seen=st.integers(0, 30), seat=seats, ranks=cards, play=plays)
    def an_old_page_is_answered(self, seen: int, seat: int, ranks: dict[str, int], play: cmd.TakeDiscard) -> None:
        hand, number = self.hand(ranks), self.state.current
        for command in (
            cmd.EnterCardsLeft(number, seat, hand),
            cmd.CloseRound(number, {seat: hand}),
            cmd.CorrectCell(number - 1, seat, hand),
            cmd.CorrectWinner(number - 1, seat, {seat: hand}),
            cmd.ReorderSeats((seat,)),
            cmd.ChangeDealer(seat),
            cmd.CloseRound(number, {}, seat, says_went_out=True),
            cmd.Undo(),
            replace(play, round=number),
        ):
            decide(self.state, command, min(seen, self.state.number))

    @invariant()
    def the_state_is_the_replay_of_the_stored_log(self) -> None:
        stored = [json.dumps(ev.to_data(recorded.event)) for recorded in self.game.log]
        again = [
            recorded._replace(event=ev.from_data(json.loads(text)))
            for recorded, text in zip(self.game.log, stored, strict=True)
        ]
        whole = fold(again)
        assert whole == self.state  # which was advanced event by event
        assert undone_in(whole) == undone_in(self.state)
        assert sentences(whole) == sentences(self.state)
        assert history.entries(whole)[-6:] == self.game.entries[-6:]
        assert history.next_undo(whole) == self.game.undo
        assert history.next_redo(whole) == self.game.redo

    @invariant()
    def a_state_given_away_stays_as_it_was(self) -> None:
        assert self.last == fold(self.last.log)
        self.last = self.state

    @rule(number=st.integers(0, 60))
    def an_old_page_shows_what_was_there(self, number: int) -> None:
        then = self.state.log[: max(number, 1)]
        assert as_seen(self.state, number) == fold(then)

    @invariant()
    def the_score_is_what_paper_says(self) -> None:
        paper, state = self.paper(), self.state
        assert len(state.rounds) == paper.closed
        assert state.planned == paper.rounds
        assert state.status == paper.over
        assert [played.went_out for played in state.rounds] == [paper.out[n + 1] for n in range(paper.closed)]
        bonus = state.book.cut_bonus
        assert dict(state.totals) == {seat: paper.total(seat, bonus) for seat in paper.order}
        if state.rounds:
            assert state.running_totals[-1] == {
                seat: total for seat, total in state.totals.items() if any(seat in r.cells for r in state.rounds)
            }

    @invariant()
    def the_deal_goes_round_as_on_paper(self) -> None:
        paper, running = self.paper(), self.state.running
        if running is not None:
            assert running.dealer == paper.dealer
            assert list(running.seats) == [seat for seat in paper.order if paper.plays(seat, running.number)]
            at = running.seats.index(running.dealer)
            assert running.leader == running.seats[(at + 1) % len(running.seats)]

    @invariant()
    def never_more_play_than_a_table_has_seats(self) -> None:
        for number in (self.state.current, self.state.current + 1):
            assert sum(seat.plays(number) for seat in self.state.all_seats) <= MOST

    @invariant()
    def one_winner_at_most_and_no_cards_in_their_hand(self) -> None:
        for played in self.state.rounds:
            winners = [seat for seat, cell in played.cells.items() if cell.went_out]
            assert winners == ([] if played.went_out is None else [played.went_out])
            assert all(played.cells[seat].points == 0 for seat in winners)

    @invariant()
    def money_adds_up(self) -> None:
        if self.state.payments:
            assert sum(self.state.payments.values()) == sum(self.state.buys.values())

    @invariant()
    def the_history_tells_what_can_be_undone(self) -> None:
        for entry in self.game.entries[-6:]:
            command: cmd.Command = cmd.Redo(entry.seq) if entry.undone else cmd.Undo(entry.seq)
            accepted = isinstance(decide(self.state, command, self.state.number), Accepted)
            assert accepted or not entry.can_undo


Evening.TestCase.settings = settings(
    max_examples=80, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestEvening = pytest.mark.long(Evening.TestCase)
