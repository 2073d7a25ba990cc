"""The form of every question: which fields it has, and how what is typed becomes a request and back.

What is typed stands in the address of the page, so that a question can be kept, shared and asked
again. Reading is lenient about how cards are written, never about which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from referee.rules.cards import JOKER_SPELLINGS, RANK_SPELLINGS, SUIT_SPELLINGS, SUITS
from referee.rules.questions import (
    CARD,
    CARD_LIST,
    CARDS,
    CHOICE,
    DEFAULT_PLAYERS,
    MELD,
    MELDS,
    OFFERED,
    PLACED_CARD,
    POINTS,
    QUESTIONS,
    SEATS,
    TIMES,
    TIMES_BY_SEAT,
    USE,
    Field,
    Option,
    Question,
)
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.hands import HandError, read_hand

COUNTS, TOTALS = "counts", "totals"
TYPED_CARDS = frozenset({CARDS, MELD, MELDS, CARD})
LONGEST = 2_000
NONE = "none"
"""Typed where there is nothing: no card, no meld, nobody."""
_NONE_WORDS = frozenset({NONE, "nothing", "nobody", "no cards", "no", "-", "–", "0", "zero"})

_RANK, _SUIT = f"(?:{'|'.join(RANK_SPELLINGS)})", f"[{''.join(SUIT_SPELLINGS)}]"
_CARD = rf"(?:JK|{_RANK}{_SUIT})(?:=(?:{_RANK}{_SUIT}?))?"
_ROW_OF_CARDS = re.compile(rf"(?:{_CARD}){{2,}}", re.I)
_ONE_CARD = re.compile(_CARD, re.I)
_JOKER = re.compile("|".join(rf"\b{name}\b" if name.isalpha() else re.escape(name) for name in JOKER_SPELLINGS), re.I)
_BARE_RANK = re.compile(_RANK, re.I)


@dataclass(frozen=True)
class Asked:
    """A question as it was typed: the request that the referee gets."""

    question: str
    typed: Mapping[str, str]
    request: Mapping[str, Any]


YES_NO = (Option("yes", "Yes"), Option("no", "No"))


def _on_page(question: Question) -> tuple[Field, ...]:
    """What stands open first, each field with its parts."""
    fields = sorted((field for field in question.fields if field.label), key=lambda field: field.optional)
    return tuple(part._replace(kind=_kind(part)) for field in fields for part in (field, *field.parts))


def _kind(field: Field) -> str:
    if field.kind == MELD:
        return MELD if field.lies else CARDS
    return _KINDS.get(field.kind, field.kind)


_KINDS = {
    PLACED_CARD: CARD, CARD_LIST: CARDS, USE: CHOICE, TIMES_BY_SEAT: COUNTS, TIMES: COUNTS, POINTS: TOTALS,
}  # fmt: skip
FIELDS: dict[str, tuple[Field, ...]] = {name: _on_page(QUESTIONS[name]) for name in OFFERED}
"""By question, what can be told; what decides nothing may stay empty."""
NEEDS_ROUND = frozenset(name for name, question in QUESTIONS.items() if question.needs_round)


def read(question: str, typed: Mapping[str, str], book: Rulebook, players: int, round_no: int | None) -> Asked:
    """The request that a form says. What was left empty is left out."""
    request: dict[str, Any] = {"question": question, "players": players}
    if round_no is not None:
        request["round"] = round_no
    for field in FIELDS[question]:
        value = _value(field, typed, players)
        if value is not None:
            request[field.name] = None if value == NONE else value
    if question == "score" and "hand" in request:
        request["hand"] = _spread(str(request["hand"]), book)
    return Asked(question, typed, _used(request) if question == "screw" else request)


def _value(field: Field, typed: Mapping[str, str], players: int) -> Any:
    """A field's value in the request; None if it was not told; ``NONE`` for a null that says something."""
    if field.kind in (COUNTS, TOTALS):
        return _by_seat(field, typed, players)
    text = typed.get(field.name, "").strip()[:LONGEST]
    if not text:
        return None
    if field.none and text.casefold() in _NONE_WORDS:
        return {CARDS: [] if field.name == "stolen_from_by" else "", MELDS: [], SEATS: []}.get(field.kind, NONE)
    match field.kind:
        case "flag":
            return {"yes": True, "no": False}.get(text, text)
        case "seat":
            return number(text)
        case "seats":
            return [number(piece) for piece in re.split(r"[\s,]+", text)]
        case "melds":
            return [tidy(line) for line in re.split(r"[\n;]+", text) if line.strip()]
        case "cards" | "meld" | "card":
            return tidy(text)
    return text


def _by_seat(field: Field, typed: Mapping[str, str], players: int) -> Any:
    """One number for each seat: a list for a settlement, otherwise an object of those that were told."""
    said = {seat: typed.get(f"{field.name}.{seat}", "").strip()[:12] for seat in range(1, players + 1)}
    if not any(said.values()):
        return None
    if field.name == "used":
        return {str(seat): number(text) for seat, text in said.items() if text}
    return [number(text) for text in said.values()]


def number(text: str) -> int | str:
    """A whole number; other text stays, so that the referee says what is wrong with it."""
    plain = text.replace("−", "-")
    return int(plain) if re.fullmatch(r"-?[0-9]{1,9}", plain) else text


def tidy(text: str) -> str:
    """Cards as the referee reads them: jokers by any name, cards without spaces between them."""
    pieces = re.split(r"[\s,]+", _JOKER.sub(" JK ", text).replace(" JK =", " JK=").strip())
    return " ".join(
        " ".join(_ONE_CARD.findall(piece)) if _ROW_OF_CARDS.fullmatch(piece) else piece for piece in pieces if piece
    )


def _spread(text: str, book: Rulebook) -> str:
    """A hand whose suits do not matter: ranks without suits, or words, get suits that the pack has."""
    pieces = text.split()
    if all(_ONE_CARD.fullmatch(piece) for piece in pieces):
        return text
    try:
        ranks = read_hand(text, book.points).ranks
    except HandError:
        return text
    if ranks is None:
        return text
    cards: list[str] = []
    for rank, how_many in ranks.items():
        suits = count()
        cards += ["JK" if rank == "JK" else f"{rank}{SUITS[next(suits) % 4]}" for _ in range(how_many)]
    return " ".join(cards)


def _used(request: dict[str, Any]) -> dict[str, Any]:
    """A screw-over's ``use`` made of the three fields that tell it."""
    way, cards, onto = (request.pop(name, None) for name in ("use", "use_cards", "use_onto"))
    if way is None or cards is None:
        return request
    together = " ".join(cards)
    told = {"contract": cards, "new_meld": together, "lay_off": {"meld": onto or "", "cards": together}}
    return {**request, "use": {way: told.get(way, together)}}


def write(request: Mapping[str, Any]) -> dict[str, str]:
    """What would have to be typed for a request: the inverse of ``read``."""
    typed: dict[str, str] = {}
    for name in ("players", "round"):
        if request.get(name) is not None:
            typed[name] = str(request[name])
    if request.get("seats") is not None:
        typed["players"] = str(request["seats"])
    told = dict(request)
    if isinstance(request.get("use"), Mapping):
        ((way, what),) = request["use"].items()
        onto, cards = (what["meld"], what["cards"]) if way == "lay_off" else ("", what)
        told |= {"use": way, "use_cards": cards, "use_onto": onto}
    for field in FIELDS[request["question"]]:
        if field.name in told:
            typed |= _typed(field, told[field.name], int(typed.get("players", DEFAULT_PLAYERS)))
    return {name: text for name, text in typed.items() if text}


def _typed(field: Field, value: Any, players: int) -> dict[str, str]:
    if isinstance(value, Mapping):  # seats that are not named have none
        value = [value.get(str(seat), 0) for seat in range(1, players + 1)]
    if field.kind in (COUNTS, TOTALS):
        return {f"{field.name}.{seat}": str(told) for seat, told in enumerate(value or (), 1)}
    if isinstance(value, (list, tuple)):
        joint = "\n" if field.kind == MELDS else " "
        return {field.name: joint.join(map(str, value)) or NONE}
    if isinstance(value, bool):
        return {field.name: "yes" if value else "no"}
    empty = value is None or value == ""
    return {field.name: (NONE if field.none else "") if empty else str(value)}
