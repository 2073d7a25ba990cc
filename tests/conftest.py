"""Fixtures for all tests: an app on a data folder of its own, a client that checks every page, a running server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from waitress import wasyncore
from waitress.server import create_server
from werkzeug.test import TestResponse

from referee import create_app
from referee.extensions import db
from referee.serve import SETTINGS
from tests.house.pages import faults


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many random hands the solver is held against its second answers."""
    parser.addoption("--hands", type=int, default=20_000, help="hands for the naive answer (default 20000)")
    parser.addoption("--program-hands", type=int, default=300, help="hands for the integer program (default 300)")


class CheckedClient(FlaskClient):
    """A test client that fails on any HTML answer with a fault, on answers 5xx, and on missing security headers."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        where = f"{answer.request.method} {answer.request.path} ({answer.status})"
        assert answer.status_code < 500 or answer.status_code in (503, 507), f"{where} is a fault of the server"
        assert "Content-Security-Policy" in answer.headers, where
        if answer.mimetype == "text/html" and (html := answer.get_data(as_text=True)):
            found = faults(html)
            assert not found, "\n  ".join([f"{where}:", *found])
        return answer


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """The settings of the test app; a test module may override the fixture to change some."""
    return {"TESTING": True, "DATA_DIR": str(tmp_path / "instance"), "WTF_CSRF_ENABLED": False}


@pytest.fixture
def app(settings: dict[str, Any]) -> Iterator[Flask]:
    """An app with an empty database in a temporary data folder."""
    app = create_app(settings)
    app.test_client_class = CheckedClient
    yield app
    dispose(app)


def dispose(app: Flask) -> None:
    """Close the database: a forgotten connection is a warning, and so an error."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of ``app`` that checks every answer."""
    return app.test_client()


@pytest.fixture
def live_server(settings: dict[str, Any]) -> Iterator[str]:
    """The address (no slash at its end) of an app served as at home, with an empty database and form protection on."""
    app = create_app({**settings, "TESTING": False, "WTF_CSRF_ENABLED": True})
    connections: dict[int, Any] = {}
    server = create_server(app, map=connections, host="127.0.0.1", port=0, **{**SETTINGS, "threads": 16})
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    # in the server's own thread: its loop ends when no connection is left, those that browsers keep open included
    server.trigger.pull_trigger(lambda: wasyncore.close_all(connections))
    thread.join(5)
    server.task_dispatcher.shutdown()
    dispose(app)
