"""Who floods the server waits, and everybody else goes on: each address has so much of the processor, and no more.

Counted is what its requests cost the processor, not how many they are or how long they took: a table of phones behind
one address costs little however often it looks, and nobody pays for waiting behind others.

What is written is counted as well, for each phone and for each address: more than a table can tap is no table. A phone
that was off line may send a whole evening at once; what is refused it keeps, and sends again when it may.

Whoever floods from the address of others, as behind the one address of a company or a provider, cannot spend what a
phone with rights has for itself when its address has nothing left. Who has a link can make more of these phones: what
they have together at one address, and in the networks around it, is bounded too. A stranger is not looked up for that:
each process remembers the cookies of the phones with rights that it has answered.

This computer itself is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from flask import Flask, abort, current_app, g, request
from werkzeug.wrappers import Response

from referee.app.guard import address_of
from referee.services.phones import attempts
from referee.services.phones.attempts import counted_as, networks
from referee.storage.phones.rights import key_of
from referee.web.shell.access import cookie_name, this_phone
from referee.web.shell.latest import Latest
from referee.web.shell.throttle import Throttle, itself

BURST = 60.0
"""Seconds of processor time that an address may have at once: some ten thousand pages."""
REFILL = 0.5
"""Seconds of it that come back each second."""
OF_ITS_OWN, ITS_REFILL = 15.0, 0.125
"""The same for a phone with rights whose address has nothing left."""
TOGETHER = 4
"""So many times that all such phones of one address have."""
WRITES, WRITES_BACK = 240.0, 4.0
"""So many writes a phone may send at once, and so many more each second."""
PHONES = 5
"""So many times that an address may write: behind one may sit a house full of phones."""
MAKING = 24
"""What making something new costs, in writes: games, clubs and the like grow for ever, an evening does not."""
MAKES = frozenset({
    "new.open_game", "club.make", "season.make", "own.save", "own.begin", "data.import_", "notebook.send",
    "paper.typed_in",
})  # fmt: skip
_NAME = "referee.flood"
MOST_KNOWN = 4096
"""So many phones with rights a process remembers by their cookies, those that it answered last. What they may do says
the book."""
_OF_KNOWN, _OF_THEIR_HOUSES, _KNOWN = "referee.flood_of_known", "referee.writes_of_known", "referee.known_phones"
_OF_PHONES, _OF_ADDRESSES = "referee.writes_of_phones", "referee.writes_of_addresses"


def init_app(app: Flask) -> None:
    app.extensions[_NAME] = _of_all_processes("work", BURST, REFILL, parts=1000, names=networks)
    app.extensions[_OF_KNOWN] = _of_all_processes("known", OF_ITS_OWN, ITS_REFILL, parts=1000, names=_phone_and_house)
    app.extensions[_KNOWN] = Latest[str](MOST_KNOWN)
    app.extensions[_OF_PHONES] = _of_all_processes("phone", WRITES, WRITES_BACK)
    for name, kind in ((_OF_ADDRESSES, "house"), (_OF_THEIR_HOUSES, "known-house")):
        app.extensions[name] = _of_all_processes(kind, PHONES * WRITES, PHONES * WRITES_BACK, names=networks)
    app.before_request(_let_in)
    app.after_request(_charged)


def _of_all_processes(
    kind: str, burst: float, refill: float, parts: int = 1, names: Callable[[str], Sequence[tuple[str, int]]] = itself
) -> Throttle:
    """Buckets whose balance stands in the book, counted in so many parts of what they hold."""

    def shared(who: str, shares: int, spent: float) -> float | None:
        owed = attempts.owed(kind, who, round(spent * parts), refill * shares * parts)
        return None if owed is None else owed / parts

    return Throttle(burst=burst, refill=refill, shared=shared, names=names)


def _let_in() -> None:
    address = request.remote_addr or ""
    if _is_here(address):
        return
    for work, who, house in _ways(address):
        if not work.wait(who) and (request.method != "POST" or _may_write(address, house)):
            g.counted = work, who, address, time.thread_time()
            return
    abort(429)


def _ways(address: str) -> Iterator[tuple[Throttle, str, Throttle]]:
    """What may be charged with this request, and for whom: first what its address has, then what its phone has.

    With the bucket of what is written from there.
    """
    extensions = current_app.extensions
    yield extensions[_NAME], address, extensions[_OF_ADDRESSES]
    phone = extensions[_KNOWN].get(_cookie())
    who = f"{phone} {address}"
    if phone and not extensions[_OF_KNOWN].wait(who) and this_phone().may_write_by_right:  # says the book, not _KNOWN
        yield extensions[_OF_KNOWN], who, extensions[_OF_THEIR_HOUSES]


def _cookie() -> str:
    """This phone's cookie as the book keeps it; empty for none."""
    cookie = request.cookies.get(cookie_name(), "")
    return key_of(cookie) if cookie else ""


def _phone_and_house(who: str) -> Sequence[tuple[str, int]]:
    phone, _, address = who.partition(" ")
    return (phone, 1), *((name, TOGETHER * shares) for name, shares in networks(address))


def _may_write(address: str, house: Throttle) -> bool:
    """Charges a write to its phone and its address, unless one of them has none left."""
    charged = ((current_app.extensions[_OF_PHONES], _cookie() or counted_as(address)), (house, address))
    if any(writes.wait(who) for writes, who in charged):
        return False
    for writes, who in charged:
        writes.spend(who, MAKING if request.endpoint in MAKES else 1)
    return True


def _charged(response: Response) -> Response:
    if (counted := g.pop("counted", None)) is not None:
        work, who, address, began = counted
        work.spend(who, time.thread_time() - began)
        if work.wait(who):
            current_app.logger.warning("flooded by %s: it waits", address)
        if "caller" in g and (cookie := _cookie()) and this_phone().may_write_by_right:
            current_app.extensions[_KNOWN].put(cookie, this_phone().id)
    return response


def _is_here(text: str) -> bool:
    address = address_of(text)
    return address is not None and address.is_loopback
