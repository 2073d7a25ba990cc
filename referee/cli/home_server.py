"""waitress as the server of a home: many phones, each with a stream of news, and none of them shut out.

Its defaults are for something else. Each stream holds a thread, and a phone that is asleep keeps its connections:
with the defaults a hundred of them stop the server from accepting. Here whoever takes many connections loses the ones
that wait longest, and the end comes at once though streams are open.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from referee.app.config import STREAMS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

ANSWERS = 64
"""Threads beside those of the streams."""
PAGES = 4
"""Pages worked out at once."""
CONNECTIONS = 2000
PER_ADDRESS = 40
"""Connections of one address: a browser takes six and its stream; several phones may stand behind one router."""
SPARE = 32
"""Room kept for those who come: below it the connections that wait longest are closed."""
FILES_BESIDE = 200
"""Open files besides the connections: the database, the scripts, a large upload."""

SETTINGS: dict[str, Any] = {
    "asyncore_use_poll": True,  # its select() dies near a thousand connections
    "channel_request_lookahead": 1,  # a stream learns that its phone has gone, and gives its thread back
    "channel_timeout": 60,
    "cleanup_interval": 10,
    "max_request_body_size": 64 * 1024 * 1024,  # above the largest form: what is too large is told so, not cut off
    "clear_untrusted_proxy_headers": False,  # a request that came through a proxy must be seen to have done so
    "ident": None,
}

TLS_BEGINS = b"\x16"
"""The first byte of whoever begins to speak https; no word of http begins with it."""
TLS_RECORD = 16384
"""Bytes: https is written and read in pieces of this size at most."""
_NOT_YET = (ssl.SSLWantReadError, ssl.SSLWantWriteError)

_log = logging.getLogger(__name__)


class _Task(WSGITask):
    """Answers one request, as waitress does, but hangs up only where there is a reason.

    An answer that has no body (204, 304) has no length either: HTTP lets it end with its headers. waitress
    takes it for one of unknown length and closes the connection behind it.
    """

    request: Any
    channel: _Channel

    def set_close_on_finish(self) -> None:
        closes = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or closes:
            super().set_close_on_finish()

    def write(self, data: bytes) -> None:
        """The headers go out with the beginning of the body.

        A computer that died in between left a phone on an empty page, on which nothing could ask for it again.
        """
        if self.wrote_header:
            super().write(data)
        else:
            with self.channel.in_one_piece():
                super().write(data)

    def get_environment(self) -> dict[str, Any]:
        return super().get_environment() | ({"wsgi.url_scheme": "https"} if self.channel.is_secure else {})


class _Channel(HTTPChannel):
    task_class = _Task
    is_secure = False
    _pieces: list[bytes] | None = None
    """What goes out together, while it is gathered."""

    @contextlib.contextmanager
    def in_one_piece(self) -> Iterator[None]:
        self._pieces = []
        try:
            yield
        finally:
            pieces, self._pieces = self._pieces, None
            super().write_soon(b"".join(pieces))

    def write_soon(self, data: Any) -> int:
        if self._pieces is None or not isinstance(data, bytes):
            return super().write_soon(data)
        self._pieces.append(data)
        return len(data)

    @property
    def busy(self) -> bool:
        """Whether a request is being answered; a stream is for as long as it lasts."""
        return bool(self.requests or self.total_outbufs_len)


class _EitherChannel(_Channel):
    """Speaks https with whoever begins so, and plain http with everybody else, on one port.

    The loop reads while the thread of an answer writes, and TLS is one thing for both: whoever reads or writes holds
    the lock of what goes out.
    """

    socket: Any

    def __init__(self, tls: ssl.SSLContext, *place: Any, **named: Any) -> None:
        self._tls = tls
        self._begun = False
        self._shaking_hands = False
        self._wants_to_write = False
        super().__init__(*place, **named)

    def writable(self) -> bool:
        return self._wants_to_write or bool(super().writable())

    def handle_write(self) -> None:
        if self._shaking_hands and not self.will_close:
            self._shake_hands()
        else:
            super().handle_write()

    def handle_read(self) -> None:
        if not self._begun:
            self._begin()
        if self._shaking_hands:
            self._shake_hands()
        elif not self.is_secure:
            super().handle_read()
        elif self.connected:
            self._read()

    def send(self, data: bytes, do_close: bool = True) -> int:
        if not self.is_secure:
            return int(super().send(data, do_close))
        try:
            return int(self.socket.send(data[:TLS_RECORD]))
        except _NOT_YET:
            return 0
        except OSError:
            if do_close:
                self.handle_close()
            return 0

    def _begin(self) -> None:
        try:
            first = self.socket.recv(1, socket.MSG_PEEK)
        except OSError:
            return  # the read that follows meets it again
        self._begun = True
        if first == TLS_BEGINS:
            self.socket = self._tls.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
            self.is_secure = self._shaking_hands = True

    def _shake_hands(self) -> None:
        self._wants_to_write = False
        try:
            self.socket.do_handshake()
        except ssl.SSLWantReadError:
            return
        except ssl.SSLWantWriteError:
            self._wants_to_write = True
        except OSError as failed:  # a phone that does not trust this house, or no phone at all
            _log.info("No https with %s: %s", self.addr[0], failed)
            self.handle_close()
        else:
            self._shaking_hands = False

    def _read(self) -> None:
        try:
            with self.outbuf_lock:
                data = self.socket.recv(TLS_RECORD)  # no less: what is left of a record would lie unseen by the loop
        except _NOT_YET:
            return
        except OSError:
            data = b""
        if not data:
            self.handle_close()
            return
        self.last_activity = time.time()
        self.received(data)


class HomeServer(TcpWSGIServer):
    """Serves an app on a socket that is bound already. Its loop belongs to one thread (``run`` or ``until``)."""

    active_channels: dict[int, _Channel]  # type: ignore[assignment]  # its published types say one channel
    task_dispatcher: Any
    socket: Any

    def __init__(
        self,
        app: Flask,
        listening: socket.socket,
        per_address: int | None = PER_ADDRESS,
        tls: ssl.SSLContext | None = None,
        **settings: Any,
    ) -> None:
        """``per_address`` None: any number, for a proxy in front of all phones. With ``tls`` https as well."""
        adjusted = Adjustments(
            **{
                "threads": app.config.get("LIVE_STREAMS", STREAMS) + ANSWERS,
                "connection_limit": min(CONNECTIONS, _files_allowed() - FILES_BESIDE),
                **SETTINGS,
                **settings,
            }
        )
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(adjusted.threads)
        self.connections: dict[int, Any] = {}
        self.per_address = per_address
        self.tls = tls
        place = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(
            _few_at_once(app),
            self.connections,
            True,
            listening,
            dispatcher=dispatcher,
            adj=adjusted,
            sockinfo=place,
            bind_socket=False,
        )
        self.channel_class = self._come  # type: ignore[assignment]  # called where a class would be

    def readable(self) -> bool:
        open_ones = _open(self.active_channels.values())
        if (over := len(open_ones) + SPARE - self.adj.connection_limit) > 0:
            _hang_up(open_ones, over)
        return bool(super().readable())

    def _come(self, server: HomeServer, connection: socket.socket, address: Any, *rest: Any, **named: Any) -> None:
        """A phone has come: a channel for it, at the cost of its own oldest one where it has too many."""
        host = address[0]
        if self.per_address is not None:
            own = [channel for channel in _open(self.active_channels.values()) if channel.addr[0] == host]
            if len(own) >= self.per_address and not _hang_up(own, 1):
                _log.warning("%s has %d requests open: one more is refused", host, len(own))
                connection.close()
                return
        if self.tls is None:
            _Channel(server, connection, address, *rest, **named)
        else:
            _EitherChannel(self.tls, server, connection, address, *rest, **named)

    def until(self, over: Callable[[], bool], longest: float = 1.0) -> None:
        """Serve until ``over`` says so; it is asked after each event, and every ``longest`` seconds."""
        while not over():
            wasyncore.loop(timeout=longest, map=self.connections, use_poll=self.adj.asyncore_use_poll, count=1)

    def finish(self, seconds: float) -> bool:
        """Take no one in any more, and answer what has come, for so many seconds at most; whether all was answered."""
        self.accepting = False
        self.del_channel()
        self.socket.close()  # a phone that comes now is told at once, and keeps what it has
        end = time.monotonic() + seconds
        self.until(lambda: not self._busy() or time.monotonic() > end, 0.05)
        answered = not self._busy()
        logging.getLogger("waitress").setLevel(logging.ERROR)  # it warns of the threads that are left
        self.task_dispatcher.shutdown(timeout=max(0.2, end - time.monotonic()))
        return answered

    def hang_up(self) -> None:
        """Close every connection, those in use as well."""
        wasyncore.close_all(self.connections)

    def _busy(self) -> bool:
        return any(channel.busy for channel in self.active_channels.values())


def _few_at_once(app: WSGIApplication) -> WSGIApplication:
    """The same app, with few pages worked out at once: more threads than that only wait for each other, and cost time.

    A stream is begun in its turn and then takes no place, and a write, which may wait for the database, takes none.
    """
    places = threading.Semaphore(PAGES)

    def one(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return app(environ, start_response)
        with places:
            return app(environ, start_response)

    return one


def _open(channels: Iterable[_Channel]) -> list[_Channel]:
    return [channel for channel in channels if not channel.will_close]


def _hang_up(channels: Iterable[_Channel], count: int) -> int:
    """Close so many of the connections that wait for a request, longest waiting first; how many will be closed.

    They are closed where the loop comes to them. Here their numbers could go to phones that the loop has yet to hear.
    """
    waiting = sorted((channel for channel in channels if not channel.busy), key=lambda channel: channel.last_activity)
    for channel in waiting[:count]:
        channel.will_close = True
    return min(count, len(waiting))


def _files_allowed() -> int:
    """How many files this process may have open: as many as the system lets it, where it can be asked."""
    try:
        import resource
    except ImportError:  # Windows counts sockets elsewhere
        return CONNECTIONS + FILES_BESIDE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES_BESIDE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return CONNECTIONS + FILES_BESIDE if soft == resource.RLIM_INFINITY else soft
