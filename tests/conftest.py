"""Fixtures for all tests: an app on a data folder of its own, a client that checks every page, a running server."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.rulebooks import library
from referee.rules import packs
from tests import apps, postgres, turns
from tests.homing import comes_home
from tests.house.pages import faults
from tests.serving import serving
from tests.sizes import SWEEPS, sized
from tests.templates import keep_compiled

# a busy machine is slow, which is no fault of what is tested
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

keep_compiled()
turns.use_memory()
turns.collect_seldom()
if postgres.URL:
    postgres.use()


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many random hands the solver is held against its second answers; how large the browser's own letters are."""
    parser.addoption("--hands", type=int, default=sized(1_000, 6_000), help="hands for the naive answer")
    parser.addoption("--program-hands", type=int, default=sized(150, 300), help="hands for the integer program")
    parser.addoption("--text", type=int, default=100, help="percent of the browser's default text size (default 100)")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    return turns.workers()


class CheckedClient(FlaskClient):
    """A test client that fails on any HTML answer with a fault, on answers 5xx, and on missing security headers."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        where = f"{answer.request.method} {answer.request.path} ({answer.status})"
        assert answer.status_code < 500 or answer.status_code in (503, 507), f"{where} is a fault of the server"
        is_part = answer.mimetype in ("text/javascript", "text/css", "font/woff2")
        kind = "X-Content-Type-Options" if is_part else "Content-Security-Policy"
        assert kind in answer.headers, where
        if answer.mimetype == "text/html" and (sent := answer.get_data()):
            packed = answer.headers.get("Content-Encoding") == "gzip"
            found = faults((gzip.decompress(sent) if packed else sent).decode())
            assert not found, "\n  ".join([f"{where}:", *found])
        return answer


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What random cases reach differs from run to run: the coverage tells what the worked-out cases reach."""
    for item in items:
        if postgres.URL and item.get_closest_marker("database_file"):
            item.add_marker(pytest.mark.skip(reason="about the embedded database; these tests run on a server"))
        if isinstance(item, pytest.Function) and getattr(item.function, "is_hypothesis_test", False):
            item.add_marker("unmeasured")
    if not SWEEPS:
        sweeps = [item for item in items if item.get_closest_marker("sweep")]
        config.hook.pytest_deselected(items=sweeps)
        items[:] = [item for item in items if not item.get_closest_marker("sweep")]
    turns.deal(items, getattr(config, "workerinput", {}).get("workercount", 1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """A test marked ``unmeasured`` counts for nothing in the coverage, and is not slowed down by it.

    Where it is asked which test runs what (``--cov-context``), all are measured.
    """
    if not item.get_closest_marker("unmeasured") or item.config.getoption("cov_context", None):
        return (yield)
    with unmeasured():
        return (yield)


@contextmanager
def unmeasured() -> Iterator[None]:
    """Without coverage, where the same lines are measured elsewhere.

    In each process of ``-n`` two measurements run, one in the other's shade: when one ends, the other goes on.
    """
    stopped = []
    while measuring := coverage.Coverage.current():
        measuring.stop()
        stopped.append(measuring)
    try:
        yield
    finally:
        for measuring in reversed(stopped):
            measuring.start()


def pytest_sessionfinish() -> None:
    apps.clear()
    if postgres.URL:
        postgres.drop()


@pytest.fixture(autouse=True)
def _pack_of_52(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that opened a game with another pack speaks of its cards from then on; the next test begins anew.

    A test of a rulebook with five suits begins with its pack: only there stars are cards.
    """
    params = getattr(request.node, "callspec", None)
    for value in params.params.values() if params else ():
        name = getattr(value, "id", value)
        if isinstance(name, str) and name in library.ids() and library.load(name).pack == packs.STARS_PACK:
            packs.use(packs.STARS_PACK)
    yield
    packs.use(packs.STANDARD_PACK)


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """The settings of the test app; a test module may override the fixture to change some."""
    return {
        "TESTING": True,
        "DATA_DIR": str(tmp_path / "instance"),
        "WTF_CSRF_ENABLED": False,
        "SERVICE_WORKER": False,  # browsers would ask it and not the server
    }


_HOME: set[Path] = set()
"""Files of tests of which one written book has come home."""


def _last_step(app: Flask, request: pytest.FixtureRequest) -> None:
    file = request.node.path
    if file not in _HOME and not request.node.get_closest_marker("tampers") and comes_home(app):
        _HOME.add(file)


@pytest.fixture
def app(settings: dict[str, Any], request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An app with an empty database in a data folder of its own; a test that changes the app asks for ``new_app``.

    Of each file of tests, the first book that something was written into is carried out and in as the last step.
    """
    with apps.lent(settings) as app:
        app.test_client_class = CheckedClient
        yield app
        _last_step(app, request)


@pytest.fixture
def new_app(settings: dict[str, Any]) -> Iterator[Flask]:
    """An app that nobody had before, in the data folder of the settings."""
    with apps.made(settings) as app:
        app.test_client_class = CheckedClient
        yield app


@pytest.fixture
def elsewhere() -> Iterator[Callable[[], Any]]:
    """Another, empty data folder each time it is asked."""
    with ExitStack() as given_back:
        yield lambda: given_back.enter_context(apps.lent({"TESTING": True})).app_context()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of ``app`` that checks every answer."""
    return app.test_client()


@pytest.fixture
def live_server(settings: dict[str, Any], request: pytest.FixtureRequest) -> Iterator[str]:
    """The address (no slash at its end) of an app served as at home, with an empty database and form protection on.

    From now on the settings name the folder in which its database lies.
    """
    with apps.lent({**settings, "TESTING": False, "WTF_CSRF_ENABLED": True}) as app:
        with serving(app) as address:
            settings["DATA_DIR"] = app.instance_path
            yield address
        _last_step(app, request)
