"""What a form of the seats means as a command."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from referee.game import commands as cmd
from referee.web.seats.forms import Join

SENT = {"write_id": "a" * 32, "seen": "1", "player": "Eve", "how": "said"}


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ({}, {"after": None, "at_end": True, "opening": 0}),
        ({"after": "0"}, {"after": None, "at_end": False}),
        ({"after": "3"}, {"after": 3, "at_end": False}),
        ({"opening": ""}, {"opening": 0}),
        ({"opening": "-5"}, {"opening": -5}),
        ({"opening": "99999"}, {"opening": 99999}),
        ({"opening": "-99999"}, {"opening": -99999}),
        ({"confirmed": "1"}, {"confirmed": True}),
    ],
)
def test_somebody_who_joins_sits_where_the_form_says_with_its_total(
    app: Flask, sent: dict[str, str], meant: dict[str, Any]
) -> None:
    with app.test_request_context("/g/X/table/join", method="POST", data=SENT | sent):
        form = Join()
        assert not form.faults()
        command = form.command()
    expected = {"player": "Eve", "how": "said", **meant}
    assert isinstance(command, cmd.AddSeat)
    assert {name: getattr(command, name) for name in expected} == expected


@pytest.mark.parametrize("sent", [{"opening": "100000"}, {"opening": "-100000"}, {"opening": "x"}, {"after": "z"}])
def test_what_is_no_seat_and_no_total_is_a_fault(app: Flask, sent: dict[str, str]) -> None:
    with app.test_request_context("/g/X/table/join", method="POST", data=SENT | sent):
        assert list(Join().faults()) == list(sent)
