"""Faults put in on purpose, one at a time: each must be found within 10,000 steps, or the simulator finds nothing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from referee.services import deliveries, games, permits
from referee.storage import exporting, log, transactions
from referee.storage.database import db
from tests.simulator import phone

WITHIN = 10_000
"""Steps."""
Patch = Callable[[ExitStack], None]


@dataclass(frozen=True)
class Control:
    """A fault of the app, or of the phone, and how it is put in."""

    what: str
    patch: Patch

    @contextmanager
    def put_in(self) -> Iterator[None]:
        with ExitStack() as stack:
            self.patch(stack)
            yield


def _put(stack: ExitStack, where: Any, name: str, instead: Any) -> None:
    stack.enter_context(mock.patch.object(where, name, instead, create=True))


def _lost(stack: ExitStack) -> None:
    """One commit in fifty never reaches the disk, and its writer is told that it has."""
    commit, turn = db.session.commit, itertools.count(1)
    _put(stack, db.session, "commit", lambda: db.session.rollback() if next(turn) % 50 == 0 else commit())


def _doubled(stack: ExitStack) -> None:
    _put(stack, deliveries, "of", lambda *_: None)
    _put(stack, deliveries, "accepted", lambda *_: None)
    _put(stack, deliveries, "refused", lambda *_: None)


def _unchecked(stack: ExitStack) -> None:
    decide = games.judge.decide
    _put(stack, games.judge, "decide", lambda state, command, _: decide(state, command, state.number))


def _forgotten(stack: ExitStack) -> None:
    _put(stack, deliveries, "refused", lambda *_: None)


def _remembered(stack: ExitStack) -> None:
    """The process goes by what it remembers of a game, whatever the book says of its stamp."""
    state_at = log.state_at

    def by_number(code: str, head: log.Head) -> Any:
        known = transactions.kept_games().get(code)
        return known.state if known is not None and known.state.number == head.number else state_at(code, head)

    _put(stack, log, "state_at", by_number)


def _in_pieces(stack: ExitStack) -> None:
    """The events are committed before what belongs to them."""
    append = log._append

    def alone(*given: Any) -> None:
        append(*given)
        for statement in ("COMMIT", "BEGIN IMMEDIATE"):
            db.session.connection().exec_driver_sql(statement)

    _put(stack, log, "_append", alone)


def _anybody(stack: ExitStack) -> None:
    _put(stack, permits, "may", lambda *_: True)


def _turned_round(stack: ExitStack) -> None:
    """A clock that was set back turns the history round."""
    _put(stack, games, "max", lambda at, _: at)


def _without_a_field(stack: ExitStack) -> None:
    text = exporting.text

    def shortened(line: dict[str, Any]) -> str:
        if line["type"] == "player" and line["used_at"]:
            line = {**line, "guest": True}
        return text(line)

    _put(stack, exporting, "text", shortened)


def _given_up(stack: ExitStack) -> None:
    """A phone that forgets what was not answered."""
    table = {state: {**row, "lost": "gone"} if state == "out" else row for state, row in phone.transitions().items()}
    _put(stack, phone, "transitions", lambda: table)


CONTROLS = {
    "lost": Control("one commit in fifty is acknowledged and lost", _lost),
    "doubled": Control("no id is known again", _doubled),
    "unchecked": Control("nobody looks at what a page had shown", _unchecked),
    "forgotten": Control("a refusal is not remembered by its id", _forgotten),
    "remembered": Control("a process trusts its memory by number alone", _remembered),
    "in pieces": Control("a write is committed in two pieces", _in_pieces),
    "anybody": Control("a player may enter for anybody", _anybody),
    "turned round": Control("a clock that is set back turns the history round", _turned_round),
    "without a field": Control("an export says of everybody that they are guests", _without_a_field),
    "given up": Control("a phone forgets what was not answered", _given_up),
}
