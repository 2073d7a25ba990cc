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
    """A sentence of the history, which is one message of the catalogue. ``brief`` says less, enough to name it in
    another sentence."""

    brief: str
    round: int | None = None
    """In which it begins by naming that round."""
    inside: str = ""
    """The sentence without the round, for whoever sees which one it is."""
    beside: str = ""
    """The sentence without what entries before it say, for whoever sees them; empty where it repeats nothing."""

    def __new__(cls, sentence: str, brief: str = "") -> Told:
        whole = super().__new__(cls, sentence)
        whole.brief = brief or sentence
        return whole

    def and_then(self, *more: str) -> Told:
        """The same with sentences behind it."""
        more_told = Told(in_a_row(self, *more), self.brief)
        more_told.round = self.round
        more_told.inside = self.inside and in_a_row(self.inside, *more)
        more_told.beside = self.beside and in_a_row(self.beside, *more)
        return more_told

    def among(self, number: int) -> str:
        """The sentence as it stands among what happened in a round: without that round, and without what others say."""
        if self.beside or self.round != number:
            return self.beside or self
        return self.inside


def in_a_row(*sentences: str) -> str:
    """Sentences one after the other; the last ends without a point, as each of the history does."""
    return ". ".join(sentences)


def in_round(number: int, sentence: str, brief: str = "") -> Told:
    """Something that happened in a round: ``"Round 4: Ben went out"``."""
    whole = Told(_in_round(number, sentence), _in_round(number, brief or sentence))
    whole.round, whole.inside = number, sentence
    return whole


def _in_round(number: int, sentence: str) -> str:
    return _("Round %(round)s: %(what)s", round=number, what=sentence)


def in_line(number: int, player: str, entry: str, brief: str = "") -> Told:
    """Something that stands on one player's line of a round: ``"Round 4, Ben: 10 (K)"``."""
    sentence = Told(_in_line(number, player, entry), _in_line(number, player, brief or entry))
    sentence.round, sentence.inside = number, _("%(player)s: %(entry)s", player=player, entry=entry)
    return sentence


def _in_line(number: int, player: str, entry: str) -> str:
    return _("Round %(round)s, %(player)s: %(entry)s", round=number, player=player, entry=entry)


TELLS: dict[type[Event], Callable[[Replay, Any], str]] = {}
OBJECTS: dict[type[Event], tuple[str, ...]] = {}
"""What Undo calls each type of event, from the fullest words to the shortest: the first that fit are shown."""


def tells(
    kind: type[E], named: str, *shorter: str
) -> Callable[[Callable[[Replay, E], str]], Callable[[Replay, E], str]]:
    """Registers the sentence of an event type, which sees the replay before the event, and what Undo calls it."""

    def register(function: Callable[[Replay, E], str]) -> Callable[[Replay, E], str]:
        TELLS[kind] = function  # type: ignore[index]
        OBJECTS[kind] = named, *shorter  # type: ignore[index]
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
