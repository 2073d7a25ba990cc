"""A rulebook as the text of a TOML file: the inverse of ``reading``, for a club's own rulebooks.

What is written is what the file must say and no more: a derived rulebook lists only the clauses
that differ from the rulebook it builds on.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rulebooks.reading import inherited_from, keeps_silence
from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.house_rules import HOUSE_SOURCE, fitted
from referee.rules.rulebook.kinds import NAMES_OF_NUMBERS, ByPlayers, ByRound, RulebookError
from referee.rules.rulebook.model import KINDS, VALUE_NAMES, VALUE_TOPICS, Clause, Rulebook

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 110


def to_toml(book: Rulebook, base: Rulebook | None, *, rulebook_id: str = "", name: str = "", special: str = "") -> str:
    """The file of a rulebook over the one it builds on (None for a rulebook that stands alone).

    ``rulebook_id``, ``name`` and ``special`` replace the rulebook's own. Reading the text gives a
    rulebook with the same values and clauses; what stands in ``base`` unchanged is inherited then.
    """
    return _Writer(book, base, rulebook_id or book.id).text(name or book.name, special or book.special)


class _Writer:
    def __init__(self, book: Rulebook, base: Rulebook | None, rulebook_id: str) -> None:
        self.book = book
        self.base = base
        self.id = rulebook_id
        self.sources = {source.name: source.id for source in book.sources}
        for clause in book.clauses.values():
            if _names_source(clause) and clause.source not in (*self.sources, HOUSE_SOURCE):
                self.sources[clause.source] = f"source-{len(self.sources) + 1}"
        self.values = self._values()
        self.there = inherited_from(base, self.id, book.pack) if base else {}

    def _values(self) -> dict[str, Any]:
        """The values that the file must give: not those of the base, nor those that follow from the others."""
        if self.base is None:
            return {name: self._short(name) for name in VALUE_NAMES}
        old = self.base.values()
        changed = {name: value for name, value in self.book.values().items() if value != old[name]}
        for name in list(changed):
            if isinstance(KINDS[name], (ByPlayers, ByRound)):
                rest = {other: value for other, value in changed.items() if other != name}
                try:
                    if fitted(old, rest)[name] == changed[name]:
                        del changed[name]
                except RulebookError:
                    continue
        return {name: self._short(name) for name in changed}

    def _short(self, name: str) -> Any:
        value = KINDS[name].short(getattr(self.book, name))
        if name == "points" and self.book.pack != STANDARD_PACK:
            return {NAMES_OF_NUMBERS.get(card, card): points for card, points in value.items()}
        return value

    def text(self, name: str, special: str) -> str:
        book, base = self.book, self.base
        head: dict[str, Any] = {"id": self.id, "name": name, "special": special}
        if book.shelf and self.id == book.id:
            head["shelf"] = book.shelf
        if book.also_called and self.id == book.id:
            head["also_called"] = list(book.also_called)
        if base is not None:
            head["builds_on"] = base.id
        if base is None or book.may_i_word != base.may_i_word:
            head["may_i_word"] = book.may_i_word
        if book.options:
            head["options"] = list(book.options)
        if book.notes:
            head["notes"] = list(book.notes)
        if base is not None and (gone := [topic for topic in base.clauses if topic not in book.clauses]):
            head["leaves_out"] = gone
        lines = [f"{key} = {_value(value)}" for key, value in head.items()]
        for source, source_id in self.sources.items():
            lines += ["", "[[sources]]", f"id = {_value(source_id)}", f"name = {_value(source)}"]
        for topic, entry in self._entries():
            lines += ["", f"[clauses.{_key(topic)}]"]
            lines += [f"{key} = {_value(value)}" for key, value in entry.items() if key != "silence"]
            if "silence" in entry:
                lines += ["", f"[clauses.{_key(topic)}.silence]"]
                lines += [f"{key} = {_value(value)}" for key, value in entry["silence"].items()]
        return "\n".join(lines) + "\n"

    def _entries(self) -> Iterator[tuple[str, dict[str, Any]]]:
        written = before = ""
        for topic, clause in self.book.clauses.items():
            entry = self._entry(topic, clause)
            if entry is not None:
                if self.base is not None and topic not in self.base.clauses and written != before:
                    yield before, {"status": "inherited"}  # a new clause stands after the one written before it
                yield topic, entry
                written = topic
            before = topic

    def _entry(self, topic: str, clause: Clause) -> dict[str, Any] | None:
        values = {name: value for name, value in self.values.items() if VALUE_TOPICS[name] == topic}
        here = _as_read(dataclasses.replace(clause, address=f"{self.id}/{topic}"))
        old = self.there.get(topic)
        if not values and (here == old or (self.base and clause == self.base.clauses.get(topic))):
            return None
        entry: dict[str, Any] = {}
        if old is None or here.title != old.title:
            entry["title"] = here.title
        if old is None or here.text != old.text or values:
            entry["text"] = here.text
        self._status(entry, here, old)
        if here.judged != (old.judged if old else True):
            entry["judged"] = here.judged
        kept = old.silence if old and keeps_silence(entry, old) else None
        if here.silence is not None and here.silence != kept:
            entry["silence"] = {key: value for key, value in dataclasses.asdict(here.silence).items() if value}
        elif here.silence is None and kept is not None:
            entry = {"text": here.text, **entry}  # words of its own close what the base leaves open
        if values:
            entry["values"] = values
        return entry

    def _status(self, entry: dict[str, Any], here: Clause, old: Clause | None) -> None:
        if old and (here.basis, here.source, here.inherited_from) == (old.basis, old.source, old.inherited_from):
            entry["status"] = "inherited"
            return
        entry["status"] = here.status
        first = next(iter(self.sources), "")
        if (here.basis == "stated" or here.is_reading) and here.source != first:
            entry["source"] = self.sources[here.source]
        if here.basis == "house rule":
            if here.source != HOUSE_SOURCE:
                entry["source"] = self.sources[here.source]
            if here.inherited_from:
                entry["taken_from"] = here.inherited_from


def _as_read(clause: Clause) -> Clause:
    """A clause as it is read again: words that were typed in several lines stand in one."""
    silence = clause.silence
    if silence is not None:
        squeezed = {key: " ".join(words.split()) for key, words in dataclasses.asdict(silence).items()}
        silence = dataclasses.replace(silence, **squeezed)
    return dataclasses.replace(clause, text=" ".join(clause.text.split()), silence=silence)


def _names_source(clause: Clause) -> bool:
    return clause.basis in ("stated", "house rule") or (clause.is_reading and not clause.inherited_from)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    pieces = [_value(element) for element in value]
    row = f"[{', '.join(pieces)}]"
    return row if len(row) <= _WIDTH else "[\n" + "".join(f"    {piece},\n" for piece in pieces) + "]"
