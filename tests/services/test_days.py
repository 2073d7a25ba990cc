"""A day is one of the house that the server stands in, wherever that is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from referee import days
from referee.days import begins, day_of, ends, evening, moment_of
from referee.game import commands as cmd
from referee.game.commands import DecideRule
from referee.season.rules import SeasonRule
from referee.services import clubs, games, seasons
from referee.services import data as data_services
from referee.services.clubs import SeasonForm
from tests.services.club_desk import club, play
from tests.services.desk import hand, must, open_game


@pytest.fixture(params=["America/New_York", "Pacific/Auckland", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_a_day_begins_and_ends_where_the_server_stands(zone: str) -> None:
    for day in ("2026-01-01", "2026-07-04", "2026-12-31"):
        assert day_of(begins(day)) == day_of(evening(day)) == day
        assert begins(day) < evening(day) < ends(day)
        assert day_of(ends(day)) == day
        assert moment_of(begins(_next(day))) - moment_of(ends(day)) == timedelta(seconds=1)
    for day in ("0001-01-01", "9999-12-31"):
        assert begins(day) < ends(day)
    assert [moment_of(said(day)) for day in ("0026-01-31", "9999-12-31") for said in (begins, evening, ends)]


def test_how_long_ago_a_moment_was() -> None:
    assert 0 <= days.hours_since(days.now()) < 0.1
    assert days.hours_since(days.moment_text(datetime.now(UTC) - timedelta(hours=13))) == pytest.approx(13, abs=0.1)


def _next(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


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
        monkeypatch.setattr(games, "now", lambda: evening("2026-03-02"))
        must(code, cmd.Reopen(confirmed=True))
        must(code, cmd.CorrectCell(1, 2, hand(games.game(code).book, "K K K K")))
        must(code, cmd.Finish())
        rows = data_services.csv_of_games(club()).splitlines()
        assert all("2026-03-01" in row and "2026-03-02" in row for row in rows[1:]), rows
