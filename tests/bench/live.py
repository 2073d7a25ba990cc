"""How fast phones hear of a change, and what they cost while nothing happens.

Run it with ``python -m tests.bench.live [what ...]``; ``tests/bench/README.md`` has the figures.

``dom``     8 phones in headless Chromium: from the tap on another phone to the new page in the DOM
``secure``  the same where the page is a secure one, with the worker that keeps the last state
``home``    200 phones at the home server: from the tap to the inner part of the page in each phone
``idle``    200 phones at the home server while nothing happens: share of a core, memory of each
``hosted``  1,000 phones in one gunicorn worker (gevent): the same, then a change for all of them

The server is a process of its own. Phones come from addresses of their own (127.0.0.2 and on), as in a house.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import re
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from tests.processes import free_port

CHANGES = 10
IDLE_SECONDS = 20
PAUSE = 1.5
"""Seconds between two changes, as at a quick table."""
LATEST = 20.0
"""Seconds after which a phone has not heard."""


class Server(NamedTuple):
    port: int
    process: subprocess.Popen[bytes]


class Cost(NamedTuple):
    """Of a process and its children."""

    cpu: float
    """Seconds of processor time so far."""
    memory: int
    """Kilobytes that are its own or shared in part (PSS)."""


@contextlib.contextmanager
def serving(hosted: bool) -> Iterator[Server]:
    """The server in a process of its own, on an empty data folder."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "REFEREE_DATA": folder, "REFEREE_STREAMS": "2000" if hosted else "256"}
        home = [sys.executable, "-m", "referee", "serve", "--host", "127.0.0.1", "--port", str(port)]
        worker = ["gunicorn", "-c", "python:referee.cli.hosted", "--workers", "1"]
        gunicorn = [sys.executable, "-m", *worker, "-b", f"127.0.0.1:{port}", "referee:create_app()"]
        process = subprocess.Popen(gunicorn if hosted else home, env=environ, stdout=subprocess.DEVNULL)
        try:
            _wait_for(port)
            yield Server(port, process)
        finally:
            process.terminate()
            process.wait(15)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(OSError), contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as look:
            look.request("GET", "/")
            look.getresponse().read()
            return
        time.sleep(0.1)
    raise RuntimeError("The server did not begin.")


def cost(process: subprocess.Popen[bytes]) -> Cost:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    cpu, memory = 0.0, 0
    for pid in [str(process.pid), *children]:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        memory += int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1])  # type: ignore[index]
    return Cost(cpu, memory)


class Table:
    """A phone that opens a game and writes into it."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._cookies: dict[str, str] = {}
        html = self._ask("GET", "/new").read().decode()
        self._token = re.search(r'name="csrf_token" value="([^"]+)"', html)[1]  # type: ignore[index]
        fields = [("rulebook", "may-i"), *(("player", f"Player {seat}") for seat in range(1, 9))]
        answer = self._ask("POST", "/new", [*fields, ("how", "random")])
        answer.read()
        self.code = str(answer.headers["Location"]).rsplit("/", 1)[-1]
        self._said = 0

    def note(self) -> float:
        """Something happens; the moment when it was tapped."""
        self._said += 1
        begun = time.time()
        self._ask("POST", f"/g/{self.code}/table/note", [("text", f"Note {self._said}"), ("seen", "1")]).read()
        return begun

    def version(self) -> str:
        html = self._ask("GET", f"/g/{self.code}").read().decode()
        return str(re.search(r'data-at="([^"]+)"', html)[1])  # type: ignore[index]

    def _ask(self, method: str, path: str, fields: list[tuple[str, str]] | None = None) -> http.client.HTTPResponse:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        body = None
        if fields is not None:
            body = urlencode([*fields, ("csrf_token", self._token), ("write_id", secrets.token_hex(16))])
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.close()  # a server hangs up on whoever has been silent for long
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        assert answer.status < 400, (answer.status, path)
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            self._cookies[name] = value
        return answer


class Phone:
    """Listens to its stream, and asks for its page when it hears something; keeps the moments when it had it."""

    def __init__(self, number: int, port: int, code: str, version: str) -> None:
        self._from = (f"127.0.{number // 250 + 1}.{number % 250 + 2}", 0)
        self._port, self._code, self._version = port, code, version
        self.seen: list[float] = []
        self.heard: list[float] = []

    async def listen(self, begun: asyncio.Semaphore) -> None:
        async with begun:
            stream, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._from)
            writer.write(_request(f"/g/{self._code}/live?since={self._version}"))
            status = await stream.readline()
            assert b" 200 " in status, status
        page, asking = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._from)
        while line := await stream.readline():
            if not line.startswith(b"data:") or len(line) < 9:
                continue
            self.heard.append(time.time())
            asking.write(_request(f"/g/{self._code}", {"HX-Request": "true", "Live": self._version}))
            body = await _answer(page)
            self.seen.append(time.time())
            found = re.search(rb'data-at="([^"]+)"', body)
            self._version = found[1].decode() if found else self._version


def _request(path: str, more: dict[str, str] | None = None) -> bytes:
    headers = {"Host": "127.0.0.1", "Accept": "*/*", **(more or {})}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode()


async def _answer(page: asyncio.StreamReader) -> bytes:
    head = await page.readuntil(b"\r\n\r\n")
    length = int(re.search(rb"content-length: (\d+)", head, re.I)[1])  # type: ignore[index]
    return await page.readexactly(length)


def told(what: str, milliseconds: list[float]) -> None:
    ordered = sorted(milliseconds)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{what}: p50 {statistics.median(ordered):.0f} ms, p95 {p95:.0f} ms, most {ordered[-1]:.0f} ms ({len(ordered)})"
    )


async def crowd(count: int, hosted: bool, changes: int, idle: float) -> None:
    """Phones at one game: idle for a while, then so many changes."""
    with serving(hosted) as server:
        table = Table(server.port)
        before = cost(server.process)
        version = table.version()
        phones = [Phone(number, server.port, table.code, version) for number in range(count)]
        begun = asyncio.Semaphore(20)
        tasks = [asyncio.create_task(phone.listen(begun)) for phone in phones]
        await asyncio.sleep(3 + count / 100)
        assert not [task for task in tasks if task.done()], "a phone was not let in"
        still = cost(server.process)
        print(
            f"{count} phones, idle: {(still.memory - before.memory) / count:.0f} kB each; "
            f"the server {still.memory // 1024} MB"
        )
        if idle:
            await asyncio.sleep(idle)
            share = (cost(server.process).cpu - still.cpu) / idle
            print(f"{count} phones, idle for {idle:.0f} s: {share * 100:.1f} % of a core")
        heard: list[float] = []
        seen: list[float] = []
        spent = cost(server.process).cpu
        for turn in range(1, changes + 1):
            tapped = await asyncio.to_thread(table.note)
            until = time.monotonic() + LATEST
            while any(len(phone.seen) < turn for phone in phones) and time.monotonic() < until:
                await asyncio.sleep(0.01)
            assert all(len(phone.seen) == turn for phone in phones), "a phone heard nothing, or twice"
            heard += [(phone.heard[-1] - tapped) * 1000 for phone in phones]
            seen += [(phone.seen[-1] - tapped) * 1000 for phone in phones]
            await asyncio.sleep(PAUSE)
        if changes:
            told(f"{count} phones, the stream says so", heard)
            told(f"{count} phones, the page is there", seen)
            each = (cost(server.process).cpu - spent) / changes
            print(f"{each * 1000:.0f} ms of the server's processor for each change")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def dom(host: str, count: int = 8, changes: int = CHANGES) -> None:
    """Phones in Chromium on Now: from the tap elsewhere to the DOM. Only ``localhost`` counts as a secure page."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    watch = """() => { window.seen = []; new MutationObserver(() => window.seen.push(Date.now()))
      .observe(document.querySelector("main"), { attributes: true, attributeFilter: ["data-at"] }); }"""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {host} 127.0.0.1"]
    with serving(hosted=False) as server, sync_playwright() as playwright:
        table = Table(server.port)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        phones = [browser.new_context(viewport={"width": 375, "height": 667}).new_page() for _ in range(count)]
        for phone in phones:
            phone.goto(f"http://{host}:{server.port}/g/{table.code}")
            phone.evaluate(watch)
        time.sleep(3)
        taken: list[float] = []
        for turn in range(1, changes + 1):
            tapped = table.note()
            time.sleep(PAUSE)  # whoever looks again and again takes the processors away from the phones
            for phone in phones:
                phone.wait_for_function(f"() => seen.length >= {turn}", timeout=LATEST * 1000)
                moments = phone.evaluate("seen")
                assert len(moments) == turn, "twice for one change"
                taken.append(moments[-1] - tapped * 1000)
        told(f"{count} phones in Chromium at {host}, the page is there", taken)
        browser.close()


def main(wanted: list[str]) -> None:
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    for what in wanted or ["dom", "secure", "home", "idle", "hosted"]:
        if what == "dom":
            dom("table.local")
        elif what == "secure":
            dom("localhost")
        elif what == "home":
            asyncio.run(crowd(200, hosted=False, changes=CHANGES, idle=0))
        elif what == "idle":
            asyncio.run(crowd(200, hosted=False, changes=0, idle=IDLE_SECONDS))
        elif what == "hosted" and shutil.which("gunicorn", path=str(Path(sys.executable).parent)):
            asyncio.run(crowd(1000, hosted=True, changes=5, idle=IDLE_SECONDS))
        else:
            print(f"{what}: not known, or gunicorn is not installed")


if __name__ == "__main__":
    main(sys.argv[1:])
