"""A club's own rulebooks: the form with every value, and the list of those that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from wtforms import Field

from referee.messages import N_
from referee.messages import gettext as _
from referee.rulebooks import library
from referee.rulebooks.own import LONGEST_FILE
from referee.rulebooks.search import finding
from referee.rulebooks.starts.making import Start
from referee.rules.packs import STANDARD_PACK, played_with
from referee.rules.rulebook import in_words
from referee.rules.rulebook.house_rules import ours, own_words
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.labels import label
from referee.rules.rulebook.model import VALUE_NAMES, VALUE_TOPICS, VALUES, Rulebook
from referee.rules.rulebook.slots import COLOUR, FREE, MIXED, SUIT, Slot, contract_line
from referee.rules.rulebook.values import read_value
from referee.services.clubs.rulebooks import OwnSummary
from referee.web.own.forms import (
    COLUMNS,
    IN_ROWS,
    ROW_TITLES,
    WORD,
    HouseRules,
    Round,
    changes,
    new_word,
    rounds_of,
    rows_in,
)
from referee.web.parts.clauses import ClauseView, clause_view, names_built_in
from referee.web.shell import words

_SECTIONS = (
    ("", N_("Players, decks and deal"), "players_min"),
    ("rounds", N_("The rounds"), "deal"),
    ("", N_("Melds"), "run_ace"),
    ("", N_("On the table"), "lay_off_same_turn"),
    ("may_i", N_("The discard out of turn"), "may_i_order"),
    ("", N_("Screw-over, cut and Shanghai"), "screw_over"),
    ("", N_("Counting"), "points"),
)
"""Each with its first value; it ends where the next one begins."""


class Origin(NamedTuple):
    """What the rulebook that an own one builds on says."""

    name: str
    value: str


@dataclass(frozen=True)
class ValueField:
    """One rule value: what the rulebook says, its clause and source, and the field to change it."""

    name: str
    doc: str
    base: str
    origin: Origin | None
    """Where the house has changed it already."""
    clause: ClauseView
    field: Field | None
    """None where it stands in the rounds' rows."""
    wording: str
    changed: bool
    error: str

    @property
    def first_of_clause(self) -> bool:
        """Whether no value before it stands in the same clause."""
        return next(name for name, topic in VALUE_TOPICS.items() if topic == self.clause.rule.topic) == self.name

    @property
    def found_by(self) -> str:
        """Everything a search may find it by, in small letters."""
        return finding.plain(f"{self.doc} {self.clause.rule.title} {self.clause.rule.text} {self.clause.rule.topic}")


@dataclass(frozen=True)
class WordsField:
    """A clause without a value, which a table may put into words of its own."""

    clause: ClauseView
    judged: bool
    wording: str
    changed: bool
    error: str

    @property
    def ours(self) -> bool:
        """Whether it is in the table's words already, and not only brought along by another house rule."""
        return self.clause.rule.basis == "house rule" and self.clause.inherited is None

    @property
    def found_by(self) -> str:
        return finding.plain(f"{self.clause.rule.title} {self.clause.rule.text} {self.clause.rule.topic}")


class CalledField(NamedTuple):
    """What taking the discard out of turn is called: no rule, but the word in every sentence about it."""

    now: str
    field: Field
    changed: bool
    ours: bool


@dataclass(frozen=True)
class RoundField:
    number: int
    row: Round
    changed: bool
    looked_at: bool
    """Whether it is what was just moved or made."""
    error: str

    @property
    def open(self) -> bool:
        return self.looked_at or bool(self.error)


@dataclass(frozen=True)
class Section:
    kind: str
    """``rounds`` or ``may_i``, which have more than their fields; else empty."""
    title: str
    fields: tuple[ValueField, ...]
    changed: int
    open: bool


class Differs(NamedTuple):
    """A line of what is not as in the rulebook it is made from."""

    anchor: str
    title: str
    """Empty where the words stand by themselves."""
    words: str


@dataclass(frozen=True)
class HouseForm:
    base: Rulebook
    version: int
    """Of an own rulebook; 0 for what is built in."""
    digest: str
    """Of the content of that version."""
    form: HouseRules
    name_error: str
    sections: tuple[Section, ...]
    rounds: tuple[RoundField, ...]
    contracts: tuple[str, ...]
    """Contracts to choose from: those that any rulebook asks for, the shortest first."""
    words: tuple[WordsField, ...]
    called: CalledField
    differs: tuple[Differs, ...]
    """What is changed already, and what is being changed."""
    problem: str
    """What is wrong as a whole, with the value it is about."""
    anchor: str
    """Where on the page that is; empty where it has no place of its own."""
    fresh: bool
    """Whether it shows the rulebook as it is, and nothing that was typed."""


@dataclass(frozen=True)
class OwnPage:
    books: tuple[tuple[OwnSummary, str], ...]
    """Each with the facts below its name."""
    built_in: tuple[tuple[str, str], ...]
    starts: tuple[Start, ...]
    typed: str
    problem: str
    longest: int = LONGEST_FILE
    """Characters of a file that can be brought in."""


def fault(key: str, message: str) -> str:
    """What is wrong with a rulebook as a whole, by what people call the value."""
    name = re.split(r"[.\[]", key)[0]
    return _faulty(label(name) if name in VALUES else key, message)


def _faulty(called: str, message: str) -> str:
    """``"Who deals first? Must be one of …."``"""
    if called.endswith("?"):
        return f"{called} {words.begun(message)}."
    return f"{called}: {message}."


def house_form(
    base: Rulebook,
    version: int,
    digest: str,
    form: HouseRules,
    wrong: tuple[str, str] = ("", ""),
    looked_at: int = 0,
    *,
    fresh: bool = False,
) -> HouseForm:
    """The form over a rulebook; ``wrong`` is the value at fault and the sentence, after a refusal.

    ``looked_at`` is the number of a round to be shown open; ``fresh``: nothing was typed yet.
    """
    key, message = wrong
    maker = _Maker(base, form, key, message)
    sections = []
    starts = [*(VALUE_NAMES.index(first) for _kind, _title, first in _SECTIONS), len(VALUE_NAMES)]
    for (kind, title, _first), (start, end) in zip(_SECTIONS, pairwise(starts), strict=True):
        rounds = kind == "rounds"
        alone = [name for name in VALUE_NAMES[start:end] if name not in IN_ROWS and base.can_choose(name)]
        fields = tuple(map(maker.field, [*IN_ROWS, *alone] if rounds else alone))
        shown = any(field.error or field.changed for field in fields) or (rounds and looked_at > 0)
        sections.append(Section(kind, _(title), fields, sum(field.changed for field in fields), shown))
    doc = maker.title_of(maker.at_fault)
    return HouseForm(
        base=base,
        version=version,
        digest=digest,
        form=form,
        name_error=maker.message if maker.at_fault == "name" else "",
        sections=tuple(sections),
        rounds=maker.rounds(looked_at),
        contracts=_known_contracts(base.pack),
        words=maker.words(),
        called=maker.called(),
        differs=maker.differs([field for section in sections for field in section.fields]),
        problem=_faulty(doc, message) if message and doc else maker.message,
        anchor=maker.anchor,
        fresh=fresh,
    )


@cache
def _known_contracts(pack: str) -> tuple[str, ...]:
    contracts = {slots for book in library.all_rulebooks() for slots in book.contracts if book.pack == pack}
    contracts |= {slots for slots in _FURTHER_CONTRACTS if pack == STANDARD_PACK or slots[0].kind != COLOUR}
    with played_with(pack):
        return tuple(contract_line(slots) for slots in sorted(contracts, key=lambda slots: (len(slots), slots)))


_FURTHER_CONTRACTS = {
    (Slot(MIXED, 7),),
    (Slot(COLOUR, 7),),
    (Slot(SUIT, 5),),
    (Slot("set", 3), Slot(MIXED, 4)),
    (Slot(FREE, 0),),
    (Slot(FREE, 0, points=40),),
    (Slot(FREE, 0, points=51, pure=True),),
}
"""Contracts that no built-in rulebook has, so that the form shows how they are written."""


class _Maker:
    """Makes the fields of one form."""

    def __init__(self, base: Rulebook, form: HouseRules, key: str, fault: str) -> None:
        self.base, self.names, self.form, self.fault = base, names_built_in(), form, fault
        self.message = f"{words.begun(fault)}." if fault else ""
        self.origin = None if base.id in library.ids() else library.load(base.builds_on)
        self.house, self.wording = changes(base, form)
        self.now, self.unread = self._values()
        self.at_fault = re.split(r"[.\[]", key)[0] if not key.startswith("clauses.") else key.split(".")[1]
        place = re.fullmatch(r"\w+\[([0-9]+)\]", key)
        self.round_at_fault = int(place[1]) if place and self.at_fault in IN_ROWS else 0
        self.numbers = {topic: number for number, topic in enumerate(base.clauses, 1)}

    def _values(self) -> tuple[dict[str, Any], set[str]]:
        """The values as the form has them, and those that cannot be read as they are typed."""
        now, unread = dict(self.base.values()), set[str]()
        for name in sorted(self.house, key=lambda key: key != "contracts"):  # the others rest on how many there are
            try:
                now[name] = read_value(name, self.house[name], len(now["contracts"]))
            except RulebookError:
                unread.add(name)
        return now, unread

    def title_of(self, key: str) -> str:
        """What a value or a clause is called; empty for what is neither."""
        if key in VALUES:
            doc = label(key)
            return _(ROW_TITLES[key], number=self.round_at_fault) if self.round_at_fault else doc
        return self.base.clauses[key].title if key in self.base.clauses else "" if key == "name" else key

    @property
    def _of_cell(self) -> str:
        """What is at fault in a round."""
        return _("%(cell)s: %(fault)s.", cell=IN_ROWS[self.at_fault], fault=self.fault)

    @property
    def anchor(self) -> str:
        if self.round_at_fault:
            return f"round-{self.round_at_fault}"
        if self.at_fault in VALUES:
            return f"value-{self.at_fault}"
        return f"words-of-{self.at_fault}" if self.at_fault in self.base.clauses else ""

    def field(self, name: str) -> ValueField:
        clause = self.base.clause_of(name)
        return ValueField(
            name=name,
            doc=label(name),
            base=in_words.rule_in_words(name, self.base.values()),
            origin=self._origin(name),
            clause=clause_view(clause, self.numbers[clause.topic], self.names),
            field=self.form[name] if name in COLUMNS or name not in IN_ROWS else None,
            wording=self.form.words.data.get(name, ""),
            changed=name in self.house,
            error=self.message if name == self.at_fault and not self.round_at_fault else "",
        )

    def _origin(self, name: str) -> Origin | None:
        if self.origin is None:
            return None
        was = getattr(self.origin, name)
        same = was == getattr(self.base, name)
        return None if same else Origin(self.origin.name, in_words.rule_in_words(name, self.origin.values()))

    def rounds(self, looked_at: int) -> tuple[RoundField, ...]:
        old = rounds_of(self.base)
        return tuple(
            RoundField(
                number=number,
                row=row,
                changed=number > len(old) or row != old[number - 1],
                looked_at=number == looked_at,
                error=self._of_cell if number == self.round_at_fault else "",
            )
            for number, row in enumerate(rows_in(self.form, self.base), 1)
        )

    def words(self) -> tuple[WordsField, ...]:
        valued = set(VALUE_TOPICS.values())
        return tuple(
            WordsField(
                clause=clause_view(clause, self.numbers[topic], self.names),
                judged=clause.judged,
                wording=self.form.words.data.get(topic, own_words(clause)),
                changed=topic in self.wording,
                error=self.message if topic == self.at_fault else "",
            )
            for topic, clause in self.base.clauses.items()
            if topic not in valued
        )

    def called(self) -> CalledField:
        old = self.base.may_i_word
        ours = self.origin is not None and self.origin.may_i_word != old
        return CalledField(old, self.form[WORD], bool(new_word(self.base, self.form)), ours)

    def differs(self, fields: Iterable[ValueField]) -> tuple[Differs, ...]:
        # values of one clause may be said in one sentence
        lines = [self._differs(field) for field in fields if field.changed or field.origin]
        differing = list({(line.title, line.words): line for line in reversed(lines)}.values())[::-1]
        called = self.called()
        if called.changed or called.ours:
            differing.append(Differs("called", _("What it is called"), new_word(self.base, self.form) or called.now))
        return (*differing, *self._in_words())

    def _differs(self, field: ValueField) -> Differs:
        """The table's own words for a value; where it has none, a sentence. Neither needs a title."""
        anchor = f"value-{field.name}"
        if field.name in self.unread:
            return Differs(anchor, field.doc, _("being changed"))
        clause = self.base.clause_of(field.name)
        was = (self.origin or self.base).values()
        beside = [name for name, topic in VALUE_TOPICS.items() if topic == clause.topic and name != field.name]
        alone = all(self.now[name] == was[name] for name in beside)
        before = clause.text if alone and ours(clause) and not field.changed else ""
        sentence = field.wording.strip() or before or in_words.change(field.name, was, self.now)
        return Differs(anchor, "", sentence)

    def _in_words(self) -> Iterator[Differs]:
        beneath = _("as in %(rulebook)s again", rulebook=(self.origin or self.base).name)
        for field in self.words():
            if field.changed or field.ours:
                rule = field.clause.rule
                yield Differs(f"words-of-{rule.topic}", rule.title, field.wording or beneath)


def facts_of(book: OwnSummary) -> str:
    when = words.moment(book.saved_at).shown
    return _(
        "on %(rulebook)s · version %(version)s · %(when)s",
        rulebook=names_built_in().get(book.builds_on, book.builds_on),
        version=book.version,
        when=when,
    )
