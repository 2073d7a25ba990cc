"""Plays as they are typed, by their fields: what a test tells of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.game.commands import RecordPlay


def typed(value: object) -> str:
    """Seats one after the other, melds one in a line, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ("," if all(isinstance(each, int) for each in value) else "\n").join(map(str, value))
    return str(value)


def play(question: str, number: int, confirmed: bool = False, **values: object) -> RecordPlay:
    """What was left out, or is empty, is not typed."""
    texts = {name: typed(value) for name, value in values.items() if value is not None}
    return RecordPlay(number, question, {name: text for name, text in texts.items() if text}, confirmed)


def but(command: RecordPlay, confirmed: bool | None = None, **values: object) -> RecordPlay:
    """The same with other values; None takes one away."""
    texts = {**command.typed, **{name: "" if value is None else typed(value) for name, value in values.items()}}
    texts = {name: text for name, text in texts.items() if text}
    return RecordPlay(command.round, command.question, texts, command.confirmed if confirmed is None else confirmed)


def take_discard(
    number: int,
    claims: Sequence[int],
    active: int | None = None,
    same: bool | None = None,
    active_takes: bool | None = None,
    also: int | None = None,
    forgotten: bool | None = None,
    gets: int | None = None,
) -> RecordPlay:
    told: dict[str, Any] = {"active": active, "same": same, "active_takes": active_takes, "also": also}
    return play("may_i", number, claims=tuple(claims), **told, forgotten=forgotten, gets=gets)


def go_down(number: int, seat: int, melds: Sequence[str] = (), reading: str = "") -> RecordPlay:
    return play("contract", number, seat=seat, melds=tuple(melds), reading=reading)


def lay_meld(
    number: int, seat: int, cards: str, down: str | None = None, reading: str = "", confirmed: bool = False
) -> RecordPlay:
    return play("new_meld", number, confirmed, seat=seat, laid=cards, down=down, reading=reading)


def lay_off(
    number: int,
    seat: int,
    meld: int | None,
    cards: str,
    down: str | None = None,
    reading: str = "",
    confirmed: bool = False,
    onto_cards: str = "",
    owner: int | None = None,
) -> RecordPlay:
    onto: dict[str, Any] = {"meld": meld, "onto_cards": onto_cards, "owner": owner}
    return play("lay_off", number, confirmed, seat=seat, **onto, laid=cards, down=down, reading=reading)


def take_wild(
    number: int,
    seat: int,
    meld: int | None,
    card: str,
    down: str | None = None,
    onto_cards: str = "",
    owner: int | None = None,
    reading: str = "",
    confirmed: bool = False,
) -> RecordPlay:
    onto: dict[str, Any] = {"meld": meld, "onto_cards": onto_cards, "owner": owner}
    return play("swap", number, confirmed, seat=seat, **onto, laid=card, down=down, reading=reading)


def screw_over(
    number: int,
    by: int,
    owner: int,
    take: str = "",
    give: str = "",
    use: str | None = None,
    melds: Sequence[str] = (),
    meld: int | None = None,
    cards: str = "",
    onto: int | None = None,
    onto_cards: str = "",
    down: str | None = None,
    owner_melds: Sequence[str] | None = None,
    stolen: bool | None = None,
    reading: str = "",
    confirmed: bool = False,
) -> RecordPlay:
    others = None if owner_melds is None else tuple(owner_melds) or "none"
    told: dict[str, Any] = {"meld": meld, "cards_of": cards, "take": take, "give": give, "use": use}
    more: dict[str, Any] = {"use_cards": tuple(melds), "onto": onto, "onto_cards": onto_cards, "owner_melds": others}
    return play(
        "screw", number, confirmed, by=by, owner=owner, **told, **more, down=down, stolen=stolen, reading=reading
    )


def call_shanghai(
    number: int,
    seat: int,
    discarder: int,
    card: str = "",
    meld: int | None = None,
    table: Sequence[str] = (),
    all_told: bool | None = None,
    reading: str = "",
    confirmed: bool = False,
) -> RecordPlay:
    who: dict[str, Any] = {"seat": seat, "discarder": discarder, "card": card, "meld": meld}
    return play("shanghai", number, confirmed, **who, table=tuple(table), all_told=all_told, reading=reading)


BY_QUESTION = {
    "may_i": "take_discard",
    "contract": "go_down",
    "new_meld": "lay_meld",
    "lay_off": "lay_off",
    "swap": "take_wild",
    "screw": "screw_over",
    "shanghai": "call_shanghai",
}
"""By question, what is called here to tell its play."""
