"""A clock that is wrong for one evening: that evening bears its date, and no other one does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from referee.days import now
from referee.game import commands as cmd
from referee.services.clubs import seasons
from referee.services.games import games
from referee.storage.files import backup, keeping
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


WRONG = [
    datetime(2001, 5, 5, 20, tzinfo=UTC), datetime(2099, 5, 5, 20, tzinfo=UTC), datetime(9980, 1, 1, tzinfo=UTC),
    datetime(1970, 1, 2, tzinfo=UTC),
]  # fmt: skip
"""What a clock may show that is not right: years ahead or behind, and at the two ends of the calendar."""


class Folder:
    """The copies of a book, by their names alone."""

    def __init__(self, database: Path) -> None:
        self.database = database
        (database.parent / "backups").mkdir()

    def make(self, at: datetime, why: str = "in-play") -> Path:
        copy = self.database.parent / "backups" / f"referee-{why}-{at.astimezone():{backup._STAMP}}.db"
        copy.touch()
        return copy

    def tidy(self) -> None:
        """What follows each copy."""
        own = backup.backups_of(self.database, ("game-over", "in-play"))
        for old in keeping.superseded(own) + keeping.outlived(backup.backups_before_changes(self.database), own):
            old.unlink()


def evening_by_a_wrong_clock(folder: Folder, monkeypatch: pytest.MonkeyPatch, wrong: datetime) -> None:
    """After weeks of copies one evening by such a clock, then the next day by the right one."""
    today = datetime.now(UTC)
    for day in range(40, 0, -1):
        folder.make(today - timedelta(days=day))
    monkeypatch.setattr(backup, "clock", lambda: wrong)
    change = folder.make(wrong, "before-0099")
    for minutes in range(0, 200, 10):
        made = folder.make(wrong + timedelta(minutes=minutes))
        folder.tidy()
        assert made.exists(), "what was made just now is there"
        assert backup.all_of(folder.database)[-1] == made
    assert change.exists(), "the way back from a change is there on the evening of the change"
    monkeypatch.setattr(backup, "clock", lambda: today)
    for minutes in range(0, 200, 10):
        made = folder.make(today + timedelta(minutes=minutes))
        folder.tidy()
        assert made.exists()
        assert backup.all_of(folder.database)[-1] == made


@pytest.mark.parametrize("wrong", WRONG, ids=lambda at: str(at.year))
def test_an_evening_of_copies_by_a_wrong_clock_costs_no_copy_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: datetime
) -> None:
    evening_by_a_wrong_clock(Folder(tmp_path / "referee.db"), monkeypatch, wrong)


@pytest.mark.parametrize(("wrong", "fault"), [(WRONG[1], "by_age"), (WRONG[0], "is_to_come")])
def test_names_of_copies_that_are_believed_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: datetime, fault: str
) -> None:
    """Faults put in on purpose, as the simulator has them of what happens in a book: it knows no names on a disk."""
    instead: Callable[..., object] = sorted if fault == "by_age" else lambda _: False
    for module in (backup, keeping):
        monkeypatch.setattr(module, fault, instead)
    with pytest.raises(AssertionError):
        evening_by_a_wrong_clock(Folder(tmp_path / "referee.db"), monkeypatch, wrong)
