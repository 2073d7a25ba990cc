"""Golden rounds at the table through HTTP: what is recorded, refused, shown and settled, worked out by hand."""

from __future__ import annotations

import dataclasses
import json
import secrets
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee import services
from referee.game.state import GameState
from tests.house.pages import Reader

HERE = Path(__file__).parent / "rounds"
CASES = {path.stem: path for path in sorted(HERE.glob("*.json"))}


class Evening:
    """One game over HTTP. Melds are named by their cards."""

    def __init__(self, app: Flask, client: FlaskClient, case: dict[str, Any]) -> None:
        self.app, self.client, self.players = app, client, case["players"]
        rulebook = case.get("rulebook") or self.bring_in(HERE / case["file"])
        sent = {"rulebook": rulebook, "player": self.players, "how": "chosen", "dealer": "1"}
        self.code = self.post("/new", **sent).headers["Location"].rsplit("/", 1)[-1]

    def bring_in(self, file: Path) -> str:
        answer = self.post("/house-rules/import", text=file.read_text(encoding="utf-8"))
        return answer.headers["Location"].partition("?")[0].rsplit("/", 1)[-1]

    @property
    def state(self) -> GameState:
        with self.app.app_context():
            return services.game(self.code)

    @property
    def round(self) -> int:
        running = self.state.running
        assert running is not None
        return running.number

    def seat(self, name: str) -> int:
        return 1 + int(self.players.index(name))

    def post(self, path: str, status: int = 303, **fields: Any) -> TestResponse:
        """The form of a phone that has just looked; what is asked back is answered yes with the same id."""
        seen = self.state.number if path.startswith("/g/") else 0
        form = {"write_id": secrets.token_hex(16), "seen": seen, **fields}
        answer = self.client.post(path, data=form)
        if answer.status_code == 422 and 'name="confirmed"' in answer.text:
            answer = self.client.post(path, data={**form, "confirmed": "1"})
        assert answer.status_code == status, (path, fields, answer.status, text_of(answer)[:900])
        return answer

    def meld(self, cards: str) -> int:
        running = self.state.running
        assert running is not None
        return next(meld.id for meld in running.play.melds.values() if meld.cards == cards)

    def take(self, step: dict[str, Any]) -> None:
        if "post" in step:
            self.record(step)
        if "close" in step:
            self.close(**step["close"])
            totals = {self.state.name(seat): total for seat, total in self.state.totals.items()}
            assert totals == (step["totals"] or totals)
        if "undo" in step:
            undo = self.state.undo
            assert undo is not None
            self.post(f"/g/{self.code}/undo", target=undo.seq)
        if "finish" in step:
            self.post(f"/g/{self.code}/finish")
            paid = {self.state.name(seat): pennies for seat, pennies in self.state.payments.items()}
            assert paid == step["payments"]
            assert sum(paid.values()) == self.state.kitty
        for path, key in (("", "now"), ("/rulebook", "sheet")):
            shown = unescape(text_of(self.client.get(f"/g/{self.code}{path}"))) if key in step else ""
            for words in step.get(key, ()):
                assert words in shown, (words, shown)

    def record(self, step: dict[str, Any]) -> None:
        path, before = step["post"], self.state.number
        if path.startswith("melds/"):
            path = f"melds/{self.meld(path.removeprefix('melds/'))}"
        sent = dict(step["send"])
        sent |= {name: self.meld(sent[name]) for name in ("meld", "onto") if name in sent}
        no = "refused" in step or "asks" in step
        answer = self.post(f"/g/{self.code}/{path}", 422 if no else 303, round=self.round, **sent)
        if no:
            assert self.state.number == before, "nothing is written"
        if topic := step.get("refused"):
            page = Reader(answer.get_data(as_text=True))
            assert f"/g/{self.code}/rulebook#{topic}" in [one.get("href") for one in page.elements], step
        if field := step.get("asks"):
            assert f'name="{field}"' in answer.text
        if wanted := step.get("event"):
            event = json.loads(json.dumps(dataclasses.asdict(self.state.log[-1].event)))
            assert {name: event[name] for name in wanted} == wanted

    def close(self, out: str, left: dict[str, str]) -> None:
        number = self.round
        self.post(f"/g/{self.code}/round/went-out", round=number, seat=self.seat(out))
        for name, cards in left.items():
            self.post(f"/g/{self.code}/round/cards-left", round=number, seat=self.seat(name), cards=cards)
        self.post(f"/g/{self.code}/round/close", round=number)


def text_of(answer: TestResponse) -> str:
    """Everything on the page that can be read, list by list."""
    page = Reader(answer.get_data(as_text=True))
    return " | ".join(one.text() for one in page.elements if one.tag in ("li", "p", "h1", "h2", "td", "dd"))


@pytest.mark.parametrize("name", CASES)
def test_a_golden_round_at_the_table(app: Flask, client: FlaskClient, name: str) -> None:
    case = json.loads(CASES[name].read_text(encoding="utf-8"))
    evening = Evening(app, client, case)
    for step in case["steps"]:
        evening.take(step)


def test_every_kind_of_play_has_its_golden_round() -> None:
    steps = [step for path in CASES.values() for step in json.loads(path.read_text(encoding="utf-8"))["steps"]]
    posts = {step.get("post", "").split("/")[0] for step in steps}
    assert posts >= {"may-i", "down", "new-meld", "melds", "screw-over", "shanghai"}
