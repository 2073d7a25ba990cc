"""The tests of the storage look at files and at how an app starts: each has a new one."""

from __future__ import annotations

import pytest
from flask import Flask


@pytest.fixture
def app(new_app: Flask) -> Flask:
    return new_app
