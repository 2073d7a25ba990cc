"""A club's own rulebooks: the form with every value, and the list of those that there are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from referee.rulebook_services import OwnSummary
from referee.rules.house_rules import spoken
from referee.rules.rulebook import VALUE_NAMES, VALUES, Rulebook, jsonable
from referee.rules.rulebook_values import RulebookError, read_value
from referee.web import words
from referee.web.contexts.own_values import Filled, filled, read
from referee.web.contexts.rulebooks import ClauseView, clause_view

_SECTIONS = (
    ("Who plays, with what", "players_min", "deal"),
    ("What must be melded", "contracts", "new_melds"),
    ("On the table", "lay_off_same_turn", "discard_wild"),
    ("The discard out of turn", "may_i_order", "may_i_price"),
    ("Only some play these", "screw_over", "shanghai_call"),
    ("Counting", "points", "kitty_split"),
)


@dataclass(frozen=True)
class ValueField:
    """One rule value: what the rulebook says, its clause and source, and the field to change it."""

    name: str
    doc: str
    base: str
    clause: ClauseView
    filled: Filled
    wording: str
    changed: bool
    error: str


@dataclass(frozen=True)
class Section:
    title: str
    fields: tuple[ValueField, ...]
    changed: int


@dataclass(frozen=True)
class HouseForm:
    base: str
    base_name: str
    version: int
    own: bool
    name: str
    name_error: str
    special: str
    sections: tuple[Section, ...]
    problem: str
    """What is wrong as a whole, with the value it is about."""


@dataclass(frozen=True)
class OwnLine:
    id: str
    name: str
    version: int
    facts: str


@dataclass(frozen=True)
class OwnPage:
    books: tuple[OwnLine, ...]
    built_in: tuple[tuple[str, str], ...]
    typed: str
    problem: str


def changes(base: Rulebook, typed: Mapping[str, str]) -> tuple[dict[str, object], dict[str, str]]:
    """What a form changes: values by name, and the table's words for them."""
    house: dict[str, object] = {}
    wording: dict[str, str] = {}
    for name in VALUE_NAMES:
        if not any(key == name or key.startswith(f"{name}.") for key in typed):
            continue
        raw, words_ = read(name, typed), typed.get(f"words.{name}", "").strip()
        if differs(base, name, raw) or words_:
            house[name] = raw
        if words_:
            wording[name] = words_
    return house, wording


def differs(base: Rulebook, name: str, raw: object) -> bool:
    """Whether what was typed is another value than the rulebook's own, or none at all."""
    try:
        value = read_value(name, raw, base.rounds)
    except RulebookError:
        return True  # the services say what is wrong with it
    return bool(jsonable(value) != jsonable(getattr(base, name)))


def house_form(
    base: Rulebook,
    version: int,
    names: Mapping[str, str],
    typed: Mapping[str, str] | None = None,
    wrong: tuple[str, str] = ("", ""),
) -> HouseForm:
    """The form over a rulebook; ``wrong`` is the value at fault and the sentence, after a refusal."""
    key, message = wrong
    at_fault = re.split(r"[.\[]", key)[0]
    house = changes(base, typed)[0] if typed is not None else {}
    numbers = {topic: number for number, topic in enumerate(base.clauses, 1)}

    def one(name: str) -> ValueField:
        clause = base.clause_of(name)
        return ValueField(
            name=name,
            doc=VALUES[name]["doc"],
            base=spoken(getattr(base, name)),
            clause=clause_view(clause, numbers[clause.topic], dict(names)),
            filled=filled(name, getattr(base, name), typed),
            wording=(typed or {}).get(f"words.{name}", ""),
            changed=name in house,
            error=f"{message[:1].upper()}{message[1:]}." if name == at_fault else "",
        )

    sections = []
    for title, first, last in _SECTIONS:
        between = VALUE_NAMES[VALUE_NAMES.index(first) : VALUE_NAMES.index(last) + 1]
        fields = tuple(one(name) for name in between)
        sections.append(Section(title, fields, sum(each.changed for each in fields)))
    about = f"{VALUES[at_fault]['doc']}: " if at_fault in VALUES else f"{key}: " if key and key != "name" else ""
    return HouseForm(
        base=base.id,
        base_name=base.name,
        version=version,
        own=version > 0,
        name=(typed or {}).get("name", base.name if version else ""),
        name_error=message if at_fault == "name" else "",
        special=(typed or {}).get("special", base.special if version else ""),
        sections=tuple(sections),
        problem=f"{about}{message}." if message else "",
    )


def own_line(one: OwnSummary, names: Mapping[str, str]) -> OwnLine:
    when = words.moment(one.saved_at).shown
    facts = f"on {names.get(one.builds_on, one.builds_on)} · version {one.version} · {when}"
    return OwnLine(one.id, one.name, one.version, facts)
