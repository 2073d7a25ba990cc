"""The same code behind gunicorn with gevent: an evening with streams open, on two processes, and a quick end.

What a host reads of it, in numbers and in lines of the log, is of both processes and names nobody.
"""

from __future__ import annotations

import contextlib
import http.client
import http.cookiejar
import importlib.util
import io
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from referee import vision
from tests.processes import free_port
from tests.web.plain import Phone

pytestmark = [
    pytest.mark.skipif(
        not all(map(importlib.util.find_spec, ("gevent", "prometheus_client"))),
        reason="the extra hosted is not installed",
    ),
    pytest.mark.skipif(os.name != "posix", reason="gunicorn runs on Unix alone"),
]
ROOT = Path(__file__).parents[2]
LONGEST_ANSWER = 40
"""Seconds for which an answer under way is waited for at the end."""
TOKEN = "the numbers of this evening"


class OverTheNetwork:
    """Stands in for the client of a ``Phone``: it asks a running server, and keeps its cookies."""

    def __init__(self, server: str, patience: float = 60) -> None:
        self._server, self._patience = server, patience
        self._jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def cookies(self) -> str:
        """What a browser would send along, as the header says it."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def get(self, path: str, **_: Any) -> Any:
        return self._ask(path, None)

    def post(self, path: str, data: dict[str, Any], **_: Any) -> Any:
        return self._ask(path, urllib.parse.urlencode(data, doseq=True).encode())

    def _ask(self, path: str, body: bytes | None) -> Any:
        try:
            answer = self._opener.open(self._server + path, body, timeout=self._patience)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            text = answer.read().decode()
            request = SimpleNamespace(path=urllib.parse.urlsplit(answer.url).path)
            return SimpleNamespace(status_code=answer.status, request=request, get_data=lambda **_: text)


class Hosted:
    """A running gunicorn, and the file of its log."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], log: Path) -> None:
        self.port, self.process, self.log = port, process, log

    def numbers(self) -> dict[str, float]:
        """What is counted, by name and labels, as whichever process is asked tells it."""
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    def phone(self) -> Phone:
        return Phone(cast(FlaskClient, OverTheNetwork(f"http://127.0.0.1:{self.port}")))

    def stream(self, address: str) -> Stream:
        return Stream(self.port, address)


class Stream:
    """Hears the news of an address, and remembers when the stream ended."""

    def __init__(self, port: int, address: str) -> None:
        self.lines: list[str] = []
        self.heard, self.ended = threading.Event(), threading.Event()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", address)
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            for line in self._answer:
                self.lines.append(line.decode().strip())
                if re.match(r"data: .", self.lines[-1]):
                    self.heard.set()
        self.ended.set()
        self._connection.close()


@pytest.fixture(params=[2])
def hosted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hosted]:
    """On as many processes as the parameter says."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environment |= {"REFEREE_DATA": str(tmp_path), "DATABASE_URL": os.environ.get("HOSTED_DATABASE_URL", "")}
    environment |= {"REFEREE_METRICS": TOKEN, "REFEREE_LOG": "json", "TMPDIR": str(tmp_path)}
    log = tmp_path / "log"
    command = [sys.executable, "-m", "gunicorn", "-c", "python:referee.cli.hosted", "--workers", str(request.param)]
    command += ["--graceful-timeout", str(LONGEST_ANSWER)]
    command += ["--bind", f"127.0.0.1:{port}", "referee:create_app()"]
    with log.open("wb") as written, subprocess.Popen(command, cwd=ROOT, env=environment, stderr=written) as process:
        try:
            for _ in range(600):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                assert process.poll() is None, log.read_text()
                time.sleep(0.1)
            yield Hosted(port, process, log)
        finally:
            process.kill() if process.poll() is None else None
            process.wait(30)


def test_an_evening_on_two_processes_with_streams_open_and_a_quick_end(hosted: Hosted) -> None:
    scorer, other = hosted.phone(), hosted.phone()
    scorer.start(players=3)
    game = f"/g/{scorer.code}"
    streams = [hosted.stream(f"{game}/live?since=0.0") for _ in range(20)]
    assert all(stream.heard.wait(30) for stream in streams), "an old version is told at once"
    version = streams[0].lines[-1].removeprefix("data: ") or streams[0].lines[-2].removeprefix("data: ")
    waiting = [hosted.stream(f"{game}/live?since={version}") for _ in range(20)]
    scorer.open(game).round(1, {2: "K K", 3: "5"})
    assert all(stream.heard.wait(30) for stream in waiting), "whichever process holds the stream"
    told = [hosted.numbers() for _ in range(8)]
    assert {each["referee_streams"] for each in told} == {40}, "of both processes, whichever is asked"
    opened = 'referee_requests_total{method="POST",route="/new",status="303"}'
    assert [each[opened] for each in told] == [1] * 8
    assert told[0]['referee_writes_total{outcome="committed"}'] > 3
    other.open(f"{game}/score")
    assert "20" in other.text or "30" in other.text, other.text
    idle = http.client.HTTPConnection("127.0.0.1", hosted.port, timeout=60)
    idle.request("GET", game)  # a browser keeps its connections, and asks nothing
    idle.getresponse().read()
    with socket.create_connection(("127.0.0.1", hosted.port), timeout=60) as writing:
        head = b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\nExpect: 100-continue\r\n\r\n"
        writing.sendall(head)
        answer = writing.recv(4096)
        assert answer.startswith(b"HTTP/1.1 100 "), "it has begun"
        began = time.monotonic()
        hosted.process.send_signal(signal.SIGTERM)
        assert all(stream.ended.wait(30) for stream in [*streams, *waiting])
        writing.sendall(b"the rest")
        answer += writing.recv(4096)  # it may have begun to come with the first piece
        assert b"\r\n\r\nHTTP/1.1 " in answer, "what is under way is answered"
    hosted.process.wait(30)
    assert time.monotonic() - began < LONGEST_ANSWER / 2, "it waited for no stream, and for nobody who asks nothing"
    assert hosted.process.returncode == 0
    idle.close()
    assert "Traceback" not in hosted.log.read_text()
    lines = [json.loads(line) for line in hosted.log.read_text().splitlines()]
    loggers = {line["logger"] for line in lines}
    assert {"gunicorn.error", "referee.requests"} <= loggers
    assert "gunicorn.access" not in loggers, "its lines hold nothing but what is left out"
    assert {line["route"] for line in lines if line["message"] == "answered"} >= {"/new", "/g/<code>/live"}
    assert scorer.code not in hosted.log.read_text()
    assert not list(hosted.log.parent.glob("referee-metrics-*")), "the folder of the numbers is gone"


@pytest.mark.skipif(not vision.installed(), reason="the extra photo is not installed")
@pytest.mark.parametrize("hosted", [1], indirect=True)
def test_others_are_answered_while_a_picture_is_read(hosted: Hosted) -> None:
    scorer, other = hosted.phone(), hosted.phone()
    scorer.start(players=3).follow("Round over").send("/round/went-out", seat="1")
    picture = (ROOT / "tests/vision/scenes/heap.jpg").read_bytes()
    form = {"csrf_token": scorer.fields(scorer.form("/photo/1/2"))["csrf_token"]}
    upload = MultiDict([*form.items(), ("photo", FileStorage(io.BytesIO(picture), "photo.jpg"))])
    boundary, body = encode_multipart(upload)
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Accept": "application/json"}
    headers["Cookie"] = cast(OverTheNetwork, scorer.client).cookies()
    asking = http.client.HTTPConnection("127.0.0.1", hosted.port, timeout=60)
    asking.request("POST", f"/g/{scorer.code}/photo/1/2", body, headers)
    answered = 0
    while not select.select([asking.sock], [], [], 0)[0]:
        other.open(f"/g/{scorer.code}")
        answered += 1
    answer = asking.getresponse()
    assert (answer.status, bool(json.loads(answer.read())["cards"])) == (200, True)
    assert answered > 3, "one at most would have come between"
    asking.close()
