"""Two who give and end rights at the same moment: on PostgreSQL each waits for the other, and reads what it wrote.

SQLite takes one write at a time, so that nothing of this can happen there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, current_app
from sqlalchemy import text

from referee import create_app, errors
from referee.services.clubs import clubs, seasons
from referee.services.phones import agreement, announced, invitations, phones
from referee.services.phones.access import Role
from referee.storage.engine import transactions
from referee.storage.tables.database import db
from tests import postgres
from tests.apps import dispose
from tests.services.at_table import HERE, Table, by, new_phone, play_a_round, role, table
from tests.services.carrying import brought_in, exported, small_club
from tests.services.desk import tag
from tests.services.test_out_means_out import later

pytestmark = pytest.mark.skipif(not postgres.URL, reason="TEST_DATABASE_URL names no PostgreSQL to run this on")
A_MOMENT = 0.5
"""Seconds in which whoever does not wait would be through."""
MANY = 12


@pytest.fixture
def at(app: Flask) -> Iterator[Table]:
    app.config["HOSTED"] = True
    with app.app_context():
        yield table()
        db.session.remove()


class Aside:
    """Something that another thread does; what it came to, or what it raised, is in ``came``."""

    def __init__(self, does: Callable[[], Any]) -> None:
        self.came: Any = None
        app = current_app._get_current_object()  # type: ignore[attr-defined]

        def run() -> None:
            with app.app_context():
                try:
                    self.came = does()
                except errors.RefereeError as refused:
                    self.came = refused
                finally:
                    db.session.remove()

        self.thread = threading.Thread(target=run)
        self.thread.start()


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any], Callable[[], Any]], tuple[Any, Any]]:
    """Begins the second thing while the first one is in the middle of its write, and lets that go on a moment later."""
    middle, go_on, ended = threading.Event(), threading.Event(), transactions.news.settle

    def settle() -> Any:
        if threading.current_thread() is not threading.main_thread() and not middle.is_set():
            middle.set()
            assert go_on.wait(20)
        return ended()

    def run(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[Any, Any]:
        db.session.remove()
        monkeypatch.setattr(transactions.news, "settle", settle)
        early = Aside(first)
        assert middle.wait(20)
        late = Aside(second)
        late.thread.join(A_MOMENT)
        go_on.set()
        early.thread.join(20)
        late.thread.join(20)
        monkeypatch.undo()
        return early.came, late.came

    return run


Together = Callable[[Callable[[], Any], Callable[[], Any]], tuple[Any, Any]]


def test_who_comes_in_while_the_invitation_is_cancelled_with_all_whom_it_let_in_is_out(
    at: Table, together: Together
) -> None:
    link, joins = invitations.standing(at.club), new_phone()
    together(
        lambda: invitations.exchange(link.secret, lambda: joins, HERE),
        lambda: invitations.revoke(link.id, tag(), with_admitted=True),
    )
    assert at.role(joins) == Role.NOBODY


def test_who_comes_in_while_the_invitation_gets_another_secret_rests_on_the_new_one(
    at: Table, together: Together
) -> None:
    link, joins = invitations.standing(at.club), new_phone()
    together(
        lambda: invitations.exchange(link.secret, lambda: joins, HERE),
        lambda: phones.revoke(at.phones[2], tag()),
    )
    assert at.role(joins) == Role.PLAYER
    invitations.revoke(invitations.standing(at.club).id, tag(), with_admitted=True)
    assert at.role(joins) == Role.NOBODY


def test_an_invitation_that_is_being_cancelled_lets_nobody_in_a_moment_later(at: Table, together: Together) -> None:
    link, joins = invitations.standing(at.club), new_phone()
    _, came = together(
        lambda: invitations.revoke(link.id, tag(), with_admitted=True),
        lambda: invitations.exchange(link.secret, lambda: joins, HERE),
    )
    assert isinstance(came, errors.NoEntry)
    assert at.role(joins) == Role.NOBODY


def test_who_is_let_in_while_the_one_who_lets_in_is_taken_out_is_in_or_out_whole(at: Table, together: Together) -> None:
    """A second host rests on the phone that gives it; that ends before, or takes the gift with it."""
    together(
        lambda: phones.give(at.phones[2], "club", at.club, Role.HOST, by(at.host)),
        lambda: phones.revoke(at.host, tag()),
    )
    assert at.role(at.phones[2]) == Role.PLAYER


def test_who_comes_into_the_empty_first_club_while_another_one_takes_its_place_is_in_that(
    app: Flask, tmp_path: Path, together: Together
) -> None:
    elsewhere = create_app({"TESTING": True, "DATA_DIR": str(tmp_path / "elsewhere"), "HOSTED": True})
    with elsewhere.app_context():
        data = exported(small_club())
    dispose(elsewhere)
    app.config["HOSTED"] = True
    with app.app_context():
        secret, joins = invitations.standing(seasons.first_club().id).secret, new_phone()
        _, club = together(lambda: invitations.exchange(secret, lambda: joins, HERE), lambda: brought_in(data))
        assert role(joins, club) is Role.PLAYER
        db.session.remove()


def test_what_is_stopped_in_the_moment_it_is_agreed_on_never_holds(
    at: Table, together: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_a_round(at)
    waiting = agreement.ask(at.code, by(at.phones[2]))
    agreement.agree(waiting, by(at.phones[3]))
    _, stopped = together(
        lambda: agreement.agree(waiting, by(at.phones[4])),
        lambda: agreement.stop(waiting, by(at.host)),
    )
    assert stopped is None
    later(monkeypatch, announced.MINUTES + 1, at.code)
    assert at.role(at.phones[2]) == Role.PLAYER


def test_two_who_agree_at_once_both_count(at: Table, together: Together) -> None:
    play_a_round(at)
    waiting = agreement.ask(at.code, by(at.phones[2]))
    together(
        lambda: agreement.agree(waiting, by(at.phones[3])),
        lambda: agreement.agree(waiting, by(at.phones[4])),
    )
    [request] = agreement.requests(at.code)
    assert request.agreed == {at.phones[3], at.phones[4]}
    assert request.missing == 0


def test_a_club_that_is_held_elsewhere_keeps_phones_out_of_no_other_one(at: Table) -> None:
    other = invitations.standing(clubs.make_club("Thursdays").id).secret
    usual = invitations.standing(at.club).secret
    late, early = new_phone(), new_phone()
    db.session.remove()
    with db.engine.connect() as elsewhere:
        elsewhere.execute(text("SELECT 1 FROM club WHERE id = :club FOR UPDATE"), {"club": at.club})
        all_wait = [Aside(lambda: invitations.exchange(usual, lambda: late, HERE)) for _ in range(MANY)]
        all_wait[0].thread.join(A_MOMENT)
        comes = Aside(lambda: invitations.exchange(other, lambda: early, HERE))
        comes.thread.join(float(current_app.config["BUSY_SECONDS"]) / 3)
        assert not isinstance(comes.came, errors.RefereeError)
        assert comes.came, "it still waits for the other club"
        for waits in all_wait:
            waits.thread.join(20)
            assert isinstance(waits.came, errors.Busy)
    assert invitations.exchange(usual, lambda: late, HERE).role is Role.PLAYER
