"""Numbers of a running app, as Prometheus reads them, where ``REFEREE_METRICS`` asks for them.

Labels are patterns of addresses, statuses and outcomes: nothing of a club, a game or a phone. Several processes of one
server count into one folder, which ``PROMETHEUS_MULTIPROC_DIR`` names, so that whichever is asked tells of them all.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app

from referee.app import logs

_NAME = "referee_metrics"
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper ends of the steps in which answers are sorted by how long they took."""
WRITES = ("committed", "rolled back", "busy", "full")
COPIES = ("made", "failed")


class Numbers:
    """What is counted, in the metrics of prometheus-client."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        gauge = partial(Gauge, registry=registry, multiprocess_mode="livesum")
        self.requests = counter(
            "referee_requests", "Answers by the pattern of the address", ["method", "route", "status"]
        )
        self.seconds = Histogram(
            "referee_request_seconds",
            "How long an answer took, or a stream of news to begin",
            ["route"],
            buckets=SECONDS,
            registry=registry,
        )
        self.streams = gauge("referee_streams", "Phones that wait for news")
        self.writes = counter(
            "referee_writes",
            "Transactions that write, by how they ended; one that was busy or met a full disk is sent again",
            ["outcome"],
        )
        self.copies = counter(
            "referee_copies", "Copies of the games that the app made by itself, or could not", ["outcome"]
        )
        self.connections = gauge("referee_database_connections", "Connections to the database that are in use")
        self.most_connections = gauge("referee_database_connections_most", "Connections that may be in use at once")
        for outcome in WRITES:
            self.writes.labels(outcome)  # a rate wants a beginning
        for outcome in COPIES:
            self.copies.labels(outcome)

    def text(self) -> tuple[bytes, str]:
        """All numbers as they stand, of every process, with the type of the text."""
        from prometheus_client import CollectorRegistry, exposition
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self.registry
        if _FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return exposition.generate_latest(registry), exposition.CONTENT_TYPE_LATEST


class Silent:
    """Counts nothing, where nobody asked for numbers."""

    def __getattr__(self, _: str) -> Any:
        return self

    def __call__(self, *_: object, **__: object) -> Silent:
        return self


SILENT = Silent()


def init_app(app: Flask) -> None:
    """Count the answers of an app that was told a token; call it before everything else that answers."""
    if app.config.get("METRICS"):
        app.extensions[_NAME] = Numbers()
        app.after_request(_answered)


def of(app: Flask | None = None) -> Any:
    """The numbers of an app; what takes every count and keeps none, where nobody asked for them."""
    return (app or current_app).extensions.get(_NAME, SILENT)


def process_ended(number: int) -> None:
    """A process of a server with several is gone, and with it its streams and connections."""
    if Path(os.environ.get(_FOLDER) or "nowhere").is_dir():
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(number)  # type: ignore[no-untyped-call]


def _answered(response: Response) -> Response:
    numbers, route = of(), logs.route()
    numbers.requests.labels(logs.method(), route, response.status_code).inc()
    numbers.seconds.labels(route).observe(logs.seconds())
    return response
