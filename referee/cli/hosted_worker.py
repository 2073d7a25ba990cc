"""A worker of gunicorn with gevent that ends when its answers are out.

gunicorn's own looks once a second whether it is to stop, and then waits for every connection, also for those on which
nobody asks anything: a browser keeps several. Here the end is heard at once, and only answers under way are waited for.
"""

from __future__ import annotations

import gc
import time
from functools import partial
from typing import Any

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.threadpool import ThreadPool
from gunicorn.workers.ggevent import GeventWorker

LOOK_EVERY = 0.02
"""Seconds between two looks whether all answers are out."""
BEAT = 1.0
"""Seconds between two signs of life for the master."""


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    _answering = 0
    """Answers under way, streams among them."""
    _ended: Event | None = None
    """Set when it is to end; made in the process of the worker, not in the one that it is forked from."""

    def run(self) -> None:
        # not before gevent has put its own threads and sockets in place
        from referee.services.games.pictures import TURNS
        from referee.storage.engine import news
        from referee.storage.tables.database import db

        TURNS.runs = ThreadPool(1).apply  # a picture takes a second: others are answered while it is read
        self._ended = Event()
        gc.freeze()  # what the app consists of stays: collecting garbage in the middle of an answer need not look at it
        servers = [self._serving(listening) for listening in self.sockets]
        while self.alive:
            self.notify()
            self._ended.wait(BEAT)
        for server in servers:
            server.close()  # a phone that comes now is told at once, and keeps what it has
        news.close(self.wsgi)  # streams end: else they would be waited for as long as may be
        until = time.monotonic() + self.cfg.graceful_timeout
        while self._answering and time.monotonic() < until:
            self.notify()
            gevent.sleep(LOOK_EVERY)
        with self.wsgi.app_context():
            db.engine.dispose()

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        if self._ended is not None:
            self._ended.set()

    def handle_request(self, *request: Any) -> Any:
        self._answering += 1
        try:
            return super().handle_request(*request)
        finally:
            self._answering -= 1

    def _serving(self, listening: Any) -> StreamServer:
        listening.setblocking(True)
        server = StreamServer(listening, partial(self.handle, listening), spawn=Pool(self.worker_connections))
        if self.cfg.workers > 1:
            server.max_accept = 1  # the others are to get their share
        server.start()
        return server
