"""https at home: a phone that trusts the authority of this house is served, by whatever address it comes."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask, Response, request

from referee.app import addresses
from referee.cli import certificates
from referee.cli.certificates import HomeCertificate, NoHttps
from referee.cli.home_server import HomeServer
from referee.days import clock

LARGE = 3_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def home(folder: Path) -> HomeCertificate:
    return HomeCertificate(folder, "127.0.0.1")


@contextmanager
def served(context: ssl.SSLContext) -> Iterator[int]:
    """The port of an app that says how it was asked, how much it got, much, or never ends."""
    app = Flask(__name__)
    over, stop = threading.Event(), threading.Event()

    def news() -> Iterator[bytes]:
        yield b": here\n\n"
        over.wait()

    app.add_url_rule("/", view_func=lambda: request.scheme, endpoint="scheme")
    app.add_url_rule("/", view_func=lambda: str(len(request.get_data())), methods=["POST"], endpoint="length")
    app.add_url_rule("/large", view_func=lambda: "x" * LARGE, endpoint="large")
    app.add_url_rule("/stream", view_func=lambda: Response(news(), mimetype="text/event-stream"), endpoint="stream")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = HomeServer(app, listening, threads=4, tls=context)
        thread = threading.Thread(target=server.until, args=(stop.is_set,), daemon=True)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            stop.set()
            server.pull_trigger()
            thread.join(10)
            over.set()
            server.finish(1)
            server.hang_up()


@pytest.fixture(scope="module")
def port(home: HomeCertificate) -> Iterator[int]:
    with served(home.context) as port:
        yield port


def trusting(authority: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(authority))


def asked(port: int, trust: ssl.SSLContext, path: str = "/", host: str = "127.0.0.1", body: bytes | None = None) -> str:
    phone = http.client.HTTPSConnection(host, port, timeout=30, context=trust)
    try:
        phone.request("GET" if body is None else "POST", path, body)
        return phone.getresponse().read().decode()
    finally:
        phone.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_phone_that_trusts_the_authority_is_served_by_https(host: str, port: int, home: HomeCertificate) -> None:
    assert asked(port, trusting(home.authority_file), host=host) == "https"


def test_a_phone_that_does_not_is_not(port: int) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        asked(port, ssl.create_default_context())


def test_plain_http_goes_on_at_the_same_port(port: int) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for _ in range(2):
        phone.request("GET", "/")
        assert phone.getresponse().read() == b"http"
    phone.close()


def test_much_goes_through_in_both_directions(port: int, home: HomeCertificate) -> None:
    trust = trusting(home.authority_file)
    assert asked(port, trust, body=b"y" * LARGE) == str(LARGE)
    assert asked(port, trust, "/large") == "x" * LARGE


def test_several_requests_go_over_one_connection(port: int, home: HomeCertificate) -> None:
    phone = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=trusting(home.authority_file))
    for length in (1, 20_000, 0, 70_000):
        phone.request("POST", "/", b"z" * length)
        assert phone.getresponse().read() == str(length).encode()
    phone.close()


def test_what_comes_while_an_answer_goes_out_disturbs_nothing(port: int, home: HomeCertificate) -> None:
    """The loop reads from the connection that a thread writes to."""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=30) as plain,
        trusting(home.authority_file).wrap_socket(plain, server_hostname="127.0.0.1") as phone,
    ):
        wanted = 4
        for number in range(wanted):
            last = b"Connection: close\r\n" if number == wanted - 1 else b""
            phone.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n" + last + b"\r\n")
            phone.recv(1)
        got = b"".join(iter(lambda: phone.recv(65536), b""))
        assert got.count(b"x") >= wanted * LARGE - wanted


def test_news_come_at_once(port: int, home: HomeCertificate) -> None:
    with (
        socket.create_connection(("127.0.0.1", port), timeout=30) as plain,
        trusting(home.authority_file).wrap_socket(plain, server_hostname="127.0.0.1") as phone,
    ):
        phone.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        heard = b""
        while b": here" not in heard:
            heard += phone.recv(1000)


def test_whoever_says_nothing_or_nonsense_keeps_nobody_waiting(port: int, home: HomeCertificate) -> None:
    with (
        socket.create_connection(("127.0.0.1", port)) as silent,
        socket.create_connection(("127.0.0.1", port)) as half,
        socket.create_connection(("127.0.0.1", port), timeout=30) as nonsense,
    ):
        assert silent
        half.sendall(b"\x16\x03\x01")
        nonsense.sendall(b"\x16" * 300)
        began = time.monotonic()
        assert asked(port, trusting(home.authority_file)) == "https"
        assert time.monotonic() - began < 2
        with contextlib.suppress(ConnectionResetError):
            while nonsense.recv(1000):
                pass


def test_the_authority_is_made_once_and_its_key_is_for_its_owner_alone(folder: Path, home: HomeCertificate) -> None:
    again = HomeCertificate(folder, "127.0.0.1")
    assert again.fingerprint == home.fingerprint
    assert len(again.fingerprint) == 95
    for name in ("authority.key", "server.pem"):
        assert stat.S_IMODE((folder / "https" / name).stat().st_mode) == 0o600


def made_at(folder: Path, years: float, monkeypatch: pytest.MonkeyPatch) -> HomeCertificate:
    """By a clock that is so many years ahead."""
    with monkeypatch.context() as patched:
        patched.setattr(certificates, "clock", lambda: clock() + timedelta(days=365 * years))
        return HomeCertificate(folder, "127.0.0.1")


@pytest.mark.parametrize("years", [2, -30], ids=["of the future", "over"])
def test_an_authority_that_is_not_valid_now_is_followed_by_another_one(
    years: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = made_at(tmp_path, years, monkeypatch)
    home = HomeCertificate(tmp_path, "127.0.0.1")
    with served(home.context) as port:
        assert asked(port, trusting(home.authority_file)) == "https"
    assert home.fingerprint != wrong.fingerprint
    assert (wrong.follows_another, home.follows_another) == (False, True)
    again = HomeCertificate(tmp_path, "127.0.0.1")
    assert (again.fingerprint, again.follows_another) == (home.fingerprint, False)


def test_a_start_with_a_wrong_clock_takes_no_authority_from_the_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = HomeCertificate(tmp_path, "127.0.0.1")
    for years in (-50, 20, -50, -2):
        assert made_at(tmp_path, years, monkeypatch).fingerprint != home.fingerprint
        right = HomeCertificate(tmp_path, "127.0.0.1")
        assert (right.fingerprint, right.follows_another) == (home.fingerprint, False)
    with served(right.context) as port:
        assert asked(port, trusting(home.authority_file)) == "https"


def test_an_authority_of_the_future_does_not_take_over_when_its_time_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = made_at(tmp_path, 2, monkeypatch)
    home = HomeCertificate(tmp_path, "127.0.0.1")
    assert home.fingerprint != ahead.fingerprint
    HomeCertificate(tmp_path, "127.0.0.1")
    assert made_at(tmp_path, 3, monkeypatch).fingerprint == home.fingerprint


def comes_by(name: str, port: int, trust: ssl.SSLContext) -> str:
    """What a phone speaks with the server that it takes for this name or address."""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=30) as plain,
        trust.wrap_socket(plain, server_hostname=name) as phone,
    ):
        return phone.version() or ""


def test_another_address_gets_another_certificate_of_the_same_authority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ["127.0.0.7"]
    monkeypatch.setattr(certificates, "ALWAYS", ("localhost",))
    monkeypatch.setattr(addresses, "current", lambda _: own)
    home = HomeCertificate(tmp_path, "0.0.0.0")
    trust = trusting(home.authority_file)
    with served(home.context) as port:
        assert comes_by("127.0.0.7", port, trust)
        with pytest.raises(ssl.SSLCertVerificationError):
            comes_by("192.168.7.20", port, trust)
        own[:] = [
            "192.168.7.20",
            "203.0.113.5",
        ]  # the second is none of a home network: the authority is not good for it
        home.renew()
        assert comes_by("192.168.7.20", port, trust)
        kept = (tmp_path / "https" / "server.pem").read_bytes()
        HomeCertificate(tmp_path, "0.0.0.0")
        assert (tmp_path / "https" / "server.pem").read_bytes() == kept, "as long as it names everything, it stays"


@pytest.mark.parametrize(
    ("called", "names"),
    [("Kitchen", ["kitchen.local", "kitchen"]), ("kitchen.example.org.", ["kitchen.local"])],
)
def test_phones_may_come_by_the_name_this_computer_has_at_home(
    called: str, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of the internet is none of a home network, and the authority is not good for it."""
    monkeypatch.setattr(socket, "gethostname", lambda: called)
    home = HomeCertificate(tmp_path, "127.0.0.1")
    with served(home.context) as port:
        for name in names:
            assert comes_by(name, port, trusting(home.authority_file))
        with pytest.raises(ssl.SSLCertVerificationError):
            comes_by("kitchen.example.org", port, trusting(home.authority_file))


def test_the_authority_cannot_speak_for_the_internet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even whoever has its key: phones refuse what it would sign."""
    monkeypatch.setattr(certificates, "ALWAYS", ("bank.example", "localhost"))
    monkeypatch.setattr(certificates, "_is_good_for", lambda *_: True)
    home = HomeCertificate(tmp_path, "127.0.0.1")
    with served(home.context) as port, pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        asked(port, trusting(home.authority_file), host="localhost")


def test_a_given_certificate_serves_as_well(folder: Path, home: HomeCertificate) -> None:
    with served(certificates.given(folder / "https" / "server.pem", None)) as port:
        assert asked(port, trusting(home.authority_file)) == "https"


def test_what_cannot_be_used_gets_a_sentence(folder: Path, home: HomeCertificate, tmp_path: Path) -> None:
    with pytest.raises(NoHttps, match=r"missing\.pem can’t be used: .*No such file"):
        certificates.given(tmp_path / "missing.pem", None)
    with pytest.raises(NoHttps, match="can’t be used"):
        certificates.given(home.authority_file, None)
    (tmp_path / "https").mkdir()
    for name in ("authority.key", "authority.crt"):
        (tmp_path / "https" / name).write_text("something else")
    with pytest.raises(NoHttps, match="can’t be used"):
        HomeCertificate(tmp_path, "127.0.0.1")
