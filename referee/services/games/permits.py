"""What of a game a phone may do: one table, from each command to the least role, and when a lower one is enough.

Asked inside the transaction that writes, on the rights as they are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from referee.days import lasts, now
from referee.game import commands as cmd
from referee.game import events as ev
from referee.game import history
from referee.game.commands import Command
from referee.game.judges.hands import read_lines
from referee.game.judges.lines import told_anew
from referee.game.judges.met import with_met
from referee.game.judges.outcome import Refused
from referee.game.rulings.plays import acting
from referee.game.state import GameState, RunningRound
from referee.services.deliveries import WriteTag
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.clubs import holdings
from referee.storage.engine.transactions import reading
from referee.storage.games import log

CLOSED_AFTER = timedelta(days=1)
"""So long after its last entry a finished game is still of that evening, and its host may correct it."""


@dataclass(frozen=True)
class Asker:
    """A phone below host that wants something of a game."""

    code: str
    phone: str
    state: GameState

    def own(self, *seats: int | None) -> bool:
        """Whether this phone holds all these seats."""
        return set(seats) <= self.seats

    @property
    def seats(self) -> set[int]:
        """The seats that this phone holds."""
        rows = holdings.of_game(self.code, self.phone) if self.phone else ()
        return {row.seat for row in rows if row.phone == self.phone and row.ended_at is None}

    def wrote(self, seq: int | None) -> bool:
        """Whether this phone wrote that entry."""
        return seq is not None and bool(self.phone) and log.phone_of(self.code, seq) == self.phone


Enough = Callable[[Any, Asker], bool]
"""Whether a player may do it all the same."""


def _own_seat(command: Any, asker: Asker) -> bool:
    return asker.own(command.seat)


def _says_went_out(command: cmd.SayWentOut, asker: Asker) -> bool:
    """Oneself, or what nobody has said yet."""
    running = asker.state.running
    return running is None or not running.went_out_said or (command.seat is not None and asker.own(command.seat))


def _closes(command: cmd.CloseRound | cmd.CountRound, asker: Asker) -> bool:
    """Whoever confirms first closes it, with the lines that are there; further ones only for the own seats."""
    running = asker.state.running
    other_winner = (
        command.says_went_out and running is not None and running.went_out_said and command.went_out != running.went_out
    )
    counts = isinstance(command, cmd.CountRound) and running is not None
    seats = _seats_told(asker.state, running, command) if counts and running else {*command.cards}
    if isinstance(command, cmd.CountRound) and running is not None:
        seats |= {*command.cleared} & running.entered.keys()
    return not other_winner and asker.own(*seats)


def _seats_told(state: GameState, running: RunningRound, command: cmd.CloseRound | cmd.CountRound) -> set[int]:
    """Whose lines are told for the first time or changed; one without whether the contract was met is: it is asked."""
    lines = read_lines(state.book_in(command.round), command.cards)
    if isinstance(lines, Refused):
        return {*command.cards}
    out = command.went_out if command.says_went_out else running.went_out if running.went_out_said else None
    given = with_met(state, running, lines, command.met, out)
    unsaid: set[int] = set()
    if isinstance(given, Refused):
        unsaid = {problem.seat for problem in given.problems if problem.seat is not None}
        rest = {seat: line for seat, line in lines.items() if seat not in unsaid}
        given = with_met(state, running, rest, command.met, out)
    return {*command.cards} if isinstance(given, Refused) else unsaid | told_anew(running, given).keys()


def _joins(command: cmd.AddSeat, asker: Asker) -> bool:
    """A late guest with a phone takes a seat; the points they begin with are the table's to say."""
    return command.how != "said" and not asker.seats


def _notes(command: cmd.NoteIrregularity, asker: Asker) -> bool:
    """What went wrong with one's own hand, and that it is put right; points and a new deal are the table's to say."""
    if command.seat is None:
        return command.remedy == "note"
    return command.remedy in ("note", "nothing", "owed", "right") and asker.own(command.seat)


def _own_entry(command: cmd.Undo, asker: Asker) -> bool:
    target = command.target if command.target is not None else history.next_undo_seq(asker.state)
    return asker.wrote(target)


def _own_undo(command: cmd.Redo, asker: Asker) -> bool:
    target = command.target if command.target is not None else history.next_redo_seq(asker.state)
    if target is None or not 1 < target <= asker.state.number:
        return True  # the judge says that there is nothing
    undone = asker.state.log[target - 1].event
    return asker.wrote(target if isinstance(undone, ev.Undone) else history.undo_of(asker.state, target))


NEEDS: Mapping[type[Command], tuple[Role, Enough | None]] = {
    cmd.RecordCut: (Role.SCORER, None),
    cmd.SayWentOut: (Role.SCORER, _says_went_out),
    cmd.EnterCardsLeft: (Role.SCORER, _own_seat),
    cmd.ClearCardsLeft: (Role.SCORER, _own_seat),
    cmd.Count: (Role.SCORER, _own_seat),
    cmd.CountRound: (Role.SCORER, _closes),
    cmd.CloseRound: (Role.SCORER, _closes),
    cmd.CorrectCell: (Role.SCORER, _own_seat),
    cmd.CorrectWinner: (Role.SCORER, None),
    cmd.SayBuys: (Role.SCORER, lambda command, asker: asker.own(*command.buys)),
    cmd.AgreeHandicap: (Role.SCORER, None),
    cmd.AddSeat: (Role.SCORER, _joins),
    cmd.DropSeat: (Role.SCORER, _own_seat),
    cmd.ReturnSeat: (Role.SCORER, _own_seat),
    cmd.RenameSeat: (Role.SCORER, _own_seat),
    cmd.ReorderSeats: (Role.SCORER, None),
    cmd.ChangeDealer: (Role.SCORER, None),
    cmd.AddNote: (Role.PLAYER, None),
    cmd.RecordRuling: (Role.PLAYER, None),
    cmd.Undo: (Role.HOST, _own_entry),
    cmd.Redo: (Role.HOST, _own_undo),
    cmd.Finish: (Role.HOST, None),
    cmd.Reopen: (Role.HOST, None),
    cmd.Abandon: (Role.HOST, None),
    cmd.CarryOn: (Role.HOST, None),
    cmd.DecideRule: (Role.HOST, None),
    cmd.AgreeRules: (Role.HOST, None),
    cmd.RevokeRule: (Role.HOST, None),
    cmd.ChangeRulebook: (Role.HOST, None),
    cmd.RecordPlay: (Role.SCORER, lambda command, asker: asker.own(*acting(command))),
    cmd.ShuffleStock: (Role.PLAYER, None),
    cmd.LoseTurn: (Role.PLAYER, None),
    cmd.NoteIrregularity: (Role.SCORER, _notes),
}
"""By command the least role, and when a player (for undo and redo: whoever may write at all) may do it, too."""


_AFTER_THE_END = (
    cmd.AddNote, cmd.RecordRuling, cmd.SayBuys, cmd.Undo, cmd.EnterCardsLeft, cmd.SayWentOut, cmd.Count,
    cmd.CountRound, cmd.CloseRound,
)  # fmt: skip
"""What needs no more in a game that is over than before: the judge answers a phone that was a moment late."""


def entries_of(code: str, phone: str) -> frozenset[int]:
    """The numbers of the entries of a game that a phone wrote."""
    with reading():
        return log.entries_of(code, phone) if phone else frozenset()


def may(tag: WriteTag, command: Command, state: GameState, club: str, code: str) -> bool:
    """Whether the phone of a write may do this in a game as it stands. Inside the transaction that writes.

    One statement for a phone that nobody lets in by the door, one more where it depends on the seat or the entry.
    """
    role = access.role_of(tag, club, code)
    if _is_closed(state):
        return role >= Role.ORGANISER or (isinstance(command, cmd.AddNote) and role >= Role.PLAYER)
    if state.status != "playing" and not isinstance(command, _AFTER_THE_END):
        return role >= Role.HOST
    least, enough = NEEDS[type(command)]
    if role >= least:
        return True
    return role >= Role.PLAYER and enough is not None and enough(command, Asker(code, tag.phone, state))


def _is_closed(state: GameState) -> bool:
    return state.status == "finished" and not lasts(state.log[-1].at, CLOSED_AFTER, now())
