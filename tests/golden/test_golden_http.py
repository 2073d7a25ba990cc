"""The golden games through HTTP, each form delivered twice and from two phones: nothing doubled, nothing lost."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.game.events import CardsLeftEntered, RoundClosed
from referee.services.games import games
from tests.golden.doors import Web
from tests.golden.evening import CASES, play, read
from tests.sizes import sized


class TwoPhones(Web):
    """Every form comes from both phones at once, and what was written once more; every answer says the same."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.phones = [self.phone, app.test_client()]
        self.sent = 0
        for phone in self.phones:
            phone.get("/")  # each gets its own cookie

    def send(self, path: str, form: dict[str, Any]) -> TestResponse:
        answers: list[TestResponse] = []
        gate = threading.Barrier(2)

        def deliver(phone: FlaskClient) -> None:
            gate.wait()
            answers.append(phone.post(path, data=form))

        threads = [threading.Thread(target=deliver, args=(phone,)) for phone in self.phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if answers[0].status_code == 303:
            self.sent += 1
            answers.append(self.phone.post(path, data=form))
        assert len({(answer.status_code, answer.headers.get("Location")) for answer in answers}) == 1, path
        return answers[0]

    def close(self, number: int) -> None:
        """Then the totals stand on the page, below zero with a real minus or a hyphen."""
        super().close(number)
        page = self.phones[1].get(f"/g/{self.code}/score").text.replace("\u2212", "-")
        state = self.state()
        for seat in state.seats:
            assert re.search(rf"(?<![\d-]){state.totals[seat.id]}(?!\d)", page), (seat, state.totals)


@pytest.mark.parametrize("name", sized([*CASES][::6], [*CASES]))
def test_a_golden_game_through_http_delivered_twice_from_two_phones(app: Flask, name: str) -> None:
    case, web = read(name), TwoPhones(app)
    play(case, web)
    events = [recorded.event for recorded in web.state().log]
    closings = [event for event in events if isinstance(event, RoundClosed)]
    entered = [event for event in events if isinstance(event, CardsLeftEntered)]
    assert [event.round for event in closings] == [played["round"] for played in case["rounds"]]
    assert len(entered) == sum(len(played["left"]) for played in case["rounds"])
    assert len(events) == web.sent  # one event for every form, though each was delivered three times
    with app.app_context():
        assert len(games.recent_games()) == 1
    result = web.phone.get(f"/g/{web.code}/result").text
    assert all(player in result for player in case["places"])
