"""Whatever a version of the past wrote is opened, imported, played on and exported for ever, and says what it said."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from referee.game.commands import Undo
from referee.services.clubs import seasons
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage.start.schema import KNOWN
from tests import apps
from tests.museum import exhibits
from tests.museum.evening import beside, sums
from tests.museum.exhibits import Exhibit
from tests.services.carrying import brought_in, exported
from tests.services.desk import closing, must

NAMES = exhibits.names()
EXPORTS = [name for name in NAMES if exhibits.exhibit(name).club is not None]
LARGEST = 1_500_000
MOMENTS = ("corrected on", "corrected at")
"""What was told of a correction: its day at first, its moment since."""


def has_the_rows(now: str, then: str) -> bool:
    """Whether a table says in every column that it had what it said; columns may have come since."""
    was = list(csv.DictReader(io.StringIO(then)))
    columns = [name for name in was[0] if name not in MOMENTS]
    return [[row.get(name) for name in columns] for row in csv.DictReader(io.StringIO(now))] == [
        [row[name] for name in columns] for row in was
    ]


def says_the_same(then: Exhibit) -> None:
    """Each game, and the tables that the version could make, are as it said."""
    for code, said in then.said["games"].items():
        assert sums(games.game(code)) == said, code
    for code, said in then.said.get("beside", {}).items():
        assert beside(seasons.first_club().id, code) == said, code
    if "csv" in then.said:
        assert has_the_rows(data_services.csv_of_games(seasons.first_club().id), then.said["csv"])
        assert has_the_rows(data_services.csv_of_standings(then.said["season"]), then.said["standings"])
    assert data_services.rebuild(check=True) == data_services.Rebuilt(len(then.said["games"]), (), ())


def is_played_on(then: Exhibit) -> None:
    """The game that was left running goes to its end, with an undo on the way."""
    code, *others = [code for code, said in then.said["games"].items() if said["status"] == "playing"]
    assert not others
    before = games.game(code)
    must(code, closing(before))
    must(code, Undo(games.game(code).number, confirmed=True))
    assert games.game(code).totals == before.totals, "the lines stay entered"
    while not (state := games.game(code)).last_round_closed:
        must(code, closing(state))
    assert state.totals[before.seats[1].id] > before.totals[before.seats[1].id]
    assert data_services.rebuild(check=True).differing == ()


def comes_home(elsewhere: Callable[[], AbstractContextManager[Any]], club: str) -> None:
    """Out, in and out again: the same bytes."""
    data = exported(club)
    with elsewhere():
        assert brought_in(data) == club
        assert exported(club) == data


@pytest.mark.database_file
@pytest.mark.parametrize("name", NAMES)
def test_a_book_of_every_version_is_opened_played_on_and_carried(
    name: str, tmp_path: Path, elsewhere: Callable[[], AbstractContextManager[Any]]
) -> None:
    then = exhibits.exhibit(name)
    (tmp_path / "referee.db").write_bytes(then.book)
    with apps.made({"TESTING": True, "DATA_DIR": str(tmp_path)}) as app, app.app_context():
        says_the_same(then)
        comes_home(elsewhere, seasons.first_club().id)
        is_played_on(then)
        comes_home(elsewhere, seasons.first_club().id)


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_of_every_version_is_brought_in_and_played_on(
    name: str, elsewhere: Callable[[], AbstractContextManager[Any]]
) -> None:
    then = exhibits.exhibit(name)
    assert then.club is not None
    with elsewhere():
        club = brought_in(then.club)
        says_the_same(then)
        is_played_on(then)
        comes_home(elsewhere, club)


def test_what_this_version_writes_is_in_the_museum() -> None:
    assert exhibits.of_today() is not None, (
        "The schema, the file or a rulebook has changed: run python -m tests.museum, which adds what it writes now"
    )


def test_every_migration_has_an_exhibit() -> None:
    assert {exhibits.exhibit(name).said["revision"] for name in NAMES} == set(KNOWN)


def test_what_landed_in_the_past_is_complete_small_and_of_nobody() -> None:
    assert [name.partition("-")[2] for name in NAMES[: len(exhibits.VERSIONS)]] == [
        version.commit for version in exhibits.VERSIONS
    ]
    assert sum(path.stat().st_size for path in exhibits.KEPT.iterdir()) < LARGEST
    for name in NAMES:
        players = {player for game in exhibits.exhibit(name).said["games"].values() for player in game["players"]}
        assert all(re.fullmatch(r"Player \d", player) for player in players)
