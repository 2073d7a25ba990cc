"""waitress as the server of a home: many phones, each with a stream of news, and none of them shut out.

Its defaults are for something else. Each stream holds a thread, and a phone that is asleep keeps its connections:
with the defaults a hundred of them stop the server from accepting. Here whoever takes many connections loses the ones
that wait longest, or that read nothing of their answer, and the end comes at once though streams are open. No request
is answered while the answer before it is still on its way: it may keep a file open.

It also reads a body before it asks the app. A large one is asked about first, by its header: what is refused is read
from the network, so that the phone hears why, and kept nowhere.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import math
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from referee.app.config import AT_ONCE, MAY_SEND, NO_ROOM, SMALL_BODY, STREAMS
from referee.services.phones.attempts import counted_as

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

ANSWERS = 64
"""Threads beside those of the streams."""
MANY, PAUSE = 100, 10e-6
"""With so many connections, seconds for each of them from one look to the next: a look asks all of them whether they
want to read or write, and takes a tenth of that. What comes in meanwhile is served by one look."""
PAGES = 4
"""Pages worked out at once, beside one for whoever has heard news of a game: all of those ask for the same at once, and
each answer takes a millisecond. One after the other they are done in two thirds of the time: threads that work side by
side wait for each other at every question to the database. A long page of a club holds none of them up."""
CONNECTIONS = 2000
PER_ADDRESS = 40
"""Connections of one address: a browser takes six and its stream; several phones may stand behind one router."""
SPARE = 32
"""Room kept for those who come: below it the connections that wait longest are closed."""
STILL = 5.0
"""Seconds after which an answer of which nothing goes out, or a body of which nothing comes, counts as idle."""
SLOW_LINE = 32 * 1024
"""Bytes a second of a slow phone. A body that takes longer than that, and ``STILL`` seconds more, counts as idle too,
whatever comes of it."""
LINGER = 30.0
"""Seconds for which a body that was refused is read on: who is cut off while sending hears no answer."""
FILES_EACH = 2
"""Open files of a connection: itself, and what it is answered with."""
FILES_BESIDE = 200
"""Open files besides the connections: the database, the scripts, a large upload."""
SHORT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
"""What the system says where it has no room for one more connection."""
BREATH = 0.5
"""Seconds for which none is accepted then: those that wait would be asked for again and again."""
QUIET = 60.0
"""Seconds in which the log says the same warning once: whoever brings it about again and again fills no disk."""

SETTINGS: dict[str, Any] = {
    "asyncore_use_poll": True,  # its select() dies near a thousand connections
    "channel_request_lookahead": 1,  # a stream learns that its phone has gone, and gives its thread back
    "channel_timeout": 60,
    "cleanup_interval": 10,
    "max_request_body_size": 1 << 40,  # no bound here: the header decides, and what is too large is told what to do
    "clear_untrusted_proxy_headers": False,  # a request that came through a proxy must be seen to have done so
    "ident": None,
}

TLS_BEGINS = b"\x16"
"""The first byte of whoever begins to speak https; no word of http begins with it."""
TLS_RECORD = 16384
"""Bytes: https is written and read in pieces of this size at most."""
_NOT_YET = (ssl.SSLWantReadError, ssl.SSLWantWriteError)

_log = logging.getLogger(__name__)


class _Request(HTTPRequestParser):
    """A request that comes in. With a large body it waits for what its header may send."""

    content_length: int
    chunked: bool
    headers: dict[str, str]
    waits = False
    is_asked = False
    expects = False
    """Whether the phone sends its body only when told to."""
    no_room = False
    takes = 0
    """What it takes of the room for large bodies, in bytes."""
    since = math.inf
    """When it took that."""

    def received(self, data: bytes) -> int:
        before = self.headers_finished
        read = super().received(data)
        if not before and self.headers_finished and not self.completed:
            self.waits = self.chunked or self.content_length > SMALL_BODY
            self.expects = self.waits and self.expect_continue
            self.expect_continue = self.expect_continue and not self.waits
        return int(read)

    def parse_header(self, header_plus: bytes) -> None:
        """Raises ParsingError where two headers say how long the body is: a proxy may believe the other one.

        waitress hides from the app that a body comes in pieces. The app refuses it: nobody knows its length.
        """
        super().parse_header(header_plus)
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            if "CONTENT_LENGTH" in self.headers:
                raise ParsingError("Content-Length beside Transfer-Encoding")
            self.headers.setdefault("TRANSFER_ENCODING", "chunked")
            self.headers["CONNECTION"] = "close"  # what is left of the body is no request

    @property
    def is_late(self) -> bool:
        """Whether its body should have come by now, even from a slow phone."""
        return time.monotonic() - self.since > STILL + self.takes / SLOW_LINE


class _Question:
    """A task for a thread: whether a request may send its body."""

    def __init__(self, channel: _Channel, request: _Request) -> None:
        self._channel, self._request = channel, request

    def service(self) -> None:
        server = self._channel.server
        try:
            task = _Task(self._channel, self._request)  # type: ignore[arg-type]
            may = server.may_send(task.get_environment())
        except Exception:
            _log.exception("It is not known whether a body may be sent")
            may = False
        self._channel.decide(self._request, may)

    def cancel(self) -> None:
        self._channel.will_close = True


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
            kinds = [value for name, value in self.response_headers if name.lower() == "content-type"]
            self.channel.is_stream = any(kind.startswith("text/event-stream") for kind in kinds)
            with self.channel.in_one_piece():
                super().write(data)

    def get_environment(self) -> dict[str, Any]:
        environ = super().get_environment() | ({"wsgi.url_scheme": "https"} if self.channel.is_secure else {})
        return environ | ({NO_ROOM: True} if self.request.no_room else {})


class _Channel(HTTPChannel):
    task_class = _Task
    parser_class = _Request
    server: HomeServer
    request: _Request | None
    requests: list[_Request]
    requests_lock: threading.Lock
    socket: Any
    is_secure = False
    is_stream = False
    """Whether it has been answered with a stream of news."""
    _refuses = False
    """Whether a body was refused: when the answer is out, the phone is still sending."""
    _lingers_until = 0.0
    _pieces: list[bytes] | None = None
    """What goes out together, while it is gathered."""
    holds = False
    """Whether its next request waits until the answer before it has gone out."""
    _moved = 0.0

    @property
    def last_activity(self) -> float:
        """When something moved, on a clock that nobody sets."""
        return self._moved

    @last_activity.setter
    def last_activity(self, _by_the_calendar: float) -> None:
        self._moved = time.monotonic()

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
            if not self.total_outbufs_len:
                self.last_activity = time.monotonic()
            return super().write_soon(data)
        self._pieces.append(data)
        return len(data)

    def readable(self) -> bool:
        if self.holds and not self.total_outbufs_len:
            self.holds = False
            self.server.add_task(self)
        return not (self.request is not None and self.request.waits) and bool(super().readable())

    def received(self, data: bytes) -> bool:
        went = bool(super().received(data))
        request = self.request
        if request is not None and request.waits and not request.is_asked:
            request.is_asked = True
            self.server.task_dispatcher.add_task(_Question(self, request))
        return went

    def decide(self, request: _Request, may: bool) -> None:
        """In the thread that asked: its body is read, or it is answered without."""
        with self.requests_lock:
            if may and not self.server.makes_room(request):
                may, request.no_room = False, True
            request.waits = False
            if not may:
                request.completed, self._refuses, self.request = True, True, None
                request.headers["CONNECTION"] = "close"
                self.requests.append(request)
                if len(self.requests) == 1:
                    self.server.add_task(self)
            elif request.expects and not self.requests:
                self.send_continue()
        self.server.pull_trigger()

    def handle_read(self) -> None:
        if self._lingers_until:
            self.recv(TLS_RECORD)
            if time.monotonic() > self._lingers_until:
                self.will_close = True
        else:
            super().handle_read()

    def handle_close(self) -> None:
        if self._refuses and not self._lingers_until and self.connected:
            self._lingers_until = time.monotonic() + LINGER
            self.will_close = False
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    @property
    def busy(self) -> bool:
        """Whether a request is being answered; a stream is for as long as it lasts."""
        return bool(self.requests or self.total_outbufs_len)

    @property
    def is_still(self) -> bool:
        """Whether nothing moves: an answer that nobody reads, a body that nobody sends or one that only dribbles.

        No stream of news is, for as long as it lasts.
        """
        request, streams = self.request, self.is_stream and self.requests
        moves = time.monotonic() - self.last_activity < STILL and not (request and request.is_late)
        return not (moves or streams) and bool(self.total_outbufs_len or not self.requests)


class _EitherChannel(_Channel):
    """Speaks https with whoever begins so, and plain http with everybody else, on one port.

    The loop reads while the thread of an answer writes, and TLS is one thing for both: whoever reads or writes holds
    the lock of what goes out.
    """

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
        if self._lingers_until:
            super().handle_read()
        elif self._shaking_hands:
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
        self.last_activity = time.monotonic()
        self.received(data)


class HomeServer(TcpWSGIServer):
    """Serves an app on a socket that is bound already. Its loop belongs to one thread (``run`` or ``until``)."""

    active_channels: dict[int, _Channel]  # type: ignore[assignment]  # its published types say one channel
    task_dispatcher: Any
    socket: Any
    next_channel_cleanup: Any = math.inf  # by the clock of the house, which may be set: ``readable`` has a better one

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
                "connection_limit": min(CONNECTIONS, (_files_allowed() - FILES_BESIDE) // FILES_EACH),
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
        self.may_send: Callable[[WSGIEnvironment], bool] = app.extensions.get(MAY_SEND, lambda _environ: True)
        self._room = threading.Lock()
        self._cleans_at = self._accepts_from = time.monotonic()
        self._warned: dict[str, float] = {}
        self._given_up: list[_Channel] = []
        """Connections to be closed at the beginning of the loop: they read nothing, so it never comes to them."""

    def readable(self) -> bool:
        open_ones = _open(self.active_channels.values())
        if (over := len(open_ones) + SPARE - self.adj.connection_limit) > 0:
            self._hang_up(open_ones, over)
        now = time.monotonic()
        if now >= self._cleans_at:
            self._cleans_at = now + self.adj.cleanup_interval
            self.maintenance(now)
        return bool(super().readable()) and now >= self._accepts_from

    def maintenance(self, now: float) -> None:
        """Close the connections of which nothing has come and gone for long, read or not."""
        for channel in _open(self.active_channels.values()):
            if channel.is_still and now - channel.last_activity > self.adj.channel_timeout:
                self._give_up(channel)

    def accept(self) -> tuple[socket.socket, Any] | None:
        """Where the system has no room for who comes, those that wait or stand still make it."""
        try:
            return super().accept()
        except OSError as failed:
            if failed.errno not in SHORT:
                raise
            self._accepts_from = time.monotonic() + BREATH
            self._hang_up(_open(self.active_channels.values()), SPARE)
            self._warn("There is no room for one more connection: %s", failed)
            return None

    def add_task(self, task: Any) -> None:
        """Answer the next request of a connection, once nothing is left of the answer before it."""
        if task.total_outbufs_len:
            task.holds = True
        else:
            self.task_dispatcher.add_task(task)

    def makes_room(self, request: _Request) -> bool:
        """Whether there is room for one more large body; those of which nothing comes any more make it, if need be."""
        size = request.content_length
        with self._room:
            sending = {
                channel: sum(each.takes for each in (*channel.requests, channel.request) if each is not None)
                for channel in _open(list(self.active_channels.values()))
            }
            taken = sum(sending.values())
            for channel, takes in sorted(sending.items(), key=lambda each: each[0].last_activity):
                if taken + size > AT_ONCE and takes and channel.is_still:
                    self._give_up(channel)
                    taken -= takes
            if taken + size > AT_ONCE:
                return False
            request.takes, request.since = size, time.monotonic()
            return True

    def _hang_up(self, channels: Iterable[_Channel], count: int) -> int:
        """Close so many of the connections that wait for a request, or that have read nothing of their answer for a
        while, longest waiting first; how many will be closed."""
        waiting = [channel for channel in channels if not channel.busy or channel.is_still]
        # who has just come may be about to ask
        waiting.sort(key=lambda each: (not each.is_still, each.busy, each.last_activity))
        for channel in waiting[:count]:
            self._give_up(channel)
        return min(count, len(waiting))

    def _give_up(self, channel: _Channel) -> None:
        """It is closed where the loop comes to it. Here its number could go to a phone that it has yet to hear."""
        channel.will_close = True
        if channel.busy:
            self._given_up.append(channel)

    def _warn(self, sentence: str, *values: object) -> None:
        now = time.monotonic()
        if now - self._warned.get(sentence, -math.inf) > QUIET:
            self._warned[sentence] = now
            _log.warning(sentence, *values)

    def _come(self, server: HomeServer, connection: socket.socket, address: Any, *rest: Any, **named: Any) -> None:
        """A phone has come: a channel for it, at the cost of its own oldest one where it has too many."""
        host = address[0]
        if self.per_address is not None:
            network = counted_as(host)
            everybody = _open(self.active_channels.values())
            own = [channel for channel in everybody if counted_as(channel.addr[0]) == network]
            if len(own) >= self.per_address and not self._hang_up(own, 1):
                self._warn("%s has %d requests open: one more is refused", host, len(own))
                connection.close()
                return
        if self.tls is None:
            _Channel(server, connection, address, *rest, **named)
        else:
            _EitherChannel(self.tls, server, connection, address, *rest, **named)

    def until(self, over: Callable[[], bool], longest: float = 1.0) -> None:
        """Serve until ``over`` says so; it is asked after each event, and every ``longest`` seconds."""
        while not over():
            while self._given_up:
                self._given_up.pop().handle_close()
            wasyncore.loop(timeout=longest, map=self.connections, use_poll=self.adj.asyncore_use_poll, count=1)
            if len(self.connections) > MANY:
                time.sleep(len(self.connections) * PAUSE)

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
    places, for_news = threading.Semaphore(PAGES), threading.Semaphore()

    def app_in_turn(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return app(environ, start_response)
        hears_of_game = "HTTP_LIVE" in environ and environ["PATH_INFO"].startswith("/g/")
        with for_news if hears_of_game else places:
            return app(environ, start_response)

    return app_in_turn


def _open(channels: Iterable[_Channel]) -> list[_Channel]:
    return [channel for channel in channels if not channel.will_close]


def _files_allowed() -> int:
    """How many files this process may have open: as many as the system lets it, where it can be asked."""
    wanted = CONNECTIONS * FILES_EACH + FILES_BESIDE
    try:
        import resource
    except ImportError:  # Windows counts sockets elsewhere
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else soft
