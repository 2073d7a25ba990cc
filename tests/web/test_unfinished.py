"""A game that nobody plays any more does not stay among the games on the table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.days import moment_text
from referee.services.games import games
from referee.storage.games.log import GameSummary
from tests.house.reading import Reader, read_page
from tests.web.plain import Phone as PlainPhone
from tests.web.table_phone import Phone, hrefs, words
from tests.web.test_invite import opened, scanned, wifi

__all__ = ["wifi"]


def of_today(page: Reader) -> str:
    """The names of the games of today: the one that goes on is the heading, the others stand below it."""
    return words(page, "h1") + also_today(page)


def also_today(page: Reader) -> str:
    return next((one.text() for one in page.elements if one.get("aria-labelledby") == "playing"), "")


@pytest.fixture
def left_open(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """A phone of a game that was opened three days ago, and never since."""
    ago = moment_text(datetime.now(UTC) - timedelta(days=3))
    monkeypatch.setattr(games, "now", lambda: ago)
    phone = Phone(app, client, "contract")
    monkeypatch.undo()
    return phone


def test_a_game_left_for_days_stands_apart_with_its_date_after_that_of_today(
    app: Flask, client: FlaskClient, left_open: Phone
) -> None:
    page = read_page(client.get("/").text)
    assert next(e.text() for e in page.elements if e.tag == "h2") == "Left open"
    assert "welcome" not in client.get("/").text
    new = Phone(app, client, "shanghai")
    page = read_page(client.get("/").text)
    assert [href for href in hrefs(page) if href.startswith("/g/") and href.count("/") == 2] == [
        f"/g/{new.code}",
        f"/g/{left_open.code}",
    ]
    assert "Contract Rummy" not in of_today(page)
    (line,) = [e for e in page.elements if e.tag == "a" and e.get("href") == f"/g/{left_open.code}"]
    assert any(each.tag == "time" and each in page.elements for each in page.elements if line in each.ancestors())
    left_open.send("/table/note", text="We go on")
    assert "Contract Rummy" in of_today(read_page(client.get("/").text)), "it is today's again"


def test_a_game_left_for_days_is_not_meant_by_an_invitation_or_the_table_view(
    app: Flask, client: FlaskClient, left_open: Phone
) -> None:
    assert left_open.code in client.get("/tv").text
    new = Phone(app, client, "shanghai")
    shown = client.get("/tv").text
    assert "Which game?" not in shown
    assert "Shanghai Rummy" in shown
    other = PlainPhone(app.test_client())
    opened(other, scanned(PlainPhone(client).open("/invite")))
    assert other.path == f"/g/{new.code}/who"


def test_an_evening_goes_on_after_midnight() -> None:
    def summary(hours: int) -> GameSummary:
        at = moment_text(datetime.now(UTC) - timedelta(hours=hours))
        return GameSummary(f"H{hours}", "contract", "Contract Rummy", (), "playing", at, at[:10], at, 0, 7, ())

    fresh, old = summary(11), summary(40)
    assert not games.is_left(fresh)
    assert games.is_left(old)
    assert games.of_tonight([old, fresh]) == [fresh]
    assert games.of_tonight([old]) == [old]


def test_a_game_left_lying_stands_in_a_line_below_with_what_can_be_done(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "now", lambda: "2020-01-05T20:00:00Z")
    old = Phone(app, client, "contract")
    monkeypatch.undo()
    new = Phone(app, client, "shanghai")
    page = read_page(client.get("/").text)
    assert [href for href in hrefs(page) if href.startswith("/g/") and href.count("/") == 2] == [
        f"/g/{new.code}",
        f"/g/{old.code}",
    ]
    assert "Contract Rummy" not in of_today(page)
    assert words(page, "summary") == "Not finished: 1 game"
    old.send("/table/note", text="We go on")
    page = read_page(client.get("/").text)
    assert "Contract Rummy" in of_today(page)
    assert words(page, "summary") != "Not finished: 1 game"


def test_a_game_is_removed_from_its_history_or_the_start_page_by_whoever_may(
    app: Flask, client: FlaskClient, left_open: Phone
) -> None:
    phone, remove = PlainPhone(client), f"/g/{left_open.code}/club/remove"
    assert remove in phone.open("/").links().values()
    phone.follow("Remove Contract Rummy").send("/club/remove", sure="y")
    assert "Game removed." in phone.text
    assert left_open.code not in phone.open("/").answer.text
    assert remove not in phone.open(f"/g/{left_open.code}/history").links().values()
    phone.send(f"/bring-back/game/{left_open.code}")
    assert remove in phone.open(f"/g/{left_open.code}/history").links().values()
    phone.follow("Remove this game").send("/club/remove")
    assert phone.status == 422, "the box says that it is meant"


def test_a_phone_that_may_not_remove_a_game_is_offered_no_way_to_it(app: Flask, left_open: Phone) -> None:
    other = app.test_client()
    other.environ_base.update({"REMOTE_ADDR": "192.168.1.9", "HTTP_HOST": "192.168.1.5:5000"})
    guest = PlainPhone(other)
    for path in ("/", f"/g/{left_open.code}/history"):
        assert not [href for href in guest.open(path).links().values() if href.endswith("/club/remove")], path
    assert guest.open(f"/g/{left_open.code}/club/remove").status == 403


def test_many_games_of_today_are_a_few_and_a_fold(app: Flask, client: FlaskClient) -> None:
    codes = [Phone(app, client, "contract").code for _ in range(6)]
    page = read_page(client.get("/").text)
    assert not [e for e in page.elements if e.tag == "summary" and "more game" in e.text()], "one more is no fold"
    codes += [Phone(app, client, "contract").code for _ in range(2)]
    page = read_page(client.get("/").text)
    (fold,) = [e for e in page.elements if e.tag == "summary" and "more game" in e.text()]
    assert fold.text() == "3 more games"
    shown = [href for href in hrefs(page) if href.startswith("/g/") and href.count("/") == 2]
    assert sorted(shown) == sorted(f"/g/{code}" for code in codes), "each stands there once"
