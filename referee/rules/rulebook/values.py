"""Reading a rule value from JSON or TOML into its typed form, by the shape in ``VALUES``.

Every error names the value it is about, so that a file, a form and a request can point at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.rules.cards import JOKER_NAME, RANK_NAMES, RANK_OF_CARD, RANKS
from referee.rules.rulebook.in_words import sentence
from referee.rules.rulebook.model import (
    BEFORE,
    EVERY_WILD,
    MOST_PAYMENTS,
    NO_LIMIT,
    NO_SOURCE,
    VALUE_NAMES,
    VALUE_TOPICS,
    VALUES,
    Clause,
    Payments,
    Rulebook,
    Silence,
    Source,
    clause_of,
)
from referee.rules.rulebook.slots import Slot, parse_slot

MOST_ROUNDS = 24
PLAYERS = range(2, 11)


class RulebookError(ValueError):
    """Something a rulebook cannot say; ``key`` names the value or the place in the file."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.message = message


def read_value(name: str, raw: object, rounds: int) -> Any:
    """The typed form of one rule value, for a rulebook of ``rounds`` rounds.

    A value by round may be one value for all rounds, a value by players one number for all
    players. The length of a list by round is not checked here: that is a matter of the whole
    rulebook (``checks``). Raises RulebookError.
    """
    if name not in VALUES:
        raise RulebookError(name, "there is no rule value of this name")
    return _read(name, raw, VALUES[name]["shape"], rounds)


def _read(name: str, raw: object, shape: Mapping[str, Any], rounds: int) -> Any:
    (kind, detail), *_ = shape.items()
    match kind:
        case "whole":
            return _whole(name, raw, *detail)
        case "limit":
            return NO_LIMIT if raw == NO_LIMIT else _whole(name, raw, *detail, or_else=f" or {NO_LIMIT!r}")
        case "flag":
            if not isinstance(raw, bool):
                raise RulebookError(name, f"must be true or false, not {raw!r}")
            return raw
        case "choice":
            if raw not in detail:
                raise RulebookError(name, f"must be one of {_listed(detail)}, not {raw!r}")
            return raw
        case "payments":
            return raw if raw in detail else _payments(name, raw, detail)
        case "by_players":
            return _by_players(name, raw, *detail)
        case "by_round":
            if isinstance(raw, (list, tuple)):
                return tuple(_read(f"{name}[{i}]", detail_, detail, rounds) for i, detail_ in enumerate(raw, 1))
            return (_read(name, raw, detail, rounds),) * rounds
        case "contracts":
            return read_contracts(name, raw)
        case "ranks":
            return _ranks(name, raw)
        case "points":
            return _points(name, raw)
        case "rounds":
            pieces = _list(name, raw, "round numbers")
            return frozenset(_whole(f"{name}[{i}]", detail_, 1, MOST_ROUNDS) for i, detail_ in enumerate(pieces, 1))
    raise AssertionError(f"{name}: unknown shape {kind}")


def _payments(name: str, raw: object, choices: tuple[str, ...]) -> Payments:
    if not isinstance(raw, (list, tuple)):
        raise RulebookError(
            name, f"must be one of {_listed(choices)} or what each place from the second pays, not {raw!r}"
        )
    if not 1 <= len(raw) <= MOST_PAYMENTS:
        raise RulebookError(name, f"must say from 1 to {MOST_PAYMENTS} payments, the second place's first")
    return Payments(_whole(f"{name}[{i}]", sum_, 0, 1000) for i, sum_ in enumerate(raw, 1))


def _listed(choices: tuple[str, ...]) -> str:
    return ", ".join(repr(c) for c in choices)


def _whole(name: str, raw: object, least: int, most: int, *, or_else: str = "") -> int:
    # bool is an int in Python; a rulebook that says "true" where a number belongs is wrong
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise RulebookError(name, f"must be a whole number{or_else}, not {raw!r}")
    if not least <= raw <= most:
        raise RulebookError(name, f"must be from {least} to {most}{or_else}, not {raw}")
    return raw


def _list(name: str, raw: object, of_what: str) -> list[object]:
    if isinstance(raw, (frozenset, set)):
        return sorted(raw, key=str)
    if not isinstance(raw, (list, tuple)):
        raise RulebookError(name, f"must be a list of {of_what}, not {raw!r}")
    return list(raw)


def _by_players(name: str, raw: object, least: int, most: int) -> dict[int, int]:
    if not isinstance(raw, Mapping):
        return dict.fromkeys(PLAYERS, _whole(name, raw, least, most, or_else=" or a table by number of players"))
    table: dict[int, int] = {}
    for key, detail_ in raw.items():
        players = int(key) if isinstance(key, str) and key.isdecimal() else key
        if isinstance(players, bool) or players not in PLAYERS:
            raise RulebookError(f"{name}.{key}", f"the keys are numbers of players, {min(PLAYERS)} to {max(PLAYERS)}")
        if players in table:
            raise RulebookError(f"{name}.{key}", "this number of players stands twice")
        table[players] = _whole(f"{name}.{key}", detail_, least, most)
    return dict(sorted(table.items()))


def read_contracts(name: str, raw: object) -> tuple[tuple[Slot, ...], ...]:
    """A list of rounds, each a list such as ``["set of 3", "run of 4"]``, with an ``"or"`` between two ways to meet it.

    Raises RulebookError.
    """
    contracts = []
    for number, contract in enumerate(_list(name, raw, "contracts, one for each round"), 1):
        key = f"{name}[{number}]"
        slots = []
        for piece in _list(key, contract, "melds such as 'set of 3'"):
            try:
                slots.append(piece if isinstance(piece, Slot) else parse_slot(piece if isinstance(piece, str) else ""))
            except ValueError as wrong:
                raise RulebookError(key, f"{piece!r}: {wrong}" if not isinstance(piece, str) else str(wrong)) from None
        contracts.append(tuple(slots))
    return tuple(contracts)


def _ranks(name: str, raw: object) -> frozenset[str]:
    """The joker is always wild: it is added where the list leaves it out."""
    names = _list(name, raw, "card names")
    for rank in names:
        if rank not in RANK_NAMES:
            raise RulebookError(name, f"{rank!r} is no rank; write {', '.join(RANKS)} or {JOKER_NAME}")
    return frozenset(str(rank) for rank in names) | {JOKER_NAME}


def _points(name: str, raw: object) -> dict[str, int]:
    if not isinstance(raw, Mapping):
        raise RulebookError(name, f"must be a table of points for each of {', '.join(RANK_NAMES)}, not {raw!r}")
    for key in raw:
        if key not in (*RANK_NAMES, EVERY_WILD) and key not in RANK_OF_CARD:
            raise RulebookError(
                f"{name}.{key}", f"{key!r} is no rank and no card such as QS; the ranks are {', '.join(RANK_NAMES)}"
            )
    for rank in RANK_NAMES:
        if rank not in raw:
            raise RulebookError(f"{name}.{rank}", "the points of this card are missing")
    others = [key for key in (EVERY_WILD, *RANK_OF_CARD) if key in raw]
    return {key: _whole(f"{name}.{key}", raw[key], 0, 200) for key in (*RANK_NAMES, *others)}


def from_data(data: Mapping[str, Any]) -> Rulebook:
    """The rulebook that ``rulebook.to_data`` wrote, equal in every value and word that there was then.

    Raises RulebookError where the data is not such a rulebook. Contradictions are not looked
    for: a frozen rulebook stays readable even where later checks are stricter.
    """
    try:
        raw = {**BEFORE, **data["values"]}
        if missing := [name for name in VALUE_NAMES if name not in raw]:
            raise RulebookError(missing[0], "this rule value is missing")
        rounds = len(read_contracts("contracts", raw["contracts"]))
        values = {name: read_value(name, detail, rounds) for name, detail in raw.items()}
        clauses = {detail.topic: detail for detail in map(clause_of, data["clauses"])}
        return Rulebook(
            **values,
            id=data["id"],
            name=data["name"],
            special=data["special"],
            also_called=tuple(data["also_called"]),
            builds_on=data["builds_on"],
            may_i_word=data["may_i_word"],
            sources=tuple(Source(**detail) for detail in data["sources"]),
            options=tuple(data["options"]),
            notes=tuple(data.get("notes", ())),
            clauses=clauses | _since(data["id"], values, clauses),
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise RulebookError("rulebook", f"this is no rulebook's data: {wrong!r}") from None


def _since(book_id: str, values: Mapping[str, Any], clauses: Mapping[str, Clause]) -> dict[str, Clause]:
    """The clauses of values that a rulebook was frozen without: it has them as they were played before."""
    missing = [name for name in BEFORE if VALUE_TOPICS[name] not in clauses]
    return {
        (topic := VALUE_TOPICS[name]): Clause(
            f"{book_id}/{topic}",
            title=VALUES[name]["doc"],
            text=(words := sentence(name, values)),
            basis="house default",
            source=NO_SOURCE,
            silence=Silence(f"{VALUES[name]['doc']}?", words, "This rulebook is older than the clause."),
        )
        for name in missing
    }
