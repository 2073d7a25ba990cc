"""A new game counts in the season that is on, unless the table says otherwise."""

from __future__ import annotations

from tests.web.plain import Phone, state_of
from tests.web.season_club import Club


def test_without_a_season_nothing_is_asked(phone: Phone) -> None:
    assert phone.open("/new").all("select", id_="season") == []
    assert state_of(phone.start()).season is None


def test_the_season_that_is_on_is_chosen_already(phone: Phone, club: Club) -> None:
    club.season("Long ago", "2001-01-01")
    now = club.season("Now", "2020-01-01")
    club.season("To come", "2999-01-01")
    assert phone.open("/new").fields(phone.form("/new"))["season"] == now
    assert state_of(phone.start()).season == now
    phone.open(f"/clubs/{club.id}")
    assert "0 games, 1 in progress" in phone.text


def test_a_table_may_choose_no_season(phone: Phone, club: Club) -> None:
    club.season("Now", "2020-01-01")
    phone.open("/new").send("/new", player=["A", "B", "C"], season="")
    assert state_of(phone).season is None


def test_what_was_chosen_stays_where_something_else_is_refused(phone: Phone, club: Club) -> None:
    club.season("Now", "2020-01-01")
    phone.open("/new").send("/new", player=["A"], season="")
    assert phone.status == 422
    assert phone.fields(phone.form("/new"))["season"] == ""


def test_a_phone_at_another_club_opens_its_games_there(phone: Phone, other: Phone, club: Club) -> None:
    other.start()
    phone.open("/clubs").follow("Create another club").send("/clubs/new", name="Thursdays")
    assert "Same players again" not in phone.open("/new").text
    phone.send("/new", player=["Xenia", "Yara", "Zoe"])
    assert "Xenia" in other.open("/").text
    assert "Xenia" not in other.open("/clubs").follow("Players").text
    assert "Xenia" in phone.open("/clubs").follow("Players").text
