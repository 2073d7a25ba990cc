"""Golden rounds: what happens at the table, as case files, replayed through any door.

A case has ``rulebook`` (an id, or ``file``: the lines of a TOML file to bring in), ``players`` and
``steps``. A step names a command with its fields (players by name, melds on the table by their
cards) and what comes of it: ``event`` (fields of the event, as far as the case says), ``refused``
(the clauses) or ``asked`` (the fields that must be said first). ``now`` says how things stand after
it, ``shown`` what then stands on the pages, where the door has pages. ``close`` closes a round, each
sum worked out by hand. Nothing in a case is asked back.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from referee.game import commands as cmd
from referee.game.events import Event
from referee.game.history import entries, next_undo
from referee.game.rulings.may_i import may_is
from referee.game.state import GameState
from tests.game import plays
from tests.golden.doors import Came, Door
from tests.golden.evening import worked_out

CASES = {path.stem: path for path in sorted((Path(__file__).parent / "table").glob("*.json"))}
COMMANDS: dict[str, Any] = {kind.__name__: kind for kind in cmd.COMMAND_TYPES}
PLAYS: dict[str, Any] = {
    "TakeDiscard": plays.take_discard,
    "GoDown": plays.go_down,
    "LayMeld": plays.lay_meld,
    "LayOff": plays.lay_off,
    "ScrewOver": plays.screw_over,
    "CallShanghai": plays.call_shanghai,
}
"""What the cases call plays."""
SEATS = {"seat", "by", "owner", "discarder", "active", "went_out"}
MELDS = {"meld", "onto"}
EXPECTS = {"event", "refused", "asked", "told", "now", "shown"}
PAGES = {"now": "?read={closed}", "sheet": "/rulebook"}
"""Once the news of the round before are read."""


def read(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(CASES[name].read_text(encoding="utf-8"))
    return case


def play(case: dict[str, Any], door: Door) -> None:
    """Every step of a case; what comes of it is what the case says."""
    rulebook = door.bring_in("\n".join(case["file"])) if "file" in case else case["rulebook"]
    door.open(rulebook, case["players"], 0)
    for number, step in enumerate(case["steps"], start=1):
        try:
            _step(step, door)
        except AssertionError as wrong:
            raise AssertionError(f"step {number}, {step}: {wrong}") from wrong


def named(step: dict[str, Any]) -> str:
    """What is done in a step."""
    (name,) = set(step) - EXPECTS
    return str(name)


def _step(step: dict[str, Any], door: Door) -> None:
    name = named(step)
    if name == "close":
        _close(step[name], door)
    elif name == "undo":
        undo = next_undo(door.state())
        assert undo is not None
        assert door.act(cmd.Undo(undo.seq)).events
    else:
        _check(step, door.act(_command(name, step[name], door.state())), door.state())
    assert not door.asked_back, f"asked back: {door.asked_back}"
    state = door.state()
    if "told" in step:
        assert entries(state)[-1].sentence == step["told"]
    for what, expected in step.get("now", {}).items():
        assert NOW[what](state) == expected, f"{what} is {NOW[what](state)}"
    for page, words in step.get("shown", {}).items():
        shown = door.page(PAGES[page].format(closed=len(state.rounds)))
        assert shown is None or all(one in shown for one in words), shown


def _check(step: dict[str, Any], came: Came, state: GameState) -> None:
    assert came.refused == tuple(dict.fromkeys(step.get("refused", ()))), came
    assert came.asked == tuple(step.get("asked", ())), came
    if came.refused or came.asked:
        return
    (event,) = came.events
    for field, expected in step.get("event", {}).items():
        assert _plain(event, field, state) == expected, f"{field} is {_plain(event, field, state)}"


def _plain(event: Event, field: str, state: GameState) -> Any:
    value = getattr(event, field)
    if field in SEATS:
        return None if value is None else state.name(value)
    if field == "refused":
        return {state.name(seat): clause for seat, clause in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _command(name: str, said: dict[str, Any], state: GameState) -> cmd.Command:
    fields: dict[str, Any] = {}
    for field, value in said.items():
        if field == "claims":
            fields[field] = tuple(_seat(state, player) for player in value)
        elif field in SEATS and value is not None:
            fields[field] = _seat(state, value)
        elif field in MELDS:
            fields[field] = _meld(state, value)
        else:
            fields[field] = tuple(value) if isinstance(value, list) else value
    if name in PLAYS:
        play: cmd.Command = PLAYS[name](fields.pop("round", state.current), **fields)
        return play
    kind = COMMANDS[name]
    if "round" in {field.name for field in dataclasses.fields(kind)}:
        fields.setdefault("round", state.current)
    command: cmd.Command = kind(**fields)
    return command


def _close(said: dict[str, Any], door: Door) -> None:
    """Count and close the running round; the points of every line are worked out in the case."""
    state = door.state()
    number = state.current
    door.went_out(number, None if said["out"] is None else _seat(state, said["out"]))
    for player, (cards, _) in said["left"].items():
        door.cards_left(number, _seat(state, player), cards)
    door.close(number)
    state = door.state()
    cells = state.rounds[number - 1].cells
    for player, (_, working) in said["left"].items():
        assert cells[_seat(state, player)].points == worked_out(working)
    assert {state.name(seat): total for seat, total in state.totals.items()} == said["totals"]


def _seat(state: GameState, player: str) -> int:
    return next(seat.id for seat in state.all_seats if seat.player == player)


def _meld(state: GameState, cards: str) -> int:
    assert state.running is not None
    lying = {one.cards: one.id for one in state.running.play.melds.values()}
    assert cards in lying, f"{cards} does not lie among {list(lying)}"
    return lying[cards]


def _table(state: GameState) -> dict[str, list[str]]:
    assert state.running is not None
    found: dict[str, list[str]] = {}
    for one in state.running.play.melds.values():
        found.setdefault(state.name(one.owner), []).append(one.cards)
    return found


def _owes(state: GameState) -> dict[str, list[str]]:
    assert state.running is not None
    return {state.name(seat): list(owed) for seat, owed in state.running.play.owes.items()}


NOW: dict[str, Any] = {
    "left": lambda state: {state.name(one.seat): one.left for one in may_is(state)},
    "used": lambda state: {state.name(one.seat): one.used for one in may_is(state)},
    "kitty": lambda state: state.kitty,
    "buys": lambda state: {state.name(seat): count for seat, count in state.buys.items()},
    "table": _table,
    "owes": _owes,
    "totals": lambda state: {state.name(seat): total for seat, total in state.totals.items()},
    "payments": lambda state: {state.name(seat): paid for seat, paid in state.payments.items()},
    "places": lambda state: {state.name(seat): str(place) for seat, place in state.places.items()},
    "status": lambda state: state.status,
    "shuffles": lambda state: state.running.play.shuffles,
}
