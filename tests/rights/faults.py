"""Faults of rights, put back into the app on purpose: whoever looks for them must find each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest

from referee.days import moment_of, now
from referee.services.phones import access, agreement, announced, grants, invitations
from referee.services.phones.access import CLUB
from referee.storage.engine import news
from referee.storage.phones import links, rights
from referee.storage.phones.rights import Rests
from referee.storage.tables.phones import Phone, Right, Waiting

Patch = pytest.MonkeyPatch


def two_browsers_are_enough(patch: Patch) -> None:
    """Any phone that plays may agree, but for the one that asks."""

    def anybody(code: str, asks: str) -> set[str]:
        phones = rights.db.session.scalars(rights.select(Phone.id))
        return {phone for phone in phones if phone != asks and agreement._plays(phone, code)}

    patch.setattr(agreement, "AGREEING", 1)
    patch.setattr(agreement, "who_can_agree", anybody)


def two_are_always_enough(patch: Patch) -> None:
    """Also where the phone that asks has not played, and one of the two is its own person's other browser."""
    patch.setattr(agreement, "how_many", lambda *_: agreement.AGREEING)


def agreed_host_of_the_club(patch: Patch) -> None:
    """Those at one table make a host of everything, as they did once."""

    def wider(phone: str, scope: str, of: str, *more: Any) -> Right:
        rests: Rests = more[2]
        if rests.rests_on == "agreement":
            scope, of = CLUB, access.club_of_game(of)
        return give(phone, scope, of, *more)

    give = grants.give
    patch.setattr(grants, "give", wider)


def agreed_on_and_held_at_once(patch: Patch) -> None:
    patch.setattr(announced, "begin", rights.hold)


def requests_never_age(patch: Patch) -> None:
    patch.setattr(links, "WAITING", timedelta(days=36500))


def by_a_clock(patch: Patch) -> None:
    """The ten minutes are over when the clock shows the moment that stands in the book, as they once were."""

    def left(right: Right) -> float:
        return (moment_of(right.holds_from or now()) - moment_of(now())).total_seconds()

    patch.setattr(announced, "_left", left)


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
    patch.setattr(grants, "decline", lambda *_: None)
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
    two_browsers_are_enough, two_are_always_enough, agreed_host_of_the_club, agreed_on_and_held_at_once,
    old_links_open, a_lowered_host_keeps_the_link, who_renews_is_asked_too_late, nothing_ends_below, raised_on_nothing,
    renewed_carries_nothing_over, requests_stay, streams_go_on,
)  # fmt: skip
"""Those that the machine looks for: it lets nothing age, and sets no clock."""
