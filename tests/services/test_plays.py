"""Games as plays of BG Stats: who won, in which order, and the same ids in every file."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from referee.game.notebook import bgstats
from referee.game.notebook.model import Column
from referee.services.house.plays import plays_json
from tests.season.evenings import NAMES, game


def test_games_become_plays_with_their_players_scores_and_winners() -> None:
    first = game("2026-01-01", {"a": "10 out", "b": "-5 20", "c": "7 1"}, {"c": {"stayed": False}})
    second = game("2026-01-08", {"b": "out", "a": "25"})
    data = json.loads(plays_json([second, first], NAMES))
    players = {player["id"]: player["name"] for player in data["players"]}
    [kind] = data["games"]
    assert (kind["name"], kind["highestWins"], kind["noPoints"]) == ("Contract Rummy", False, False)
    assert [play["playDate"] for play in data["plays"]] == ["2026-01-01 12:00:00", "2026-01-08 12:00:00"]
    assert [
        (players[score["playerRefId"]], score["score"], score["winner"], score["rank"], score["seatOrder"])
        for score in data["plays"][0]["playerScores"]
    ] == [("Player 1", "10", True, 1, 1), ("Player 2", "15", False, 2, 2), (NAMES["c"], "8", False, 0, 3)]
    assert all(play["gameRefId"] == kind["id"] for play in data["plays"])


def test_what_was_in_a_file_before_has_the_same_id_in_the_next_one() -> None:
    first, second = game("2026-01-01", {"a": "10", "b": "out"}), game("2026-01-08", {"a": "out", "b": "5"})
    before, after = json.loads(plays_json([first], NAMES)), json.loads(plays_json([first, second], NAMES))
    assert before["players"] == after["players"]
    assert before["plays"][0]["uuid"] == after["plays"][0]["uuid"] != after["plays"][1]["uuid"]
    assert all(UUID(thing["uuid"]) for kind in ("players", "games", "plays") for thing in after[kind])


def test_what_bg_stats_has_no_field_for_is_read_back() -> None:
    leaver, guest = {"stayed": False}, {"guest": True, "stands_in_for": "d"}
    one_game = game("2026-01-01", {"a": "10 out", "b": "out 20", "c": "7 -"}, {"c": leaver, "b": guest})
    [read] = bgstats.read(plays_json([one_game], NAMES)).games
    assert read.code == one_game.id
    assert read.columns == (
        Column("Player 1", 10, 1, (10, 0)),
        Column("Player 2", 20, 2, (0, 20), guest=True, absent=NAMES["d"]),
        Column(NAMES["c"], 7, None, one_game.by_player["c"].scores, left=True),
    )


@pytest.mark.parametrize("own", [None, "x", {"rounds": "5 5"}, {"rounds": [5.5]}, {"rounds": [10**12]}])
def test_odd_things_under_our_own_name_are_left_out(own: object) -> None:
    data = json.loads(plays_json([game("2026-01-01", {"a": "10", "b": "out"})], NAMES))
    for score in data["plays"][0]["playerScores"]:
        score[bgstats.OWN] = own
    [read] = bgstats.read(json.dumps(data)).games
    assert [(column.total, column.scores, column.left) for column in read.columns] == [(10, (), False), (0, (), False)]
