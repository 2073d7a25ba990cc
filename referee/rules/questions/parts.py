"""The kinds that several fields of a page say together: how a card that was taken is used, and the steps of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from referee.rules.cards import Placed
from referee.rules.judges.screw import Use, is_left
from referee.rules.judges.turn import WAYS, Step, lying_before
from referee.rules.question import Facts, Field, Kind, Option
from referee.rules.questions.kinds import CARD, MELD, MELDS, PLACED_CARD
from referee.rules.questions.told_again import told_again
from referee.rules.requests import RequestError, choice, items
from referee.rules.schema import MELD_TEXT, Schema, many, maybe, one_of, text
from referee.rules.speech.typed import lines, tidy

_ONE_WAY = "must be an object with one of contract, lay_off and new_meld"


class UseOfCard(Kind):
    """What a screw-over's taker does with the card: an object with one key."""

    options = (
        Option("contract", "Goes down with it"),
        Option("lay_off", "Lays it off"),
        Option("new_meld", "A new meld"),
    )
    parts = (
        Field("use_cards", MELDS, "The cards it’s played with", "", "Including the card taken."),
        Field("use_onto", MELD, "Laid off on which meld?", "", optional=True, lies=True),
    )
    names_cards = True
    melds = True

    def read(self, field: str, raw: object, _: int = 0) -> Use:
        if not isinstance(raw, Mapping) or len(raw) != 1:
            raise RequestError(field, _ONE_WAY)
        ((way, what),) = raw.items()
        if way == "contract":
            return Use(way, MELDS.read(field, what))
        if way == "new_meld":
            return Use(way, [MELD.read(field, what)])
        if way != "lay_off":
            raise RequestError(field, _ONE_WAY)
        if not isinstance(what, Mapping) or set(what) != {"meld", "cards"}:
            raise RequestError(field, "lay_off must be an object with meld and cards")
        return Use(way, [MELD.read(field, what["cards"])], MELD.read(field, what["meld"]))

    def schema(self, about: str) -> Schema:
        onto = {
            "type": "object",
            "description": "Laid off on a meld on the table.",
            "additionalProperties": False,
            "required": ["meld", "cards"],
            "properties": {"meld": MELD_TEXT, "cards": MELD_TEXT},
        }
        return {
            "description": about,
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": False,
            "properties": {
                "contract": many(MELD_TEXT, "The melds of the contract."),
                "lay_off": onto,
                "new_meld": text("A new meld."),
            },
        }

    def rows(self, value: Use) -> Sequence[Sequence[int]]:
        return MELDS.rows([*value.melds, value.onto])

    def filled(self, value: Use, rows: Sequence[list[int]]) -> Use:
        *melds, onto = MELDS.filled([*value.melds, value.onto], rows)
        return Use(value.way, melds, onto)

    def counted(self, value: Use, facts: Facts) -> list[int]:
        """Not the card taken, nor a meld of the owner's laid onto: other fields name them."""
        if "take" not in facts:
            # any of them may be the card taken
            return []
        named = [placed.card for meld in value.melds for placed in meld]
        taken = facts["take"].card
        if taken in named:
            named.remove(taken)
        if value.onto not in facts.get("owner_melds", ()) and not is_left(value.onto, taken, facts.get("meld", ())):
            named += [placed.card for placed in value.onto]
        return named

    def together(self, answers: Sequence[tuple[bool, Any]]) -> dict[str, Any] | None:
        way, cards, onto = (what for _, what in answers)
        if way is None:
            return None
        laid = " ".join(cards or [])
        uses = {"contract": cards or [], "lay_off": {"meld": onto or "", "cards": laid}}
        return {way: uses.get(way, laid)}

    def apart(self, names: Sequence[str], raw: Mapping[str, Any]) -> dict[str, Any]:
        ((way, what),) = raw.items()
        onto, cards = (what["meld"], what["cards"]) if way == "lay_off" else ("", what)
        melds = cards if way == "contract" or not cards else [cards]
        return dict(zip(names, (way, melds, onto), strict=True))


_Said = tuple[bool, Any]
"""Whether something was said, and what; None for the "none" that means something."""


class Steps(Kind):
    """What is done in a turn, in order: objects with one key each. What is typed in its own field is the card drawn."""

    parts = (
        Field("steps_contract", MELDS, "The contract laid down", "", "One meld per line.", optional=True),
        Field("steps_swap", MELD, "A wild card taken from which meld?", "", optional=True, lies=True),
        Field("steps_for", CARD, "The card put there for it", "", optional=True),
        Field("steps_new", MELDS, "New melds", "", "One meld per line.", optional=True),
        Field("steps_lay", MELDS, "Laid off", "", "One line for each meld.", optional=True),
        Field("steps_onto", MELDS, "On these melds", "", "In the same order.", optional=True),
        Field("steps_discard", CARD, "The discard", "", "Enter “none” if there was no discard.", none=True),
    )
    names_cards = True
    tapped = "card"
    again = staticmethod(told_again)

    def read(self, field: str, raw: object, _: int = 0) -> list[Step]:
        return [_step(field, step) for step in items(field, raw, "steps, each an object with one key")]

    def schema(self, about: str) -> Schema:
        return many({"type": "object", "oneOf": EACH_STEP}, about)

    def typed(self, text: str) -> str:
        return tidy(text)

    def rows(self, value: Sequence[Step]) -> Sequence[Sequence[int]]:
        return [row for step in value for row in MELDS.rows([*step.melds, step.onto or ()])]

    def filled(self, value: Sequence[Step], rows: Sequence[list[int]]) -> list[Step]:
        left = iter(rows)
        meant = []
        for step in value:
            *melds, onto = MELDS.filled([*step.melds, step.onto or ()], [next(left) for _ in (*step.melds, step.onto)])
            meant.append(step._replace(melds=melds, onto=onto or None))
        return meant

    def counted(self, value: list[Step], facts: Facts) -> list[int]:
        """The cards drawn and those of melds that nobody named elsewhere; others come from the hand or the table."""
        table = facts.get("table") or []
        named = [placed.card for meld in lying_before(value, table)[len(table) :] for placed in meld]
        return named + [card for step in value if step.way == "draw" for card in step.cards]

    def together(self, answers: Sequence[_Said]) -> list[dict[str, Any]] | None:
        return list(_in_usual_order(*answers)) if any(was for was, _ in answers) else None

    def apart(self, names: Sequence[str], raw: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        answers = [*zip(names, _answers(raw), strict=True), *_owners(raw)]
        return {name: answer for name, answer in answers if answer or answer is None}

    def half_said(self, names: Sequence[str], typed: Mapping[str, str]) -> str:
        empty = [name for name in names if not typed.get(name)]
        if ("steps_swap" in empty) != ("steps_for" in empty):
            return "steps_swap" if "steps_swap" in empty else "steps_for"
        if names[0] in empty:
            return names[0]
        if len(lines(typed.get("steps_lay", ""))) > len(lines(typed.get("steps_onto", ""))):
            return "steps_onto"
        return "steps_discard" if "steps_discard" in empty else names[0]


def _onto(about: str, name: str, cards: Schema) -> Schema:
    return {
        "type": "object",
        "description": about,
        "additionalProperties": False,
        "required": ["meld", name],
        "properties": {
            "meld": MELD_TEXT,
            name: cards,
            "owner": one_of("Whose meld it is; else the question's `owner` says it.", "self", "other"),
        },
    }


def _step(field: str, raw: object) -> Step:
    if not isinstance(raw, Mapping) or len(raw) != 1 or not set(raw) <= set(WAYS):
        raise RequestError(field, f"each step must be an object with one of {', '.join(WAYS)}")
    ((way, what),) = raw.items()
    match way:
        case "draw":
            return Step(way, [] if what is None else [MELD.read(field, what)])
        case "contract":
            return Step(way, MELDS.read(field, what))
        case "new_meld":
            return Step(way, [_some(field, way, what)])
        case "discard":
            return Step(way, [] if what is None else [[PLACED_CARD.read(field, what)] if what else []])
    name = "card" if way == "swap" else "cards"
    if not isinstance(what, Mapping) or not {"meld", name} <= set(what) <= {"meld", name, "owner"}:
        raise RequestError(field, f"{way} must be an object with meld and {name}, and perhaps owner")
    cards = [PLACED_CARD.read(field, what[name])] if way == "swap" else _some(field, way, what[name])
    owner = what.get("owner")
    whose = None if owner is None else choice(field, owner, ("self", "other"))
    return Step(way, [cards], MELD.read(field, what["meld"]) or None, whose)


def _some(field: str, way: str, raw: object) -> list[Placed]:
    if not (named := MELD.read(field, raw)):
        raise RequestError(field, f"{way} must name a card")
    return named


def _in_usual_order(
    drawn: _Said, contract: _Said, swapped: _Said, card: _Said, new: _Said, laid: _Said, onto: _Said, discarded: _Said
) -> Iterator[dict[str, Any]]:
    """The steps of a turn, from the fields that say them together.

    A turn of which no draw is told is asked for it; a discard that nobody has told is empty.
    """
    if drawn[0]:
        yield {"draw": drawn[1]}
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
    """What would have to be typed for the steps of a turn, in the order of the fields."""
    by_way: dict[str, list[Any]] = {}
    for step in steps:
        for way, what in step.items():
            by_way.setdefault(way, []).append(what)
    (swap, *_), laid = by_way.get("swap", [{}]), by_way.get("lay_off", [])
    return (
        *by_way.get("draw", [""])[:1],
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


_STEPS = {
    "draw": maybe(text("The card drawn."), "Null: it is not told, because it is in the hand already."),
    "contract": many(MELD_TEXT, "The melds of the contract."),
    "swap": _onto("A wild card taken from a meld.", "card", text("The card put there for it.")),
    "new_meld": MELD_TEXT,
    "lay_off": _onto("Laid off on a meld on the table.", "cards", MELD_TEXT),
    "discard": maybe(text("The card discarded."), "Null: none is."),
}
EACH_STEP: list[Schema] = [
    {"type": "object", "additionalProperties": False, "required": [way], "properties": {way: what}}
    for way, what in _STEPS.items()
]
"""The shapes of a step of a turn."""
USE, STEPS = UseOfCard(), Steps()
