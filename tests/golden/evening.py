"""Golden games: the case files, and an evening played through any door with a case in hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from referee.game.state import GameState
from tests.golden.doors import Door

CASES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.json"))}


def read(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(CASES[name].read_text(encoding="utf-8"))
    return case


def worked_out(working: str) -> int:
    """``"10+10+5 = 25"`` gives 25; the sum must be right in the case file itself."""
    *addends, total = re.split(r"\s*[+=]\s*", working)
    assert not addends or sum(map(int, addends)) == int(total), f"{working} is wrong in the case file"
    return int(total)


def play(case: dict[str, Any], door: Door) -> None:
    """The whole evening; after every round the score is the one worked out by hand."""
    players = case["players"]
    door.open(case["rulebook"], players, players.index(case["rounds"][0]["dealer"]))
    for played in case["rounds"]:
        _play_round(played, door)
    assert door.state().status == "finished", "with its last round"
    if "buys" in case:
        door.buys({_seat(door, name): count for name, count in case["buys"].items()})
    state = door.state()
    assert {state.name(seat): str(place) for seat, place in state.places.items()} == case["places"]
    assert {state.name(seat): paid for seat, paid in state.payments.items()} == case.get("payments", {})


def _play_round(played: dict[str, Any], door: Door) -> None:
    number = played["round"]
    if joins := played.get("joins"):
        door.join(joins["player"], _seat(door, joins["after"]), joins["how"], 0)
        assert door.state().totals[_seat(door, joins["player"])] == joins["opening"]
    _check_deal(played, door.state())
    if cut := played.get("cut"):
        running = door.state().running
        assert running is not None
        assert door.state().name(running.cutter) == cut["by"]
        assert running.deal.cut == cut["cards"]
        door.cut(number, cut["exact"])
    door.went_out(number, None if played["out"] is None else _seat(door, played["out"]))
    for name, (said, _) in played["left"].items():
        door.cards_left(number, _seat(door, name), said, name in played["met"] if "met" in played else None)
    if "leaves" in played:
        door.leave(_seat(door, played["leaves"]))
    door.close(number)
    state = door.state()
    cells = {state.name(seat): cell for seat, cell in state.rounds[number - 1].cells.items()}
    assert {name: cell.points for name, cell in cells.items() if not cell.went_out} == {
        name: worked_out(working) for name, (_, working) in played["left"].items()
    }
    assert [name for name, cell in cells.items() if cell.went_out] == ([played["out"]] if played["out"] else [])
    for correction in played.get("corrects", ()):
        seat = _seat(door, correction["player"])
        door.correct(correction["round"], seat, correction["said"])
        cell = door.state().rounds[correction["round"] - 1].cells[seat]
        assert cell.points == worked_out(correction["points"])
        assert len(cell.was) == 1
    state = door.state()
    assert {state.name(seat): total for seat, total in state.totals.items()} == played["totals"]


def _check_deal(played: dict[str, Any], state: GameState) -> None:
    running = state.running
    assert running is not None
    assert running.number == played["round"]
    if "phases" in played:
        assert {state.name(seat): own.number for seat, own in running.own.items()} == played["phases"]
    else:
        assert [str(slot) for slot in running.deal.contract] == played["contract"]
    assert running.deal.deal == played["deal"]
    assert state.name(running.dealer) == played["dealer"]
    assert running.deal.pack == played.get("pack", running.deal.pack)


def _seat(door: Door, name: str) -> int:
    return next(seat.id for seat in door.state().all_seats if seat.player == name)
