"""A clock that is wrong for one evening: that evening bears its date, and no other one does."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from referee.days import now
from referee.game import commands as cmd
from referee.services.clubs import seasons
from referee.services.games import games
from referee.storage.files import backup
from referee.storage.files.keeping import KEEP_NEWEST, superseded
from tests.services.desk import must, open_game

YEARS_AHEAD, YEARS_BEHIND = "2099-05-05T20:00:00Z", "2001-05-05T20:00:00Z"


@pytest.mark.parametrize("wrong", [YEARS_AHEAD, YEARS_BEHIND])
def test_an_evening_with_a_wrong_clock_dates_no_later_one(
    app: Flask, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    with app.app_context():
        with monkeypatch.context() as clock:
            clock.setattr(games, "now", lambda: wrong)
            before = open_game("contract", "Ann", "Ben", "Cid").code
            must(before, cmd.AddNote("the clock is wrong"))
        began = now()
        after = open_game("contract", "Ann", "Ben", "Dee").code
        must(after, cmd.AddNote("the clock is right"))
        assert {entry.at for entry in games.game(before).log} == {wrong}
        assert all(began <= entry.at <= now() for entry in games.game(after).log)
        last = games.last_game()
        assert last is not None
        assert last.code == after, "the same players again are those of the last evening"


def test_a_clock_that_jumps_back_within_a_game_turns_nothing_round(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
        for at in (YEARS_AHEAD, YEARS_BEHIND, YEARS_AHEAD):
            monkeypatch.setattr(games, "now", lambda at=at: at)
            must(code, cmd.AddNote(at))
        log = games.game(code).log
        assert [entry.at for entry in log] == sorted(entry.at for entry in log)
        assert games.game(code).notes == (YEARS_AHEAD, YEARS_BEHIND, YEARS_AHEAD)
        assert seasons.first_club().name == "Our club"


@pytest.fixture
def copies(tmp_path: Path) -> tuple[Path, list[tuple[str, Path]]]:
    """An evening of copies from a day to come, and some of today."""
    database, today = tmp_path / "referee.db", datetime.now()
    (tmp_path / "backups").mkdir()
    stamps = [f"20990505-2{minute // 60}{minute % 60:02}00-000000" for minute in range(0, 120, 5)]
    stamps += [f"{today - timedelta(minutes=minute):%Y%m%d-%H%M%S-%f}" for minute in (20, 10, 0)]
    made = [(stamp, tmp_path / "backups" / f"referee-in-play-{stamp}.db") for stamp in stamps]
    for _, copy in made:
        copy.touch()
    return database, made


def test_a_copy_from_a_day_to_come_is_not_the_newest(copies: tuple[Path, list[tuple[str, Path]]]) -> None:
    database, made = copies
    assert backup.all_of(database)[-1] == made[-1][1]
    assert backup.made_at(backup.all_of(database)[-1]) < datetime.now().astimezone() + timedelta(minutes=1)


def test_copies_from_a_day_to_come_take_no_place_from_those_of_today(
    copies: tuple[Path, list[tuple[str, Path]]],
) -> None:
    _, made = copies
    gone = superseded(made)
    assert not {copy for _, copy in made[-3:]} & set(gone)
    assert len(gone) == len(made) - KEEP_NEWEST
