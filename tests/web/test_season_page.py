"""The standings as a phone without script meets them."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.services import clubs
from referee.services import data as data_services
from referee.services import seasons as season_services
from referee.web.words import day
from tests.house.pages import Element
from tests.web.plain import Phone
from tests.web.season_club import Club


def cells(phone: Phone) -> list[list[str]]:
    table = next(e for e in phone.all("table", cls="places"))
    rows = [e for e in phone.elements if e.tag == "tr" and e.within("table") is table]
    return [[cell.text() for cell in row.children] for row in rows[1:]]


def test_the_standings_are_one_tap_from_the_start(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open("/").follow("Standings")
    assert phone.path == "/standings"
    assert phone.heading.startswith("Winter")


def test_a_club_without_a_season_is_told_what_one_is(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    phone.open("/standings")
    assert phone.heading == "No season yet"
    assert "1 finished game belongs to no season" in phone.text


def test_a_season_without_games_says_so_and_shows_its_rule(phone: Phone, club: Club) -> None:
    club.season(minimum=3)
    phone.open("/standings")
    assert "No game of this season is finished yet" in phone.text
    assert "ranked once you have played 3 games" in phone.text


def test_the_table_says_place_movement_name_value_and_games(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    assert [row[0] for row in cells(phone)] == [
        "1st, as before the last game",
        "2nd, shared, as before the last game",
        "2nd, shared, as before the last game",
        "not ranked yet",
    ]
    assert [row[2] for row in cells(phone)] == ["66.7", "38.9", "38.9", "66.7"]
    ada, *_, dan = cells(phone)
    assert ada[1].startswith("Ada")
    assert "leads" in ada[1]
    assert "1 of 2 games to be ranked" in dan[1]


def test_movement_is_said_with_a_sign_and_in_words(phone: Phone, club: Club) -> None:
    season = club.season()
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (30, 0)})
    club.game(season, "2026-01-12", {"Ada": (90, 10), "Ben": (0, 0), "Cora": (30, 30)})
    phone.open(f"/seasons/{season}")
    assert [row[0] for row in cells(phone)] == [
        "1st, up 1 place since the last game",
        "2nd, down 1 place since the last game",
        "3rd, as before the last game",
    ]
    assert [mark.get("class") for mark in phone.all("small", cls="moved")] == ["moved up", "moved down"]


def test_the_rule_and_the_order_of_the_ties_stand_under_the_table(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    rules = [rule.text() for rule in phone.one("ol", cls="numbered").children]
    assert rules == ["more of the games won", "fewer points against the table's average", "the better best game"]
    assert "0 to 100 place points" in phone.text
    assert "A night away counts as nothing" in phone.text


def test_places_over_time_are_drawn_with_a_table_behind(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings()}")
    [chart] = phone.all("svg", cls="bumps")
    title = next(e for e in chart.children if e.tag == "title")
    assert title.text() == "Places after each of 3 games"
    rows = [e for e in phone.elements if e.tag == "tr" and _in_sheet(e, "Places after each game")]
    assert len(rows) == 1 + 3
    assert rows[1].text().startswith(day("2026-01-19"))


def _in_sheet(e: Element, label: str) -> bool:
    table = e.within("table")
    return table is not None and table.parent is not None and table.parent.get("aria-label") == label


def test_what_each_game_brought_everybody_stands_below_the_table(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings(club.season(best_of=2))}")
    rows = [
        [cell.text() for cell in e.children] for e in phone.elements if e.tag == "tr" and _in_sheet(e, "Game by game")
    ]
    assert rows == [
        ["Game", "Ada", "Dan", "Ben", "Cora"],
        [day("2026-01-19"), "100", "66.7", "(16.7)", "(16.7)"],
        [day("2026-01-12"), "(0)", "", "75", "75"],
        [day("2026-01-05"), "100", "", "25", "25"],
    ]
    assert "In brackets: not among the best 2, and left out." in phone.text


def test_what_is_still_needed_is_said_once_for_all_and_then_shortly(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings(club.season(minimum=3, planned=4))}")
    assert "1 game left What each still needs in it, if those ahead stay where they are now." in phone.text
    assert "Ben Ada is out of reach." in phone.text
    assert "Can't reach the minimum number of games: Dan (2 missing)." in phone.text


def test_a_corrected_game_is_named_with_its_day(phone: Phone, club: Club, app: Flask) -> None:
    with app.app_context():
        demo = data_services.make_demo()
        seasons = season_services.seasons(demo.id)
    for season in seasons:
        phone.open(f"/seasons/{season.id}")
        if "corrected on" in phone.text:
            return
    pytest.fail("the demo holds a corrected game, and no page says so")


def test_a_removed_season_is_not_there(phone: Phone, club: Club, app: Flask) -> None:
    season = club.evenings()
    with app.app_context():
        clubs.remove_season(season)
    assert phone.open(f"/seasons/{season}").status == 404
    assert phone.open("/standings").heading == "No season yet"
    assert phone.open("/clubs/nosuch/standings").status == 404


def test_the_first_page_names_the_clubs_and_makes_another(phone: Phone, club: Club) -> None:
    phone.open("/").follow("Our club")
    assert phone.heading == "Our club"
    phone.open("/").follow("Make another club").send("/clubs/new", name="Thursdays")
    phone.open("/")
    assert "Our club current club" in phone.text or "Thursdays current club" in phone.text
    assert {"Our club", "Thursdays"} <= {one.text().removesuffix(" current club") for one in phone.all("a")}
