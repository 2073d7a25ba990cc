"""Faults put in on purpose, one at a time: each must be found within 10,000 steps, or the simulator finds nothing."""

from __future__ import annotations

import builtins
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import event, select
from sqlalchemy.pool import Pool

from referee.days import moment_of, moment_text, now
from referee.services import deliveries
from referee.services.games import games, permits
from referee.services.phones import attempts, grants, invitations, phones
from referee.storage.clubs import forgetting
from referee.storage.engine import transactions
from referee.storage.files import exporting
from referee.storage.games import log
from referee.storage.phones import links, rights
from referee.storage.tables.database import db
from referee.storage.tables.deliveries import find
from referee.storage.tables.phones import Link
from referee.web.shell import frame, shown_before
from referee.web.shell.throttle import Throttle
from tests.rights.faults import (
    a_lowered_host_keeps_the_link,
    agreed_host_of_the_club,
    agreed_on_and_held_at_once,
    by_a_clock,
    nothing_ends_below,
    old_links_open,
    raised_on_nothing,
    renewed_carries_nothing_over,
    requests_never_age,
    requests_stay,
    streams_go_on,
    two_are_always_enough,
    two_browsers_are_enough,
    who_renews_is_asked_too_late,
)
from tests.simulator import phone

WITHIN = 10_000
"""Steps."""
Patch = Callable[[ExitStack], None]


@dataclass(frozen=True)
class Control:
    """A fault of the app, or of the phone, and how it is put in."""

    what: str
    seed: int
    """At which it is found."""
    patch: Patch

    @contextmanager
    def put_in(self) -> Iterator[None]:
        with ExitStack() as stack:
            self.patch(stack)
            yield


def _put(stack: ExitStack, where: Any, name: str, instead: Any) -> None:
    """In the place of what is there by this name, or is built in; raises AttributeError where there is neither."""
    stack.enter_context(mock.patch.object(where, name, instead, create=hasattr(builtins, name)))


def _lost(stack: ExitStack) -> None:
    """One write of a game in ten never reaches the book, and its phone is told that it has.

    Which one is drawn from the chance of the world: counted, it would depend on what its process has played before. Of
    all commits most are no writes of a game: lost, they are made good, or seen as something else.
    """
    commit = db.session.commit

    def one_in_ten() -> None:
        is_of_a_game = bool(db.session().info.get(transactions._PENDING))
        commit() if not is_of_a_game or secrets.randbelow(10) else db.session.rollback()

    _put(stack, db.session, "commit", one_in_ten)


def _unsynchronised(stack: ExitStack) -> None:
    """What is committed is acknowledged before it is on the disk; then comes a power cut."""

    def level(name: str) -> Callable[..., None]:
        return lambda connection, *_: connection.execute(f"PRAGMA synchronous={name}") if connection else None

    for happens, name in (("checkout", "NORMAL"), ("checkin", "FULL")):
        event.listen(Pool, happens, to := level(name))
        stack.callback(event.remove, Pool, happens, to)


def _out_of_order(stack: ExitStack) -> None:
    """A phone sends first what was tapped last."""
    states = ("taken", "waits")
    _put(stack, phone.Phone, "due", lambda self: next((t for t in self.queue[::-1] if t.state in states), None))


def _doubled(stack: ExitStack) -> None:
    """What comes again is judged again; what is kept of it stays as it was."""
    _put(stack, deliveries, "earlier", lambda *_: None)
    for name in ("accepted", "refused"):
        _put(stack, deliveries, name, _once(getattr(deliveries, name)))


def _once(keep: Callable[..., None]) -> Callable[..., None]:
    return lambda tag, *more, **named: None if find(tag.id) else keep(tag, *more, **named)


def _unchecked(stack: ExitStack) -> None:
    decide = games.decide.decide
    _put(stack, games.decide, "decide", lambda state, command, *_: decide(state, command, state.number))


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


def _bare(stack: ExitStack) -> None:
    """What a page has shown is a number and no stamp, as it was once."""
    decide = games.decide.decide
    _put(stack, games.decide, "decide", lambda state, command, seen, *_: decide(state, command, seen))


def _untold(stack: ExitStack) -> None:
    _put(stack, shown_before, "_before", lambda _: None)


def _of_the_future(stack: ExitStack) -> None:
    """What a clock that was ahead has dated counts until then, as it did once."""
    _put(stack, links, "lasts", lambda began, span, at: moment_of(at) - moment_of(began) < span)
    _put(stack, links, "around", lambda at, span: (moment_text(moment_of(at) - span), "9999-12-31T23:59:59Z"))


def _one_budget(stack: ExitStack) -> None:
    """Strangers spend the tries of those who are known, as they did once."""

    def for_all(kind: str, address: str, *_: str) -> list[tuple[str, int]]:
        return [(f"{kind} {attempts.counted_as(address)}", attempts.PER_ADDRESS), (kind, attempts.FOR_ALL)]

    _put(stack, attempts, "_budgets", for_all)


def _narrow(stack: ExitStack) -> None:
    """Whoever has a whole network has the tries of each phone in it, as they did once."""
    _put(stack, attempts, "WIDER", attempts.WIDER[:1])


def _limited(stack: ExitStack, kind: str, where: Any, name: str) -> None:
    """What cannot be guessed has a budget too, which strangers can spend, as it had once."""
    opens = getattr(where, name)

    def counted(secret: str, phone: Callable[[], str], address: str) -> Any:
        with transactions.writing():
            attempts.check(kind, address)
            charged = attempts.failed(kind, address)
        opened = opens(secret, phone, address)
        with transactions.writing():
            attempts.succeeded(charged)
        return opened

    def told(secret: str, address: str, phone: Callable[[], str]) -> Any:
        with transactions.writing():
            attempts.check(kind, address)
        return opens(secret, address, phone)

    _put(stack, where, name, counted if where is invitations else told)


def _of_its_maker(stack: ExitStack) -> None:
    """An invitation rests on the phone that made it: with a host's phone goes the table, as it did once."""
    revoke = phones.revoke

    def with_all(phone: str, tag: Any, renew: bool = True) -> Any:
        with transactions.writing_rights():
            for link in db.session.scalars(select(Link).where(Link.made_by == phone)).all():
                grants.end(rights.resting_on_link(link.id), now(), tag)
        return revoke(phone, tag, renew)

    _put(stack, phones, "revoke", with_all)


def _for_ever(stack: ExitStack) -> None:
    """Of every address that ever asked something is kept."""

    def put(self: Throttle, name: str, left: float, unreported: float) -> None:
        self._buckets[name] = (left, self.clock(), unreported)

    _put(stack, Throttle, "_put", put)


def _leaps(stack: ExitStack) -> None:
    """A clock that is years off is believed at once: what it calls old goes for good, as it did once."""
    _put(stack, forgetting.ClockRun, "oldest", lambda _, at, kept: moment_text(moment_of(at) - kept))


def _on_to(stack: ExitStack) -> None:
    """A refusal leads on to another page, also for a phone that takes that for a yes, as it did once."""
    _put(stack, frame, "is_delivery", lambda: False)


def _of_rights(fault: Callable[[pytest.MonkeyPatch], None]) -> Patch:
    return lambda stack: fault(stack.enter_context(pytest.MonkeyPatch.context()))


CONTROLS = {
    "lost": Control("one write of a game in ten is acknowledged and lost", 720000, _lost),
    "unsynchronised": Control("a write is acknowledged before it is on the disk", 1000000004, _unsynchronised),
    "out of order": Control("a phone sends first what was tapped last", 1000000001, _out_of_order),
    "doubled": Control("no id is known again", 720002, _doubled),
    "unchecked": Control("nobody looks at what a page had shown", 720000, _unchecked),
    "forgotten": Control("a refusal is not remembered by its id", 720006, _forgotten),
    "remembered": Control("a process trusts its memory by number alone", 3000000026, _remembered),
    "in pieces": Control("a write is committed in two pieces", 3000000029, _in_pieces),
    "anybody": Control("a player may enter for anybody", 720002, _anybody),
    "turned round": Control("a clock that is set back turns the history round", 720000, _turned_round),
    "without a field": Control("an export says of everybody that they are guests", 720000, _without_a_field),
    "bare": Control("a page carries the number of the log without its stamp", 3000004242, _bare),
    "untold": Control("an older book does not say that it is one", 3000000010, _untold),
    "of the future": Control("moments of the future count", 3000000008, _of_the_future),
    "leaps": Control("a clock that is years off is believed at once", 3000000000, _leaps),
    "one budget": Control("strangers spend the tries of those who are known", 2000000009, _one_budget),
    "on to": Control("a refusal is told to a phone that delivers as a yes", 700001, _on_to),
    "given up": Control("a phone forgets what was not answered", 720000, _given_up),
    "two browsers": Control(
        "one other phone that agrees makes a host", 2000000002, _of_rights(two_browsers_are_enough)
    ),
    "old links": Control(
        "a link that was known to a phone that was put out still opens", 3000000015, _of_rights(old_links_open)
    ),
    "requests stay": Control(
        "a request to be host outlives its phone's right to play", 3000000015, _of_rights(requests_stay)
    ),
    "below": Control("a right ends, and what rests on it stays", 3000000015, _of_rights(nothing_ends_below)),
    "raised on nothing": Control(
        "a role that was given does not rest on what let its phone in", 3000001019, _of_rights(raised_on_nothing)
    ),
    "lowered": Control(
        "a host that is none any more keeps the link", 3000000015, _of_rights(a_lowered_host_keeps_the_link)
    ),
    "carries nothing over": Control(
        "a link that is renewed leaves behind what rests on it", 2000000022, _of_rights(renewed_carries_nothing_over)
    ),
    "asked too late": Control(
        "who may renew a link is asked when their right has ended", 2000000002, _of_rights(who_renews_is_asked_too_late)
    ),
    "streams": Control("a stream goes on after the right", 2000000002, _of_rights(streams_go_on)),
    "host of the club": Control(
        "those at a table make a host of the club", 2000000000, _of_rights(agreed_host_of_the_club)
    ),
    "at once": Control("what is agreed on holds at once", 2000000000, _of_rights(agreed_on_and_held_at_once)),
    "two are enough": Control(
        "two agree also to a phone that has not played", 2000000004, _of_rights(two_are_always_enough)
    ),
    "by a clock": Control("ten minutes are over when the clock says so", 2000000004, _of_rights(by_a_clock)),
    "never age": Control("a request to be host never ages", 2000000002, _of_rights(requests_never_age)),
    "of its maker": Control("an invitation rests on the phone that made it", 2000000006, _of_its_maker),
    "long secrets": Control(
        "strangers spend a budget of secrets that nobody guesses", 2000000005,
        lambda stack: _limited(stack, "link", invitations, "exchange"),
    ),
    "command line": Control(
        "the code of the command line has the limit of passwords", 2000000009,
        lambda stack: _limited(stack, "password", phones, "recover"),
    ),
    "narrow": Control("a whole network has the tries of all its phones", 2000000005, _narrow),
    "for ever": Control("something is kept of every address", 2000000011, _for_ever),
}  # fmt: skip
