"""What would come of something that is to be recorded: the same judges, asked before anything is written."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.events import Event
from referee.game.judges.decide import Accepted, Refused, decide
from referee.game.rulings.ask import ASKS, ask, players_of
from referee.game.state import GameState, RunningRound
from referee.rules.requests import RequestError
from referee.rules.speech.rulings import because_sentence, makes_legal
from referee.web import words
from referee.web.ask.verdict import CardView
from referee.web.play.page import Cited, cited, drawn_meld

DOWN = "down"
ASKED = frozenset({DOWN, "owner_melds", "meld"})
"""Facts that are asked back where they decide."""
DOWN_ANSWERS = (("no", "Not yet"), ("this turn", "In this turn"), ("earlier", "Before"))


class Row(NamedTuple):
    label: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True)
class Preview:
    word: str
    tone: str
    """``yes``, ``no`` or ``open``."""
    sentences: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    clauses: tuple[Cited, ...] = ()
    makes_legal: tuple[str, ...] = ()
    needs: dict[str, str] = field(default_factory=dict)
    """By field, what has to be asked at the table before it can be recorded."""

    @property
    def records(self) -> bool:
        return self.tone == "yes"


def preview(state: GameState, running: RunningRound, command: cmd.PlayCommand) -> Preview:
    """The ruling on a command that is not sent yet, with what it would change."""
    if isinstance(command, cmd.LayMeld | cmd.LayOff | cmd.ScrewOver):
        command = dataclasses.replace(command, confirmed=True)  # what is asked back comes with the recording
    decision = decide(state, command, state.number)
    if isinstance(decision, Refused):
        needs = {one.field: one.message for one in decision.problems if one.field in ASKED and "?" in one.message}
        sentences = _each_once([one.message for one in decision.problems if one.field not in needs])
        clauses = cited(state.book, [one.clause for one in decision.problems if one.clause])
        if needs and not sentences:
            return Preview("It depends", "open", (), clauses=clauses, needs=needs)
        return Preview("No", "no", sentences, clauses=clauses, makes_legal=_hints(state, running, command))
    if isinstance(decision, Accepted):
        ruling = ask(state, running, command).ruling if type(command) in ASKS else None
        said = [because_sentence(ruling, players_of(state, running, command))] if ruling else []
        said += [line for event in decision.events for line in _consequences(state, event)]
        told = tuple(row for event in decision.events for row in rows_of(state, event))
        because = cited(state.book, [one.clause for one in ruling.because]) if ruling else ()
        return Preview("Yes", "yes", tuple(said), told, because)
    return Preview("No", "no", ("Somebody changed that meanwhile.",))


def _each_once(sentences: Sequence[str]) -> tuple[str, ...]:
    """Without those that the one before them says already."""
    said: list[str] = []
    for sentence in sentences:
        if not any(sentence.rstrip(".").casefold() in one.casefold() for one in said):
            said.append(sentence)
    return tuple(said)


def _consequences(state: GameState, event: Event) -> list[str]:
    """What an event means for a player beyond what the ruling says."""
    if isinstance(event, ev.ScrewedOver) and event.owed:
        who = state.name(event.owner)
        return [f"{who} is truly screwed, and lays off again only in a turn after the {event.owed} is replaced."]
    return []


def _hints(state: GameState, running: RunningRound, command: cmd.PlayCommand) -> tuple[str, ...]:
    try:
        ruling = ask(state, running, command).ruling
    except RequestError:
        return ()
    return tuple(map(words.begun, makes_legal(ruling, players_of(state, running, command))))


def rows_of(state: GameState, event: Event) -> list[Row]:
    """The cards that an event moves, as they lie afterwards."""
    rows: list[tuple[str, str]] = []
    match event:
        case ev.ScrewedOver():
            owner, by = state.name(event.owner), state.name(event.by)
            rows = [(f"{owner}'s meld is then", event.stays), (f"Into {owner}'s hand", event.to_owner)]
            if event.use == "lay_off":
                rows.append(("The meld laid onto is then", event.onto_became))
            else:
                rows += [(f"{by} lays down", one) for one in event.melds]
        case ev.LaidOff() | ev.WildTaken() | ev.ShanghaiCalled():
            rows = [("The meld is then", event.became)]
        case ev.WentDown():
            rows = [(f"Meld {number}", one) for number, one in enumerate(event.melds, 1)]
        case ev.MeldLaid():
            rows = [("The meld", event.cards)]
        case _:
            pass
    return [Row(label, drawn_meld(cards)) for label, cards in rows if cards]
