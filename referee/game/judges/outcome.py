"""What comes of a command: events, a refusal, a question back, or "somebody changed that meanwhile"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from referee.game.commands import COMMAND_TYPES, Command
from referee.game.events import Event
from referee.game.state import GameState
from referee.game.story.answers import sentence
from referee.rules.rulings import Finding, Phrase
from referee.rules.speech.hands import Wrong

ASKS_BACK = frozenset({"need", "which_meld"})
"""Phrases that ask for a fact of the command."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a command is refused: the field of the command, what is said of it, and what is at fault."""

    field: str
    says: Phrase | str
    """A phrase; ready words where the rules or a form have told why."""
    word: str = ""
    """The piece at fault, such as a rank."""
    seat: int | None = None
    """The seat whose line it is, where a command carries several."""
    clause: str = ""
    """The address of the clause that refuses it, where a rule does."""
    wrong: tuple[Wrong, ...] = ()
    """The pieces of what was typed that cannot be read as cards."""

    @property
    def message(self) -> str:
        return sentence(self.says)

    @property
    def finding(self) -> Finding | None:
        """What a rule has against it; None where no rule refuses it."""
        finding: Finding | None = self.says.about.get("finding") if isinstance(self.says, Phrase) else None
        return finding

    @property
    def asks(self) -> bool:
        """Whether it asks for a fact that decides: nothing is against it otherwise."""
        return isinstance(self.says, Phrase) and self.says.name in ASKS_BACK

    @property
    def asks_suits(self) -> bool:
        """Whether the suits of cards are asked for that were told without them."""
        return isinstance(self.says, Phrase) and self.says.name == "need" and self.says.about["need"].asks_suits


@dataclass(frozen=True, slots=True)
class Query:
    """Something unlikely that is asked back once; ``confirmed`` in the command answers yes."""

    field: str
    asks: Phrase
    seat: int | None = None

    @property
    def question(self) -> str:
        return sentence(self.asks)

    @property
    def readings(self) -> tuple[str, ...]:
        """The melds to choose from, where it asks how cards are read."""
        return tuple(self.asks.about.get("readings", ()))


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing that somebody else changed since the phone saw it."""

    changed: Phrase
    """``"Round 3, Player 2"``, ``"Who went out in round 3"``, ..."""
    now: Phrase
    wanted: Phrase
    by: str
    at: str
    seat: int | None = None
    adds: bool = False
    """Whether both can have happened, one after the other, so that nothing is replaced."""
    also: int | None = None
    """The entry of theirs that mine can be told for as well: both asked for the same discard."""
    wrong: str = ""
    """The field of mine that is another one if both happened: nobody does this twice."""
    confirms: bool = False
    """Whether mine was only confirmed, not told: sent again, it confirms theirs."""

    @property
    def what(self) -> str:
        return sentence(self.changed)

    @property
    def theirs(self) -> str:
        return sentence(self.now)

    @property
    def mine(self) -> str:
        return sentence(self.wanted)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The events to append; none where everything is already as wanted."""

    events: tuple[Event, ...] = ()
    warns: tuple[Phrase, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(sentence(says) for says in self.warns)


@dataclass(frozen=True, slots=True)
class Refused:
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class NeedsConfirmation:
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """The page was old: sent again with the number of the fresh one, the command counts."""

    conflicts: tuple[Conflict, ...]


Decision = Accepted | Refused | NeedsConfirmation | Stale
C = TypeVar("C")
Judge = Callable[[GameState, C, int], Decision]
"""From the state at the head, a command, and the number the phone saw."""
Check = Callable[[GameState, Any], Decision | None]
"""What may stop a command before its judge is asked."""
DECIDES: dict[type[Command], Judge[Any]] = {}


def decides(kind: type[C], *checks: Check) -> Callable[[Judge[C]], Judge[C]]:
    """Registers who judges a command that nothing of these stops."""

    def register(judge: Judge[C]) -> Judge[C]:
        def checked(state: GameState, command: C, seen: int) -> Decision:
            for check in checks:
                if stop := check(state, command):
                    return stop
            return judge(state, command, seen)

        DECIDES[kind] = checked  # type: ignore[index]
        return judge

    return register


def check_complete() -> None:
    """Raises at import where a command has no judge."""
    if missing := [kind.__name__ for kind in COMMAND_TYPES if kind not in DECIDES]:
        raise AssertionError(f"nobody decides {', '.join(missing)}")


def refused(field: str, says: Phrase | str, word: str = "", seat: int | None = None) -> Refused:
    return Refused((Problem(field, says, word, seat),))


def conflict(
    changed: Phrase,
    now: Phrase,
    wanted: Phrase,
    by: tuple[str, str],
    seat: int | None = None,
    *,
    adds: bool = False,
    also: int | None = None,
    wrong: str = "",
) -> Stale:
    """The one thing that somebody else changed; ``by`` whom, and when."""
    return Stale((Conflict(changed, now, wanted, *by, seat, adds, also, wrong),))


@dataclass
class Findings:
    """Everything that the checks of one command found, collected whole."""

    problems: list[Problem] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)

    def problem(self, field: str, says: Phrase | str, word: str = "", seat: int | None = None) -> None:
        self.problems.append(Problem(field, says, word, seat))

    def query(self, field: str, asks: Phrase, seat: int | None = None) -> None:
        self.queries.append(Query(field, asks, seat))

    def otherwise(self, confirmed: bool, *events: Event) -> Decision:
        """The events, unless something stands against them or must be asked back first."""
        if self.problems:
            return Refused(tuple(self.problems))
        if self.queries and not confirmed:
            return NeedsConfirmation(tuple(self.queries))
        return Accepted(events)
