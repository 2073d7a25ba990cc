"""The way by which each phone of the home came last: its seat is given back when this computer has another address.

A cookie belongs to the address at which it was made. So a phone that scans the new one is a new phone, and the one
that it was never comes again. Kept in memory alone: where a phone is stands in no database and in no backup.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import current_app, request

from referee.app import addresses, guard
from referee.web.shell.latest import Latest

MOST_PHONES = 2_000
_LONGEST_BROWSER = 300
_NAME = "referee.ways"


class Way(NamedTuple):
    """``here``: the address of this computer. ``there`` and ``browser`` tell the phone, as well as a home can."""

    here: str
    there: str
    browser: str


def note(phone: str) -> None:
    """This request is of a known phone, at home. A name, or the address of a router that hands it on, says nothing:
    only an address that this computer itself has can be lost."""
    way = _way()
    if way is not None and _ways().get(phone) != way and addresses.is_own(way.here):
        _ways().put(phone, way)


def is_left_behind(phone: str) -> bool:
    """Whether a phone came last by an address that this computer has no more: as that phone, it cannot come again."""
    last = _ways().get(phone)
    return last is not None and not addresses.is_own(last.here)


def came_before(phones: Iterable[str]) -> str:
    """Which of these phones the one that asks was before the address changed; empty where that is not certain.

    It is the only one left behind that stood at the same place of the network with the same browser.
    """
    way = _way() if guard.origin().home else None
    if way is None:
        return ""
    alike = [phone for phone in phones if (last := _ways().get(phone)) is not None and last[1:] == way[1:]]
    return alike[0] if len(alike) == 1 and is_left_behind(alike[0]) else ""


def _way() -> Way | None:
    """How this request came; None where it called us by a name."""
    here = guard.number_called()
    return Way(here, request.remote_addr or "", request.user_agent.string[:_LONGEST_BROWSER]) if here else None


def _ways() -> Latest[Way]:
    """The last way of each phone, by the id of the phone."""
    ways: Latest[Way] = current_app.extensions.setdefault(_NAME, Latest(MOST_PHONES))
    return ways
