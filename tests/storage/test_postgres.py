"""On PostgreSQL: a club goes from a file of SQLite to the server and back byte for byte, and phones lose nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from referee import create_app, errors
from referee.game import commands as cmd
from referee.services.clubs import clubs, seasons
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage.engine.transactions import writing
from referee.storage.engine.turns import AT_ONCE
from referee.storage.tables.database import db
from tests import postgres
from tests.apps import dispose
from tests.awake import until
from tests.services.carrying import brought_in, exported, small_club
from tests.services.club_desk import play, player
from tests.services.desk import must, open_game, opening, tag
from tests.services.test_round_trip import generated, pages
from tests.sizes import sized

pytestmark = pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on")


@pytest.fixture
def file_of_sqlite(tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """A new, empty house on a file."""
    made: list[Flask] = []

    def make() -> Any:
        folder = tmp_path / f"file-{len(made)}"
        url = f"sqlite:///{folder / 'referee.db'}"
        made.append(create_app({"TESTING": True, "DATA_DIR": str(folder), "SQLALCHEMY_DATABASE_URI": url}))
        return made[-1].app_context()

    yield make
    for app in made:
        dispose(app)


def test_the_app_under_test_is_on_the_server(app: Flask) -> None:
    with app.app_context():
        assert db.engine.dialect.name == "postgresql"


def the_demo() -> str:
    return data_services.make_demo().id


@pytest.mark.parametrize(
    "make",
    [
        small_club,
        pytest.param(the_demo, marks=pytest.mark.sweep),
        *(lambda seed=seed: generated(seed) for seed in range(sized(2, 8))),
    ],
)
def test_a_club_goes_to_the_server_and_back_byte_for_byte_with_every_page(
    app: Flask, file_of_sqlite: Callable[[], Any], make: Callable[[], str]
) -> None:
    with file_of_sqlite():
        assert db.engine.dialect.name == "sqlite"
        club = make()
        data, shown = exported(club), pages(club)
    with app.app_context():
        assert brought_in(data) == club
        assert exported(club) == data
        assert pages(club) == shown
        assert data_services.rebuild(check=True).differing == ()
    with file_of_sqlite():
        brought_in(data)
        assert exported(club) == data


def test_what_was_made_on_the_server_is_the_same_on_a_file(app: Flask, file_of_sqlite: Callable[[], Any]) -> None:
    with app.app_context():
        club = small_club()
        data, shown = exported(club), pages(club)
    with file_of_sqlite():
        brought_in(data)
        assert (exported(club), pages(club)) == (data, shown)


def test_two_workers_that_merge_two_players_either_way_make_no_circle(app: Flask) -> None:
    with app.app_context():
        play("Ann", "Ben", "Cid")
        play("Anne", "Ben", "Cid")
        one, two = player("Ann"), player("Anne")
    other = create_app({**app.config})
    started, told = threading.Event(), []

    def the_other_worker() -> None:
        with other.app_context():
            started.set()
            try:
                clubs.merge_players(two, one)
            except errors.Rejected as refused:
                told.append(str(refused))
            db.session.remove()

    with app.app_context():
        worker = threading.Thread(target=the_other_worker)
        with writing():
            seasons.known_player(one)
            worker.start()
            assert started.wait(10)
            worker.join(0.5)
            assert worker.is_alive(), "the club is held: the other one waits"
            clubs.merge_players(one, two)
        worker.join(10)
        assert told == ["These two are already the same player."]
    dispose(other)


@pytest.mark.parametrize(("address", "status"), [("/new?again=%00", 400), ("/ask/meld?rulebook=%00", 200)])
def test_a_sign_that_the_server_does_not_take_is_refused_in_words(app: Flask, address: str, status: int) -> None:
    assert app.test_client().get(address).status_code == status


def test_phones_that_write_at_once_lose_nothing_and_count_nothing_twice(app: Flask) -> None:
    with app.app_context():
        code = open_game("contract", *(f"Player {seat}" for seat in range(1, 6))).code
        must(code, cmd.SayWentOut(1, 1))
        seen = games.game(code).number
    done: list[bool] = []

    def phone(seat: int) -> None:
        with app.app_context():
            for _ in range(2):  # a browser sends the same again by itself
                tag = games.WriteTag(f"phone-of-{seat}-write", seen, f"phone {seat}")
                answer = games.act(code, cmd.EnterCardsLeft(1, seat, "K"), tag)
                done.append(isinstance(answer, games.Done))
            db.session.remove()

    threads = [threading.Thread(target=phone, args=(seat,)) for seat in range(2, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with app.app_context():
        state = games.game(code)
        assert done == [True] * 8
        assert state.number == seen + 4
        assert state.running is not None
        assert sorted(state.running.entered) == [2, 3, 4, 5]
        assert seasons.first_club().name == "Our club"


def test_a_club_whose_row_is_held_elsewhere_stops_no_other_club(app: Flask) -> None:
    def open_in(club: str) -> str:
        answer = games.open_game(opening(), tag(), club)
        assert isinstance(answer, games.Done)
        return answer.code

    with app.app_context():
        stuck, free = seasons.first_club().id, clubs.make_club("The others").id
        for club in (stuck, free):
            clubs.add_players(club, "Zoe")
        zoe, other_zoe = (seasons.players(club)[0].id for club in (stuck, free))
        removed, *played = (open_in(club) for club in (stuck, stuck, free))
    here = create_app({**app.config, "BUSY_SECONDS": 3.0})
    answers: list[object] = []

    def in_the_stuck_club(do: Callable[[], object]) -> None:
        with here.app_context():
            try:
                answers.append(do())
            except errors.Busy as busy:
                answers.append(busy)
            db.session.remove()

    def all_are_there() -> bool:
        waiting = db.session.scalars(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).one()
        return waiting + len(answers) >= AT_ONCE

    does: list[Callable[[], object]] = [
        lambda: clubs.rename_player(zoe, "Zora"),
        lambda: open_in(stuck),
        lambda: clubs.remove_game(removed),
    ]
    phones = [threading.Thread(target=in_the_stuck_club, args=(do,)) for do in does * AT_ONCE]
    with app.app_context():
        db.session.execute(text("SELECT FROM club WHERE id = :id FOR UPDATE"), {"id": stuck})
        for phone in phones:
            phone.start()
        until(all_are_there, 10, "The phones do not come.")
        with here.app_context():
            assert clubs.make_club("Once more").name == "Once more"
            assert clubs.rename_player(other_zoe, "Zora").name == "Zora"
            for code in played:
                must(code, cmd.AddNote("tea"))
            db.session.remove()
        db.session.rollback()  # the row is free again
    for phone in phones:
        phone.join()
    dispose(here)
    assert any(not isinstance(answer, errors.Busy) for answer in answers), "some waited, and came in"
