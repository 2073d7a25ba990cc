"""A line as bad as they come: a proxy between browser and app that breaks writes in six ways, and counts them."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

FAULTS = ("reset after commit", "refuse", "502", "half an answer", "duplicate", "hang")
BAD_GATEWAY = (
    b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 20\r\nConnection: close\r\n\r\n"
    b"<h1>Bad Gateway</h1>"
)
_LENGTH = re.compile(rb"\r\nContent-Length: *(\d+)", re.I)
_KEEP = re.compile(rb"\r\nConnection: [^\r]*", re.I)
_WRITE_ID = re.compile(rb"(?<=write_id=)[0-9a-f-]+")


class Request(NamedTuple):
    """One request as it came."""

    head: bytes
    body: bytes

    @property
    def is_write(self) -> bool:
        return self.head.startswith(b"POST ") and b"write_id=" in self.body

    @property
    def is_stream(self) -> bool:
        return b"text/event-stream" in self.head

    def to_server(self) -> bytes:
        return _KEEP.sub(b"", self.head[:-4]) + b"\r\nConnection: close\r\n\r\n" + self.body

    def with_another_id(self) -> Request:
        """As a server sees it that forgets the ids of what it has written."""
        return Request(self.head, _WRITE_ID.sub(_as_long, self.body))


@dataclass
class Line:
    """How bad the line is, and what it has done so far.

    ``share`` of the writes meet a fault; ``hang_s``: how long a hanging answer keeps its connection before it breaks.
    """

    server: str
    share: float
    seed: int
    hang_s: float = 3.0
    forgets_ids: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    port: int = 0
    ends: set[asyncio.StreamWriter] = field(default_factory=set)
    """What is connected, on either side."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _ask(self, request: Request) -> bytes:
        """The whole answer of the app."""
        if self.forgets_ids and request.is_write:
            request = request.with_another_id()
        where = urlsplit(self.server)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        self.ends.add(writer)
        try:
            writer.write(request.to_server())
            await writer.drain()
            return await reader.read()
        finally:
            writer.close()

    async def met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a browser: one request."""
        self.ends = {end for end in self.ends if not is_closed(end)} | {writer}
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            request = Request(head, await reader.readexactly(int(length[1])) if length else b"")
            if request.is_stream:
                await self._pass_on(request, reader, writer)
            else:
                await self._answer(request, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # the browser has hung up
        finally:
            writer.close()

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.counts["writes" if request.is_write else "others"] += 1
        fault = self.chance.choice(FAULTS) if request.is_write and self.chance.random() < self.share else ""
        if fault:
            self.counts[fault] += 1
        if fault == "refuse":
            return reset(writer)
        if fault == "502":
            writer.write(BAD_GATEWAY)
            return await writer.drain()
        answer = await self._ask(request)
        if fault == "duplicate":
            answer = await self._ask(request)
        if fault == "hang":
            await asyncio.sleep(self.hang_s)
        if fault in ("hang", "reset after commit"):
            return reset(writer)
        head, _, body = answer.partition(b"\r\n\r\n")
        whole = _KEEP.sub(b"", head) + b"\r\nConnection: close\r\n\r\n" + body
        writer.write(whole[: len(whole) - len(body) // 2 - 1] if fault == "half an answer" else whole)
        await writer.drain()
        if fault == "half an answer":
            reset(writer)
        return None

    async def _pass_on(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A stream of news, until one side hangs up."""
        where = urlsplit(self.server)
        news, upstream = await asyncio.open_connection(where.hostname, where.port)
        self.ends.add(upstream)

        async def copy() -> None:
            while piece := await news.read(4096):
                writer.write(piece)
                await writer.drain()

        copying = asyncio.ensure_future(copy())
        gone = asyncio.ensure_future(reader.read(1))
        try:
            upstream.write(request.to_server())
            await asyncio.wait((copying, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (copying, gone):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await task
            upstream.close()


def _as_long(written: re.Match[bytes]) -> bytes:
    """Another id of as many letters: the head says how long the body is."""
    return secrets.token_hex(len(written[0]))[: len(written[0])].encode()


def is_closed(writer: asyncio.StreamWriter) -> bool:
    """Whether its socket is closed; a writer that is only told to close first sends what it still has."""
    return bool(writer.get_extra_info("socket").fileno() == -1)


def reset(writer: asyncio.StreamWriter) -> None:
    """The connection breaks: no orderly end of it."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


@contextmanager
def standing(line: Line) -> Iterator[Line]:
    """The line, with its port, until the end of the block; it runs in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    met: set[asyncio.Task[None]] = set()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        met.add(task)
        with suppress(asyncio.CancelledError):
            await line.met(reader, writer)
        met.discard(task)

    async def begin() -> asyncio.Server:
        return await asyncio.start_server(meet, "127.0.0.1", 0, limit=2**20)

    async def end(server: asyncio.Server) -> None:
        for listening in server.sockets:
            loop.remove_reader(listening)
        for _ in range(20):
            await asyncio.sleep(0)  # a connection that was just accepted takes some turns until it is met
        server.close()  # not before: it would leave the socket of such a connection open for ever
        for task in met:
            task.cancel()
        await asyncio.gather(*met, return_exceptions=True)
        for writer in line.ends:
            writer.transport.abort()  # whoever has not read its answer to the end no longer will
        while not all(map(is_closed, line.ends)):
            await asyncio.sleep(0)

    server = asyncio.run_coroutine_threadsafe(begin(), loop).result()
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        asyncio.run_coroutine_threadsafe(end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
