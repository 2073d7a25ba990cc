"""Phones for the tests of the pages."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.services.phones import phones
from tests.web.plain import PASSWORD, Phone
from tests.web.season_club import Club


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    """A phone without script, at no page yet."""
    return Phone(client)


@pytest.fixture
def other(client: FlaskClient) -> Phone:
    """A second phone, with a cookie of its own."""
    return Phone(client.application.test_client())


@pytest.fixture
def club(app: Flask) -> Club:
    """The first club, to be given players, seasons and games."""
    return Club(app)


@pytest.fixture
def hosted(app: Flask) -> Flask:
    """An app on the open internet that has a password."""
    app.config["HOSTED"] = True
    with app.app_context():
        phones.set_password(PASSWORD)
    return app
