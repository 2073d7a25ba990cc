"""Whoever guesses codes and passwords is stopped: tries that failed are counted, in the database.

In the database and not in the process: several processes may serve one house, and a restart forgets nothing. What an
address or a phone has used up of its share stands there too, so that it has one share and not one in each process.

Only what can be guessed is counted. A link has 160 bits, the code of a card or of the command line 96: nobody guesses
them, and a budget for them would only let strangers lock out the one who has it. Strangers share a budget; phones and
addresses that have come in before have another one, which no stranger can spend. Whoever has a link can make more of
these phones: what all of one network have together is bounded. The organisers of the house have a third one, which no
guest can spend.
"""

from __future__ import annotations

import ipaddress
from datetime import timedelta

from referee import errors
from referee.days import now
from referee.storage.engine.transactions import Collision, writing
from referee.storage.phones import links
from referee.storage.phones.rights import rights_of, secret_for

SPAN = timedelta(minutes=10)
PER_ADDRESS = 20
"""Failed tries in that time. A family behind one address types its code wrongly now and then."""
FOR_ALL = 300
"""The same for all strangers together: 300 of 28**6 codes are nothing, from however many addresses. As many again for
all that are known, which are seen in the list of phones, and for the addresses that organisers came from."""
FAMILY = 5
"""So many times as much have the known phones of one address together, each with its own share: a family that mistypes
on every phone. No network has more than half of what all share, however many browsers come in there by one link."""
_KNOWN, _ORGANISER = "address", "address of an organiser"
WIDER = (64, 56, 48)
"""Bits of an IPv6 network that count as one: what a phone, a house and a company get. Each has twice as much."""


def check(kind: str, address: str, phone: str = "") -> None:
    """In a transaction that writes; raises TooOften for who has failed too often, or where all have.

    ``phone`` is the id of a phone that is known already.
    """
    at = now()
    if any(links.attempts(key, SPAN, at) >= most for key, most in _budgets(kind, address, phone, at)):
        raise errors.TooOften


def failed(kind: str, address: str, phone: str = "") -> list[str]:
    """Count a try that failed, and return what it is charged to; commit that, whatever is answered."""
    at = now()
    links.forget_attempts(SPAN, at)
    charged = [key for key, _most in _budgets(kind, address, phone, at)]
    for key in charged:
        links.tried(key, SPAN, at)
    return charged


def succeeded(charged: list[str]) -> None:
    """A try that was counted before anybody looked at it was a right one: nothing is charged for it."""
    for key in charged:
        links.forgive(key)


def came_in(address: str, organises: bool = False) -> None:
    """Somebody who may write came from this address, in a transaction that writes: it is known from now on.

    ``organises``: they may organise the house. Kept under a name that only this house can make of it: who merely plays
    leaves no address in the book.
    """
    links.came_in(_sealed(_ORGANISER if organises else _KNOWN, counted_as(address)), now())


def _budgets(kind: str, address: str, phone: str, at: str) -> list[tuple[str, int]]:
    """What a try is charged to, and how much that may be."""
    rights = [right for right in rights_of(phone) if right.role >= links.PLAYER] if phone else []
    if any(right.scope == "house" and right.role >= links.ORGANISER for right in rights):
        return [(f"{kind} by {phone}", PER_ADDRESS)]  # guests can make no more of these phones: they share nothing
    if not rights and _has_come_in(_ORGANISER, address, at):
        return [(f"{kind} from {counted_as(address)}", PER_ADDRESS), (f"{kind} organisers", FOR_ALL)]
    if rights or _has_come_in(_KNOWN, address, at):
        own = f"by {phone}" if rights else f"from {counted_as(address)}"
        family = [(f"{kind} known {name}", min(FAMILY * most, FOR_ALL // 2)) for name, most in _each(address)]
        return [(f"{kind} {own}", PER_ADDRESS), *family, (f"{kind} known", FOR_ALL)]
    return [*((f"{kind} {name}", most) for name, most in _each(address)), (kind, FOR_ALL)]


def _each(address: str) -> list[tuple[str, int]]:
    """The networks of an address, and how often somebody there may fail."""
    return [(name, PER_ADDRESS * shares) for name, shares in networks(address)]


def _has_come_in(rank: str, address: str, at: str) -> bool:
    return links.has_come_in(_sealed(rank, counted_as(address)), at)


def owed(kind: str, who: str, more: int, back: float) -> int | None:
    """What somebody has used up by now in all processes, ``more`` just now; None where the book cannot be reached."""
    at = now()
    try:
        with writing():
            links.forget_attempts(SPAN, at)
            return links.owing(f"{kind} {_sealed(kind, who)}", more, back, at)
    except (errors.RefereeError, Collision):
        return None


def _sealed(kind: str, who: str) -> str:
    return secret_for(f"{kind} {who}").hex()[:40]


def networks(address: str) -> list[tuple[str, int]]:
    """The networks as which an address is counted, the narrowest first, and how many shares each has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return [("-", 1)]
    if isinstance(ip, ipaddress.IPv4Address):
        return [(str(ip), 1)]
    if ip.ipv4_mapped is not None:
        return [(str(ip.ipv4_mapped), 1)]
    wider = (ipaddress.ip_network((int(ip) >> 128 - bits << 128 - bits, bits)) for bits in WIDER)
    return [(str(network), 1 << times) for times, network in enumerate(wider)]


def counted_as(address: str) -> str:
    """An address as it is counted: a whole IPv6 network is one, because one phone can have all its addresses."""
    return networks(address)[0][0]
