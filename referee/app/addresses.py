"""Where other devices find this computer: its addresses on the home network, which may change in mid-evening."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import math
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import NamedTuple

FRESH_SECONDS = 3.0
"""How long an answer is taken for true: a computer that woke up on another Wi-Fi has other addresses."""


class Listening(NamedTuple):
    """What a home server listens on. It stands in the app's settings as ``LISTENING``; other servers set none."""

    address: str
    """Numeric; ``0.0.0.0`` and ``::`` are all addresses of this computer."""
    port: int
    scheme: str = "http"
    name: str = ""
    """By which a certificate of somebody else's knows this server; its addresses come by http then."""


def phone_urls(listening: Listening) -> list[str]:
    """The addresses of the start page for other devices, ending in a slash; the likeliest first.

    They are looked for again when the last answer is older than ``FRESH_SECONDS``.
    """
    by_number = listening._replace(scheme="http") if listening.name else listening
    named = [url(listening, listening.name)] if listening.name else []
    return [*named, *(url(by_number, address) for address in current(listening.address))]


def url(listening: Listening, host: str) -> str:
    """The address of the start page at ``host``, a name or a numeric address."""
    usual = {"http": 80, "https": 443}.get(listening.scheme)
    port = "" if listening.port == usual else f":{listening.port}"
    return f"{listening.scheme}://{f'[{host}]' if ':' in host else host}{port}/"


def current(address: str) -> list[str]:
    """What ``reachable`` says, a few seconds old at most; only the first question of all waits for another one."""
    answer = _answers.setdefault(address, _Answer())
    if time.monotonic() - answer.at < FRESH_SECONDS or not answer.looking.acquire(blocking=answer.at == -math.inf):
        return answer.addresses
    try:
        if time.monotonic() - answer.at >= FRESH_SECONDS:
            answer.addresses, answer.at = reachable(address), time.monotonic()
        return answer.addresses
    finally:
        answer.looking.release()


def local_name() -> str:
    """The name under which many devices of a home network find this computer; not all do."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def reachable(address: str) -> list[str]:
    """The addresses under which other devices reach a server listening on ``address``; the likeliest first.

    Asks the system, which may take seconds where a name server does not answer.
    """
    ways_in = [address]
    if ipaddress.ip_address(address).is_unspecified:
        ways = [_way_to(target) for target in ("192.0.2.1", "192.168.255.254", "10.255.255.254")]
        ways_in = [way for way in ways if way]
        with contextlib.suppress(OSError):  # a machine whose own name is nowhere written down
            ways_in += socket.gethostbyname_ex(socket.gethostname())[2]
    return [a for a in dict.fromkeys(ways_in) if not ipaddress.ip_address(a).is_loopback]


def is_own(address: str) -> bool:
    """Whether this computer has a numeric address just now; in doubt it has."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))  # binding a datagram socket sends nothing
        except OSError as failed:
            return failed.errno != errno.EADDRNOTAVAIL
        return True


def _way_to(target: str) -> str | None:
    """The own address from which ``target`` would be asked; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


@dataclass
class _Answer:
    addresses: list[str] = field(default_factory=list)
    at: float = -math.inf
    looking: threading.Lock = field(default_factory=threading.Lock)


_answers: dict[str, _Answer] = {}
