"""The app held against the small world, step by step: more of it by ``python -m tests.rights.machine``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from referee import errors
from referee.services import agreement, grants, invitations
from referee.storage import links, news, rights
from referee.storage.phones import Right, Waiting
from tests.rights.machine import run
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, pytest.mark.database_file]
Patch = pytest.MonkeyPatch


@pytest.mark.long
def test_whatever_phones_and_hosts_do_the_rights_are_those_of_the_model() -> None:
    steps = sized(150, 400)
    assert run(steps) >= steps


def two_browsers_are_enough(patch: Patch) -> None:
    patch.setattr(agreement, "AGREEING", 1)
    patch.setattr(agreement, "who_can_agree", lambda code, asks: Anybody(code, asks))


class Anybody:
    """Any phone that plays, but for the one that asks."""

    def __init__(self, code: str, asks: str) -> None:
        self._code, self._asks = code, asks

    def __contains__(self, phone: object) -> bool:
        return phone != self._asks and agreement._plays(str(phone), self._code)


def old_links_open(patch: Patch) -> None:
    patch.setattr(invitations, "known_to", lambda *_: ([], []))


def a_lowered_host_keeps_the_link(patch: Patch) -> None:
    patch.setattr(invitations, "renew_known", lambda *_: ())


def who_renews_is_asked_too_late(patch: Patch) -> None:
    """As the machine found it: a host lowers the one that made it host, and is none any more when it renews."""

    def late(asked: Iterable[str], tag: Any, _renewable: object) -> Any:
        return of_now(asked, tag, invitations.may_renew(tag))

    of_now = invitations.renew_known
    patch.setattr(invitations, "renew_known", late)


def nothing_ends_below(patch: Patch) -> None:
    def end(ended: Iterable[Right], at: str, by: str = "") -> list[Right]:
        roots = [right for right in ended if right.revoked_at is None]
        for right in roots:
            right.revoked_at = at
            news.announce(news.phone_key(right.phone))
        rights.db.session.flush()
        return roots

    patch.setattr(rights, "end", end)


def raised_on_nothing(patch: Patch) -> None:
    patch.setattr(grants, "own_beneath", lambda *_: None)


def renewed_carries_nothing_over(patch: Patch) -> None:
    patch.setattr(links, "carry_over", lambda *_: None)


def requests_stay(patch: Patch) -> None:
    patch.setattr(grants, "_leaves_nothing", lambda *_: None)
    patch.setattr(links, "decline", lambda *_: None)
    revoke = rights.revoke_phone

    def all_but_requests(phone: Any, at: str) -> None:
        waiting = list(rights.db.session.scalars(rights.select(Waiting).where(Waiting.decided_at.is_(None))))
        revoke(phone, at)
        for row in waiting:
            row.decided_at = row.admitted = None

    patch.setattr(rights, "revoke_phone", all_but_requests)


def streams_go_on(patch: Patch) -> None:
    patch.setattr(news, "_of_phones", lambda _connection, some: [(phone, "1") for phone in some])


FAULTS = (
    two_browsers_are_enough, old_links_open, a_lowered_host_keeps_the_link, who_renews_is_asked_too_late,
    nothing_ends_below, raised_on_nothing, renewed_carries_nothing_over, requests_stay, streams_go_on,
)  # fmt: skip


SEEDS = {raised_on_nothing: 37}
"""Where another one takes long to come to it."""


@pytest.mark.long
@pytest.mark.parametrize("fault", sized(FAULTS[:4], FAULTS), ids=lambda fault: fault.__name__)
def test_each_fault_that_is_put_back_is_found(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, errors.RefereeError)):  # of the machine, or of an app that does not do a step
        run(10_000, SEEDS.get(fault, 35), shrink=False)
