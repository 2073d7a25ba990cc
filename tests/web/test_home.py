"""The first page: the season's first three, the games in rows with their day, and a word for whoever is new."""

from __future__ import annotations

from referee.web.shell.words import day
from tests.web.plain import Phone
from tests.web.season_club import Club


def test_the_first_three_of_the_season_stand_there_with_their_figures(phone: Phone, club: Club) -> None:
    season = club.evenings()
    first_three = phone.open("/").one("section", aria_labelledby="season")
    assert first_three.text() == "Winter 3 games 1st Ada 66.7 2nd, shared Ben 38.9 2nd, shared Cora 38.9"
    assert phone.links()["Winter"] == f"/seasons/{season}"


def test_the_figures_are_those_of_the_seasons_own_measure(phone: Phone, club: Club) -> None:
    club.evenings(club.season(way="wins", planned=12))
    rows = [e.text() for e in phone.open("/").all("li") if e.within("section")]
    assert rows[0] == "1st Ada 2 of 3"
    assert "3 of 12 games" in phone.text


def test_before_anybody_is_ranked_there_are_no_first_three(phone: Phone, club: Club) -> None:
    season = club.season(minimum=2)
    assert not phone.open("/").all("section", aria_labelledby="season")
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    assert not phone.open("/").all("section", aria_labelledby="season")


def test_a_game_that_is_over_is_a_row_with_its_day_and_the_older_open_below(phone: Phone, club: Club) -> None:
    games = {}
    for at in range(1, 7):
        date = f"2026-01-{at:02}"
        games[f"/g/{club.game(None, date, {'Ada': (0, 10), 'Ben': (20, at), 'Cora': (30, 5)})}"] = day(date)
    rows = phone.open("/").all("a", cls="line-link")
    assert {e.get("href"): e.text() for e in rows} == {
        href: f"Ada won {played} Contract Rummy · Ada, Ben and Cora" for href, played in games.items()
    }
    assert sum(e.within("details") is not None for e in rows) == 2
    assert phone.heading == "Ready to deal?"


def test_whoever_is_new_reads_what_this_is(phone: Phone) -> None:
    assert phone.open("/").heading == "You bring the cards"
    assert "This app tells you who deals" in phone.text
    phone.start().open("/")
    assert phone.heading == "Contract Rummy"
    assert "This app tells you who deals" not in phone.text
