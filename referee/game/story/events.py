"""Events as plain sentences, as the history shows them and as Undo is spoken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.replay import Replay
from referee.messages import gettext as _
from referee.messages import ngettext

E = TypeVar("E")


class Told(str):
    """A sentence of the history. ``brief`` is its beginning, enough to name it in another sentence."""

    brief: str
    round: int | None = None
    """In which it begins by naming that round."""
    inside: str = ""
    """``brief`` without the round, for whoever sees which one it is."""
    beside: str = ""
    """The sentence without what entries before it say, for whoever sees them; empty where it repeats nothing."""

    def __new__(cls, brief: str, rest: str = "") -> Told:
        joint = " " if rest and rest[0] not in ":;,. " else ""
        sentence = super().__new__(cls, f"{brief}{joint}{rest}")
        sentence.brief = brief
        return sentence

    def and_then(self, more: str) -> Told:
        """The same with more behind it."""
        more_told = Told(self.brief, f"{self[len(self.brief) :]}{more}")
        more_told.round, more_told.inside = self.round, self.inside
        more_told.beside = self.beside and f"{self.beside}{more}"
        return more_told

    def among(self, number: int) -> str:
        """The sentence as it stands among what happened in a round: without that round, and without what others say."""
        if self.beside or self.round != number:
            return self.beside or self
        return f"{self.inside}{self[len(self.brief) :]}"


def in_round(number: int, what: str, rest: str = "") -> Told:
    """Something that happened in a round: ``"Round 4: Ben went out"``."""
    return _in(number, what, Told(_("Round %(round)s: %(what)s", round=number, what=what), rest))


def in_line(number: int, what: str, rest: str = "") -> Told:
    """Something that stands on one line of a round: ``"Round 4, Ben: 10"``."""
    return _in(number, what, Told(_("Round %(round)s, %(what)s", round=number, what=what), rest))


def _in(number: int, what: str, sentence: Told) -> Told:
    sentence.round, sentence.inside = number, what
    return sentence


TELLS: dict[type[Event], Callable[[Replay, Any], str]] = {}


def tells(kind: type[E]) -> Callable[[Callable[[Replay, E], str]], Callable[[Replay, E], str]]:
    """Registers the sentence of an event type; it sees the replay before the event."""

    def register(function: Callable[[Replay, E], str]) -> Callable[[Replay, E], str]:
        TELLS[kind] = function  # type: ignore[index]
        return function

    return register


def tell(replay: Replay, event: Event, log: Sequence[Recorded], sentences: Sequence[Told]) -> Told:
    """The sentence of one event; ``sentences`` are those of everything before it in the log, the opening first."""
    if not isinstance(event, ev.Undone):
        sentence = TELLS[type(event)](replay, event)
        return sentence if isinstance(sentence, Told) else Told(sentence)
    target, back = ev.undone_in_the_end(event, log)
    undone = sentences[target - 1]
    sentence = Told(_turned(undone, back))
    sentence.brief = sentence.beside = _turned(undone.brief, back)
    return sentence


def _turned(sentence: str, back: bool) -> str:
    return _("Brought back: %(event)s", event=sentence) if back else _("Undone: %(event)s", event=sentence)


def points(count: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", count)


def by_player(replay: Replay, event: Any) -> dict[str, Any]:
    """The player of an event, for its sentence."""
    return {"player": replay.name(event.seat)}
