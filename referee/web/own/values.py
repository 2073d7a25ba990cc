"""Rule values as a form shows them and as it sends them back: one text for most, several for tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.rulebooks.reading import MAY_I_WORDS
from referee.rules.cards import JOKER_NAME, RANK_NAMES
from referee.rules.rulebook.model import NO_LIMIT, VALUES
from referee.rules.rulebook.values import PLAYERS
from referee.web.forms import small_number
from referee.web.words import PAD_ORDER, begun

LONGEST = 4_000
_COUNTED = re.compile(r"(\d+|one|two|three|four|five)\s+(set|run|pair)s?(\s+of\s+\d+)?", re.I)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class Input(NamedTuple):
    """One thing to fill in: the name it is sent by, what stands beside it, and what is in it."""

    name: str
    label: str
    value: str


class Answer(NamedTuple):
    value: str
    label: str
    chosen: bool


class Filled(NamedTuple):
    """A rule value in a form: ``text``, ``lines``, ``choice``, ``checks``, ``numbers``, or ``rows`` elsewhere."""

    kind: str
    inputs: tuple[Input, ...] = ()
    answers: tuple[Answer, ...] = ()
    hint: str = ""

    @property
    def options(self) -> list[tuple[str, str]]:
        return [(one.value, one.label) for one in self.answers]

    @property
    def chosen(self) -> str:
        """The one answer that is chosen; empty for none."""
        return next((one.value for one in self.answers if one.chosen), "")


def kind_of(name: str) -> str:
    """The shape of a value."""
    return str(next(iter(VALUES[name]["shape"])))


def filled(name: str, value: Any, typed: Mapping[str, str] | None = None) -> Filled:
    """The fields of a rule value, with what it is or, after a refusal, with what was typed."""
    match kind_of(name):
        case "flag":
            now = typed.get(name, "") if typed is not None else "yes" if value else "no"
            return Filled("choice", (), (Answer("yes", "Yes", now == "yes"), Answer("no", "No", now == "no")))
        case "choice":
            now = typed.get(name, "") if typed is not None else str(value)
            words = VALUES[name]["shape"]["choice"]
            return Filled("choice", (), tuple(Answer(one, begun(one), one == now) for one in words))
        case "payments":
            text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            hint = "none; by place: 2, 4, 6 and so on; or what the second pays, the third, the next: 1, 2, 5."
            return Filled("text", (Input(name, "", _now(name, text, typed)),), (), hint)
        case "ranks":
            chosen = typed.get(name, "").split() if typed is not None else value
            shown = [rank for rank in PAD_ORDER if rank != JOKER_NAME]
            hint = "Jokers are always wild. To play without, set their number to 0."
            return Filled("checks", (), tuple(Answer(rank, rank, rank in chosen) for rank in shown), hint)
        case "by_players":
            table = {str(n): str(one) for n, one in value.items()}
            hint = "By number of players; leave empty who never plays."
            return _numbers(name, [str(n) for n in PLAYERS], "", table, typed, hint)
        case "points":
            table = {rank: str(one) for rank, one in value.items()}
            return _numbers(name, PAD_ORDER, "", table, typed, "")
        case "contracts":
            lines = "\n".join(" + ".join(map(str, slots)) for slots in value)
            hint = "One round in a line: set of 3 + run of 4."
            return Filled("lines", (Input(name, "", _now(name, lines, typed)),), (), hint)
        case "by_round":
            said = [str(one) for one in value]
            text = said[0] if len(set(said)) == 1 else ", ".join(said)
            hint = "One for all rounds, or one for each, with commas."
            return Filled("text", (Input(name, "", _now(name, text, typed)),), (), hint)
        case "rounds":
            text = ", ".join(str(one) for one in sorted(value)) or "none"
            return Filled("text", (Input(name, "", _now(name, text, typed)),), (), "Round numbers, or none.")
        case "limit":
            return Filled("text", (Input(name, "", _now(name, str(value), typed)),), (), f"A number, or “{NO_LIMIT}”.")
    return Filled("text", (Input(name, "", _now(name, str(value), typed)),))


def word_field(now: str) -> Filled:
    """What taking the discard out of turn is called."""
    return Filled("choice", (), tuple(Answer(one, begun(one), one == now) for one in MAY_I_WORDS))


def _now(name: str, value: str, typed: Mapping[str, str] | None) -> str:
    return value if typed is None else typed.get(name, "")


def _numbers(
    name: str, keys: Sequence[str], after: str, table: Mapping[str, str], typed: Mapping[str, str] | None, hint: str
) -> Filled:
    labels = {key: ("joker" if key == JOKER_NAME else key) + after for key in keys}
    inputs = [Input(f"{name}.{key}", labels[key], _now(f"{name}.{key}", table.get(key, ""), typed)) for key in keys]
    return Filled("numbers", tuple(inputs), (), hint)


def read(name: str, typed: Mapping[str, str]) -> object:
    """What was typed, as JSON would say it; what makes no sense stays text, for the reader of values to refuse."""
    text = typed.get(name, "").strip()[:LONGEST]
    match kind_of(name):
        case "flag":
            return {"yes": True, "no": False}.get(text, text)
        case "ranks":
            return [rank for rank in text.split() if rank in RANK_NAMES]
        case "by_players":
            return _table(name, [str(n) for n in PLAYERS], typed)
        case "points":
            return _table(name, RANK_NAMES, typed)
        case "contracts":
            return [_contract(line) for line in re.split(r"[\n;]+", text) if line.strip()]
        case "by_round":
            pieces = [piece.strip() for piece in re.split(r"[,;\n]+", text) if piece.strip()]
            if len(pieces) == 1 and re.fullmatch(r"[\d\s]+", pieces[0]):
                pieces = pieces[0].split()
            found = [_number(piece) for piece in pieces]
            return found[0] if len(found) == 1 else found
        case "rounds":
            return [] if text.casefold() in ("", "none") else [_number(one) for one in re.split(r"[\s,;]+", text)]
        case "choice":
            return text
        case "payments":
            words = VALUES[name]["shape"]["payments"]
            return text.casefold() if text.casefold() in words else [_number(one) for one in re.split(r"[\s,;]+", text)]
    return _number(text)


def _number(text: str) -> object:
    number = small_number(text.strip(), digits=6)
    return text.strip() if number is None else number


def _table(name: str, keys: Sequence[str], typed: Mapping[str, str]) -> dict[str, object]:
    said = {key: typed.get(f"{name}.{key}", "").strip() for key in keys}
    return {key: _number(text) for key, text in said.items() if text}


def _contract(line: str) -> list[str]:
    """``"2 sets of 3 and a run of 4"`` as three melds."""
    melds = []
    for piece in re.split(r"\s*(?:\+|,|&|\band\b)\s*", line.strip()):
        piece = re.sub(r"^an?\s+", "", piece, flags=re.I)
        if counted := _COUNTED.fullmatch(piece):
            count = _NUMBERS.get(counted[1].lower()) or int(counted[1])
            melds += [f"{counted[2].lower()}{(counted[3] or '').lower()}"] * min(count, 9)
        elif piece:
            melds.append(piece)
    return melds
