"""``python -m tests.faults.replays``: every form of scripted games comes two to five times, in any order, by 8 threads.

The scripts are the golden games. Each is played once as it stands; then, in a new house, each of its forms is delivered
again and again: at the same moment, right after, or when the game is over. Each copy must get the answer of the first,
and the log must be that of the game as it was played once. The control before it must fail: a server that does not know
ids again.
"""

from __future__ import annotations

import argparse
import contextlib
import queue
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from referee.game.events import to_data
from referee.services.games import games
from tests import apps
from tests.faults.book import in_memory
from tests.faults.forked import Forgetful
from tests.golden import at_table, evening
from tests.golden.doors import Web
from tests.house.reading import read_page

THREADS = 8
CODE = "CODE"
Answered = tuple[int, str]
"""Status, and the game that was opened or what is wrong. Where else it leads is the game as it stands by then."""


@dataclass(eq=False)
class Form:
    path: str
    fields: dict[str, Any]
    answer: Answered
    said_otherwise_later: bool = False
    """Whether the same id comes with other content after it: a question was asked back."""
    first: threading.Event = field(default_factory=threading.Event)


@dataclass
class Script:
    """The forms of one game, and the log that they make."""

    name: str
    forms: list[Form]
    log: list[dict[str, Any]]
    code: str = ""


class Recording(Web):
    """A phone whose forms are kept."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.forms: list[Form] = []

    def send(self, path: str, form: dict[str, Any]) -> TestResponse:
        answer = super().send(path, form)
        code = self.code or _opened_by(path, answer)
        said = _answer(answer, code)
        for before in self.forms:
            before.said_otherwise_later |= before.fields["write_id"] == form["write_id"]
        self.forms.append(Form(path.replace(code or CODE, CODE), dict(form), said))
        return answer


def _opened_by(path: str, answer: TestResponse) -> str:
    return answer.headers["Location"].rstrip("/").split("/")[-1] if path == "/new" and answer.status_code == 303 else ""


def _answer(answer: TestResponse, code: str) -> Answered:
    said = _opened_by(answer.request.path, answer)
    if answer.status_code == 422:
        problems = [one for one in read_page(answer.text).elements if one.get("id") == "problems"]
        said = " ".join(one.text() for one in problems)
    return answer.status_code, said.replace(code or CODE, CODE)


def _log(app: Flask, code: str) -> list[dict[str, Any]]:
    with app.app_context():
        return [to_data(entry.event) for entry in games.game(code).log]


def scripts(most: int | None = None) -> list[Script]:
    """Golden games and golden rounds at the table, each played once in a house of its own."""
    made: list[Script] = []
    for cases, read, play in (
        (evening.CASES, evening.read, evening.play),
        (at_table.CASES, at_table.read, at_table.play),
    ):
        for name in list(cases)[:most]:
            with house() as app:
                door = Recording(app)
                play(read(name), door)
                made.append(Script(name, door.forms, _log(app, door.code)))
    return made


@contextlib.contextmanager
def house(forgetful: bool = False) -> Iterator[Flask]:
    with tempfile.TemporaryDirectory(prefix="referee-replays-") as folder:
        settings = {"TESTING": True, "DATA_DIR": folder, "WTF_CSRF_ENABLED": False}
        if not forgetful:
            with apps.lent(settings) as app:
                yield app
            return
        with apps.made(settings) as app:
            app.wsgi_app = Forgetful(app.wsgi_app)  # type: ignore[method-assign, assignment]
            yield app


@dataclass
class Outcome:
    delivered: int = 0
    forms: int = 0
    doubled: int = 0
    """Games whose log is not that of the game played once."""
    others: list[str] = field(default_factory=list)
    """Copies that got another answer than the first."""
    later: int = 0
    """How often a copy was told to come again later."""

    @property
    def holds(self) -> bool:
        return not self.doubled and not self.others

    def __str__(self) -> str:
        return (
            f"{self.delivered} deliveries of {self.forms} forms: {self.doubled} games with another log, "
            f"{len(self.others)} other answers{''.join(f', such as {other}' for other in self.others[:3])}, "
            f"{self.later} sent again later"
        )


def drill(
    deliveries: int, seed: int = 15, *, games: int | None = None, forgetful: bool = False, told: bool = False
) -> Outcome:
    """All scripts (or so many ``games`` of each kind) again and again until so many forms were delivered."""
    whole, chance, outcome, began = scripts(games), random.Random(seed), Outcome(), time.monotonic()
    while outcome.delivered < deliveries:
        with house(forgetful) as app:
            some = _deliver(app, whole, chance)
        outcome = Outcome(
            outcome.delivered + some.delivered,
            outcome.forms + some.forms,
            outcome.doubled + some.doubled,
            outcome.others + some.others,
            outcome.later + some.later,
        )
        if told:
            print(f"{time.monotonic() - began:.0f} s: {outcome}", flush=True)
    return outcome


def _deliver(app: Flask, whole: list[Script], chance: random.Random) -> Outcome:
    """All forms of all scripts once more, each some times; the first of each after that of the form before it."""
    order: list[tuple[float, int, Script, int]] = []
    for script in whole:
        script.code = ""
        at = chance.random() * 50
        for number, form in enumerate(script.forms):
            form.first.clear()
            at += chance.random() * 10
            order.append((at, 0, script, number))
            for _ in range(chance.randint(1, 4)):  # at the same moment, soon, or much later
                order.append((at + chance.choice((0.0, 1.0, 400.0)) * chance.random(), 1, script, number))
    waiting: queue.SimpleQueue[tuple[float, int, Script, int]] = queue.SimpleQueue()
    for one in sorted(order, key=lambda one: one[:2]):
        waiting.put(one)
    outcome = Outcome(forms=sum(len(script.forms) for script in whole), delivered=len(order))

    def phone() -> None:
        client = app.test_client()
        with client.session_transaction() as session:
            session["csrf_token"] = "one phone"  # what its cookie is made of: a copy comes from the phone of the first
        while True:
            try:
                _, is_copy, script, number = waiting.get_nowait()
            except queue.Empty:
                return
            form = script.forms[number]
            # what comes first waits only for what was taken off the queue before it
            before = form if is_copy and number == 0 else script.forms[number - 1] if number else None
            if before is not None:
                before.first.wait()
            if is_copy and form.said_otherwise_later:
                script.forms[number].first.wait()
            path = form.path.replace(CODE, script.code)
            answer = client.post(path, data=form.fields)
            while answer.status_code == 503 and "Retry-After" in answer.headers:  # a busy book; a phone sends it again
                outcome.later += 1
                answer = client.post(path, data=form.fields)
            script.code = script.code or _opened_by(path, answer)
            said = _answer(answer, script.code)
            form.first.set()
            if said != form.answer and not _fits(said, form):
                outcome.others.append(f"{script.name} {form.path}: {said} for {form.answer}")

    threads = [threading.Thread(target=phone) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcome.doubled = sum(_log(app, script.code) != script.log for script in whole)
    return outcome


def _fits(said: Answered, form: Form) -> bool:
    """Another answer that says the same: the page of a refusal is gone by then and another one says why, which the log
    confirms; or the id stands for the content with which the question back was answered.
    """
    return said[0] == (303 if form.answer[0] == 422 else 409 if form.said_otherwise_later else 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.replays", description=__doc__.partition("\n")[0])
    parser.add_argument("--deliveries", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=15)
    options = parser.parse_args()
    in_memory()
    control = drill(1, options.seed, games=2, forgetful=True)
    print(f"control, no id is known again: {control}", flush=True)
    if control.holds:
        print("The control doubled nothing: this drill would notice nothing.")
        return 1
    outcome = drill(options.deliveries, options.seed, told=True)
    apps.clear()
    return 0 if outcome.holds else 1


if __name__ == "__main__":
    sys.exit(main())
