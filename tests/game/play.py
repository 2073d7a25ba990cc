"""A game played in memory: commands in, log and state kept, as a table would see it."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.game import history
from referee.game.events import Event, Recorded
from referee.game.fold import advance, fold
from referee.game.judges.decide import Accepted, Decision, NeedsConfirmation, Refused, Stale, decide, decide_opening
from referee.rulebooks import library
from referee.rules import packs
from referee.rules.rulebook.model import Rulebook

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joy")


def _recorded(start: int, events: tuple[Event, ...], by: str) -> tuple[Recorded, ...]:
    minute = f"2026-01-05T{10 + start // 60:02}:{start % 60:02}:00Z"
    return tuple(Recorded(seq, minute, by, event) for seq, event in enumerate(events, start))


class Game:
    """Seats are numbered from 1 in the order of ``players``; Ann deals first unless said otherwise."""

    def __init__(self, rulebook: str | Rulebook = "contract", players: int = 4, dealer: int = 0) -> None:
        self.book = library.load(rulebook) if isinstance(rulebook, str) else rulebook
        if self.book.pack == packs.STARS_PACK:
            packs.use(self.book.pack)  # only with it in force stars are cards
        opening = decide_opening(cmd.OpenGame(self.book, NAMES[:players], dealer))
        assert isinstance(opening, Accepted), opening
        self.state = fold(_recorded(1, opening.events, "Ann's phone"))

    def append(self, events: tuple[Event, ...], by: str) -> None:
        self.state = advance(self.state, _recorded(self.state.number + 1, events, by))

    @property
    def log(self) -> tuple[Recorded, ...]:
        return self.state.log

    @property
    def entries(self) -> tuple[history.Entry, ...]:
        return history.entries(self.state)

    @property
    def undo(self) -> history.Entry | None:
        return history.next_undo(self.state)

    @property
    def redo(self) -> history.Entry | None:
        return history.next_redo(self.state)

    def hands(self, **said: str) -> dict[int, str]:
        """``hands(s1="K K", s3="5")`` by seat."""
        return {int(seat[1:]): text for seat, text in said.items()}

    def do(self, command: cmd.Command, seen: int | None = None, by: str = "Ann's phone") -> Decision:
        """What comes of a command; its events, if any, are appended."""
        decision = decide(self.state, command, len(self.log) if seen is None else seen)
        if isinstance(decision, Accepted):
            self.append(decision.events, by)
        return decision

    def must(self, command: cmd.Command, seen: int | None = None, by: str = "Ann's phone") -> Accepted:
        decision = self.do(command, seen, by)
        assert isinstance(decision, Accepted), decision
        return decision

    def refuses(self, command: cmd.Command, seen: int | None = None) -> str:
        """The sentences of a refusal; nothing is appended."""
        before = self.log
        decision = self.do(command, seen)
        assert isinstance(decision, Refused), decision
        assert self.log == before
        return " ".join(problem.message for problem in decision.problems)

    def asks(self, command: cmd.Command) -> str:
        """The questions asked back; nothing is appended."""
        before = self.log
        decision = self.do(command)
        assert isinstance(decision, NeedsConfirmation), decision
        assert self.log == before
        return " ".join(query.question for query in decision.queries)

    def stale(self, command: cmd.Command, seen: int) -> Stale:
        """The answer to a page that is old; nothing is appended."""
        before = self.log
        decision = self.do(command, seen, "Ben's phone")
        assert isinstance(decision, Stale), decision
        assert self.log == before
        return decision

    def enter(self, seat: int, said: str, seen: int | None = None, by: str = "Ann's phone") -> Accepted:
        return self.must(cmd.EnterCardsLeft(self.number, seat, said, confirmed=True), seen, by)

    def close(self, went_out: int | None, **said: str) -> Accepted:
        """Close the running round in one go; seats not named hold one ten, and met no contract of their own."""
        running = self.state.running
        assert running is not None
        hands = {seat: "10" for seat in running.seats if seat != went_out} | self.hands(**said)
        met = dict.fromkeys(hands, False) if self.book.own_contracts else {}
        closing = cmd.CloseRound(running.number, hands, went_out, says_went_out=True, confirmed=True, met=met)
        return self.must(closing)

    @property
    def number(self) -> int:
        assert self.state.running is not None
        return self.state.running.number

    @property
    def totals(self) -> list[int]:
        """By seat number."""
        return [self.state.totals[seat] for seat in sorted(self.state.totals)]
