"""``referee move-to``: a whole house goes from its file to PostgreSQL, compared row by row, or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from referee import create_app
from referee.cli.main import main
from referee.game import commands as cmd
from referee.services.clubs import clubs, seasons
from referee.services.games import games
from referee.services.phones import access, invitations, phones
from referee.services.phones.access import CLUB, Role
from referee.storage.files import moving
from referee.storage.files.backup import all_of, restore_from
from tests import postgres
from tests.apps import dispose
from tests.services.carrying import exported, small_club
from tests.services.desk import must, open_game, tag
from tests.services.test_round_trip import generated, pages

needs_server = pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "house"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """An empty schema of the server."""
    return postgres.of_folder(tmp_path / "server")


@contextmanager
def at_home(folder: Path) -> Iterator[None]:
    with opened(folder, f"sqlite:///{folder / 'referee.db'}"):
        yield


@contextmanager
def opened(folder: Path, address: str) -> Iterator[None]:
    app = create_app({"TESTING": True, "DATA_DIR": str(folder), "SQLALCHEMY_DATABASE_URI": address})
    with app.app_context():
        yield
    dispose(app)


def shown() -> list[Any]:
    there = sorted(club.id for club in seasons.clubs())
    return [seasons.clubs(removed=True), *((club, exported(club), pages(club)) for club in there)]


@pytest.fixture
def house(folder: Path) -> dict[str, Any]:
    """Two clubs and a removed one, a phone with a right, an invitation, a game in the middle of a round."""
    with at_home(folder):
        club, other = small_club(), generated(1)
        clubs.remove_club(clubs.make_club("Given up").id)
        cookie = access.new_cookie()
        phone = access.make_phone(cookie, Role.NOBODY)
        assert phone is not None
        phones.give(phone.id, CLUB, club, Role.SCORER, tag())
        code = open_game("contract", "Ann", "Ben", "Cid").code
        must(code, cmd.SayWentOut(1, 2))
        return {
            "clubs": {club, other}, "shown": shown(), "code": code, "state": games.game(code), "cookie": cookie,
            "secret": invitations.standing(club).secret, "club": club,
        }  # fmt: skip


@needs_server
def test_a_house_moves_with_everything_and_everybody_in_it(
    folder: Path, url: str, house: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["move-to", url, "--instance", str(folder)]) == 0
    assert "Moved and compared: 2 clubs" in capsys.readouterr().out
    assert not (folder / "referee.db").exists()
    with opened(folder, url):
        assert shown() == house["shown"]
        assert games.game(house["code"]) == house["state"]
        must(house["code"], cmd.AddNote("on the server"))
        assert invitations.standing(house["club"]).secret == house["secret"]
        phone = access.caller(house["cookie"], access.Where(), "closed").phone
        assert phone.role(house["club"]) == Role.SCORER


@needs_server
def test_the_file_that_was_moved_is_kept_and_no_empty_book_is_begun_in_its_place(
    folder: Path, url: str, house: dict[str, Any]
) -> None:
    main(["move-to", url, "--instance", str(folder)])
    (kept,) = folder.glob("referee-moved-*.db")
    with closing(sqlite3.connect(kept)) as book:
        assert book.execute("SELECT count(*) FROM event").fetchone()[0] > 50
    with pytest.raises(Exception, match=r"There is no score book in .* but copies"):
        create_app({"DATA_DIR": str(folder), "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'referee.db'}"})
    restore_from(all_of(folder / "referee.db")[-1], folder / "referee.db")
    with at_home(folder):
        assert shown() == house["shown"]


@needs_server
def test_a_move_that_was_cut_off_after_all_was_there_is_finished_the_next_time(
    folder: Path, url: str, house: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr("referee.storage.files.backup.put_away", lambda _: (_ for _ in ()).throw(OSError("killed")))
        with pytest.raises(SystemExit, match="could not be moved aside: killed"):
            main(["move-to", url, "--instance", str(folder)])
    assert main(["move-to", url, "--instance", str(folder)]) == 0
    with opened(folder, url):
        assert shown() == house["shown"]


def one_row_short(table: Any, book: Connection, target: Connection) -> None:
    whole(table, book, target)
    if table.name == "event":
        newest = select(table.c.seq).order_by(table.c.seq.desc()).limit(1).scalar_subquery()
        target.execute(table.delete().where(table.c.seq == newest))


def another_number(table: Any, book: Connection, target: Connection) -> None:
    whole(table, book, target)
    if table.name == "club":
        target.execute(table.update().values(changed=table.c.changed + 1))


whole = moving._copy


@needs_server
@pytest.mark.parametrize(("spoil", "named"), [(one_row_short, "event"), (another_number, "club")])
def test_what_arrives_otherwise_than_it_left_is_no_move(
    folder: Path,
    url: str,
    house: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[..., None],
    named: str,
) -> None:
    with monkeypatch.context() as spoiled:
        spoiled.setattr(moving, "_copy", spoil)
        with pytest.raises(SystemExit, match=f"Nothing was moved: .*not what stands here: {named}"):
            main(["move-to", url, "--instance", str(folder)])
    with at_home(folder):
        assert shown() == house["shown"]
    with opened(folder, url):
        assert [club.name for club in seasons.clubs()] == ["Our club"]
        assert games.recent_games() == []
    assert main(["move-to", url, "--instance", str(folder)]) == 0


@needs_server
def test_a_server_that_holds_another_book_is_left_alone(folder: Path, url: str, house: dict[str, Any]) -> None:
    with opened(folder, url):
        code = open_game("contract", "Dee", "Eve", "Fay").code
    with pytest.raises(SystemExit, match="already holds a score book"):
        main(["move-to", url, "--instance", str(folder)])
    with opened(folder, url):
        assert [game.code for game in games.recent_games()] == [code]
    assert (folder / "referee.db").exists()


@needs_server
def test_nothing_moves_while_the_app_is_running(folder: Path, url: str, house: dict[str, Any]) -> None:
    with at_home(folder):
        games.game(house["code"])
        with pytest.raises(SystemExit, match="the app is running; stop it first"):
            main(["move-to", url, "--instance", str(folder)])


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:////elsewhere/x.db", "Name a PostgreSQL"),
        ("nonsense", "Name a PostgreSQL"),
        ("postgresql://me@127.0.0.1:1/x", "Nothing was moved: The database of DATABASE_URL cannot be reached"),
    ],
)
@pytest.mark.database_file
def test_what_cannot_be_moved_to_is_said(folder: Path, url: str, said: str) -> None:
    with at_home(folder):
        open_game()
    with pytest.raises(SystemExit, match=said):
        main(["move-to", url, "--instance", str(folder)])
    assert (folder / "referee.db").exists()


def test_without_a_book_there_is_nothing_to_move(folder: Path) -> None:
    with pytest.raises(SystemExit, match="doesn’t have a database"):
        main(["move-to", "postgresql://me@127.0.0.1:1/x", "--instance", str(folder)])
