"""Whoever guesses links, codes and passwords is stopped: tries that failed are counted, in the database.

In the database and not in the process: several processes may serve one house, and a restart forgets nothing. What an
address or a phone has used up of its share stands there too, so that it has one share and not one in each process.
"""

from __future__ import annotations

import ipaddress

from referee import errors
from referee.days import now
from referee.storage import links as store
from referee.storage.rights import secret_for
from referee.storage.transactions import Collision, writing

MINUTES = 10
PER_ADDRESS = 20
"""Failed tries in that time. A family behind one address types its code wrongly now and then."""
FOR_ALL = 300
"""The same for all addresses together: 300 of 28**6 codes are nothing, from however many addresses."""


def check(kind: str, address: str) -> None:
    """In a transaction that writes; raises TooOften for an address that has failed too often, or where all have."""
    since = store.later(now(), -MINUTES)
    if store.attempts(f"{kind} {counted_as(address)}", since) >= PER_ADDRESS or store.attempts(kind, since) >= FOR_ALL:
        raise errors.TooOften


def failed(kind: str, address: str) -> None:
    """Count a try that failed; the transaction must be committed, whatever is answered."""
    at = now()
    since = store.later(at, -MINUTES)
    store.forget_attempts(since)
    store.tried(f"{kind} {counted_as(address)}", since, at)
    store.tried(kind, since, at)


def owed(kind: str, who: str, more: int, back: float) -> int | None:
    """What somebody has used up by now in all processes, ``more`` just now; None where the book cannot be reached.

    Kept under a name that only this house can make of the address: who merely plays leaves none in the book.
    """
    at = now()
    try:
        with writing():
            store.forget_attempts(store.later(at, -MINUTES))
            return store.owing(f"{kind} {secret_for(f'{kind} {who}').hex()[:40]}", more, back, at)
    except (errors.RefereeError, Collision):
        return None


def counted_as(address: str) -> str:
    """An address as it is counted: a whole IPv6 network is one, because one phone can have all its addresses."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "-"
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return str(ip)
