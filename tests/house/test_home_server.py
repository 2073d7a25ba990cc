"""The server of a home with many phones at once: nobody is shut out, and the end comes though streams are open."""

from __future__ import annotations

import http.client
import logging
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack

import pytest
from flask import Flask, Response, request
from waitress.channel import HTTPChannel

from referee.cli import home_server
from referee.cli.home_server import ANSWERS, PAGES, SPARE, HomeServer
from tests import serving
from tests.serving import connected
from tests.sizes import sized

GUEST = "127.0.0.2"
"""Another address of this computer, for a phone that is not the one with the many connections."""


@pytest.fixture(scope="module", autouse=True)
def two_addresses() -> None:
    try:
        with socket.create_server((GUEST, 0)):
            pass
    except OSError:
        pytest.skip("this system has one loopback address only")


class Desk:
    """Where answers are worked on until they may go out, and how many are at once."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.at_work: list[int] = []
        self.most = 0

    def answers(self, words: str) -> str:
        self.at_work.append(1)
        self.most = max(self.most, len(self.at_work))
        self.go.wait(30)
        self.at_work.pop()
        return words


class Table:
    """An app with an answer, a slow answer and a stream that says something when it begins and then waits."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.writing = threading.Event()
        self.pages, self.news = Desk(), Desk()
        self.written: list[str] = []
        self.app = Flask(__name__)
        self.app.add_url_rule("/", view_func=lambda: "here", endpoint="here")
        self.app.add_url_rule("/page", view_func=lambda: self.pages.answers("page"), endpoint="page")
        self.app.add_url_rule("/g/CODE", view_func=lambda: self.news.answers("news"), endpoint="news")
        self.app.add_url_rule("/stream", view_func=self.stream)
        self.app.add_url_rule("/write", view_func=self.write, methods=["POST"])
        self.app.add_url_rule(
            "/proxied", view_func=lambda: request.headers.get("X-Forwarded-For", "none"), endpoint="proxied"
        )

    def stream(self) -> Response:
        def news() -> Iterator[bytes]:
            yield b": here\n\n"
            self.over.wait()

        return Response(news(), mimetype="text/event-stream")

    def write(self) -> str:
        self.writing.set()
        time.sleep(float(request.args.get("seconds", "0")))
        self.written.append(request.args["id"])
        return "written"


def at_home(table: Table, **settings: int | None) -> AbstractContextManager[tuple[HomeServer, int]]:
    """A server of this table, and its port."""
    return serving.at_home(table.app, closed=table.over.set, **settings)


def answer(port: int, come_from: str, path: str = "/", method: str = "GET", **headers: str) -> str:
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(come_from, 0))
    try:
        phone.request(method, path, headers=headers)
        return phone.getresponse().read().decode()
    finally:
        phone.close()


def stream(port: int, come_from: str = "127.0.0.1") -> socket.socket:
    return serving.stream(port, "/stream", b": here", come_from)


def test_few_pages_are_worked_out_at_once_and_streams_and_writes_do_not_wait_for_them() -> None:
    table = Table()
    with at_home(table) as (_, port), ExitStack() as phones, ThreadPoolExecutor(PAGES + 3) as asking:
        for _ in range(PAGES + 2):
            phones.callback(stream(port, GUEST).close)
        pages = [asking.submit(answer, port, "127.0.0.1", "/page") for _ in range(PAGES + 3)]
        while len(table.pages.at_work) < PAGES:
            time.sleep(0.01)
        assert answer(port, GUEST, "/write?id=1", "POST") == "written"
        table.pages.go.set()
        assert [page.result(30) for page in pages] == ["page"] * (PAGES + 3)
    assert table.pages.most == PAGES


def test_who_has_heard_news_of_a_game_has_a_place_that_no_long_page_takes_and_goes_one_after_the_other() -> None:
    table = Table()
    table.news.go.set()
    with at_home(table) as (_, port), ThreadPoolExecutor(PAGES + 3) as asking:
        pages = [asking.submit(answer, port, "127.0.0.1", "/page") for _ in range(PAGES)]
        while len(table.pages.at_work) < PAGES:
            time.sleep(0.01)
        assert answer(port, GUEST, "/g/CODE", Live="7.0.s") == "news"
        table.news.go.clear()
        news = [asking.submit(answer, port, GUEST, "/g/CODE", Live="7.0.s") for _ in range(3)]
        while not table.news.at_work:
            time.sleep(0.01)
        table.news.go.set()
        table.pages.go.set()
        assert [each.result(30) for each in [*pages, *news]] == [*["page"] * PAGES, *["news"] * 3]
    assert table.news.most == 1


def test_with_many_connections_one_look_serves_all_that_came_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_server, "MANY", 2)
    table = Table()
    with at_home(table) as (_, port), ExitStack() as phones:
        for _ in range(4):
            phones.callback(stream(port, GUEST).close)
        assert [answer(port, "127.0.0.1") for _ in range(5)] == ["here"] * 5


def test_the_headers_go_out_with_the_beginning_of_the_body(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that got the headers alone stood on an empty page."""
    pieces: list[bytes] = []
    send = HTTPChannel.send

    def noted(channel: HTTPChannel, data: bytes, do_close: bool = True) -> int:
        pieces.append(bytes(data))
        return send(channel, data, do_close)

    monkeypatch.setattr(HTTPChannel, "send", noted)
    table = Table()
    table.pages.go.set()
    with at_home(table) as (_, port):
        assert answer(port, "127.0.0.1", "/page") == "page"
        stream(port).close()
    page, beginning = (next(piece for piece in pieces if kind in piece) for kind in (b"text/html", b"event-stream"))
    assert page.endswith(b"\r\n\r\npage")
    assert b": here" in beginning


def test_a_thousand_idle_connections_of_one_phone_do_not_shut_out_another() -> None:
    with at_home(Table()) as (server, port), ExitStack() as phones:
        for _ in range(1050):
            phones.enter_context(connected(port))
        assert answer(port, GUEST) == "here"
        assert answer(port, "127.0.0.1") == "here", "nor the phone itself, which loses the oldest of them"
        assert len(server.active_channels) <= server.per_address + 1


def test_when_all_connections_are_taken_those_that_wait_longest_make_room() -> None:
    room = SPARE + 6
    with at_home(Table(), connection_limit=room) as (server, port), ExitStack() as phones:
        news = phones.enter_context(stream(port, "127.0.0.3"))
        idle = [phones.enter_context(connected(port, f"127.0.0.{4 + number}")) for number in range(room)]
        assert answer(port, GUEST) == "here"
        news.settimeout(0.2)
        with pytest.raises(TimeoutError):  # whoever is being answered stays
            news.recv(1000)
        assert idle[0].recv(1000) == b"", "the first that came is hung up"
        assert len(server.active_channels) <= room
        idle[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            idle[-1].recv(1000)


def test_phones_that_send_half_a_request_or_a_letter_at_a_time_hold_nobody_up() -> None:
    with at_home(Table(), per_address=None) as (server, port), ExitStack() as phones:
        half = [phones.enter_context(connected(port, f"127.0.0.{3 + number % 100}")) for number in range(200)]
        for number, phone in enumerate(half):
            begun = (
                b"GET / HTTP/1.1\r\nHost: loc"
                if number % 2
                else b"POST /write HTTP/1.1\r\nContent-Length: 9999\r\n\r\nx"
            )
            phone.sendall(begun)
        for letter in b"alhost":
            for phone in half[1::2]:
                phone.sendall(bytes([letter]))
            assert answer(port, GUEST) == "here"
        for phone in half[:20:2]:  # gone without a word, in the middle of what they sent
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            phone.close()
        half[1].sendall(b"\r\n\r\n")
        slow = http.client.HTTPResponse(half[1])
        slow.begin()
        assert slow.read() == b"here", "who is slow is answered too"
        assert answer(port, GUEST) == "here"
        assert len(server.active_channels) > 100


def test_idle_connections_of_many_phones_give_way_when_there_are_too_many() -> None:
    with at_home(Table(), per_address=None, connection_limit=100) as (server, port), ExitStack() as phones:
        for number in range(300):
            phones.enter_context(connected(port, f"127.0.0.{3 + number % 100}"))
        assert answer(port, GUEST) == "here"
        assert len(server.active_channels) <= 100 - SPARE + 1


def test_while_there_is_room_nobody_loses_a_connection() -> None:
    with at_home(Table(), per_address=None, connection_limit=100) as (server, port), ExitStack() as phones:
        for number in range(100 - SPARE - 2):
            phones.enter_context(connected(port, f"127.0.0.{3 + number}"))
        for _ in range(2):  # what came before the first has been taken in, what was hung up is gone with the second
            assert answer(port, GUEST) == "here"
        assert len(server.active_channels) >= 100 - SPARE - 2


def test_the_connections_that_wait_longest_go_first_and_streams_never() -> None:
    with at_home(Table(), per_address=3) as (_, port), ExitStack() as phones:
        news = phones.enter_context(stream(port))
        first = phones.enter_context(connected(port))
        assert answer(port, GUEST) == "here"  # what came before has been taken in by now
        second = phones.enter_context(connected(port))
        phones.enter_context(connected(port))
        assert first.recv(1) == b"", "the server hung up"
        for quiet in (news, second):
            quiet.setblocking(False)
            with pytest.raises(BlockingIOError):
                quiet.recv(1)


def test_an_address_with_nothing_but_streams_gets_no_more_connections() -> None:
    with at_home(Table(), per_address=3) as (_, port), ExitStack() as phones:
        for _ in range(3):
            phones.enter_context(stream(port))
        with pytest.raises(ConnectionError):
            answer(port, "127.0.0.1")
        assert answer(port, GUEST) == "here"


def test_two_hundred_streams_leave_room_for_an_answer() -> None:
    table = Table()
    table.app.config["LIVE_STREAMS"] = 200
    with at_home(table) as (server, port), ExitStack() as phones:
        assert server.adj.threads == 200 + ANSWERS
        for number in range(200):
            phones.enter_context(stream(port, f"127.0.0.{3 + number % 10}"))
        began = time.monotonic()
        assert answer(port, GUEST, "/write?id=1", "POST") == "written"
        assert time.monotonic() - began < 1
        assert table.written == ["1"]


def test_the_end_waits_for_answers_under_way_and_not_for_streams() -> None:
    table = Table()
    got: list[str] = []
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        server = HomeServer(table.app, listening, threads=4)
        thread = threading.Thread(target=server.until, args=(stop.is_set,), daemon=True)
        thread.start()
        with stream(port) as news:
            phone = threading.Thread(target=lambda: got.append(answer(port, GUEST, "/write?id=1&seconds=0.4", "POST")))
            phone.start()
            assert table.writing.wait(10)
            stop.set()
            server.pull_trigger()
            thread.join(10)
            began = time.monotonic()
            assert not server.finish(1.0), "the stream that nobody closed was left"
            assert 0.9 < time.monotonic() - began < 2
            phone.join(10)
            assert got == ["written"]
            assert table.written == ["1"]
            with pytest.raises(ConnectionRefusedError):
                connected(port)
            server.hang_up()
            assert news.recv(1000) == b""
            table.over.set()


def test_the_end_comes_at_once_where_the_streams_are_told() -> None:
    table = Table()
    with at_home(table) as (_, port), ExitStack() as phones:
        for _ in range(20):
            phones.enter_context(stream(port))
        began = time.monotonic()
        table.over.set()
    assert time.monotonic() - began < 1


def test_what_a_proxy_says_of_a_request_reaches_the_app() -> None:
    with at_home(Table()) as (_, port):
        said = answer(port, GUEST, "/proxied", "GET", **{"X-Forwarded-For": "203.0.113.9"})
    assert said == "203.0.113.9", "else whoever comes through a proxy on this computer would seem to sit at it"


def test_where_no_file_is_left_those_that_wait_make_room_and_the_log_says_it_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with at_home(Table(), per_address=None) as (server, port), ExitStack() as phones:
        idle = [phones.enter_context(connected(port, f"127.0.0.{3 + number}")) for number in range(2)]
        assert answer(port, GUEST) == "here"
        comes = phones.enter_context(socket.socket())
        comes.settimeout(5)
        comes.bind((GUEST, 0))
        while len(server.active_channels) > len(idle):
            time.sleep(0.01)
        phones.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        spare = phones.enter_context(open(os.devnull))
        resource.setrlimit(resource.RLIMIT_NOFILE, (spare.fileno() + 1, hard))
        monkeypatch.setattr(home_server, "SPARE", 0)  # nobody goes until it has been tried more than once
        comes.connect(("127.0.0.1", port))
        while not caplog.records:
            time.sleep(0.01)
        time.sleep(2 * home_server.BREATH)
        monkeypatch.setattr(home_server, "SPARE", 1)
        comes.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answered = http.client.HTTPResponse(comes)
        answered.begin()
        assert answered.read() == b"here"
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(said) == 1
    assert "no room" in said[0]


def test_an_address_that_is_refused_again_and_again_is_written_down_once(caplog: pytest.LogCaptureFixture) -> None:
    with at_home(Table(), per_address=1) as (_, port), ExitStack() as phones:
        phones.enter_context(stream(port))
        for _ in range(5):
            with pytest.raises(ConnectionError):
                answer(port, "127.0.0.1")
    assert [record.getMessage() for record in caplog.records if "refused" in record.getMessage()] == [
        "127.0.0.1 has 1 requests open: one more is refused"
    ]


@pytest.mark.parametrize(
    ("soft", "hard", "allowed"), sized([(256, 8192, 4200)], [(256, 8192, 4200), (256, 512, 512), (8192, 8192, 8192)])
)
def test_it_opens_as_many_files_as_the_system_lets_it(soft: int, hard: int, allowed: int) -> None:
    resource = pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", "from referee.cli.home_server import _files_allowed; print(_files_allowed())"],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
    )
    assert int(done.stdout) == allowed
