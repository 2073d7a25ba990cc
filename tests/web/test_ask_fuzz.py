"""Whatever is typed or sent, the referee answers with a page or with JSON, never with a fault of its own."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.rules.questions import QUESTIONS
from referee.web.shell.throttle import Throttle
from tests.sizes import sized
from tests.web.cases import inputs, questions

STRANGE = (
    "", " ", "none", "0", "-1", "99999999999999999999", "1.5", "yes", "maybe", "5C", "5C 6C 7C 8C", "5C=", "=7H",
    "JK=JK", "JK=7", "JK=7H 8H 9H 10H", "5C\n6C;7C", ";;;\n\n", "5C " * 600, "K K 10", "two kings and a ten", "♥♥♥",
    "5\ufe0e♥",
    "\u202e5C", "\x00", "<b>5C</b>", "'\"&", "🃏🃏", "١٢", "NaN", "[]", "{}", "joker" * 300, "9" * 3000,
    "set", "earlier",
)  # fmt: skip


@pytest.fixture(autouse=True)
def patient(app: Flask) -> None:
    app.extensions["referee.throttle"] = Throttle(burst=1e9)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_page_answers_whatever_is_typed(client: FlaskClient, question: str) -> None:
    chance = random.Random(f"ask {question}")
    names = inputs(question)
    names += [f"{name}.{seat}" for name in names for seat in (1, 4, 9)] + ["players", "round", "rulebook", "ask.ask"]
    for _ in range(sized(10, 25)):
        typed = {name: chance.choice(STRANGE) for name in chance.sample(names, chance.randint(1, min(8, len(names))))}
        rulebook = chance.choice((*library.ids(), "none"))
        answer = client.get(f"/ask/{question}?{urlencode({'rulebook': rulebook, 'ask': '1', **typed})}")
        assert answer.status_code in (200, 422), typed


def test_the_api_answers_whatever_is_sent(client: FlaskClient) -> None:
    chance = random.Random("api")
    pool: list[Any] = [*STRANGE, None, True, 0, -1, 2**70, 1.5, [], {}, [[]], {"a": []}, ["5C"], [None], {"1": 1}]
    asked = [dict(one) for one in chance.sample(questions(), 400)]
    for one in asked:
        one[chance.choice([*one, "house", "players", "round", "question", "more"])] = chance.choice(pool)
    answer = client.post("/api/rulings", data=json.dumps(asked), content_type="application/json")
    assert answer.status_code == 422
    answers = answer.get_json()
    assert len(answers) == len(asked)
    for one in answers:
        assert set(one) == {"error"} or {"legal", "ruling", "because"} <= set(one)
    errors = [one["error"] for one in answers if "error" in one]
    assert 50 < len(errors) < 400
    assert all(isinstance(one["field"], str) and isinstance(one["message"], str) for one in errors)
