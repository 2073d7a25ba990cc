"""The home server: it says where it is, gives way on a busy port, and stops at once."""

from __future__ import annotations

import http.client
import io
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
import zxingcpp
from flask import Flask
from sqlalchemy.engine import make_url

from referee import create_app
from referee.app import addresses
from referee.app.addresses import Listening
from referee.cli import serve
from referee.cli.certificates import HomeCertificate
from referee.days import today
from tests.apps import dispose
from tests.processes import free_port, hearing_ctrl_c
from tests.services.desk import open_game
from tests.serving import serving, stream
from tests.sizes import sized


@pytest.fixture
def busy() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


@pytest.mark.parametrize("sign", sized([signal.SIGTERM], [signal.SIGINT, signal.SIGTERM]))
def test_referee_serves_says_where_and_stops_though_a_phone_holds_on(sign: signal.Signals, tmp_path: Path) -> None:
    port = free_port()
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "referee",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--instance",
        str(tmp_path),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hearing_ctrl_c
    ) as process:
        assert process.stdout
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, process.communicate()
            said += line
        assert f"http://localhost:{port}/" in said
        assert str(tmp_path) in said
        assert status(f"http://127.0.0.1:{port}/") in (200, 404)
        with socket.create_connection(("127.0.0.1", port)), ExitStack() as phones:
            for _ in range(8):
                phones.enter_context(stream(port, "/live", b": hello"))
            process.send_signal(sign)
            began = time.monotonic()
            rest, complaints = process.communicate(timeout=60)
        assert time.monotonic() - began < 5, "it waits for no stream; a busy machine takes its time"
        assert process.returncode == 0
        assert "Everything entered is kept" in rest
        assert complaints == ""
    assert (tmp_path / "secret").is_file()
    assert (tmp_path / "referee.db").is_file()


STOPPED_WHILE_A_PHONE_COMES = """
import os, signal, socket, sys
from waitress.server import TcpWSGIServer
from referee import create_app
from referee.app import addresses
from referee.app.addresses import Listening
from referee.cli import serve
from referee.cli.certificates import HomeCertificate

def come(server, connection):  # the connection is taken, and stands on no list yet
    os.kill(os.getpid(), int(sys.argv[1]))

TcpWSGIServer.set_socket_options = come
say = serve.announce
phones = []

def announce(listening, *rest):
    say(listening, *rest)
    phones.append(socket.create_connection(("127.0.0.1", listening.port)))

serve.announce = announce
status = serve.serve("127.0.0.1", int(sys.argv[2]), sys.argv[3])
phones.pop().close()
sys.exit(status)
"""


@pytest.mark.parametrize("sign", sized([signal.SIGTERM], [signal.SIGINT, signal.SIGTERM]))
def test_a_stop_while_a_phone_comes_leaves_no_connection_open(sign: signal.Signals, free: int, tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", STOPPED_WHILE_A_PHONE_COMES, str(int(sign)), str(free), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=hearing_ctrl_c,
    )
    assert process.stderr == ""
    assert process.returncode == 0
    assert "Everything entered is kept" in process.stdout


def test_an_answer_without_a_body_leaves_the_connection_open(app: Flask) -> None:
    with serving(app) as served_at:
        address = served_at.removeprefix("http://")
        connection = http.client.HTTPConnection(address, timeout=60)
        connection.request("GET", "/api/clubs")
        whole = connection.getresponse()
        assert whole.read()
        first = connection.sock
        tag = {"If-None-Match": whole.headers["ETag"]}
        for _ in range(2):
            connection.request("GET", "/api/clubs", headers=tag)
            answer = connection.getresponse()
            assert (answer.status, answer.read(), answer.headers["Connection"]) == (304, b"", None)
            assert connection.sock is first, "the server did not hang up"
        connection.request("GET", "/api/clubs", headers={**tag, "Connection": "close"})
        last = connection.getresponse()
        assert (last.status, last.headers["Connection"]) == (304, "close"), "whoever asks for it is hung up on"
        connection.close()
        host, port = address.split(":")
        with socket.create_connection((host, int(port)), timeout=60) as old:
            old.sendall(
                f"GET /api/clubs HTTP/1.0\r\nHost: {host}\r\nIf-None-Match: {whole.headers['ETag']}\r\n\r\n".encode()
            )
            with old.makefile("rb") as answered:
                assert answered.read().startswith(b"HTTP/1.0 304 "), "HTTP/1.0 ends by hanging up"


def test_a_busy_port_that_was_asked_for_gets_a_sentence(busy: int) -> None:
    with pytest.raises(SystemExit, match=f"Port {busy} is already in use. Choose another one with --port"):
        serve.listen("127.0.0.1", busy)


def test_a_busy_usual_port_gives_way_to_the_next(
    busy: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "FIRST_PORT", busy)
    monkeypatch.setattr(serve, "LAST_PORT", busy + 9)
    with serve.listen("127.0.0.1", None) as listening:
        assert busy < listening.getsockname()[1] <= busy + 9
    assert f"Port {busy} is already in use; trying the next one." in capsys.readouterr().out


def test_when_all_usual_ports_are_busy_it_says_what_to_do(busy: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "FIRST_PORT", busy)
    monkeypatch.setattr(serve, "LAST_PORT", busy)
    with pytest.raises(SystemExit, match=r"are all in use\. Choose another with --port"):
        serve.listen("127.0.0.1", None)


@pytest.fixture
def free() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def test_an_address_of_another_machine_gets_a_sentence() -> None:
    with pytest.raises(SystemExit, match=r"Cannot listen on 192\.0\.2\.77"):
        serve.listen("192.0.2.77", 5000)


def test_a_data_folder_that_cannot_be_made_gets_a_sentence(tmp_path: Path, free: int) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(SystemExit, match="Choose another one with --instance"):
        serve.serve("127.0.0.1", free, str(tmp_path / "file" / "data"))


def test_a_file_that_is_no_database_gets_a_sentence(tmp_path: Path, free: int) -> None:
    (tmp_path / "referee.db").write_bytes(b"something else entirely" * 100)
    with pytest.raises(SystemExit, match="Restore a backup"):
        serve.serve("127.0.0.1", free, str(tmp_path))


def test_the_place_of_the_games_is_told_without_a_password(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert serve._games(app)[0] == str(Path(app.instance_path) / "referee.db")
    far = SimpleNamespace(url=make_url("postgresql+psycopg://cards:hidden@db.example/evening"))
    monkeypatch.setattr(serve, "db", SimpleNamespace(engine=far))
    assert serve._games(app) == ["postgresql+psycopg://cards:***@db.example/evening"]


def test_a_secret_that_protects_nothing_gets_a_sentence(tmp_path: Path, free: int) -> None:
    (tmp_path / "secret").write_text("dev\n")
    with pytest.raises(SystemExit, match="too well known"):
        serve.serve("127.0.0.1", free, str(tmp_path))


def announced(monkeypatch: pytest.MonkeyPatch, encoding: str) -> str:
    monkeypatch.setattr(addresses, "_answers", {})
    monkeypatch.setattr(addresses, "reachable", lambda _: ["192.168.1.20", "10.0.0.3"])
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    serve.announce(Listening(serve.EVERYWHERE, 5000), ["referee.db"], out)
    return raw.getvalue().decode(encoding)


def test_phones_get_every_address_and_a_code_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    said = announced(monkeypatch, "utf-8")
    assert "http://localhost:5000/" in said
    assert "http://192.168.1.20:5000/" in said
    assert "http://10.0.0.3:5000/" in said
    assert decoded(said) == "http://192.168.1.20:5000/"


def test_a_terminal_without_block_letters_still_gets_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    said = announced(monkeypatch, "ascii")
    assert re.search("\x1b\\[7m +\x1b", said)


def decoded(said: str) -> str:
    """Read the code off the screen: each letter is two squares, one above the other; a full block is white."""
    squares = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    lines = [line for line in said.splitlines() if line and set(line) <= squares.keys() and set(line) != {" "}]
    rows = [[squares[letter][half] for letter in line] for line in lines for half in (0, 1)]
    scale = 4
    image = bytes(square for row in rows for _ in range(scale) for square in row for _ in range(scale))
    picture = memoryview(image).cast("B", (len(rows) * scale, len(rows[0]) * scale))
    [code] = zxingcpp.read_barcodes(picture)
    return code.text


def test_a_new_address_is_told_with_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_answers", {})
    monkeypatch.setattr(addresses, "FRESH_SECONDS", 0.0)
    found = iter([["192.168.1.20"], ["192.168.1.20"], [], ["192.168.1.20"], ["10.0.0.3", "10.0.0.4"]])
    stopping = threading.Event()

    def look(_: str) -> list[str]:
        now = next(found)
        if now[-1:] == ["10.0.0.4"]:
            stopping.set()
        return now

    monkeypatch.setattr(addresses, "reachable", look)
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    serve.tell_changes(Listening(serve.EVERYWHERE, 5000), stopping, out, every=0.001)
    out.seek(0)
    said = out.read()
    assert said.count("has changed") == 1, "a network that was away and came back is none"
    assert "http://10.0.0.4:5000/" in said
    assert decoded(said) == "http://10.0.0.3:5000/"


def test_https_of_this_house_is_told_with_its_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_answers", {})
    monkeypatch.setattr(addresses, "reachable", lambda _: ["192.168.1.20"])
    home = HomeCertificate(tmp_path, serve.EVERYWHERE)
    out = io.StringIO()
    serve.announce(Listening(serve.EVERYWHERE, 5000), ["referee.db"], out, home)
    assert "http://192.168.1.20:5000/https shows" in out.getvalue()
    assert home.fingerprint.replace(":", "") in re.sub(r"[\s:]", "", out.getvalue())
    assert "install" not in out.getvalue()
    monkeypatch.setattr(home, "follows_another", True)
    serve.announce(Listening(serve.EVERYWHERE, 5000), ["referee.db"], out, home)
    assert f"by the date of this computer, {today()}, the last one is not valid." in out.getvalue()
    assert "every phone that used https has to install it once more" in out.getvalue()


@pytest.mark.parametrize(
    "arguments", [{"certificate": Path("missing.pem")}, {"certificate": Path("a"), "key": Path("b")}]
)
def test_a_certificate_that_cannot_be_used_gets_a_sentence(
    arguments: dict[str, Path], free: int, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="can’t be used"):
        serve.serve("127.0.0.1", free, str(tmp_path), **arguments)


def test_a_server_for_this_computer_only_says_so() -> None:
    out = io.StringIO()
    serve.announce(Listening("127.0.0.1", 5000), ["referee.db"], out)
    assert "http://localhost:5000/" in out.getvalue()
    assert "Phones cannot reach it" in out.getvalue()


def test_the_start_names_every_file_that_holds_games(free: int, tmp_path: Path) -> None:
    """What was written last stands in no file that the database's own name would find."""
    app = create_app({"TESTING": True, "DATA_DIR": str(tmp_path)})
    with app.app_context():
        open_game("contract")
        out = io.StringIO()
        serve.announce(Listening("127.0.0.1", free), serve._games(app), out)
        holding = [path for path in tmp_path.iterdir() if path.name.startswith("referee.db")]
        assert len(holding) == 3
        assert all(str(path) in out.getvalue() for path in holding)
    dispose(app)
