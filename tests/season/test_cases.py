"""Seasons worked out by hand, as data: every place, value, movement and sentence exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.storage.clubs.seasons import RULE
from tests.season.doubles import merged
from tests.season.evenings import NAMES, game

CASES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("cases/*.json")}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_table_is_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    games = [game(one.pop("id"), one.pop("columns"), one.pop("marks", {}), **one) for one in map(dict, case["games"])]
    table = standings(merged(games, case.get("into", {})), RULE.read(case["rule"]), NAMES)
    rows = [
        {
            "place": str(row.place) if row.place else None,
            "player": row.player,
            "value": str(row.value),
            "shown": row.shown,
            "games": row.games,
            "counted": row.counted,
            "moved": row.moved,
            "progress": row.progress,
        }
        for row in table.rows
    ]
    assert rows == case["rows"]
    assert list(table.ties) == case["ties"]
    assert list(table.notes) == case["notes"]
    assert [list(one) for one in table.corrected] == case.get("corrected", [])


def test_there_is_a_case_for_every_way_and_every_rule_for_ties() -> None:
    assert {case["rule"].get("way", SeasonRule().way) for case in CASES.values()} == {
        "place points",
        "table average",
        "points per round",
        "total points",
        "wins",
    }
    asked = "\n".join(sentence for case in CASES.values() for sentence in case["ties"])
    for words in ("more of the games won", "table’s average", "points per round", "better best game", "stay level"):
        assert f"Decided by {words}" in asked or words in asked
