"""An address that was made once is kept, and is the one that Flask would make."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, url_for

from referee.app import guard, house

ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("start.page", {}),
    ("game.now", {"code": "ABCDE"}),
    ("game.now", {"code": "ABCDE", "taken": 1}),
    ("game.now", {"code": "ABCDE", "taken": True}),  # equal to 1, and written otherwise
    ("game.now", {"code": "ABCDE", "taken": "1", "same": None}),
    ("game.now", {"code": "a b/ü", "same": "a&b=c"}),
    ("game.now", {"code": "ABCDE", "_anchor": "pad"}),
    ("game.now", {"code": "ABCDE", "_external": True}),
    ("history.page", {"code": "ABCDE", "at": ["1", "2"]}),
)


@pytest.mark.parametrize("root", ["", "/cards"])
def test_a_kept_address_is_the_one_that_flask_makes(app: Flask, root: str) -> None:
    with app.test_request_context("/", base_url=f"http://localhost{root}"):
        for _ in range(2):
            for endpoint, values in ASKED:
                assert url_for(endpoint, **values) == Flask.url_for(app, endpoint, **values)
        assert url_for("start.page") == f"{root}/"


def test_one_that_leads_nowhere_fails_each_time(app: Flask) -> None:
    with app.test_request_context("/"):
        for _ in range(2):
            with pytest.raises(Exception, match=r"game\.now"):
                url_for("game.now")


def test_only_so_many_are_kept(new_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST_ADDRESSES", 3)
    assert isinstance(new_app, house.House)
    with new_app.test_request_context("/"):
        for number in range(10):
            assert url_for("game.now", code=str(number)).endswith(f"/{number}")
            assert len(new_app._addresses) <= 3


def test_what_somebody_typed_is_not_kept(new_app: Flask) -> None:
    assert isinstance(new_app, house.House)
    with new_app.test_request_context("/"):
        for number in range(3):
            assert url_for("game.now", code="ABCDE", same="K" * 500 + str(number)).endswith(f"K{number}")
    assert not new_app._addresses


def test_a_host_that_is_too_long_for_a_name_is_refused_and_not_kept(app: Flask) -> None:
    before = guard._name_of.cache_info().currsize
    answer = app.test_client().get("/", headers={"Host": "a" * 400 + ".local"})
    assert answer.status_code == 421
    assert guard._name_of.cache_info().currsize == before
