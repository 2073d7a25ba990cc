"""A day is one of the house that the server stands in, wherever that is."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import text

from referee import create_app, days
from referee.days import day_of, evening, local_time, moment_of
from referee.game import commands as cmd
from referee.game.commands import DecideRule
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs, seasons
from referee.services.clubs.clubs import SeasonForm
from referee.services.games import games
from referee.services.house import data as data_services
from referee.services.house import demo
from referee.storage import _MIGRATIONS
from referee.storage.files import exporting
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.services.carrying import brought_in, exported
from tests.services.club_desk import club, play
from tests.services.desk import must, open_game
from tests.web.plain import Phone, state_of


@pytest.fixture(params=["America/New_York", "Pacific/Auckland", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_an_evening_is_of_its_day_where_the_server_stands(zone: str) -> None:
    for day in ("2026-01-01", "2026-07-04", "2026-12-31"):
        assert day_of(evening(day)) == day
        assert local_time(evening(day)).hour == 20
    assert [moment_of(evening(day)) for day in ("0001-01-01", "0026-01-31", "9999-12-31")]


@pytest.mark.parametrize("at", ["2026-03-08T11:00:00Z", "2026-12-31T23:30:00Z", "2028-03-01T00:10:00Z"])
def test_the_demo_ends_yesterday_whenever_today_is(zone: str, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    """In every zone it is over, on a night when clocks are put forward too."""
    monkeypatch.setattr(days, "clock", lambda: moment_of(at))
    first, *_, last = demo.evenings(3)
    assert last.state.day == (local_time(at) - timedelta(days=1)).date().isoformat() == day_of(last.state.log[0].at)
    assert local_time(last.state.log[0].at).hour == 19, zone
    assert last.state.log[-1].at < at
    assert first.state.day < last.state.day


@contextmanager
def house_in(zone: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        yield
    time.tzset()


def told_of(app: Flask, code: str) -> list[Any]:
    """Everything that says on which day a game was."""
    client, club_id = app.test_client(), club()
    paths = (
        f"/clubs/{club_id}/games.csv", f"/clubs/{club_id}/club.jsonl", f"/clubs/{club_id}/feed.atom",
        f"/api/clubs/{club_id}/games", f"/api/games/{code}", f"/g/{code}/picture.svg",
    )  # fmt: skip
    said: list[Any] = [client.get(path).get_data(as_text=True) for path in paths]
    pages = (f"/g/{code}", f"/clubs/{club_id}/records", f"/clubs/{club_id}", f"/clubs/{club_id}/standings", "/")
    said += [
        sorted(set(_DAY.findall(client.get(path, follow_redirects=True).get_data(as_text=True)))) for path in pages
    ]
    said += [games.game(code).day, [view.day for view in seasons.season_page(seasons.seasons(club_id)[0].id).games]]
    return said


_DAY = re.compile(r"\b\d{1,2} (?:Jan|Feb|Dec)(?: \d{4})?(?!, \d\d:)")
"""Not the moments beside it, which are those of each phone."""


@pytest.mark.parametrize("at", ["2026-01-06T04:00:00Z", "2026-01-06T07:30:00Z"], ids=["evening", "near midnight"])
def test_a_game_keeps_its_day_through_any_move_of_the_server(
    app: Flask, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    monkeypatch.setattr(games, "now", lambda: at)
    with app.app_context(), house_in("America/Los_Angeles"):
        code = play("Ann", "Ben", "Cid")
        monkeypatch.setattr(games, "now", lambda: "2026-01-06T09:00:00Z")  # past midnight, at that table
        must(code, cmd.Finish())
        decided = open_game("contract", "Ann", "Ben", "Cid").code
        must(decided, DecideRule("natural", {}, "As it stands."))
        source = games.game(decided).book.clauses["natural"].source
        form = SeasonForm("That Monday", "2026-01-05", "2026-01-05", SeasonRule())
        clubs.make_season(club(), form, take_in=True)
        before = told_of(app, code)
        assert games.game(code).day == "2026-01-05"
    for zone in ("UTC", "Pacific/Auckland", "America/Los_Angeles"):
        with app.app_context(), house_in(zone):
            assert told_of(app, code) == before, zone
            assert games.game(decided).book.clauses["natural"].source == source
    for zone in ("UTC", "Pacific/Auckland", "America/Los_Angeles"):
        with app.app_context(), house_in(zone):
            clubs.set_season(code, None)
            form = SeasonForm(zone, "2026-01-05", "2026-01-05", SeasonRule())
            made = clubs.make_season(club(), form, take_in=True)
            assert seasons.season_page(made.id).season.finished == 1


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026-01-05", "2026-01-05"),
        ("2026-01-06", "2026-01-06"),
        ("2026-01-04", "2026-01-06"),
        ("2026-01-08", "2026-01-06"),
        ("", "2026-01-06"),
        ("6 Jan", "2026-01-06"),
        ("2026-13-45", "2026-01-06"),
    ],
)
def test_the_day_at_the_table_is_the_phones_where_it_can_be_that_day(
    app: Flask, monkeypatch: pytest.MonkeyPatch, said: str, day: str
) -> None:
    monkeypatch.setattr(games, "now", lambda: "2026-01-06T04:00:00Z")
    with house_in("UTC"):
        phone = Phone(app.test_client()).open("/new")
        phone.send("/new", rulebook="contract", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1", day=said)
        assert state_of(phone).day == day


def test_a_file_without_days_gets_those_of_the_house_that_reads_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch, elsewhere: Callable[[], Any]
) -> None:
    monkeypatch.setattr(games, "now", lambda: "2026-01-06T04:00:00Z")
    with app.app_context():
        code = play("Ann", "Ben", "Cid")
        lines = [json.loads(line) for line in exported(club()).splitlines()]
    lines[0]["format"] = 1
    for line in lines:
        if line["type"] == "game":
            del line["events"][0][2]["day"]
    with elsewhere():
        with house_in("America/Los_Angeles"):
            brought_in("".join(exporting.text(line) for line in lines).encode())
        assert games.game(code).day == "2026-01-05"
        assert '"2026-01-05"' in json.dumps([event.event.day for event in games.game(code).log[:1]])  # type: ignore[union-attr]


def test_games_from_before_get_the_day_of_the_house_when_it_is_updated(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    app = create_app(settings)
    with app.app_context(), pytest.MonkeyPatch.context() as patch, house_in("UTC"):
        patch.setattr(games, "now", lambda: "2026-01-06T04:00:00Z")
        code = play("Ann", "Ben", "Cid")
        downgrade(directory=str(_MIGRATIONS), revision="0013")
        with db.engine.connect() as connection:
            told = connection.execute(text("SELECT data FROM event WHERE type = 'GameOpened'")).scalars().all()
        assert not any('"day"' in json.dumps(each) for each in told)
    dispose(app)
    with house_in("America/Los_Angeles"):
        app = create_app(settings)
    with app.app_context():
        assert games.game(code).day == games.recent_games()[0].day == "2026-01-05"
        assert "2026-01-05" in data_services.csv_of_games(club())
    dispose(app)


def test_how_long_ago_a_moment_was() -> None:
    assert 0 <= days.hours_since(days.now()) < 0.1
    assert days.hours_since(days.moment_text(datetime.now(UTC) - timedelta(hours=13))) == pytest.approx(13, abs=0.1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0000",
        "2026-01-05",
        "2026-01-05T20:00:00",
        "2026-1-5T20:00:00Z",
        "2026-01-05T20:00:00+00:00",
        "2026-01-05T20:00:00.5Z",
        "2026-01-05T24:00:00Z",
    ],
)
def test_a_text_that_is_no_moment_is_taken_for_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"moment|isoformat|hour"):
        moment_of(text)


def test_an_evening_of_the_last_day_counts_in_the_season_that_ends_with_it(
    zone: str, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        monkeypatch.setattr(games, "now", lambda: evening("2026-12-31"))
        play("Ann", "Ben", "Cid")
        form = SeasonForm("Old year", "2026-01-01", "2026-12-31", SeasonRule())
        made = clubs.make_season(club(), form, take_in=True)
        assert seasons.season_page(made.id).season.finished == 1
        assert "2026-12-31" in data_services.csv_of_games(club())
        monkeypatch.setattr(days, "now", lambda: evening("2026-12-31"))
        assert days.today() == "2026-12-31"


def test_a_decision_and_a_correction_belong_to_the_day_of_the_house(
    zone: str, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        monkeypatch.setattr(games, "now", lambda: evening("2026-03-01"))
        code = play("Ann", "Ben", "Cid")
        decided = open_game("contract", "Ann", "Ben", "Cid").code
        must(decided, DecideRule("natural", {}, "As it stands."))
        assert games.game(decided).book.clauses["natural"].source == "the table, 2026-03-01"
        corrected = evening("2026-03-02")
        monkeypatch.setattr(games, "now", lambda: corrected)
        must(code, cmd.Reopen(confirmed=True))
        must(code, cmd.CorrectCell(1, 2, "K K K K"))
        must(code, cmd.Finish())
        rows = data_services.csv_of_games(club()).splitlines()
        assert all("2026-03-01" in row and corrected in row for row in rows[1:]), rows


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_there_are_stay_days(zone: str, day: str) -> None:
    assert zone
    assert local_time(day).date().isoformat() == day
