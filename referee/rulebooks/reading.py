"""From the data of one rulebook file to a merged rulebook: its own clauses over those it builds on."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.rules.rulebook.checks import Problem, problems
from referee.rules.rulebook.house_rules import (
    HOUSE_SOURCE,
    along,
    borrow,
    fitted,
    put_after,
    same_last_rounds,
    with_along,
    with_cards_of,
)
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import (
    NO_SOURCE,
    PUBLIC,
    VALUE_NAMES,
    VALUE_TOPICS,
    VALUES,
    Basis,
    Clause,
    Rulebook,
    Silence,
    Source,
    is_on,
)
from referee.rules.rulebook.values import read_value, rounds_in

_BOOK_KEYS = {
    "id", "name", "special", "shelf", "also_called", "builds_on", "may_i_word", "options", "notes", "sources",
    "states", "leaves_out", "clauses",
}  # fmt: skip
_CLAUSE_KEYS = {"title", "text", "status", "source", "taken_from", "follows", "judged", "silence", "values"}
_SILENCE_KEYS = {"question", "reading", "why", "decision", "passage", "other"}
MAY_I_WORDS = ("May I", "buy")


class Unreadable(RulebookError):
    """A file that gives no sound rulebook: the first thing wrong, and in ``problems`` everything that is."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(*problems[0])
        self.problems = problems


def read_book(
    data: Mapping[str, Any], load: Callable[[str], Rulebook], lenders: Callable[[], Sequence[Rulebook]] | None = None
) -> Rulebook:
    """The merged rulebook of one file's data; ``load`` brings the rulebook it builds on.

    A club's own has ``lenders``: a rule that switches a feature on takes its further clauses from them, as in the form.
    In a file of the library, saying again what the rulebook beneath says is a mistake, and so is inheriting words
    that no longer fit. Raises Unreadable with every problem found.
    """
    return _Reader(data, load, lenders).book()


class _Reader:
    def __init__(
        self,
        data: Mapping[str, Any],
        load: Callable[[str], Rulebook],
        lenders: Callable[[], Sequence[Rulebook]] | None,
    ) -> None:
        self.data, self.lenders, self.of_a_club = data, lenders or tuple, lenders is not None
        self.problems: list[Problem] = []
        self.id = self._text("id")
        self.base = self._base(load)
        self.sources = self._sources()
        self.along: Mapping[str, int] = {}
        """The values that follow from those that the file gives, where it does not give them itself."""
        raw = data.get("clauses", {})
        self.raw_clauses: dict[str, Mapping[str, Any]] = {
            topic: {"status": "stated"} for topic in self._topics_of_base("states")
        }
        for topic, clause in raw.items() if isinstance(raw, Mapping) else ():
            if topic in self.raw_clauses:
                self._wrong(f"clauses.{topic}", "stands in 'states' too")
            elif isinstance(clause, Mapping):
                self.raw_clauses[topic] = clause
            else:
                self._wrong(f"clauses.{topic}", "must be a table")

    def book(self) -> Rulebook:
        for key in self.data:
            if key not in _BOOK_KEYS:
                self._wrong(key, "unknown key")
        self.there = self._taken_over()
        clauses = self._clauses()
        values = self._values()
        if self.base and self.of_a_club and not self.problems:
            unsaid = [name for name in self.along if VALUE_TOPICS[name] not in self.raw_clauses]
            clauses = with_along(clauses, self.id, unsaid, values)
            self._borrow(clauses, values)
        word = self.data.get("may_i_word", self.base.may_i_word if self.base else MAY_I_WORDS[0])
        if word not in MAY_I_WORDS:
            self._wrong("may_i_word", f"must be one of {', '.join(MAY_I_WORDS)}, not {word!r}")
        shelf = self.data.get("shelf", "")
        if shelf not in ("", PUBLIC):
            self._wrong("shelf", f"is left out or {PUBLIC!r}, not {shelf!r}")
        whole = {
            "id": self.id,
            "name": self._text("name"),
            "special": self._text("special"),
            "also_called": self._texts("also_called"),
            "builds_on": self.base.id if self.base else "",
            "shelf": shelf,
            "may_i_word": word,
            "sources": tuple(self.sources.values()),
            "options": self._texts("options"),
            "notes": self._texts("notes"),
            "clauses": clauses,
        }
        if self.problems:
            raise Unreadable(self.problems)
        book = Rulebook(**values, **whole)
        if wrong := problems(book):
            raise Unreadable(wrong)
        return book

    def _borrow(self, clauses: dict[str, Clause], values: Mapping[str, Any]) -> None:
        """What a feature needs besides, where the file says nothing of it."""
        left_out = self._topics_of_base("leaves_out")
        for name, meta in VALUES.items():
            missing = {topic for topic in meta["brings"] if topic not in clauses} if is_on(values[name]) else ()
            if missing and missing.isdisjoint(left_out):
                borrow(clauses, self.id, name, values["pack"], self.lenders())

    def _taken_over(self) -> Mapping[str, Clause]:
        """The clauses of the base, in words for the cards that are played with here."""
        if self.base is None:
            return {}
        cards = self.raw_clauses.get("cards", {}).get("values")
        pack = cards.get("pack") if isinstance(cards, Mapping) else None
        return inherited_from(self.base, self.id, pack if isinstance(pack, str) else self.base.pack)

    def _wrong(self, key: str, message: str) -> None:
        self.problems.append(Problem(key, message))

    def _text(self, key: str) -> str:
        text = self.data.get(key)
        if isinstance(text, str) and text.strip():
            return text
        self._wrong(key, "is missing" if text is None else f"must be a text, not {text!r}")
        return ""

    def _texts(self, key: str) -> tuple[str, ...]:
        texts = self.data.get(key, [])
        if isinstance(texts, list) and all(isinstance(text, str) and text for text in texts):
            return tuple(texts)
        self._wrong(key, "must be a list of texts")
        return ()

    def _topics_of_base(self, key: str) -> tuple[str, ...]:
        """Topics of the base: those the source says in its own words too, or those left out."""
        topics = self._texts(key)
        for topic in topics:
            if self.base is None or topic not in self.base.clauses:
                self._wrong(key, f"there is no clause {topic!r} to build on")
        return tuple(topic for topic in topics if self.base and topic in self.base.clauses)

    def _base(self, load: Callable[[str], Rulebook]) -> Rulebook | None:
        base_id = self.data.get("builds_on", "")
        if not base_id and self.of_a_club:
            self._wrong("builds_on", "is missing: an own rulebook builds on one of the library")
            raise Unreadable(self.problems)
        if not base_id:
            return None
        if not isinstance(base_id, str):
            raise Unreadable([Problem("builds_on", "must be the id of a rulebook")])
        try:
            return load(base_id)
        except KeyError:
            raise Unreadable([Problem("builds_on", f"there is no rulebook {base_id!r}")]) from None
        except RulebookError as wrong:
            raise Unreadable([Problem("builds_on", f"cannot be built on: {wrong}")]) from None

    def _sources(self) -> dict[str, Source]:
        sources: dict[str, Source] = {}
        raw = self.data.get("sources")
        for i, source in enumerate(raw if isinstance(raw, list) else [], 1):
            if not isinstance(source, Mapping) or set(source) != {"id", "name"} or not _texts_only(source.values()):
                self._wrong(f"sources[{i}]", "must have exactly an id and a name")
            else:
                sources[source["id"]] = Source(source["id"], source["name"])
        if not sources and not self.problems:
            self._wrong("sources", "is missing: say where the rules are written")
        return sources

    def _values(self) -> dict[str, Any]:
        given: dict[str, object] = {}
        for topic, clause in self.raw_clauses.items():
            values = clause.get("values", {})
            if not isinstance(values, Mapping):
                self._wrong(f"clauses.{topic}.values", "must be a table")
                continue
            for name, raw in values.items():
                key = f"clauses.{topic}.values.{name}"
                if name not in VALUE_TOPICS:
                    self._wrong(key, "unknown value")
                elif VALUE_TOPICS[name] != topic:
                    self._wrong(key, f"belongs into clauses.{VALUE_TOPICS[name]}")
                else:
                    given[name] = raw
        values = self.base.values() if self.base else {}
        for name in VALUE_NAMES:
            if name not in given and name not in values:
                self._wrong(f"clauses.{VALUE_TOPICS[name]}.values.{name}", "is missing")
        if self.problems:
            return {}
        return self._typed(given, values)

    def _typed(self, given: dict[str, object], values: dict[str, Any]) -> dict[str, Any]:
        try:
            rounds = rounds_in(given.get("contracts", values.get("contracts")))
        except RulebookError as wrong:
            self._wrong(_place(wrong.key), wrong.message)
            return {}
        for name, raw in given.items():
            try:
                typed = read_value(name, raw, rounds)
                if self.base and not self.of_a_club and typed == values[name]:
                    self._wrong(_place(name), f"is the same in {self.base.id}, so leave it out")
            except RulebookError as wrong:
                self._wrong(_place(wrong.key), wrong.message)
        if self.problems:
            return {}
        try:
            merged = fitted(values, given)
        except RulebookError as wrong:
            self._wrong(_place(wrong.key), wrong.message)
            return {}
        self.along = along(values, given) if self.base else {}
        if self.base and not self.of_a_club:
            merged |= {name: values[name] for name in self.along}  # a file of the library says everything itself
            self._along(self.base, merged)
        return merged

    def _along(self, base: Rulebook, values: Mapping[str, Any]) -> None:
        """Words that follow from a value are not inherited in silence where the value is another one."""
        here = {*self.raw_clauses, *self.data.get("leaves_out", ())}
        for name, meta in VALUES.items():
            if values[name] == getattr(base, name) or (name == "contracts" and same_last_rounds(base, values)):
                continue
            for topic in meta["goes_with"]:
                if topic in base.clauses and topic not in here:
                    self._wrong(
                        f"clauses.{topic}",
                        f"follows from {name}, which is not that of {base.id}: say here what is true of it now; "
                        "if every word still is, give the clause only the status 'inherited'",
                    )

    def _clauses(self) -> dict[str, Clause]:
        """Inherited clauses in the base's order; a new one stands after the clause written before it."""
        clauses = dict(self.there)
        before = ""
        for topic, raw in self.raw_clauses.items():
            clause = self._clause(topic, raw)
            if topic in clauses or not before:
                clauses[topic] = clause
            else:
                clauses = put_after(clauses, before, {topic: clause})
            before = topic
        for topic in self._topics_of_base("leaves_out"):
            if topic in self.raw_clauses:
                self._wrong("leaves_out", f"the clause {topic!r} stands in this file")
            del clauses[topic]
        return clauses

    def _clause(self, topic: str, raw: Mapping[str, Any]) -> Clause:
        key = f"clauses.{topic}"
        for name in raw:
            if name not in _CLAUSE_KEYS:
                self._wrong(f"{key}.{name}", "unknown key")
        for name in ("title", "text", "status", "source", "taken_from", "follows"):
            if name in raw and not _texts_only([raw[name]]):
                self._wrong(f"{key}.{name}", f"must be a text, not {raw[name]!r}")
                raw = {other: value for other, value in raw.items() if other != name}
        old = self.there.get(topic)
        if "text" not in raw and (old is None or "values" in raw):
            self._wrong(f"{key}.text", "is missing")
        if "title" not in raw and old is None:
            self._wrong(f"{key}.title", "is missing")
        basis, source, inherited_from = self._status(key, raw, old)
        if not self.of_a_club:
            self._follows(key, raw)
        silence = self._silence(key, raw["silence"]) if "silence" in raw else None
        if silence is None and old and keeps_silence(raw, old):
            silence = old.silence
        judged = raw.get("judged", old.judged if old else True)
        if not isinstance(judged, bool):
            self._wrong(f"{key}.judged", f"must be true or false, not {judged!r}")
        return Clause(
            f"{self.id}/{topic}",
            title=str(raw.get("title", old.title if old else "")),
            text=" ".join(str(raw.get("text", old.text if old else "")).split()),
            basis=basis,
            source=source,
            silence=silence,
            inherited_from=inherited_from,
            judged=judged,
        )

    def _status(self, key: str, raw: Mapping[str, Any], old: Clause | None) -> tuple[Basis, str, str]:
        status = raw.get("status")
        if "taken_from" in raw and status != "house rule":
            self._wrong(f"{key}.taken_from", "only a house rule is taken from another rulebook")
        if status == "house rule":
            return self._house_rule(key, raw)
        if status in ("stated", "reading"):  # a reading is open like a house default, but its source does speak
            basis: Basis = "stated" if status == "stated" else "house default"
            source_id = raw.get("source", next(iter(self.sources), ""))
            if source_id not in self.sources:
                self._wrong(f"{key}.source", f"{source_id!r} is none of the sources of this file")
                return "stated", "", ""
            return basis, self.sources[source_id].name, ""
        if "source" in raw:
            self._wrong(f"{key}.source", f"a clause with the status {status!r} names no source of its own")
        if status == "inherited" and old:
            return old.basis, old.source, old.inherited_from
        if status == "house default":
            return "house default", NO_SOURCE, ""
        allowed = "'stated', 'reading', 'house default', 'house rule'" + (" or 'inherited'" if old else "")
        self._wrong(f"{key}.status", f"must be one of {allowed}, not {status!r}" if status else "is missing")
        return "stated", "", ""

    def _follows(self, key: str, raw: Mapping[str, Any]) -> None:
        """An inherited clause speaks in the words of its base, except of what another rule of this file has changed."""
        follows = raw.get("follows")
        if raw.get("status") != "inherited":
            if follows is not None:
                self._wrong(f"{key}.follows", "only an inherited clause follows from another rule")
        elif follows is None:
            for name in ("text", "values"):
                if name in raw:
                    self._wrong(
                        f"{key}.{name}",
                        "an inherited clause has the words and values of its base; if the source says this, the status "
                        "is 'stated', and if no source does, 'house default'; if it follows from another rule of this "
                        "file, name that in 'follows'",
                    )
        else:
            changed = {name for clause in self.raw_clauses.values() for name in _names(clause.get("values"))}
            changed |= {topic for topic, clause in self.raw_clauses.items() if clause.get("status") != "inherited"}
            if follows not in changed | (self.data.keys() & {"may_i_word", "options"}):
                self._wrong(f"{key}.follows", f"this file has no rule of its own named {follows!r}")

    def _house_rule(self, key: str, raw: Mapping[str, Any]) -> tuple[Basis, str, str]:
        """The table's own rule; its source is the table, or the rulebook from which it was taken."""
        source_id, taken_from = raw.get("source"), raw.get("taken_from", "")
        if source_id is not None and source_id not in self.sources:
            self._wrong(f"{key}.source", f"{source_id!r} is none of the sources of this file")
        source = self.sources.get(source_id) if source_id is not None else None
        return "house rule", source.name if source else HOUSE_SOURCE, taken_from

    def _silence(self, key: str, raw: object) -> Silence | None:
        if not isinstance(raw, Mapping) or not {"question", "reading", "why"} <= set(raw) <= _SILENCE_KEYS:
            self._wrong(f"{key}.silence", "must have question, reading, why, and may have decision, passage, other")
            return None
        if not _texts_only(raw.values()):
            self._wrong(f"{key}.silence", "must hold texts")
            return None
        return Silence(**{name: " ".join(str(text).split()) for name, text in raw.items()})


def inherited(clause: Clause, book_id: str) -> Clause:
    """A clause taken over from the base; what the base only assumes is only assumed there too."""
    return dataclasses.replace(
        clause,
        address=f"{book_id}/{clause.topic}",
        basis="house default" if clause.basis == "house default" else "inherited",
        inherited_from=clause.inherited_from or clause.address,
    )


def inherited_from(base: Rulebook, book_id: str, pack: str) -> Mapping[str, Clause]:
    """All clauses of the base as a rulebook takes them over that is played with this pack."""
    clauses = {topic: inherited(clause, book_id) for topic, clause in base.clauses.items()}
    return with_cards_of(pack, base.pack, clauses)


def keeps_silence(entry: Mapping[str, Any], old: Clause) -> bool:
    """The same words leave the same question open; a stated clause answers what was only assumed."""
    if entry.get("status") == "house rule":
        return False  # the table has answered it
    return entry.get("status") == "inherited" or ("text" not in entry and old.basis != "house default")


def _texts_only(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _names(values: object) -> Iterable[str]:
    return values if isinstance(values, Mapping) else ()


def _place(key: str) -> str:
    """Where in the file a value stands: its clause, then its name with any index."""
    name = key.split("[")[0].split(".")[0]
    return f"clauses.{VALUE_TOPICS[name]}.values.{key}"
