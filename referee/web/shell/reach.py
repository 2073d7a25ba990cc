"""The address by which other phones reach this app, as far as this request can tell."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import current_app, request

from referee.app import addresses
from referee.app.addresses import Listening


class Reach(NamedTuple):
    """Addresses of the start page, ending in a slash."""

    urls: tuple[str, ...]
    """Numeric ones, or that of a hosted app; the likeliest first. None where no other phone can reach it."""
    by_name: str
    """The same by a name that many home networks know, not all; empty for a hosted app."""


def reach() -> Reach:
    """Worked out for each request: a computer that has slept may have another address.

    What brought this phone here comes first: that way is open. Whoever sits at the computer itself gets its address
    on the home network.
    """
    if current_app.config.get("HOSTED"):
        return Reach((request.url_root,), "")
    place = urlsplit(request.url_root)
    numeric = _numeric(place.hostname or "")
    standard = 443 if request.scheme == "https" else 80
    listening = current_app.config.get("LISTENING") or Listening("0.0.0.0", place.port or standard)  # noqa: S104
    listening = listening._replace(scheme=request.scheme)
    urls = addresses.phone_urls(listening)
    if numeric is not None and not numeric.is_loopback:
        urls = [request.url_root, *(url for url in urls if url != request.url_root)]
    return Reach(tuple(urls), addresses.url(listening, addresses.local_name()) if urls else "")


def _numeric(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
