"""A line that cuts answers off in the middle, as a computer does that dies, or a proxy, or a network that ends."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from tests.chaos.proxy import Line, Request, reset


@dataclass
class Scissors(Line):
    """A line that cuts the next answers to ``match`` off, such as "GET /g/X/table", after a ``part`` of their body."""

    match: str = ""
    part: float = 0.5
    at: int | None = None
    """After so many bytes, in place of a part."""
    way: str = "reset"
    times: int = 0
    cut: list[str] = field(default_factory=list)

    def cuts(self, match: str, part: float, way: str = "reset", times: int = 1, at: int | None = None) -> None:
        self.match, self.part, self.way, self.times, self.at = match, part, way, times, at

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> None:
        line = request.head.split(b" HTTP")[0].decode()
        if not self.times or not re.fullmatch(self.match, line):
            return await super()._answer(request, writer)
        self.times -= 1
        self.cut.append(line)
        head, _, body = (await self._ask(request)).partition(b"\r\n\r\n")
        if self.way == "no length":  # as by a proxy that says none
            head = re.sub(rb"(?i)\r\ncontent-length: \d+", b"", head)
        end = int(len(body) * self.part) if self.at is None else self.at
        writer.write(head + b"\r\n\r\n" + body[:end])
        await writer.drain()
        if self.way == "a pause":
            await asyncio.sleep(2)
            writer.write(body[end:])
            await writer.drain()
        elif self.way == "silence":
            await asyncio.sleep(60)
        elif self.way == "reset":
            await asyncio.sleep(0.3)  # until the half of it has been read: a reset throws away what has not
            reset(writer)
        return None
