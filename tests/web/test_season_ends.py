"""A season ends: closed by hand, asked about when nobody plays, opened again, with all that its pages say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO

import pytest
from flask import current_app
from flask.ctx import AppContext
from PIL import Image

from referee import days
from referee.services.clubs import seasons
from referee.web.shell.words import day
from tests.services.carrying import brought_in, exported
from tests.web.plain import Phone
from tests.web.season_club import Club

LEADS = "leads"
Elsewhere = Callable[[], AppContext]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the clock of this computer to an evening."""

    def to(evening: str) -> None:
        at = datetime.fromisoformat(f"{evening}T20:00:00+00:00").astimezone(UTC)
        monkeypatch.setattr(days, "clock", lambda: at)

    to("2026-01-25")
    return to


def close(phone: Phone, season: str, **typed: str) -> Phone:
    return phone.open(f"/seasons/{season}/close").send("/close", **typed)


def api(phone: Phone, season: str) -> dict[str, object]:
    said: dict[str, object] = phone.client.get(f"/api/seasons/{season}/standings").get_json()
    return said


@pytest.mark.usefixtures("clock")
def test_a_season_is_closed_by_hand_and_has_a_champion_everywhere(phone: Phone, club: Club) -> None:
    season = club.evenings()
    page = phone.open(f"/seasons/{season}")
    assert "Ada leads" in page.text
    assert page.all("small", cls="moved") == []
    assert (api(phone, season)["season"]["state"], api(phone, season)["champions"]) == ("open", [])  # type: ignore[index]
    phone.follow("season …")
    assert "Ada won" in phone.text
    phone.send("/close")
    assert phone.path == f"/seasons/{season}"
    assert "Closed Winter." in phone.answer.get_data(as_text=True)
    assert "Ada won" in phone.text
    assert f"3 games · closed on {day('2026-01-25')}" in phone.text
    assert "Closed with Ada first" in phone.text
    assert LEADS not in phone.text
    assert phone.all("span", cls="mine") == []
    said = api(phone, season)
    assert said["season"]["state"] == "over"  # type: ignore[index]
    assert said["season"]["closed_at"] == "2026-01-25T20:00:00Z"  # type: ignore[index]
    assert [each["name"] for each in said["champions"]] == ["Ada"]  # type: ignore[attr-defined]
    assert "Ada" in phone.open(f"/clubs/{club.id}/all-time").one("section", aria_labelledby="hall").text()
    assert "won" in phone.open("/").one("section", aria_labelledby="season").text()
    choices = phone.open("/new").one("select", id_="season").children
    assert [choice.text() for choice in choices] == ["Winter (over)", "No season"]
    assert ["selected" in choice.attributes for choice in choices] == [False, True]


@pytest.mark.usefixtures("clock")
def test_two_phones_close_at_once_and_a_page_that_is_out_of_date_closes_nothing(
    phone: Phone, other: Phone, club: Club
) -> None:
    season = club.evenings()
    for each in (phone, other):
        each.open(f"/seasons/{season}/close")
    phone.send("/close")
    assert "Winter is over already." in other.send("/close").answer.get_data(as_text=True)
    assert other.text.count("Closed with Ada first") == 1
    other.send("/open-again")
    assert "Winter isn’t closed." in phone.send("/open-again").answer.get_data(as_text=True)
    phone.open(f"/seasons/{season}/close")
    club.game(season, "2026-01-20", {"Ben": (0, 0), "Ada": (90, 90), "Cora": (50, 50)})
    phone.send("/close")
    assert phone.status == 422
    assert "changed while you were looking" in phone.text
    assert "Closed Winter." in phone.send("/close").answer.get_data(as_text=True)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("what", "belongs"), [("stay", True), ("leave", False)])
def test_it_is_asked_what_becomes_of_a_game_that_is_still_being_played(
    phone: Phone, club: Club, what: str, belongs: bool
) -> None:
    season = club.evenings()
    code = phone.start(players=3).code
    assert phone.open(f"/seasons/{season}/close").links()[f"Game {code}"] == f"/g/{code}"
    phone.send("/close")
    assert phone.status == 422
    assert "Choose what happens to the games that are still being played." in phone.text
    phone.send("/close", playing=what)
    assert phone.status == 200
    assert (api_season(phone, code) == season) is belongs
    assert "Ada won" in phone.open(f"/seasons/{season}").text


def api_season(phone: Phone, code: str) -> object:
    return phone.client.get(f"/api/games/{code}").get_json()["season"]


@pytest.mark.usefixtures("clock")
def test_what_is_done_to_its_games_after_the_closing_changes_the_table_and_is_said(phone: Phone, club: Club) -> None:
    season = club.season(minimum=2)
    late = club.game(None, "2026-01-21", {"Ben": (0, 0), "Cora": (90, 9), "Ada": (30, 30)})
    first = club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (30, 30)})
    club.game(season, "2026-01-12", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (30, 30)})
    close(phone, season)
    assert "since it was closed" not in phone.text
    phone.open(f"/g/{late}/club").send("/season", choice=season)
    page = phone.open(f"/seasons/{season}").text
    assert "1 game was added after it was closed." in page
    assert "Ada won" in page, "the table follows, and the winner is still the same"
    phone.open(f"/g/{first}/club/remove").send("/remove", sure="yes")
    page = phone.open(f"/seasons/{season}").text
    assert "1 game no longer counts since it was closed." in page
    assert "Ben won" in page
    assert "When this season was closed, the winner was Ada." in page
    assert f"Game {first} was removed" in page
    phone.open(f"/g/{first}").send("/bring-back/game/" + first)
    assert f"Game {first} was brought back" in phone.open(f"/seasons/{season}").text
    phone.open(f"/g/{first}/club/remove").send("/remove", sure="yes")
    page = phone.open(f"/seasons/{season}").text
    assert [each["name"] for each in api(phone, season)["champions"]] == ["Ben"]  # type: ignore[attr-defined]
    phone.send("/open-again")
    assert LEADS not in phone.heading
    assert "Ben leads" in phone.text
    assert "When this season was closed" not in phone.text
    assert "Opened again" in phone.text


@pytest.mark.usefixtures("clock")
def test_every_change_of_the_rule_and_the_dates_leaves_a_trace(phone: Phone, club: Club) -> None:
    season = club.evenings()
    phone.open(f"/seasons/{season}/change").send("/change", best_of="2", ends="2026-12-31")
    phone.open(f"/seasons/{season}/change").send("/change", name="Frost")
    page = phone.open(f"/seasons/{season}").text
    assert "Best games that count: all → 2" in page
    assert "Ends: open → 31 Dec" in page
    assert page.count("→") == 2, "what it is called is no rule"
    close(phone, season)
    phone.open(f"/seasons/{season}/change").send("/change", best_of="")
    page = phone.open(f"/seasons/{season}").text
    assert page.index("Best games that count: 2 → all") < page.index("Closed with Ada first"), "the latest first"


def test_after_sixty_silent_days_it_is_asked_whether_a_season_is_over(
    phone: Phone, other: Phone, club: Club, clock: Callable[[str], None]
) -> None:
    clock("2026-01-01")
    season = club.season(minimum=2)
    clock("2026-01-25")
    club.evenings(season)
    for today, asked in (("2026-03-19", False), ("2026-03-20", True), ("2025-12-01", False)):
        clock(today)
        assert ("Is this season over?" in phone.open(f"/seasons/{season}").text) is asked, today
    clock("2026-03-20")
    for each in (phone, other):
        each.open(f"/seasons/{season}")
    assert f"The last game was on {day('2026-01-19')}. Is this season over?" in phone.text
    for each in (phone, other):
        assert "Winter goes on." in each.send("/goes-on").answer.get_data(as_text=True)
    assert other.text.count("but the season goes on") == 1
    for today, asked in (("2026-05-18", False), ("2026-05-19", True)):
        clock(today)
        assert ("Is this season over?" in phone.open(f"/seasons/{season}").text) is asked, today
    club.game(season, "2026-05-10", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (20, 9)})
    assert "Is this season over?" not in phone.open(f"/seasons/{season}").text
    close(phone, season)
    clock("2026-12-31")
    assert "Is this season over?" not in phone.open(f"/seasons/{season}").text


def test_a_season_without_a_game_is_asked_about_and_closed_without_a_winner(
    phone: Phone, club: Club, clock: Callable[[str], None]
) -> None:
    clock("2026-01-01")
    season = club.season()
    clock("2026-03-02")
    assert f"no game since {day('2026-01-01')}" in phone.open(f"/seasons/{season}").text
    phone.follow("Close it").send("/close")
    assert "No games were finished in this season." in phone.text
    assert "Closed without a winner" in phone.text
    assert phone.client.get(f"/seasons/{season}/picture.png").status_code == 404
    assert phone.open(f"/seasons/{season}/picture").path == f"/seasons/{season}"
    assert api(phone, season)["champions"] == []


@pytest.mark.usefixtures("clock")
def test_a_clock_that_was_wrong_at_the_closing_does_not_open_it_again(
    phone: Phone, club: Club, clock: Callable[[str], None]
) -> None:
    season = club.evenings()
    clock("2031-01-01")
    close(phone, season)
    clock("2026-01-25")
    assert "Ada won" in phone.open(f"/seasons/{season}").text
    assert "Ada leads" in phone.send("/open-again").text
    close(phone, season)
    assert "Ada won" in phone.text


def test_a_season_that_is_over_by_its_dates_stays_so_when_its_closing_is_taken_back(
    phone: Phone, club: Club, clock: Callable[[str], None]
) -> None:
    season = club.evenings(club.season(ends="2026-01-31", minimum=2))
    close(phone, season)
    clock("2026-02-01")
    phone.open(f"/seasons/{season}").send("/open-again")
    assert "it is over all the same" in phone.answer.get_data(as_text=True)
    assert "Ada won" in phone.text
    assert phone.open(f"/seasons/{season}/close").path == f"/seasons/{season}"


@pytest.mark.usefixtures("clock")
def test_what_decided_between_equals_stands_at_the_head_of_the_table(phone: Phone, club: Club) -> None:
    season = club.season(ties=("wins",))
    club.game(season, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (30, 30)})
    club.game(season, "2026-01-12", {"Ada": (90, 10), "Ben": (20, 0), "Cora": (0, 0)})
    close(phone, season)
    said = "Decided by more of the games won: Ada and Cora (50.0%), then Ben (0.0%)."
    assert said in phone.one("section", aria_labelledby="glance").text()
    assert said not in phone.one("section", id_="table").text()
    assert "games won 50.0%" in phone.open(f"/clubs/{club.id}/all-time").one("section", aria_labelledby="hall").text()
    svg = phone.client.get(f"/seasons/{season}/picture.svg").get_data(as_text=True)
    assert "Ada and Cora share the win" in svg
    assert "Decided by more of the games won" in svg


@pytest.mark.usefixtures("clock")
def test_the_picture_holds_many_and_long_names(phone: Phone, club: Club) -> None:
    season, long = club.season(), "Bartholomew-Maximilian of the Long Table"
    names = [long, *(f"Player {number}" for number in range(2, 13))]
    for at in (0, 4, 8):
        club.game(season, f"2026-01-1{at}", {name: (5 * place, 5) for place, name in enumerate(names[at : at + 4])})
    close(phone, season)
    picture = phone.client.get(f"/seasons/{season}/picture.png")
    assert Image.open(BytesIO(picture.get_data())).size[0] == 1280
    assert "2 more" in phone.client.get(f"/seasons/{season}/picture.svg").get_data(as_text=True)
    phone.open(f"/seasons/{season}/picture")
    assert f"1= {long}" in str(phone.one("img", cls="result-picture").get("alt"))


@pytest.mark.usefixtures("clock")
def test_whoever_may_not_change_a_season_may_not_close_it(phone: Phone, other: Phone, club: Club) -> None:
    season = club.evenings()
    phone.open(f"/seasons/{season}/close")
    stranger = {"REMOTE_ADDR": "203.0.113.9"}
    for path in ("close", "open-again", "goes-on"):
        assert other.client.post(f"/seasons/{season}/{path}", environ_overrides=stranger).status_code == 403
    assert other.client.get(f"/seasons/{season}/close", environ_overrides=stranger).status_code == 403


def test_a_trace_goes_out_with_its_club_and_comes_back_byte_for_byte(
    phone: Phone, club: Club, elsewhere: Elsewhere
) -> None:
    season = club.evenings()
    close(phone, season)
    code = phone.client.get(f"/api/clubs/{club.id}/games").get_json()["games"][0]["code"]
    phone.open(f"/g/{code}/club/remove").send("/remove", sure="yes")
    phone.open(f"/seasons/{season}").send("/open-again")
    phone.open(f"/seasons/{season}/change").send("/change", best_of="2")
    close(phone, season)
    page = phone.open(f"/seasons/{season}").text
    with club.app.app_context():
        data = exported(club.id)
    with elsewhere():
        assert brought_in(data)
        assert exported(seasons.first_club().id) == data
        assert Phone(current_app.test_client()).open(f"/seasons/{season}").text == page
