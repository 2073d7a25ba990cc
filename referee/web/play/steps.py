"""A page of something done at the table, told one thing at a time: keys or cards to tap, then the ruling."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.game.state import GameState, RunningRound
from referee.rules.questions import CARDS, MELDS
from referee.web.ask.page import FieldView
from referee.web.ask.verdict import CardView
from referee.web.frame import Trouble
from referee.web.game.bar import Bar
from referee.web.play.page import Cited, MeldOnTable
from referee.web.play.preview import ASKED, DOWN, DOWN_ANSWERS, Preview


@dataclass(frozen=True)
class Key:
    """One answer of a step: the address values that it adds, and what it shows. None adds nothing: it is spent."""

    adds: Mapping[str, str] | None
    label: str
    note: str = ""
    cards: tuple[CardView, ...] = ()
    spoken: str = ""


@dataclass(frozen=True)
class Told:
    """A step that is done; ``back`` are the address values with which it is asked again."""

    words: str
    cards: tuple[CardView, ...]
    back: Mapping[str, str]


class Way(NamedTuple):
    """Another way on, beside the main one: what its key says, and where it leads."""

    label: str
    endpoint: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class PadForm:
    """What the key pad of cards needs to know."""

    jokers: bool
    suits: bool = True
    melds: bool = False


@dataclass(frozen=True)
class Steps:
    bar: Bar
    round: int
    heading: str
    page: str
    """The endpoint of this page, and what its address has beside what is told."""
    record: str
    """The endpoint that records it."""
    place: Mapping[str, Any]
    typed: Mapping[str, str]
    """What is told so far, as the address holds it and the recording sends it."""
    jokers: bool
    """Whether the key pad has a joker."""
    lead: str = ""
    meld: MeldOnTable | None = None
    """The meld on the table that it is about."""
    told: tuple[Told, ...] = ()
    keys: tuple[Key, ...] = ()
    fields: tuple[FieldView, ...] = ()
    asks: bool = True
    """Whether the cards are the last thing to be told, so that the ruling comes next."""
    half: str = ""
    """The field that ends this step when it is sent: as long as the address names it, it is not told yet."""
    more: tuple[Way, ...] = ()
    brief: str = ""
    """The key that records it as it is, without cards."""
    ruled: Preview | None = None
    """The ruling, once everything is told; then neither keys nor fields are shown."""
    needs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    clauses: tuple[Cited, ...] = ()

    @property
    def hidden(self) -> dict[str, str]:
        """What was told before this step, to travel along with its form."""
        inside = {one.name for one in self.fields}
        return {name: text for name, text in self.typed.items() if name not in inside}

    @property
    def form(self) -> PadForm:
        return PadForm(self.jokers, melds=any(one.kind == MELDS for one in self.fields))

    def but(self, **changes: Any) -> Steps:
        """The same page with something changed."""
        return dataclasses.replace(self, **changes)


def seat_in(running: RunningRound, text: str) -> int | None:
    """The seat of a number in an address; None where it is none of this round."""
    return next((seat for seat in running.seats if str(seat) == text), None)


def cards_field(name: str, label: str, kind: str = CARDS, value: str = "", asked: bool = False) -> FieldView:
    """A field for cards, as the key pad types into it; ``asked`` says when it is still empty."""
    needed = "Tap it in first." if asked and not value.strip() else ""
    return FieldView(name=name, kind=kind, label=label, hint="", value=value, needed=needed)


def needed(ruled: Preview | None, trouble: Trouble) -> dict[str, str]:
    """What has to be said at the table before it can be recorded, by field."""
    if ruled:
        return ruled.needs
    return {name: says for name, says in trouble.fields.items() if name in ASKED and "?" in says}


def seat_keys(state: GameState, name: str, seats: Iterable[int], notes: Mapping[int, str]) -> tuple[Key, ...]:
    return tuple(Key({name: str(seat)}, state.name(seat), notes.get(seat, "")) for seat in seats)


def down_keys(running: RunningRound, seat: int) -> tuple[Key, ...]:
    """When somebody went down, as far as the log does not say that they did."""
    known = seat in running.play.down
    return tuple(Key({DOWN: value, "ask": "1"}, label) for value, label in DOWN_ANSWERS if not known or value != "no")


def when_down(player: str) -> str:
    return f"When did {player} go down?"
