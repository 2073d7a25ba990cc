"""A game played until somebody has so many points: how its pages tell that."""

from __future__ import annotations

from flask import Flask

from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone
from tests.web.test_highest_wins import close

HOUSE = {"play_until": 60, "contracts": [["set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}


def test_the_pages_of_a_game_tell_until_when_it_is_played(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    close(table, 2, s1="30", s3="12")
    close(table, 2, s1="10", s3="12")
    table.open(f"/g/{table.code}?read=2")
    assert "Round 3 One set of 3" in table.text, "the contracts begin again, and no number of rounds is promised"
    assert "Lowest total wins · until 60 points" in table.text
    close(table, 2, s1="20", s3="2")
    table.open(f"/g/{table.code}/result")
    assert table.heading == "Otto wins"
    assert "3 rounds played" in table.text
    assert "Play all rounds again" not in table.text
    table.open("/rulebooks/as-we-play-it")
    assert "until 60 points" in table.text
    assert "the game ends when a player has 60 points after a round" in table.text
    table.open("/data/paper")
    assert "As we play it" not in table.text


def test_an_empty_sheet_has_rows_for_as_many_rounds_as_fit_on_a_page(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    table.open(f"/g/{table.code}/empty-sheet")
    numbers = [cell.text() for cell in table.all("th", scope="row")][:-1]
    assert numbers == [str(number) for number in range(1, 16)], "two contracts, again and again"


def test_a_game_that_points_have_ended_is_not_said_to_have_had_all_its_rounds(app: Flask, phone: Phone) -> None:
    table = opened_by_house_rules(app, phone, HOUSE)
    close(table, 2, s1="60", s3="12")
    table.open(f"/g/{table.code}/score")
    assert "To correct a number, open the game again" in table.text
    table.follow("open the game again")
    table.send("/reopen", confirmed="1")
    assert "Played to the end" in table.text
    assert "All rounds played" not in table.text
