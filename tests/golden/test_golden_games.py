"""One whole game of every rulebook, with cards, worked out by hand in its case file; exact."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.game.events import CardsLeftEntered, RoundClosed
from referee.rulebooks import library
from tests.golden.doors import Desk
from tests.golden.evening import CASES, play, read, worked_out


@pytest.mark.parametrize("name", CASES)
def test_a_golden_game_ends_as_worked_out_by_hand(app: Flask, name: str) -> None:
    with app.app_context():
        play(read(name), Desk())


def test_every_rulebook_has_its_golden_game() -> None:
    assert {read(name)["rulebook"] for name in CASES} == set(library.ids())
    books = {name: library.load(read(name)["rulebook"]) for name in CASES}
    assert all(len(read(name)["rounds"]) == book.rounds for name, book in books.items() if not book.rounds_vary)


def test_a_golden_game_until_so_many_points_ends_with_the_round_that_has_them() -> None:
    until = {name: book.until for name in CASES if (book := library.load(read(name)["rulebook"])).until}
    assert until
    for name, points in until.items():
        *before, last = [max(played["totals"].values()) for played in read(name)["rounds"]]
        assert max(before) < points <= last, name
        assert max(before) == points - 1, "a point fewer does not end it"


def test_the_golden_games_have_what_they_are_for() -> None:
    cases = {name: read(name) for name in CASES}
    assert len(cases["contract"]["players"]) == 4
    assert len(cases["contract"]["rounds"]) == 7
    assert cases["contract"]["rounds"][4]["corrects"]
    assert sum(cases["progressive"]["payments"].values()) == sum(cases["progressive"]["buys"].values()) == 10
    assert [played["round"] for played in cases["liverpool"]["rounds"] if played.get("cut", {}).get("exact")] == [3, 6]
    assert any(played["out"] is None for case in cases.values() for played in case["rounds"])
    assert cases["grokipedia"]["rounds"][2]["leaves"]
    assert cases["grokipedia"]["rounds"][3]["joins"]


@pytest.mark.parametrize("name", CASES)
def test_the_totals_of_a_case_file_follow_from_its_own_sums(name: str) -> None:
    """The case file checked with pencil and paper alone: nothing of the app is asked."""
    totals: dict[str, int] = dict.fromkeys(read(name)["players"], 0)
    before: dict[str, int] = {}
    for played in read(name)["rounds"]:
        if joins := played.get("joins"):
            totals[joins["player"]] = joins["opening"]
        points = {player: working for player, (_, working) in played["left"].items()}
        points |= {correction["player"]: correction["points"] for correction in played.get("corrects", ())}
        for player, working in points.items():
            totals[player] += worked_out(working)
        if played.get("cut", {}).get("exact"):
            totals[played["cut"]["by"]] -= 50
        assert totals == played["totals"]
        assert played["out"] not in played["left"]
        before = played["totals"]
    lowest = min(total for player, total in before.items() if player in read(name)["places"])
    assert {player for player, place in read(name)["places"].items() if place in ("1", "1=")} == {
        player for player, total in before.items() if total == lowest and player in read(name)["places"]
    }


def test_a_wrong_sum_in_a_case_file_is_found() -> None:
    with pytest.raises(AssertionError, match="is wrong in the case file"):
        worked_out("10+10 = 25")


def test_a_wrong_total_in_a_case_file_is_found(app: Flask) -> None:
    case = read("contract")
    case["rounds"][6]["totals"]["Player 1"] += 1
    with app.app_context(), pytest.raises(AssertionError):
        play(case, Desk())


def test_the_log_of_a_golden_game_keeps_cards_and_points(app: Flask) -> None:
    desk = Desk()
    with app.app_context():
        play(read("contract"), desk)
        events = [recorded.event for recorded in desk.state().log]
    entered = [event for event in events if isinstance(event, CardsLeftEntered)]
    closed = [event for event in events if isinstance(event, RoundClosed)]
    assert len(closed) == 7
    assert len(entered) == 21
    assert all(event.cards for event in entered)
