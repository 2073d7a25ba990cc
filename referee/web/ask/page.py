"""What the pages of the referee show before an answer: the questions, and the form of each."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.game.play import LaidMeld
from referee.game.state import GameState, RunningRound
from referee.rules import questions as kinds
from referee.rules.cards import CardError, parse_placed
from referee.rules.questions import DEFAULT_PLAYERS, Field, Option
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech import asked as named
from referee.rules.speech.hands import Wrong
from referee.rules.speech.words import copies
from referee.web import frame, words
from referee.web.ask import fields as asking

_RARE = ("screw", "shanghai", "settle", "deal")
_PIECE = re.compile(r"[^\s,;]+")
_ONLY = re.compile(r"only (.+) in this pack")


@dataclass(frozen=True)
class Table:
    """Under which rulebook and at which table is asked; ``code`` is empty without a game."""

    book: Rulebook
    players: int
    round: int | None
    names: tuple[str, ...]
    """By seat, from seat 1."""
    code: str = ""
    melds: tuple[Option, ...] = ()
    """What is recorded to lie on the table: the cards, and whose they are."""
    known: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    """By question, what the game knows already, as it would be typed."""

    def typed(self, question: str, typed: Mapping[str, str]) -> dict[str, str]:
        """What was typed; a form that nobody has begun yet begins with what the game knows."""
        fields = {field.name for field in asking.FIELDS[question]}
        begun = "ask" in typed or any(name.partition(".")[0] in fields for name in typed)
        return dict(typed) if begun else {**self.known.get(question, {}), **typed}

    @property
    def house(self) -> bool:
        return any(clause.basis == "house rule" for clause in self.book.clauses.values())

    @property
    def where(self) -> str:
        """``"Shanghai Rummy · 4 players · round 3"``."""
        parts = [self.book.name, words.count_of(self.players, "player")]
        return " · ".join([*parts, f"round {self.round}"] if self.round else parts)


class Choice(NamedTuple):
    question: str
    name: str


@dataclass(frozen=True)
class Questions:
    table: Table
    common: tuple[Choice, ...]
    rare: tuple[Choice, ...]
    books: tuple[Option, ...]
    seats: tuple[Option, ...]
    rounds: tuple[Option, ...]


@dataclass(frozen=True)
class FieldView:
    name: str
    kind: str
    label: str
    hint: str
    value: str
    options: tuple[Option, ...] = ()
    rows: tuple[tuple[str, str, str], ...] = ()
    """Where there is one number for each seat: name, label, value."""
    error: str = ""
    marked: tuple[frame.Marked, ...] = ()
    needed: str = ""
    """The question that the referee puts to the table, where this fact decides."""
    none: bool = False
    """Whether "none" can be said."""
    named: bool = False
    """Whether the seats have names."""
    optional: bool = False
    suggested: tuple[Option, ...] = ()
    """Melds on the table, to be chosen with a tap."""
    wide: bool = False
    """Whether the field stands in the open where nothing was said."""


@dataclass(frozen=True)
class Form:
    """One question's form, filled with what was typed."""

    table: Table
    question: str
    name: str
    fields: tuple[FieldView, ...]
    more: tuple[FieldView, ...]
    """What is only asked where it decides."""
    round: FieldView
    books: tuple[Option, ...]
    seats: tuple[Option, ...]
    problem: str = ""
    """What is wrong with the question as a whole."""
    pad: bool = True
    jokers: bool = True
    """Whether the key pad has a joker."""
    suits: bool = True
    """Whether suits matter to the question."""
    melds: bool = False
    """Whether some field takes several melds."""


@dataclass(frozen=True)
class Trouble:
    """The field at fault and the sentence."""

    field: str = ""
    message: str = ""
    needs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """By field, what has to be asked at the table."""


def table_of(book: Rulebook, typed: Mapping[str, str]) -> Table:
    """A table without a game: what the address says, as far as it makes sense."""
    players = _whole(typed.get("players", ""), DEFAULT_PLAYERS)
    if players not in book.decks:
        players = DEFAULT_PLAYERS if DEFAULT_PLAYERS in book.decks else min(book.decks)
    return Table(book, players, _round(book, typed), tuple(f"Seat {seat}" for seat in range(1, players + 1)))


def table_in_game(code: str, state: GameState, typed: Mapping[str, str]) -> Table:
    """The table of a game: its rulebook with its house rules, its seats, and the round being played."""
    running = state.running
    seats = running.seats if running else tuple(seat.id for seat in state.seats)
    now = running.plays if running else None
    names = tuple(map(state.name, seats))
    melds = tuple(Option(meld.cards, f"{state.name(meld.owner)}: {meld.cards}") for meld in _melds(running))
    return Table(state.book, len(seats), _round(state.book, typed) or now, names, code, melds, _known(running))


def _melds(running: RunningRound | None) -> Iterable[LaidMeld]:
    return running.play.melds.values() if running else ()


def _known(running: RunningRound | None) -> dict[str, dict[str, str]]:
    """What the recorded plays say: who has taken discards, and the melds on the table."""
    known: dict[str, dict[str, str]] = {}
    if running and running.play.takes:
        counts = enumerate(map(running.play.used, running.seats), 1)
        known["may_i"] = {f"used.{seat}": str(times) for seat, times in counts}
    if lines := "\n".join(meld.cards for meld in _melds(running)):
        known |= {"discard": {"table": lines}, "shanghai": {"table": lines}}
    return known


def _round(book: Rulebook, typed: Mapping[str, str]) -> int | None:
    number = _whole(typed.get("round", ""), 0)
    return number if 1 <= number <= book.rounds else None


def _whole(text: str, otherwise: int) -> int:
    found = asking.number(text.strip())
    return found if isinstance(found, int) else otherwise


def questions(table: Table, books: Iterable[Rulebook]) -> Questions:
    """The questions to choose from; those that the rulebook has nothing for stand among the rare ones."""
    played = {"screw": table.book.screw_over, "shanghai": table.book.shanghai_call}
    rare = tuple(one for one in _RARE if not played.get(one))
    choices = [Choice(question, name) for question, name in named.NAMES.items()]
    return Questions(
        table,
        tuple(one for one in choices if one.question not in rare),
        tuple(one for one in choices if one.question in rare),
        tuple(Option(book.id, book.name) for book in books),
        seats_of(table.book),
        rounds_of(table.book),
    )


def seats_of(book: Rulebook) -> tuple[Option, ...]:
    return tuple(Option(str(players), str(players)) for players in sorted(book.decks))


def rounds_of(book: Rulebook) -> tuple[Option, ...]:
    """Every round with its contract."""
    return tuple(
        Option(str(number), f"{number}: {words.contract(slots)}") for number, slots in enumerate(book.contracts, 1)
    )


def form(
    table: Table, question: str, typed: Mapping[str, str], books: Iterable[Rulebook], trouble: Trouble | None = None
) -> Form:
    """The form of a question with what was typed and, after an answer, what is wrong or missing."""
    trouble = trouble or Trouble()
    fields = asking.FIELDS[question]
    shown = [_view(one, typed, table, trouble) for one in fields]
    openly = {one.name for one in fields if not one.optional} | set(trouble.needs) | {trouble.field}
    shown_kinds = {one.kind for one in fields}
    known = {one.name for one in fields} | {"round", "use"}
    return Form(
        table=table,
        question=question,
        name=named.NAMES[question],
        fields=tuple(one for one in shown if one.name in openly or one.value),
        more=tuple(one for one in shown if one.name not in openly and not one.value),
        round=_round_view(table, question, trouble),
        books=tuple(Option(book.id, book.name) for book in books),
        seats=seats_of(table.book),
        problem="" if trouble.field in known else trouble.message,
        pad=bool(shown_kinds & asking.TYPED_CARDS),
        jokers=table.book.has_jokers,
        suits=question != "score",
        melds=kinds.MELDS in shown_kinds,
    )


def _round_view(table: Table, question: str, trouble: Trouble) -> FieldView:
    return FieldView(
        name="round",
        kind=kinds.CHOICE,
        label="Round",
        hint="",
        value=str(table.round or ""),
        options=rounds_of(table.book),
        error=trouble.message if trouble.field == "round" else "",
        needed=trouble.needs.get("round", ""),
        wide=question in asking.NEEDS_ROUND,
    )


def _view(one: Field, typed: Mapping[str, str], table: Table, trouble: Trouble) -> FieldView:
    at_fault = trouble.field in (one.name, "use") and one.name in (trouble.field, "use_cards")
    value = typed.get(one.name, "")
    options = asking.YES_NO if one.kind == kinds.FLAG else one.options
    if one.kind in (kinds.SEAT, kinds.SEATS):
        options = tuple(Option(str(seat), name) for seat, name in enumerate(table.names, 1))
        if one.kind == kinds.SEAT and one.none:
            options = (Option(asking.NONE, "Nobody"), *options)
    rows: tuple[tuple[str, str, str], ...] = ()
    if one.kind in (asking.COUNTS, asking.TOTALS):
        names = [f"{one.name}.{seat}" for seat in range(1, table.players + 1)]
        rows = tuple((name, label, typed.get(name, "")) for name, label in zip(names, table.names, strict=True))
        value = " ".join(typed.get(name, "") for name in names).strip()
    return FieldView(
        name=one.name,
        kind=one.kind,
        label=one.label,
        hint=one.hint,
        value=value,
        options=options,
        rows=rows,
        error=trouble.message if at_fault else "",
        marked=_marked(value, trouble.message) if at_fault and one.kind in asking.TYPED_CARDS else (),
        needed=trouble.needs.get(one.name, ""),
        named=bool(table.code),
        optional=one.optional,
        suggested=table.melds if one.kind == kinds.MELD else (),
        none=one.none and one.kind in (*asking.TYPED_CARDS, kinds.SEATS),
    )


def _marked(text: str, message: str) -> tuple[frame.Marked, ...]:
    """What was typed, with the words marked that are no cards, or the card of which there are too many."""
    wrong = [
        Wrong(piece.start(), piece.end(), piece[0], message)
        for piece in _PIECE.finditer(text)
        if not _is_cards(asking.tidy(piece[0]))
    ]
    if not wrong and (only := _ONLY.search(message)):
        same = [piece for piece in _PIECE.finditer(text) if _is_one_of(asking.tidy(piece[0]), only[1])]
        wrong = [Wrong(piece.start(), piece.end(), piece[0], message) for piece in same[-1:]]
    return frame.mark(text, tuple(wrong)) if wrong else ()


def _is_one_of(text: str, said: str) -> bool:
    """Whether a card is one of ``"two 5s of hearts"``."""
    card = parse_placed(text).card if len(text.split()) == 1 else None
    return card is not None and any(said == copies(card, count) for count in range(1, 9))


def _is_cards(text: str) -> bool:
    try:
        return all(parse_placed(piece) is not None for piece in text.split())
    except CardError:
        return False


def needs_of(answer: Mapping[str, Any]) -> dict[str, str]:
    """By field, what has to be asked at the table."""
    return {need["field"]: need["question"] for need in answer.get("needs", ())}
