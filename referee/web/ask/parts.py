"""Facts that several fields of a page say together: how a card that was taken is used, and the steps of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from referee.rules.requests import STEPS, Field


def said_by(field: Field) -> tuple[str, ...]:
    """The names of the fields of a page that say it together."""
    return (field.name, *(part.name for part in field.parts))


def half_said(field: Field, typed: Mapping[str, str]) -> str:
    """The name of the field of a page in which what is missing or wrong is said; ``typed`` is what stands in them."""
    empty = [name for name in said_by(field) if not typed.get(name)]
    if field.kind == STEPS:
        if ("steps_swap" in empty) != ("steps_for" in empty):
            return "steps_swap" if "steps_swap" in empty else "steps_for"
        if field.name in empty:
            return field.name
        if len(_lines(typed, "steps_lay")) > len(_lines(typed, "steps_onto")):
            return "steps_onto"
        return "steps_discard" if "steps_discard" in empty else field.name
    return (empty or said_by(field))[0]


def _lines(typed: Mapping[str, str], name: str) -> list[str]:
    return [line for line in re.split(r"[\n;]", typed.get(name, "")) if line.strip()]


def put_together(field: Field, request: dict[str, Any]) -> None:
    """Puts what the fields of a page say in the place of their answers."""
    answers = [(name in request, request.pop(name, None)) for name in said_by(field)]
    if field.kind != STEPS:
        way, cards, onto = (what for _, what in answers)
        if way is not None:
            request[field.name] = _use(way, cards or [], onto or "")
    elif any(was for was, _ in answers):
        request[field.name] = list(_steps(*answers))


def taken_apart(field: Field, value: Any) -> dict[str, Any]:
    """What would have to be answered, by the names of the fields of a page."""
    if field.kind == STEPS:
        answers = [*zip(said_by(field), _answers(value), strict=True), *_owners(value)]
        return {name: answer for name, answer in answers if answer or answer is None}
    ((way, what),) = value.items()
    onto, cards = (what["meld"], what["cards"]) if way == "lay_off" else ("", what)
    return dict(zip(said_by(field), (way, cards, onto), strict=True))


def _use(way: str, cards: list[str], onto: str) -> dict[str, Any]:
    together = " ".join(cards)
    uses = {"contract": cards, "lay_off": {"meld": onto, "cards": together}}
    return {way: uses.get(way, together)}


_Said = tuple[bool, Any]
"""Whether something was said, and what; None for the "none" that means something."""


def _steps(
    drawn: _Said, contract: _Said, swapped: _Said, card: _Said, new: _Said, laid: _Said, onto: _Said, discarded: _Said
) -> Iterator[dict[str, Any]]:
    """The steps of a turn in their usual order, from the fields that say them together.

    Each turn has a draw and a discard: where nobody has told what it was, it is empty.
    """
    if drawn != (True, None):
        yield {"draw": drawn[1] or ""}
    if contract[1]:
        yield {"contract": contract[1]}
    if swapped[0] or card[0]:
        yield {"swap": {"meld": swapped[1] or "", "card": card[1] or ""}}
    for meld in new[1] or ():
        yield {"new_meld": meld}
    for cards, meld in zip_longest(laid[1] or (), onto[1] or (), fillvalue=""):
        yield {"lay_off": {"meld": meld, "cards": cards}}
    yield {"discard": discarded[1] if discarded[0] else ""}


def _answers(steps: Iterable[Mapping[str, Any]]) -> tuple[Any, ...]:
    """What would have to be typed for the steps of a turn, in the order of ``_steps``."""
    by_way: dict[str, list[Any]] = {}
    for step in steps:
        for way, what in step.items():
            by_way.setdefault(way, []).append(what)
    (swap, *_), laid = by_way.get("swap", [{}]), by_way.get("lay_off", [])
    return (
        *by_way.get("draw", [None])[:1],
        *by_way.get("contract", [[]])[:1],
        swap.get("meld", ""),
        swap.get("card", ""),
        by_way.get("new_meld", []),
        [each["cards"] for each in laid],
        [each["meld"] for each in laid if each["meld"]],
        *by_way.get("discard", [None])[:1],
    )


def _owners(steps: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Whose the melds are, which the page asks once for all steps."""
    for step in steps:
        for what in step.values():
            if isinstance(what, Mapping) and what.get("owner"):
                yield "owner", what["owner"]
