"""What is sent to the home server, and what is read of it: strangers fill no disk, slow readers hold nobody up."""

from __future__ import annotations

import http.client
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest
from flask import Flask, Response, send_file
from waitress.buffers import TempfileBasedBuffer

from referee.app.config import AT_ONCE, MAY_SEND, SMALL_BODY
from referee.cli import home_server
from referee.cli.home_server import PER_ADDRESS, SPARE, HomeServer
from referee.services.clubs import seasons
from referee.services.phones import access, phones
from referee.services.phones.access import CLUB, HOUSE, Role
from referee.web.shell.bodies import LARGEST
from tests import serving
from tests.services.desk import open_game, tag
from tests.serving import connected

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MIB = 1024 * 1024
at_home = partial(serving.at_home, longest=0.05)


def a_phone(app: Flask, role: Role = Role.ORGANISER, scope: str = HOUSE) -> str:
    """The cookie of one that is known."""
    with app.app_context():
        cookie = access.new_cookie()
        made = access.make_phone(cookie, Role.NOBODY)
        assert made is not None
        phones.give(made.id, scope, "" if scope == HOUSE else seasons.first_club().id, role, tag())
        return f"Cookie: phone={cookie}\r\n"


@pytest.fixture
def hosted(app: Flask) -> Flask:
    app.config["HOSTED"] = True
    return app


@pytest.fixture
def club(hosted: Flask) -> str:
    with hosted.app_context():
        return seasons.first_club().id


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where bodies lie that are too large for the memory, by name, so that they can be counted."""
    monkeypatch.setattr(
        TempfileBasedBuffer,
        "newfile",
        lambda _buffer: tempfile.NamedTemporaryFile(dir=tmp_path),  # noqa: SIM115
    )
    return tmp_path


def stored(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


def begin(
    port: int, path: str, size: int, cookie: str = "", come_from: str = "127.0.0.1", more: str = ""
) -> socket.socket:
    """A phone that has sent a header and no body yet."""
    phone = socket.create_connection(("127.0.0.1", port), 10)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n{cookie}{more}"
    phone.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode())
    return phone


def send(phone: socket.socket, size: int) -> int:
    """So much of a body, as far as it is taken; how much that was."""
    sent, piece = 0, bytes(64 * 1024)
    try:
        while sent < size:
            phone.sendall(piece[: size - sent])
            sent += min(len(piece), size - sent)
    except OSError:
        pass
    return sent


def status(phone: socket.socket) -> int:
    answer = http.client.HTTPResponse(phone)
    answer.begin()
    answer.read()
    return answer.status


STRANGERS = ["/join", "/join/code", "/door", "/look", "/api/rulings", "/nowhere", "/clubs/{club}/import", "/new"]


@pytest.mark.parametrize("path", STRANGERS)
def test_a_large_body_of_a_stranger_is_kept_nowhere_and_answered_at_its_header(
    hosted: Flask, club: str, on_disk: Path, path: str
) -> None:
    with at_home(hosted) as (_server, port):
        phone = begin(port, path.format(club=club), 63 * MIB)
        assert status(phone) in (403, 404, 413)
        with begin(port, path.format(club=club), 8 * MIB) as sending:
            assert send(sending, 8 * MIB) == 8 * MIB, "what comes after the answer is read, so that the answer is"
            assert status(sending) in (403, 404, 413)
            assert stored(on_disk) == 0
        phone.close()


def test_forty_bodies_of_strangers_that_dribble_take_no_room(hosted: Flask, on_disk: Path) -> None:
    with at_home(hosted) as (server, port), ExitStack() as phones_:
        for _ in range(PER_ADDRESS - 2):
            phone = phones_.enter_context(begin(port, "/join", 63 * MIB))
            send(phone, 2 * MIB)
        assert stored(on_disk) == 0
        assert all(len(each.requests) <= 1 for each in server.active_channels.values())
        with begin(port, "/join", 20) as guest:
            send(guest, 20)
            assert status(guest) in (400, 422)


def test_a_form_of_words_is_read_of_anybody(hosted: Flask) -> None:
    asked: list[object] = []
    may = hosted.extensions[MAY_SEND]

    def noted(environ: WSGIEnvironment) -> bool:
        asked.append(environ)
        return bool(may(environ))

    hosted.extensions[MAY_SEND] = noted
    with at_home(hosted) as (_server, port), begin(port, "/join", SMALL_BODY) as phone:
        send(phone, SMALL_BODY)
        assert status(phone) in (400, 422)
    assert asked == []


@pytest.mark.parametrize(("over", "answers"), [(0, {400, 422}), (1, {422}), (64 * MIB, {422})])
def test_who_may_import_sends_up_to_sixteen_megabytes(
    hosted: Flask, club: str, on_disk: Path, over: int, answers: set[int]
) -> None:
    size = LARGEST["data.import_"] + over
    with (
        at_home(hosted) as (_server, port),
        begin(port, f"/clubs/{club}/import", size, a_phone(hosted)) as phone,
    ):
        send(phone, size // 2)
        if not over:
            wait_for(lambda: stored(on_disk) > size // 4)
        send(phone, size - size // 2)
        assert status(phone) in answers
        assert over == 0 or stored(on_disk) == 0


def test_a_phone_that_may_not_import_sends_nothing_there(hosted: Flask, club: str, on_disk: Path) -> None:
    host = a_phone(hosted, Role.HOST, CLUB)
    with at_home(hosted) as (_server, port), begin(port, f"/clubs/{club}/import", 8 * MIB, host) as phone:
        assert status(phone) == 403
        assert stored(on_disk) == 0


def test_a_photograph_is_taken_from_a_player_and_from_nobody_else(hosted: Flask, on_disk: Path) -> None:
    with hosted.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
    address, size = f"/g/{code}/photo/1/1", 4 * MIB
    player = a_phone(hosted, Role.PLAYER, CLUB)
    with at_home(hosted) as (_server, port):
        with begin(port, address, size) as stranger:
            assert status(stranger) == 403
        with begin(port, address, size, player) as phone:
            send(phone, size)
            assert status(phone) in (400, 422), "no picture is in it"
    assert stored(on_disk) == 0


def test_all_bodies_together_have_a_sum_and_those_that_stand_still_make_room(
    hosted: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, cookie, path = 16 * MIB, a_phone(hosted), f"/clubs/{club}/import"
    with at_home(hosted) as (server, port), ExitStack() as open_ones:
        held = [open_ones.enter_context(begin(port, path, size, cookie)) for _ in range(AT_ONCE // size)]
        wait_for(lambda: taken(server) == AT_ONCE)
        with begin(port, path, size, cookie) as late:
            assert status(late) == 503
        monkeypatch.setattr(home_server, "STILL", 0.2)
        time.sleep(0.3)
        with begin(port, path, size, cookie) as late:
            wait_for(lambda: held[0].recv(1) == b"")
            send(late, size)
            assert status(late) in (400, 422)


def test_a_body_that_dribbles_is_still_when_even_a_slow_phone_had_sent_it(
    hosted: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, cookie, path = 16 * MIB, a_phone(hosted), f"/clubs/{club}/import"
    with at_home(hosted) as (server, port), ExitStack() as open_ones:
        held = [open_ones.enter_context(begin(port, path, size, cookie)) for _ in range(AT_ONCE // size)]
        wait_for(lambda: taken(server) == AT_ONCE)

        def gets_in() -> bool:
            for phone in held:
                with suppress(OSError):
                    phone.sendall(b"x")
            with begin(port, path, size, cookie, more="Expect: 100-continue\r\n") as late:
                return late.recv(100).startswith(b"HTTP/1.1 100 ")

        assert not gets_in()
        monkeypatch.setattr(home_server, "SLOW_LINE", 100 * size)
        monkeypatch.setattr(home_server, "STILL", 0.5)
        wait_for(gets_in)


def taken(server: HomeServer) -> int:
    return sum(each.request.takes for each in list(server.active_channels.values()) if each.request is not None)


def test_a_phone_that_waits_to_be_told_is_told(hosted: Flask, club: str) -> None:
    expects = "Expect: 100-continue\r\n"
    with at_home(hosted) as (_server, port):
        with begin(port, f"/clubs/{club}/import", MIB, a_phone(hosted), more=expects) as phone:
            assert phone.recv(100).startswith(b"HTTP/1.1 100 ")
        with begin(port, f"/clubs/{club}/import", MIB, more=expects) as stranger:
            assert status(stranger) == 403


@pytest.mark.parametrize("sent", [b"", b"3\r\na=b\r\n0\r\n\r\n", b"1000\r\n" + bytes(4096) + b"\r\n"])
@pytest.mark.parametrize(
    ("path", "knows", "expected"),
    [("/join", False, 411), ("/clubs/{club}/import", False, 403), ("/clubs/{club}/import", True, 411)],
)
def test_a_body_of_unknown_length_is_answered_at_its_header_and_takes_no_room(
    hosted: Flask, club: str, on_disk: Path, path: str, knows: bool, expected: int, sent: bytes
) -> None:
    cookie = a_phone(hosted) if knows else ""
    head = f"POST {path.format(club=club)} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n{cookie}\r\n"
    with at_home(hosted) as (server, port), socket.create_connection(("127.0.0.1", port), 10) as phone:
        phone.sendall(head.encode() + sent)
        assert status(phone) == expected
        assert taken(server) == 0
        assert stored(on_disk) == 0


def test_a_body_of_unknown_length_is_refused_by_the_app_too_whatever_serves_it(hosted: Flask) -> None:
    answer = hosted.test_client().post("/join", headers={"Transfer-Encoding": "chunked"})
    assert (answer.status_code, "how much it sends" in answer.text) == (411, True)


def test_a_body_of_unknown_length_in_an_old_request_is_no_second_request(hosted: Flask) -> None:
    head = "POST /join HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
    with at_home(hosted) as (_server, port), socket.create_connection(("127.0.0.1", port), 10) as phone:
        phone.sendall(f"{head}GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        answers = b"".join(iter(partial(phone.recv, 4096), b""))
    assert answers.split()[1] == b"411"
    assert answers.count(b"HTTP/1.") == 1


@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_two_lengths_in_one_request_are_refused_and_the_connection_ends(hosted: Flask, version: str) -> None:
    request = f"POST /join HTTP/{version}\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    with at_home(hosted) as (_server, port), socket.create_connection(("127.0.0.1", port), 10) as phone:
        phone.sendall(f"{request}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        answers = b""
        while piece := phone.recv(4096):
            answers += piece
        assert answers.split()[1] == b"400"
        assert answers.count(b"HTTP/1.") == 1


def test_a_request_line_that_names_another_host_is_not_answered(hosted: Flask) -> None:
    with at_home(hosted) as (_server, port):
        for line, expected in (
            ("http://evil.example/healthz", 421),
            ("http://evil.example", 421),
            (f"http://127.0.0.1:{port}/healthz", 200),
            ("/healthz", 200),
        ):
            with socket.create_connection(("127.0.0.1", port), 10) as phone:
                phone.sendall(f"GET {line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                assert status(phone) == expected, line


LARGE = "x" * (4 * MIB)
ROOM = 24
PIPELINED = 100


@pytest.fixture
def shop() -> Flask:
    """An app with an answer that fills every buffer on its way, a small one and a stream."""
    app = Flask(__name__)
    app.add_url_rule("/large", "large", lambda: LARGE)
    app.add_url_rule("/", "small", lambda: "here")

    def news() -> Iterator[bytes]:
        yield b": here\n\n"
        time.sleep(20)

    app.add_url_rule("/stream", "stream", lambda: app.response_class(news(), mimetype="text/event-stream"))
    return app


@pytest.fixture
def files(shop: Flask, tmp_path: Path) -> list[IO[bytes]]:
    """Those that the shop has opened to answer with."""
    opened: list[IO[bytes]] = []
    (tmp_path / "large").write_bytes(LARGE[:MIB].encode())

    def file() -> Response:
        opened.append((tmp_path / "large").open("rb"))
        return send_file(opened[-1], mimetype="text/plain")

    shop.add_url_rule("/file", "file", file)
    return opened


def slow_reader(port: int, number: int, path: str = "/large", times: int = 3) -> socket.socket:
    phone = socket.socket()
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    phone.settimeout(5)
    phone.bind((f"127.0.1.{1 + number}", 0))
    phone.connect(("127.0.0.1", port))
    phone.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * times)
    return phone


def gets_through(port: int, address: str) -> bool:
    """Whether somebody who comes now is answered. Who is not comes again, as a phone does."""
    try:
        with connected(port, address) as phone:
            phone.settimeout(5)
            phone.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return status(phone) == 200
    except (OSError, http.client.HTTPException):
        return False


def wait_for(happens: object, seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not happens():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


def test_who_reads_nothing_of_an_answer_makes_room_for_a_phone_that_comes(
    shop: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_server, "STILL", 0.5)
    with (
        at_home(shop, connection_limit=SPARE + ROOM, threads=40) as (server, port),
        ExitStack() as open_ones,
    ):
        for number in range(2 * ROOM):
            open_ones.enter_context(slow_reader(port, number))
            time.sleep(0.02)
        time.sleep(0.6)
        for _ in range(3):
            wait_for(lambda: gets_through(port, "127.0.0.2"))
        wait_for(lambda: len(server.active_channels) <= ROOM + 1)


def test_who_asks_for_many_files_at_once_and_reads_none_keeps_one_open(shop: Flask, files: list[IO[bytes]]) -> None:
    with at_home(shop, threads=4) as (_server, port), ExitStack() as open_ones:
        readers = [open_ones.enter_context(slow_reader(port, number, "/file", PIPELINED)) for number in range(3)]
        wait_for(lambda: len(files) >= len(readers))
        for _ in range(3):  # who is answered meanwhile comes behind what these ask
            assert gets_through(port, "127.0.0.2")
        assert sum(not file.closed for file in files) <= len(readers)
        received, size = 0, PIPELINED * MIB
        while received < size:
            more = len(readers[0].recv(MIB))
            assert more, "who reads at last gets all of them"
            received += more
        wait_for(lambda: sum(not file.closed for file in files) == len(readers) - 1)


def test_who_reads_nothing_for_long_is_gone_whether_or_not_there_is_room(
    shop: Flask, files: list[IO[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_server, "STILL", 0.2)
    with (
        at_home(shop, channel_timeout=1, cleanup_interval=1) as (server, port),
        slow_reader(port, 1),
        slow_reader(port, 2, "/file", PIPELINED),
    ):
        wait_for(lambda: len(server.active_channels) == 2)
        wait_for(lambda: not server.active_channels)
        wait_for(lambda: all(file.closed for file in files))


@pytest.mark.parametrize("set_back", [0, 3600])
def test_an_address_that_reads_nothing_loses_its_oldest_answer_and_gets_another(
    shop: Flask, monkeypatch: pytest.MonkeyPatch, set_back: int
) -> None:
    monkeypatch.setattr(home_server, "STILL", 0.3)
    with at_home(shop, per_address=2, threads=8) as (server, port), ExitStack() as open_ones:
        for _ in range(2):
            open_ones.enter_context(slow_reader(port, 1, times=1))
        wait_for(lambda: sum(each.total_outbufs_len > 0 for each in list(server.active_channels.values())) == 2)
        time.sleep(0.2)  # as much has gone out as ever will
        calendar = time.time
        monkeypatch.setattr(time, "time", lambda: calendar() - set_back)
        wait_for(lambda: gets_through(port, "127.0.1.2"))


def test_a_stream_of_news_is_never_taken_for_idle(shop: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_server, "STILL", 0.2)
    with (
        at_home(shop, connection_limit=SPARE + 4, threads=12) as (server, port),
        ExitStack() as open_ones,
    ):
        streams = [open_ones.enter_context(connected(port, "127.0.0.3")) for _ in range(3)]
        for phone in streams:
            phone.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert phone.recv(4096)
        time.sleep(0.4)
        for number in range(6):
            open_ones.enter_context(slow_reader(port, number))
            time.sleep(0.05)
        wait_for(lambda: gets_through(port, "127.0.0.2"))
        assert sum(each.is_stream for each in server.active_channels.values()) == 3


def test_who_reads_slowly_but_reads_keeps_the_answer(shop: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_server, "STILL", 0.4)
    with (
        at_home(shop, connection_limit=SPARE + 2, threads=8) as (_server, port),
        slow_reader(port, 1) as slow,
    ):
        got, end = 0, time.monotonic() + 2
        while time.monotonic() < end:
            got += len(slow.recv(65536))
            with connected(port, "127.0.0.2") as phone:
                phone.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert status(phone) == 200
            time.sleep(0.05)
        assert got > 0
        assert slow.recv(65536)
