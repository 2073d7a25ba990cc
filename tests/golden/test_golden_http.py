"""The golden games through HTTP, each form delivered twice and from two phones: nothing doubled, nothing lost."""

from __future__ import annotations

import re
import secrets
import threading
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee import services
from referee.game.events import CardsLeftEntered, RoundClosed
from referee.game.state import GameState
from tests.golden.evening import CASES, play, read

_ASKED_BACK = re.compile(r'<input[^>]*name="confirmed"')


class Web:
    """Forms as a page sends them. A question asked back is answered yes, with the same id."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.phones = [app.test_client(), app.test_client()]
        self.code = ""
        self.sent = 0
        for phone in self.phones:
            phone.get("/")  # each gets its own cookie

    def state(self) -> GameState:
        with self.app.app_context():
            return services.game(self.code)

    def post(self, path: str, **fields: Any) -> TestResponse:
        """The same form from both phones at once and then once more; every answer says the same."""
        seen = self.state().number if self.code else 0
        form = {"write_id": secrets.token_hex(16), "seen": str(seen), **fields}
        answers = self._at_once(path, form)
        if all(answer.status_code == 422 and _ASKED_BACK.search(answer.text) for answer in answers):
            answers = self._at_once(path, {**form, "confirmed": "y"})
        answers.append(self.phones[0].post(path, data={**form, "confirmed": "y"} if "confirmed" in form else form))
        first = answers[0]
        assert first.status_code == 303, f"{path}: {first.status} {first.text[:2000]}"
        assert {answer.status_code for answer in answers[:2]} == {303}
        assert len({answer.headers["Location"] for answer in answers[:2]}) == 1
        return first

    def _at_once(self, path: str, form: dict[str, Any]) -> list[TestResponse]:
        answers: list[TestResponse] = []
        gate = threading.Barrier(2)

        def send(phone: Any) -> None:
            gate.wait()
            answers.append(phone.post(path, data=form))

        threads = [threading.Thread(target=send, args=(phone,)) for phone in self.phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.sent += 1
        return answers

    def open(self, rulebook: str, players: list[str], dealer: int) -> None:
        answer = self.post("/new", rulebook=rulebook, player=players, how="chosen", dealer=str(dealer + 1))
        self.code = answer.headers["Location"].rstrip("/").split("/")[-1]

    def cut(self, number: int, exact: bool) -> None:
        self.post(f"/g/{self.code}/cut", round=number, exact="yes" if exact else "no")

    def went_out(self, number: int, seat: int | None) -> None:
        self.post(f"/g/{self.code}/round/went-out", round=number, seat="nobody" if seat is None else seat)

    def cards_left(self, number: int, seat: int, said: str) -> None:
        self.post(f"/g/{self.code}/round/cards-left", round=number, seat=seat, cards=said)

    def close(self, number: int) -> None:
        self.post(f"/g/{self.code}/round/close", round=number)
        self.check_the_score_page()

    def correct(self, number: int, seat: int, said: str) -> None:
        self.post(f"/g/{self.code}/score/{number}/{seat}", cards=said)

    def leave(self, seat: int) -> None:
        self.post(f"/g/{self.code}/table/leave", seat=seat)

    def join(self, player: str, after: int, how: str, opening: int) -> None:
        self.post(f"/g/{self.code}/table/join", player=player, after=after, how=how, opening=opening)

    def buys(self, buys: dict[int, int]) -> None:
        self.post(f"/g/{self.code}/buys", **{f"buys-{seat}": count for seat, count in buys.items()})

    def finish(self) -> None:
        self.post(f"/g/{self.code}/finish")

    def check_the_score_page(self) -> None:
        """The totals stand on the page, below zero with a real minus or a hyphen."""
        page = self.phones[1].get(f"/g/{self.code}/score").text.replace("\u2212", "-")
        state = self.state()
        for seat in state.seats:
            assert re.search(rf"(?<![\d-]){state.totals[seat.id]}(?!\d)", page), (seat, state.totals)


@pytest.mark.parametrize("name", CASES)
def test_a_golden_game_through_http_delivered_twice_from_two_phones(app: Flask, name: str) -> None:
    case, web = read(name), Web(app)
    play(case, web)
    events = [recorded.event for recorded in web.state().log]
    closings = [event for event in events if isinstance(event, RoundClosed)]
    entered = [event for event in events if isinstance(event, CardsLeftEntered)]
    assert [event.round for event in closings] == [played["round"] for played in case["rounds"]]
    assert len(entered) == sum(len(played["left"]) for played in case["rounds"])
    assert len(events) == web.sent  # one event for every form, though each was delivered three times
    with app.app_context():
        assert len(services.recent_games()) == 1
    result = web.phones[0].get(f"/g/{web.code}/result").text
    assert all(player in result for player in case["places"])
