"""Phones for the tests of the pages."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.plain import Phone


@pytest.fixture
def phone(client: FlaskClient) -> Phone:
    """A phone without script, at no page yet."""
    return Phone(client)


@pytest.fixture
def other(client: FlaskClient) -> Phone:
    """A second phone, with a cookie of its own."""
    return Phone(client.application.test_client())
