"""A book that is older than what a phone was shown: the phone hears of it, and overwrites nothing that it never saw."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game import commands as cmd
from referee.services.games import games
from referee.storage.files.backup import BESIDE, backup_to
from referee.storage.tables.database import db
from tests.services.desk import must, open_game

pytestmark = pytest.mark.database_file
LACKS = "server’s history"


@pytest.fixture
def code(app: Flask) -> str:
    with app.app_context():
        return open_game("contract").code


@pytest.fixture
def told(app: Flask, code: str) -> Callable[[cmd.Command], None]:
    """Another phone enters something."""

    def tell(command: cmd.Command) -> None:
        with app.app_context():
            must(code, command)

    return tell


@pytest.fixture
def restored(app: Flask, tmp_path: Path) -> Callable[[], Callable[[], None]]:
    """Takes a copy of the book; what it returns puts that back, as a restore or a server that lacks the tail does."""
    file = Path(app.instance_path) / "referee.db"

    def copy() -> Callable[[], None]:
        copied = tmp_path / f"copy-{secrets.token_hex(4)}.db"
        backup_to(file, copied)

        def put_back() -> None:
            with app.app_context():
                db.session.remove()
                db.engine.dispose()
            for beside in BESIDE:
                file.with_name(file.name + beside).unlink(missing_ok=True)
            shutil.copyfile(copied, file)

        return put_back

    return copy


def line_of(app: Flask, code: str, seat: int, said: str) -> cmd.EnterCardsLeft:
    with app.app_context():
        return cmd.EnterCardsLeft(1, seat, said)


def seen_on(page: str) -> str:
    (seen,) = set(re.findall(r'name="seen" value="([^"]*)"', page))
    return seen


def page_of(client: FlaskClient, code: str) -> str:
    return client.get(f"/g/{code}/table").text


def test_a_phone_hears_that_the_book_lost_its_tail_until_it_says_so(
    app: Flask, client: FlaskClient, code: str, told: Callable[..., None], restored: Callable[..., Callable[[], None]]
) -> None:
    assert LACKS not in page_of(client, code)
    put_back = restored()
    told(cmd.AddNote("Cake"))
    told(cmd.AddNote("Tea"))
    assert LACKS not in page_of(client, code)
    put_back()
    page = page_of(client, code)
    assert "2 entries shorter" in page
    assert "2 entries shorter" in page_of(client, code), "it stays until somebody has read it"
    form = {"write_id": secrets.token_hex(16), "seen": seen_on(page), "from": "seats.page"}
    assert client.post(f"/g/{code}/lacks", data=form, follow_redirects=True).status_code == 200
    assert LACKS not in page_of(client, code)
    told(cmd.AddNote("Bread"))
    assert LACKS not in page_of(client, code)


@pytest.mark.parametrize("is_hosted", [False, True])
def test_a_phone_hears_that_the_book_lacks_a_game_that_it_was_shown(
    app: Flask, client: FlaskClient, restored: Callable[..., Callable[[], None]], is_hosted: bool
) -> None:
    put_back = restored()
    with app.app_context():
        code = open_game("contract").code
    assert client.get(f"/g/{code}").status_code == 200
    app.config["HOSTED"] = is_hosted
    put_back()
    again = client.get(f"/g/{code.lower()}/table")
    assert again.status_code == 404
    assert "No game has this code. The server’s history is 1 entry shorter" in again.text
    assert LACKS not in app.test_client().get(f"/g/{code}").text


@pytest.mark.parametrize("is_here", [False, True])
def test_whoever_makes_a_cookie_up_does_not_learn_whether_there_is_a_game(
    app: Flask, client: FlaskClient, code: str, is_here: bool
) -> None:
    page_of(client, code)
    kept = client.get_cookie("told")
    assert kept is not None
    app.config["HOSTED"] = True
    stranger, there = app.test_client(), code if is_here else "A23456"
    for cookie in (kept.value, kept.value.partition("-")[0]):
        stranger.set_cookie("told", cookie.replace(code, there))
        answer = stranger.get(f"/g/{there}")
        assert answer.status_code == 403
        assert LACKS not in answer.text


def test_a_phone_that_looks_at_two_games_in_turn_hears_of_the_first_too(
    app: Flask, client: FlaskClient, code: str, told: Callable[..., None], restored: Callable[..., Callable[[], None]]
) -> None:
    with app.app_context():
        other = open_game("shanghai").code
    put_back = restored()
    told(cmd.AddNote("Cake"))
    assert LACKS not in page_of(client, code)
    assert LACKS not in page_of(client, other)
    put_back()
    assert LACKS not in page_of(client, other), "nothing of that one is missing"
    assert "1 entry shorter" in page_of(client, code)


def test_a_phone_hears_it_where_others_went_on_up_to_the_same_number(
    client: FlaskClient, code: str, told: Callable[..., None], restored: Callable[..., Callable[[], None]]
) -> None:
    put_back = restored()
    told(cmd.AddNote("Cake"))
    page = page_of(client, code)
    put_back()
    told(cmd.AddNote("Bread"))
    assert "isn’t the one this phone showed" in (again := page_of(client, code))
    assert seen_on(page).partition(".")[0] == seen_on(again).partition(".")[0]
    assert seen_on(page) != seen_on(again)


def test_a_page_that_looks_for_news_gets_them_though_the_number_is_the_same(
    client: FlaskClient, code: str, told: Callable[..., None], restored: Callable[..., Callable[[], None]]
) -> None:
    put_back = restored()
    told(cmd.AddNote("Cake"))
    version = re.search(r'data-at="([^"]*)"', page_of(client, code))
    assert version is not None
    known = {"Live": version[1], "HX-Request": "true"}
    assert client.get(f"/g/{code}/table", headers=known).text == ""
    put_back()
    told(cmd.AddNote("Bread"))
    assert LACKS in client.get(f"/g/{code}/table", headers=known).text


@pytest.fixture
def seen(client: FlaskClient, code: str, told: Callable[..., None], restored: Callable[..., Callable[[], None]]) -> str:
    """What a page showed of a log that is gone: a restore has put an older one in its place."""
    put_back = restored()
    told(cmd.AddNote("Cake"))
    shown = seen_on(page_of(client, code))
    put_back()
    return shown


def test_what_is_sent_from_a_page_of_the_other_log_shows_both_and_overwrites_nothing(
    app: Flask, client: FlaskClient, code: str, told: Callable[..., None], seen: str
) -> None:
    told(line_of(app, code, 2, "JK"))
    form = {"round": "1", "seat": "2", "cards": "K"}
    answer = client.post(f"/g/{code}/round/cards-left", data={**form, "write_id": "a" * 16, "seen": seen})
    assert answer.status_code == 409
    assert "conflict" in answer.text
    assert "Use" in answer.text
    with app.app_context():
        assert games.game(code).running.entered[2].cards == "JK"
    fresh = seen_on(answer.text)
    assert client.post(
        f"/g/{code}/round/cards-left", data={**form, "write_id": "b" * 16, "seen": fresh, "instead": "1"}
    ).status_code in (200, 302, 303)
    with app.app_context():
        assert games.game(code).running.entered[2].cards == "K"


def test_what_replaces_nothing_is_saved_as_well_or_not_at_all(
    app: Flask, client: FlaskClient, code: str, told: Callable[..., None], seen: str
) -> None:
    told(cmd.AddNote("Bread"))
    form = {"text": "Tea", "write_id": "d" * 16, "seen": seen}
    answer = client.post(f"/g/{code}/table/note", data=form)
    assert answer.status_code == 409
    assert all(words in answer.text for words in ("Note: Bread", "Note: Tea", "Save mine as well", "Don’t save mine"))
    again = {**form, "write_id": "e" * 16, "seen": seen_on(answer.text), "instead": "1"}
    client.post(f"/g/{code}/table/note", data=again)
    with app.app_context():
        assert games.game(code).notes == ("Bread", "Tea")


@pytest.mark.parametrize("odd", ["x", "1.", "1.zz", "-1", "1.0123456789abc", "9" * 40, "١"])
def test_a_number_that_no_page_sends_is_refused_with_a_sentence(client: FlaskClient, code: str, odd: str) -> None:
    form = {"text": "Cake", "write_id": "c" * 16, "seen": odd}
    answer = client.post(f"/g/{code}/table/note", data=form)
    assert answer.status_code == 422
    assert "out of date" in answer.text


@pytest.mark.parametrize("odd", ["", "x", "{code}", "{code}.x", "{code}.1", "{code}.99.zz", "OTHERS.99." + "0" * 12])
def test_an_odd_cookie_counts_as_nothing(client: FlaskClient, code: str, odd: str) -> None:
    client.set_cookie("told", odd.format(code=code))
    assert LACKS not in page_of(client, code)


@pytest.mark.parametrize("mark", ["é", "", "x" * 12])
def test_an_odd_mark_counts_as_none(client: FlaskClient, mark: str) -> None:
    client.set_cookie("told", f"A23456.5-{mark}")
    answer = client.get("/g/A23456")
    assert (answer.status_code, LACKS in answer.text) == (404, False)


def test_a_phone_that_follows_the_game_keeps_what_it_was_shown_last(
    client: FlaskClient, code: str, told: Callable[..., None]
) -> None:
    seen = seen_on(page_of(client, code))
    cookie = client.get_cookie("told")
    assert cookie is not None
    assert cookie.value.startswith(f"{code}.{seen}-")
    told(cmd.AddNote("Cake"))
    page_of(client, code)
    assert "Set-Cookie" not in client.get(f"/g/{code}/table").headers
