"""A drill that somebody stops for a while goes on as if nothing had been; one whose server is silent does not."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.faults import phones
from tests.processes import ROOT, lasting_port, until_ready

pytestmark = [pytest.mark.unmeasured, pytest.mark.sweep]  # about the drills, not about the app
WAITS = (
    "import sys; from tests.processes import until_ready; print(); sys.stdout.flush(); until_ready(int(sys.argv[1]), 3)"
)
ASKS = """
import itertools, sys
from tests.faults import phones
phones.PATIENCE = 3.0
phone = phones.Writer("CODE", "", "")
print(); sys.stdout.flush()
phone._ask(int(sys.argv[1]), "GET", "/", None)
print(*phone.answers)
"""


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def waiting(program: str, port: int) -> subprocess.Popen[str]:
    """A drill that has begun to wait."""
    line = [sys.executable, "-c", program, str(port)]
    process = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    process.stdout.readline()
    time.sleep(0.5)  # until it really waits
    return process


def stopped(process: subprocess.Popen[str], seconds: float) -> None:
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    process.send_signal(signal.SIGCONT)


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of a server that takes connections and answers none."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.mark.skipif(os.name != "posix", reason="Windows stops no process")
def test_a_pause_longer_than_the_deadline_counts_for_nothing() -> None:
    port = lasting_port()
    process = waiting(WAITS, port)
    stopped(process, 4)
    with HTTPServer(("127.0.0.1", port), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        process.communicate(timeout=60)
        assert process.returncode == 0
        server.shutdown()


@pytest.mark.skipif(os.name != "posix", reason="Windows stops no process")
def test_a_phone_that_is_stopped_blames_no_server(silent: int) -> None:
    process = waiting(ASKS, silent)
    stopped(process, 4)
    assert process.communicate(timeout=60)[0].strip() == phones.PAUSED


def test_a_server_that_does_not_answer_is_told(silent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "PATIENCE", 0.2)
    phone = phones.Writer("CODE", "", "")
    assert phone._ask(silent, "GET", "/", None) == (0, b"")
    assert list(phone.answers) == ["TimeoutError"]
    with pytest.raises(TimeoutError, match="Nobody answers"):
        until_ready(lasting_port(), 0.2)
