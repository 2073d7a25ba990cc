"""Streams and pages that look for news: who has the newest version gets nothing, and a stream holds no database."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game.commands import AddNote
from referee.services.games import games, live
from referee.storage.engine import news
from referee.storage.tables.database import db
from tests.awake import until
from tests.house.reading import read_page
from tests.serving import serving
from tests.web.table_phone import Phone, words


@pytest.fixture
def phone(app: Flask, client: FlaskClient) -> Phone:
    return Phone(app, client, "contract")


def shown(phone: Phone, path: str = "") -> tuple[str, str]:
    """Where the stream of a page is, and the version that it shows."""
    page = phone.see(path)
    [main] = [one for one in page.elements if one.tag == "main"]
    address, version = main.get("data-live"), main.get("data-at")
    assert address
    assert version
    return address, version


@contextmanager
def stream(served_at: str, address: str, cookie: str = "") -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection(served_at.removeprefix("http://"), timeout=20)
    connection.request("GET", address, headers={"Accept": "text/event-stream", "Cookie": cookie})
    answer = connection.getresponse()
    yield answer
    answer.close()
    connection.close()


def line(answer: http.client.HTTPResponse, beginning: str = "data:") -> str:
    """The next line that begins like this."""
    while not (text := answer.readline().decode()).startswith(beginning):
        assert text, "the stream has ended"
    return text.removeprefix(beginning).strip()


def test_a_stream_says_that_something_changed_and_holds_no_connection_to_the_database(app: Flask, phone: Phone) -> None:
    address, version = shown(phone)
    with serving(app) as served_at, stream(served_at, f"{address}?since={version}") as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        assert (answer.headers["X-Accel-Buffering"], answer.headers["Cache-Control"]) == ("no", "no-store")
        assert line(answer, ":") == "hello"
        phone.send("/table/note", text="Cake")
        assert line(answer) == shown(phone)[1] != version
        with app.app_context():
            pool = db.engine.pool
            of_hub = 0 if db.engine.dialect.name == "postgresql" else 1  # there the hub's own is none of the pool's
            # the hub is told of a write twice, by who wrote and by the database, and borrows one to look each time
            until(lambda: pool.checkedout() == of_hub, 5, "a stream holds a connection")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/table/note", {"text": "Cake"}),
        ("/round/cards-left", {"round": "1", "seat": "2", "cards": "K 10"}),
        ("/may-i", {"round": "1", "claims": "3"}),
    ],
)
def test_the_page_that_answers_a_tap_shows_what_its_stream_will_tell(
    phone: Phone, path: str, fields: dict[str, str]
) -> None:
    form = {"write_id": "a" * 32, "seen": str(phone.state.number), **fields}
    answer = phone.client.post(f"/g/{phone.code}{path}", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    [main] = [each for each in read_page(answer.text).elements if each.tag == "main"]
    with phone.app.app_context():
        assert main.get("data-at") == live.game_version(phone.code), "else it would ask for itself once more"


def test_a_page_that_was_old_when_its_stream_began_hears_so_at_once(app: Flask, phone: Phone) -> None:
    address, version = shown(phone)
    phone.send("/table/note", text="Cake")
    with serving(app) as served_at, stream(served_at, f"{address}?since={version}") as answer:
        assert line(answer) == shown(phone)[1]


def test_the_start_page_hears_of_the_games_of_its_clubs(app: Flask, phone: Phone) -> None:
    page = read_page(phone.client.get("/").text)
    [main] = [one for one in page.elements if one.tag == "main"]
    with serving(app) as served_at, stream(served_at, f"/live?since={main.get('data-at')}") as answer:
        assert line(answer, ":") == "hello"
        phone.send("/abandon", confirmed="1")
        told = line(answer)
        page = read_page(phone.client.get("/").text)
        [main] = [one for one in page.elements if one.tag == "main"]
        assert told == main.get("data-at")


def test_a_page_that_has_seen_the_last_thing_gets_nothing_and_an_older_one_the_page(app: Flask, phone: Phone) -> None:
    for path in ("", "/score", "/history", "/table", "/round", "/may-i"):
        _, version = shown(phone, path)
        look = {"HX-Request": "true", "Live": version}
        nothing = phone.client.get(f"/g/{phone.code}{path}", headers=look)
        assert (nothing.status_code, nothing.data) == (200, b"")
        assert len(str(nothing.headers)) <= 1024, "a look without news"
        answer = phone.client.get(f"/g/{phone.code}{path}", headers={**look, "Live": "1.7"})
        assert words(answer)


def test_a_page_of_clubs_that_has_seen_the_last_thing_gets_nothing(client: FlaskClient) -> None:
    for path in ("/", "/standings"):
        page = read_page(client.get(path).text)
        [main] = [one for one in page.elements if one.tag == "main"]
        look = {"HX-Request": "true", "Live": str(main.get("data-at"))}
        assert client.get(path, headers=look).data == b""
        assert client.get(path, headers={**look, "Live": "nobody.3"}).data != b""


def test_the_page_says_what_has_happened_as_the_history_does_and_by_whom(phone: Phone) -> None:
    _, version = shown(phone)

    def told() -> str | None:
        headers = {"HX-Request": "true", "Live": version}
        page = read_page(phone.client.get(f"/g/{phone.code}", headers=headers).text)
        return next(one.get("data-news") for one in page.elements if one.tag == "main")

    phone.send("/table/note", text="Cake")
    assert told() == "Note: Cake."
    with phone.app.app_context():
        games.act(phone.code, AddNote("Coffee"), games.WriteTag("0123456789", 0, "Ben"))
    assert told() == "2 changes. The last one: Note: Coffee, by Ben."
    with phone.app.app_context():
        games.act(phone.code, AddNote("Ben has cake"), games.WriteTag("1234567890", 0, "Ben"))
    assert told() == "3 changes. The last one: Note: Ben has cake.", "a name is said once"


def test_there_are_no_more_streams_than_there_is_room_for(app: Flask, phone: Phone) -> None:
    app.config["LIVE_STREAMS"] = 1
    with app.app_context():
        news.init_app(app, db.engine)
    address, version = shown(phone)
    with serving(app) as served_at, stream(served_at, f"{address}?since={version}") as first:
        assert first.status == 200
        with stream(served_at, f"{address}?since={version}") as second:
            assert (second.status, second.headers["Retry-After"]) == (503, "30")
            assert second.headers["Content-Type"].startswith("text/plain")


def test_a_phone_that_has_gone_gives_its_place_back_soon(app: Flask, phone: Phone) -> None:
    address, version = shown(phone)
    with serving(app) as served_at:
        with stream(served_at, f"{address}?since={version}") as answer:
            assert answer.status == 200
        with app.app_context():
            until(lambda: news.hub().waiting == 0, 5, "the place is still taken")


def test_streams_of_what_is_not_there_are_refused(client: FlaskClient, phone: Phone) -> None:
    assert client.get("/g/NOSUCH/live").status_code == 404
    assert client.get("/live?since=nobody.3").status_code == 404


def test_a_refused_form_is_not_brought_up_to_date(client: FlaskClient, phone: Phone) -> None:
    refused = phone.send("/table/note", status=422, text="")
    [main] = [one for one in read_page(refused.text).elements if one.tag == "main"]
    assert main.get("data-live") is None


def test_streams_end_when_the_server_stops(app: Flask, phone: Phone) -> None:
    address, version = shown(phone)
    with serving(app) as served_at, stream(served_at, f"{address}?since={version}") as answer:
        started = time.monotonic()
        news.close(app)
        assert answer.read().decode() == ": hello\n\n"
        assert time.monotonic() - started < 1
