"""The doors of the pages: the form as it is typed, a file as it is sent; and what is fetched from there."""

from __future__ import annotations

import io
import secrets
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.rulebooks import library, own
from referee.rules.rulebook.kinds import ByPlayers, Points, Ranks, RulebookError
from referee.rules.rulebook.model import KINDS, VALUE_NAMES, Rulebook
from referee.rules.rulebook.slots import contract_line
from referee.rules.rulebook.values import read_value, rounds_in
from referee.web.own.forms import IN_ROWS
from referee.web.parts.rule_values import as_typed, differs
from tests.rulebooks.doors.drawing import Drawn
from tests.rulebooks.doors.passing import LET_IN, NAME, by_hand
from tests.web.table_phone import words


class Untypable(Exception):
    """The form has no field in which this could be typed."""


def typed(base: Rulebook, house: dict[str, Any]) -> dict[str, Any]:
    """What the form over a rulebook sends where somebody sets these values in it."""
    try:
        rounds = rounds_in(house.get("contracts", base.in_json("contracts")))
        values = {
            name: read_value(name, house[name], rounds)
            if name in house
            else KINDS[name].with_rounds(name, getattr(base, name), rounds)
            for name in VALUE_NAMES
        }
    except RulebookError:
        raise Untypable from None
    if any(len(values[name]) != rounds for name in ("deal", "may_i_limit", "may_i_penalty")):
        raise Untypable
    sent: dict[str, Any] = {}
    for at in range(rounds):
        sent[f"rounds.{at}.contracts"] = contract_line(values["contracts"][at])
        sent |= {f"rounds.{at}.{name}": str(values[name][at]) for name in ("deal", "may_i_limit", "may_i_penalty")}
        if at + 1 in values["all_cards_rounds"]:
            sent[f"rounds.{at}.all_cards_rounds"] = "y"
    if any(number > rounds for number in values["all_cards_rounds"]):
        raise Untypable
    for name in VALUE_NAMES:
        if name in IN_ROWS:
            continue
        kind, text = KINDS[name], KINDS[name].in_form(values[name])
        if isinstance(kind, ByPlayers | Points):
            blank = dict.fromkeys(as_typed(base, name), "")
            sent |= {f"{name}.{key}": number for key, number in (blank | text).items()}
        elif isinstance(kind, Ranks):
            sent[f"{name}.shown"], sent[name] = "1", [rank for rank in text if rank != "JK"]
        else:
            sent[name] = text
    return sent


def disagreements(client: FlaskClient, drawn: Drawn) -> list[str]:
    """What is not as it should be, with the rulebook typed into the form, and written by hand and sent as a file."""
    base, name = library.load(drawn.base), f"Rules {secrets.token_hex(6)}"
    rulebook, wrong = own.id_of(name), []
    try:
        fields = typed(base, drawn.house)
    except Untypable:
        pass
    else:
        changed = {key: raw for key, raw in drawn.house.items() if differs(base, key, raw)}
        answer = client.post(f"/house-rules/{base.id}/change", data=_written(name=name, version="0", **fields))
        wrong += _agrees("the form", answer, _refusal(base, changed))
        wrong += _goes_out(client, rulebook, answer)
    file = by_hand(drawn).replace('"ours"', f'"{rulebook}-2"', 1).replace(f'"{NAME}"', f'"{name} 2"', 1)
    answer = client.post("/house-rules/import", data=_written(file=(io.BytesIO(file.encode()), "ours.toml")))
    wrong += [*_agrees("the file", answer, _refusal(base, drawn.house)), *_goes_out(client, f"{rulebook}-2", answer)]
    return [f"{drawn}: {what}" for what in wrong]


def _written(**fields: Any) -> dict[str, Any]:
    return {"write_id": secrets.token_hex(16), **fields}


def _refusal(base: Rulebook, house: dict[str, Any]) -> str:
    """What is wrong with house rules; empty where nothing is."""
    try:
        own.make(base, NAME, house)
    except RulebookError as refusal:
        return refusal.message
    return LET_IN


def _agrees(door: str, answer: TestResponse, refusal: str) -> list[str]:
    if answer.status_code != (422 if refusal else 303):
        return [f"{door}: {answer.status_code}, {refusal or 'let in'!r}"]
    problems = "" if not refusal else words(answer, "problems")
    return [] if " ".join(refusal.split())[1:] in problems else [f"{door}: {problems!r}, not {refusal!r}"]


def _goes_out(client: FlaskClient, rulebook: str, answer: TestResponse) -> list[str]:
    """What was let in is fetched as a file, and sent again it is nothing new."""
    if answer.status_code != 303:
        return []
    text = client.get(f"/house-rules/{rulebook}/file").get_data(as_text=True)
    again = client.post("/house-rules/import", data=_written(text=text.replace("\n", "\r\n")))
    if again.status_code != 303 or client.get(f"/house-rules/{rulebook}/file").get_data(as_text=True) != text:
        return ["its file does not come in again"]
    return [] if own.brought_in(text).id == rulebook else ["its file is another rulebook's"]
