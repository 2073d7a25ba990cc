"""How a phone comes to trust this computer, as far as that is offered and still to be done."""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path
from typing import NamedTuple


class Https(NamedTuple):
    address: str
    """Of the start page by https; empty where this server does not speak it."""
    is_secure: bool
    """This phone came by https already."""
    fingerprint: tuple[str, ...] = ()
    """SHA-256 of the authority in groups of four bytes; empty where a phone need not be told to trust anything."""


def certificate(authority: Path) -> bytes:
    """The authority's certificate in the form that phones install."""
    return ssl.PEM_cert_to_DER_cert(authority.read_text("ascii"))


def https(host: str, is_secure: bool, authority: Path | None, named: str) -> Https:
    """``host``: by what the phone came. ``named``: the start page by https, by the name of a given certificate."""
    if authority is None:
        return Https(named or (f"https://{host}/" if is_secure else ""), is_secure)
    digest = hashlib.sha256(certificate(authority)).hexdigest().upper()
    pairs = [digest[start : start + 2] for start in range(0, len(digest), 2)]
    groups = tuple(" ".join(pairs[start : start + 4]) for start in range(0, len(pairs), 4))
    return Https(f"https://{host}/", is_secure, groups)
