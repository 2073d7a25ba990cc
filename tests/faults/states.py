"""``python -m tests.faults.states``: phones do whatever they may to one game, and a naive model does it too.

The model keeps what was written as a list with marks for what was undone, and works everything out of that list anew
each time: no replay, no database, nothing shared. After each step the game in the book must be that of the model, and
that of its log. Steps: enter, enter on an old page, who went out, close, correct, note, join, undo, redo, send again,
revoke and let in a phone, merge two players and take it back.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import invariant, precondition, rule

from referee import errors
from referee.game import commands as cmd
from referee.game.fold import fold
from referee.services.clubs import clubs, seasons
from referee.services.games import games
from referee.services.games.games import Done, Stale, WriteTag
from referee.services.phones import access, phones
from referee.services.phones.access import CLUB, Role
from tests import apps, machines
from tests.services.desk import open_game, tag

HANDS = ("", "K", "K 10", "10 5", "5 5", "JK")
PHONES = 3
STEPS = 40
"""Of one game."""


@dataclass
class Op:
    """Something that was written, at this number of the log."""

    kind: str
    what: tuple[Any, ...]
    seq: int
    undone: bool = False


@dataclass
class Model:
    """The game as a beginner would keep it."""

    seats: list[int]
    ops: list[Op] = field(default_factory=list)

    def told(self) -> tuple[list[dict[int, str]], dict[int, str], int | None, list[str]]:
        """Closed rounds, lines of the running one, who went out of it, notes."""
        closed: list[dict[int, str]] = []
        entered: dict[int, str] = {}
        out: int | None = None
        notes: list[str] = []
        for op in self.ops:
            if op.undone:
                continue
            if op.kind == "enter":
                entered[op.what[0]] = op.what[1]
            elif op.kind == "out":
                out = op.what[0]
            elif op.kind == "close":
                closed.append({**entered, out: "out"})  # type: ignore[dict-item]
                entered, out = {}, None
            elif op.kind == "correct":
                closed[op.what[0] - 1][op.what[1]] = op.what[2]
            elif op.kind == "note":
                notes.append(op.what[0])
        return closed, entered, out, notes

    def playing(self, number: int) -> set[int]:
        there = {op.what[0] for op in self.ops if op.kind == "join" and not op.undone and op.what[1] <= number}
        return {*self.seats, *there}

    @property
    def last(self) -> Op | None:
        return next((op for op in reversed(self.ops) if not op.undone), None)


def _why(answer: Any) -> str:
    """What kind of answer, and why; a whole state would be pages."""
    return f"{type(answer).__name__}: {[problem.message for problem in getattr(answer, 'problems', ())]}"


def cards(text: str) -> str:
    return " ".join(sorted(text.split()))


class Machine(machines.Counted):
    """One game, three phones and an organiser."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = contextlib.ExitStack()
        folder = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-states-"))
        app = self.stack.enter_context(apps.lent({"TESTING": True, "DATA_DIR": folder, "WTF_CSRF_ENABLED": False}))
        self.stack.enter_context(app.app_context())
        self.code = open_game("contract", "Ann", "Ben", "Cid").code
        open_game("contract", "Annie", "Dee", "Eve")
        self.club = seasons.first_club().id
        self.people = {player.name: player.id for player in seasons.players(self.club)}
        self.merged = False
        self.model = Model([1, 2, 3])
        self.sent: list[tuple[cmd.Command, WriteTag, Any]] = []
        self.undone: list[Op] = []
        """What may be redone."""
        self.changed: dict[int, int] = {}
        """The number of the log at which a line of the running round was last changed."""
        self.floor = 1
        """Pages older than this show another round."""
        self.phones: list[str] = []
        self.let_in: set[int] = set()
        for number in range(PHONES):
            made = access.make_phone(access.new_cookie(), Role.NOBODY)
            assert made is not None
            self.phones.append(made.id)
            self._let_in(number)

    def teardown(self) -> None:
        self.stack.close()

    def _let_in(self, number: int) -> None:
        phones.give(self.phones[number], CLUB, self.club, Role.SCORER, tag())
        self.let_in.add(number)

    def _by(self, number: int, seen: int) -> WriteTag:
        made = tag(seen)
        return WriteTag(made.id, seen, f"phone {number}", self.phones[number], Role.NOBODY)

    def _state(self) -> Any:
        return games.game(self.code)

    def _write(self, command: cmd.Command, by: WriteTag) -> Any:
        answer = games.act(self.code, command, by)
        self.sent.append((command, by, answer))
        return answer

    def _from_phone(self, number: int, command: cmd.Command, seen: int) -> Any:
        """None where the phone may not."""
        if number in self.let_in:
            return self._write(command, self._by(number, seen))
        try:
            games.act(self.code, command, self._by(number, seen))
        except errors.NotAllowed:
            return None
        raise AssertionError("a phone that was revoked has written")

    def _told(self, kind: str, what: tuple[Any, ...], answer: Any) -> None:
        assert isinstance(answer, Done), (kind, what, _why(answer))
        if answer.events:
            self.model.ops.append(Op(kind, what, answer.number))
            self.undone.clear()

    @property
    def playing(self) -> bool:
        return self._state().running is not None

    @precondition(lambda self: self.playing)
    @rule(phone=st.integers(0, PHONES - 1), at=st.integers(0, 9), said=st.sampled_from(HANDS), age=st.integers(0, 6))
    def enter(self, phone: int, at: int, said: str, age: int) -> None:
        state = self._state()
        closed, entered, out, _ = self.model.told()
        seat = sorted(self.model.playing(len(closed) + 1))[at % len(state.running.seats)]
        if seat == out:
            return
        seen = max(self.floor, state.number - age)
        line = said or "nothing"
        answer = self._from_phone(phone, cmd.EnterCardsLeft(len(closed) + 1, seat, line, confirmed=True), seen)
        if answer is None:
            return
        if self.changed.get(seat, 0) > seen and cards(entered.get(seat, "none")) != cards(said):
            assert isinstance(answer, Stale), type(answer)
            return
        self._told("enter", (seat, said), answer)
        if answer.events:
            self.changed[seat] = answer.number

    @precondition(lambda self: self.playing)
    @rule(phone=st.integers(0, PHONES - 1), at=st.integers(0, 9))
    def went_out(self, phone: int, at: int) -> None:
        state = self._state()
        closed, entered, out, _ = self.model.told()
        seat = sorted(self.model.playing(len(closed) + 1))[at % len(state.running.seats)]
        if seat in entered or out is not None:
            return
        answer = self._from_phone(phone, cmd.SayWentOut(len(closed) + 1, seat, confirmed=True), state.number)
        if answer is not None:
            self._told("out", (seat,), answer)
            self.floor = answer.number

    @precondition(lambda self: self.playing)
    @rule(said=st.sampled_from(HANDS))
    def close(self, said: str) -> None:
        """What is missing is entered first, else no round would ever be over."""
        state = self._state()
        closed, entered, out, _ = self.model.told()
        number = len(closed) + 1
        there = self.model.playing(number)
        if out is None:
            out = min(there - set(entered), default=None)
            if out is None:
                return
            self._told("out", (out,), self._write(cmd.SayWentOut(number, out, confirmed=True), tag(state.number)))
        for seat in sorted(there - set(entered) - {out}):
            line = cmd.EnterCardsLeft(number, seat, said or "nothing", confirmed=True)
            self._told("enter", (seat, said), self._write(line, tag(self._state().number)))
        answer = self._write(cmd.CloseRound(number, confirmed=True), tag(self._state().number))
        self._told("close", (), answer)
        self.floor, self.changed = answer.number, {}

    @precondition(lambda self: self.playing and self._state().rounds)
    @rule(at=st.integers(0, 9), seat=st.integers(1, 4), said=st.sampled_from(HANDS))
    def correct(self, at: int, seat: int, said: str) -> None:
        state = self._state()
        closed, *_ = self.model.told()
        number = at % len(closed) + 1
        if closed[number - 1].get(seat, "out") == "out":
            return
        command = cmd.CorrectCell(number, seat, said or "nothing", confirmed=True)
        self._told("correct", (number, seat, said), self._write(command, tag(state.number)))

    @rule(phone=st.integers(0, PHONES - 1), text=st.sampled_from(("tea", "cake")))
    def note(self, phone: int, text: str) -> None:
        answer = self._from_phone(phone, cmd.AddNote(text), 1)
        if answer is not None:
            self._told("note", (text,), answer)

    @precondition(lambda self: self.playing and not any(op.kind == "join" for op in self.model.ops))
    @rule()
    def join(self) -> None:
        state = self._state()
        answer = self._write(cmd.AddSeat("Fay", how="said", opening=0, confirmed=True), tag(state.number))
        (seat,) = {seat.id: seat for seat in answer.state.seats if seat.player == "Fay"}.values()
        assert seat.joined in (state.running.number, state.running.number + 1)
        self._told("join", (seat.id, seat.joined), answer)
        self.floor = answer.number

    @precondition(lambda self: self.model.last is not None and self.playing)
    @rule()
    def undo(self) -> None:
        op = self.model.last
        assert op is not None
        answer = self._write(cmd.Undo(op.seq, confirmed=True), tag(self._state().number))
        assert isinstance(answer, Done), (op, _why(answer))
        op.undone = True
        self.undone.append(op)
        self.floor = answer.number

    @precondition(lambda self: self.undone and self.playing)
    @rule()
    def redo(self) -> None:
        """What was undone last, while nothing was written since."""
        op = self.undone.pop()
        answer = self._write(cmd.Redo(op.seq), tag(self._state().number))
        assert isinstance(answer, Done), (op, _why(answer))
        op.undone = False
        self.floor = answer.number

    @precondition(lambda self: self.sent)
    @rule(at=st.integers(0, 10_000))
    def send_again(self, at: int) -> None:
        command, by, first = self.sent[at % len(self.sent)]
        before = self._state()
        again = games.act(self.code, command, by)
        assert type(again) is type(first)
        if isinstance(first, Done):
            assert again.repeated
            assert (again.events, again.number) == (first.events, first.number)
        assert self._state() == before

    @rule(number=st.integers(0, PHONES - 1))
    def revoke_or_let_in(self, number: int) -> None:
        if number in self.let_in:
            phones.give(self.phones[number], CLUB, self.club, Role.NOBODY, tag())
            self.let_in.discard(number)
        else:
            self._let_in(number)

    @rule()
    def merge_or_not(self) -> None:
        one, other = self.people["Ann"], self.people["Annie"]
        if self.merged:
            clubs.unmerge_player(other)
        else:
            clubs.merge_players(one, other)
        self.merged = not self.merged

    @invariant()
    def the_book_is_the_model_and_the_log(self) -> None:
        Machine.steps += 1
        state = self._state()
        assert state == fold(state.log)
        assert [entry.seq for entry in state.log] == list(range(1, state.number + 1))
        closed, entered, out, notes = self.model.told()
        assert list(state.notes) == notes
        shown = [
            {seat: "out" if cell.went_out else cards(cell.cards or "") for seat, cell in each.cells.items()}
            for each in state.rounds
        ]
        assert shown == [{s: "out" if said == "out" else cards(said) for s, said in each.items()} for each in closed]
        if state.running is not None:
            lines = {seat: cards(line.cards or "") for seat, line in state.running.entered.items()}
            assert lines == {seat: cards(said) for seat, said in entered.items()}
            assert state.running.went_out == out
            assert set(state.running.seats) == self.model.playing(len(closed) + 1)
        wanted = {
            seat.id: sum(_points(each.get(seat.id, "out"), state.book.prices) for each in closed)
            for seat in state.seats
        }
        assert dict(state.totals) == wanted
        there = {player.name for player in seasons.players(self.club)}
        assert ("Annie" in there) is not self.merged


def _points(said: str, prices: Any) -> int:
    return 0 if said == "out" else sum(prices[rank] for rank in said.split())


def run(steps: int, seed: int = 15, told: bool = False, shrink: bool = True) -> int:
    """At least so many steps; how many they were. Raises what a step found, with the way to it."""
    return machines.run(Machine, steps, STEPS, seed, told, shrink)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.states", description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=15)
    options = parser.parse_args()
    run(options.steps, options.seed, told=True)
    apps.clear()
    return 0


if __name__ == "__main__":
    sys.exit(main())
