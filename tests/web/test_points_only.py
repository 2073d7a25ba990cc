"""A whole round of points on one screen, for tables that call them out."""

from __future__ import annotations

import pytest

from referee.services import games
from tests.web.plain import Phone


@pytest.fixture
def table(phone: Phone) -> Phone:
    return phone
