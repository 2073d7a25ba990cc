"""Seasons and clubs are made, changed, removed and brought back."""

from __future__ import annotations

import re
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import update

from referee.services.clubs import clubs, seasons
from referee.storage.engine.transactions import kept_games
from referee.storage.tables.database import db
from referee.storage.tables.games import Event
from referee.web.shell.words import day
from tests.web.plain import Phone
from tests.web.season_club import Club


def test_a_first_season_takes_in_the_games_of_its_days(phone: Phone, club: Club) -> None:
    club.game(None, "2025-12-30", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    club.game(None, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    phone.open("/standings").follow("Create a season")
    phone.send("/seasons/new", name="Winter", starts="2026-01-01", ends="2026-03-31")
    assert phone.heading == f"Winter {day('2026-01-01')} to {day('2026-03-31')}"
    assert "Created Winter with 1 earlier game." in phone.text
    assert f"1 game · ended on {day('2026-03-31')}" in phone.text


def test_the_ways_to_rank_are_explained_where_they_are_chosen(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/seasons/new")
    assert phone.one("input", name="name").get("value") == f"Season {date.today().year}"
    for words in ("0 to 100 place points", "measured against itself", "A win is a win", "lowest is best"):
        assert words in phone.text


def test_what_cannot_be_is_said_beside_what_was_typed(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/seasons/new")
    phone.send("/seasons/new", name="Winter", way="total points", best_of="", minimum="3")
    assert phone.status == 422
    assert "With total points, set how many best games count" in phone.text
    assert phone.one("input", id_="name").get("value") == "Winter"
    assert phone.one("input", id_="minimum").get("value") == "3"
    phone.send("/seasons/new", best_of="many")
    assert "Best games that count: enter a whole number, or leave it empty." in phone.text
    phone.send("/seasons/new", best_of="3", minimum="0")
    assert "Enter from 1 to 1000 games to be ranked." in phone.text
    phone.send("/seasons/new", minimum="3", starts="2026-13-01")
    assert "Enter a date" in phone.text
    phone.send("/seasons/new", starts="2026-02-01", ends="2026-01-01")
    assert "A season must end after it starts." in phone.text


def test_a_changed_rule_changes_the_table_at_once(phone: Phone, club: Club) -> None:
    season = club.evenings()
    phone.open(f"/seasons/{season}/change").send("/change", way="wins", minimum="1", tie_1="best game")
    assert "and updated its table" in phone.text
    assert "Games won" in phone.text
    assert next(rule.text() for rule in phone.one("ol", cls="numbered").children) == "the better best game"


def test_a_table_in_which_low_is_good_says_so(phone: Phone, club: Club) -> None:
    phone.open(f"/seasons/{club.evenings(club.season(way='points per round'))}")
    assert "Standings lowest is best" in phone.text


def test_the_same_form_sent_twice_makes_one_season(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/seasons/new")
    fields = phone.fields(phone.form("/seasons/new"))
    first = phone.post(f"/clubs/{club.id}/seasons/new", **fields).path
    assert phone.post(f"/clubs/{club.id}/seasons/new", **fields).path == first


def test_removing_a_season_asks_twice_and_it_can_be_brought_back(phone: Phone, club: Club) -> None:
    season = club.evenings()
    phone.open(f"/seasons/{season}/change").follow("Remove this season")
    assert "You can bring it back" in phone.text
    phone.send("/remove")
    assert phone.status == 422
    assert "Tick the box" in phone.text
    phone.send("/remove", sure="yes")
    assert phone.path == f"/clubs/{club.id}"
    assert "deleted forever in 29 days" in phone.text or "deleted forever in 30 days" in phone.text
    phone.send(f"/season/{season}")
    assert "The season is back." in phone.text
    assert "3 games" in phone.text


def test_a_club_has_another_name(phone: Phone, club: Club) -> None:
    phone.open("/clubs").send("/rename", name="  ")
    assert phone.status == 422
    phone.send("/rename", name="Kitchen table")
    assert phone.heading == "Kitchen table"


def test_a_phone_makes_another_club_and_is_at_it(phone: Phone, other: Phone, club: Club) -> None:
    club.evenings()
    phone.open("/clubs").follow("Create another club").send("/clubs/new", name="Thursdays")
    assert phone.heading == "Thursdays"
    assert phone.open("/standings").heading == "No season yet"
    assert other.open("/standings").heading.startswith("Winter")
    phone.open(f"/clubs/{club.id}").send("/choose")
    assert phone.open("/standings").heading.startswith("Winter")


def test_a_removed_club_can_be_brought_back(phone: Phone, club: Club) -> None:
    first = club.id
    phone.open("/clubs").follow("Create another club").send("/clubs/new", name="Thursdays")
    phone.follow("Remove this club").send("/remove", sure="yes")
    assert phone.path == f"/clubs/{first}"
    [back] = [e for e in phone.all("form") if "/bring-back/club/" in (e.get("action") or "")]
    phone.send(str(back.get("action")))
    assert "The club is back." in phone.text
    assert "Thursdays" in phone.text


def test_the_only_club_stays(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/remove").send("/remove", sure="yes")
    assert phone.status == 422
    assert "This is the only club" in phone.text


def test_records_name_who_holds_them(phone: Phone, club: Club) -> None:
    assert "No records yet" in phone.open(f"/clubs/{club.id}/records").text
    club.evenings()
    phone.open(f"/clubs/{club.id}/records")
    assert "Costliest round 50 points Ada" in phone.text
    assert "What contracts cost" in phone.text


def test_a_record_that_many_hold_names_each_of_them_once(phone: Phone, club: Club) -> None:
    for on in ("2026-01-05", "2026-01-12"):
        club.game(None, on, dict.fromkeys(("Ada", "Ben", "Cora", "Dan", "Eva"), (5, 5)))
    phone.open(f"/clubs/{club.id}/records")
    record = next(e for e in phone.all("section", cls="record") if "Fewest points" in e.text())
    assert [link.text() for link in phone.all("a", cls="target") if link.within("section") is record][:2] == [
        "Ada",
        f"Contract Rummy, {day('2026-01-05')}, twice in all",
    ]
    assert "4 more" in record.text()
    assert "joker" not in phone.text


def test_clubs_of_one_name_are_told_apart(phone: Phone, club: Club) -> None:
    with club.app.app_context():
        name = seasons.first_club().name
        second = clubs.make_club(name).id
    assert f"{name} (2)" in phone.open("/").text
    assert phone.open(f"/clubs/{second}").heading == f"{name} (2)"
    assert phone.fields(phone.form("/rename"))["name"] == name
    assert phone.open(f"/clubs/{club.id}").heading == name
    assert f"{name} (2)" in phone.text


def test_the_start_page_shows_when_a_game_was_played_and_not_those_of_other_clubs(phone: Phone, club: Club) -> None:
    club.game(None, "2019-12-28", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    assert "28 Dec 2019" in phone.open("/").text
    with club.app.app_context():
        second = clubs.make_club("Thursdays").id
    phone.open(f"/clubs/{second}").send("/choose")
    assert "28 Dec 2019" not in phone.open("/").text


def test_a_rating_is_shown_with_how_far_off_it_may_be(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open(f"/clubs/{club.id}/records")
    section = phone.one("section", aria_labelledby="rating")
    rows = [e.text() for e in phone.elements if e.tag == "tr" and e.within("section") is section]
    assert re.fullmatch(r"Ada ?3 games ?\+\d+% ± \d+, (up|down) \d+\.\d with the last game", rows[1])
    assert "With 91 points at a table whose average is 100, you did 9% better" in phone.text


def test_the_page_of_a_rating_tells_what_each_game_did_and_what_was_expected(phone: Phone, club: Club) -> None:
    club.evenings()
    ada = club.player("Ada")
    phone.open(f"/players/{ada}/rating")
    assert re.search(r"Against the average \+\d+% ± \d+ Games 3", phone.text)
    assert "can’t be told yet" in phone.text
    assert "The rating after each of 3 games: at first" in phone.text
    assert len(re.findall(r"expected \d\.\d", phone.text)) == 3
    assert phone.open(f"/players/{club.player('Ada')}").one("a", href=f"/players/{ada}/rating")


def test_the_page_of_a_rating_without_a_game_says_so_and_what_to_expect_tonight(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open("/new").send("/new", rulebook="contract", player=["Zoe", "Ada", "Ben"], how="chosen", dealer="1")
    phone.open(f"/players/{club.player('Zoe')}/rating")
    assert "No finished game yet that a rating could come from." in phone.text
    assert re.search(r"Expected place Ada \d\.\d Zoe \d\.\d Ben \d\.\d", phone.text)


def test_the_page_of_a_rating_is_shown_though_the_game_that_is_played_is_damaged(phone: Phone, club: Club) -> None:
    club.evenings()
    phone.open("/new").send("/new", rulebook="contract", player=["Zoe", "Ada", "Ben"], how="chosen", dealer="1")
    with phone.client.application.app_context():
        db.session.execute(update(Event).where(Event.game == phone.code, Event.seq == 1).values(data={}))
        db.session.commit()
        kept_games().clear()
    phone.open(f"/players/{club.player('Zoe')}/rating")
    assert re.search(r"Expected place Ada \d\.\d Zoe \d\.\d Ben \d\.\d", phone.text)


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ({"ends": "2026-01-10"}, "2 games of this season are outside these dates: 12 Jan and 19 Jan."),
        ({"starts": "2026-01-10"}, "1 game of this season is outside these dates: 5 Jan."),
        ({"starts": "2026-01-06", "ends": "2026-01-15"}, "2 games of this season are outside these dates: 5 Jan and"),
    ],
)
def test_games_outside_the_new_days_of_a_season_are_asked_about_and_stay_or_leave(
    phone: Phone, club: Club, days: dict[str, str], said: str
) -> None:
    season = club.evenings()
    change = f"/seasons/{season}/change"

    def games() -> int:
        played = phone.client.get(f"/api/clubs/{club.id}/games?season={season}")
        return len(played.get_json()["games"])

    assert "outside" not in phone.open(change).text
    phone.send("/change", name="Half a winter", **days)
    assert phone.status == 422
    assert said in phone.text
    assert "Choose what happens to the games outside these dates." in phone.text
    assert phone.fields(phone.form("/change"))["name"] == "Half a winter", "what was typed stays"
    assert phone.open(f"/seasons/{season}").heading.startswith("Winter"), "and nothing is done"
    phone.open(change).send("/change", **days, outside="stay")
    assert phone.status == 200
    assert games() == 3
    assert "They still count in it." in phone.text
    assert said in phone.text
    phone.open(change)
    assert said in phone.text, "the form says so too, and asks for nothing while the days stay"
    phone.send("/change", name="Winter, all of it")
    assert (phone.status, games()) == (200, 3)
    phone.open(change).send("/change", starts="2026-01-05", ends="")
    assert (phone.status, "outside these dates" in phone.text) == (200, False)
    phone.open(change).send("/change", **days, outside="leave")
    left = 3 - int(said[0])
    assert (phone.status, games()) == (200, left)
    assert f"It now has {left} game" in phone.text
    assert "outside these dates" not in phone.text
    phone.open(change).send("/change", starts="2026-01-05", ends="", take_in="yes")
    assert games() == 3, "a wider season takes them in again where it is wanted"


def test_a_removed_game_outside_the_new_days_asks_nothing(phone: Phone, club: Club, app: Flask) -> None:
    season = club.season()
    code = club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    with app.app_context():
        clubs.remove_game(code)
    phone.open(f"/seasons/{season}/change").send("/change", starts="2026-02-01")
    assert phone.status == 200


def test_a_new_season_puts_whoever_leaves_last_and_an_older_one_keeps_its_rule(phone: Phone, club: Club) -> None:
    old = club.season("Old")
    assert (
        phone.open(f"/seasons/{old}/change").one("input", name="leavers", value="not counted").get("checked")
        is not None
    )
    phone.send("/change", minimum="2")
    assert "A game doesn’t count for a player who left before the end." in phone.text
    phone.open(f"/clubs/{club.id}/seasons/new").send("/seasons/new", name="New", starts="2026-01-01", ends="")
    assert "A player who leaves before the end comes last in that game." in phone.text
    season = phone.path.rsplit("/", 1)[-1]
    assert phone.client.get(f"/api/seasons/{season}/standings").get_json()["rule"]["leavers"] == "last"
