"""What stands before every page: which hosts are answered, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.days import clock

OPENER = "Cross-Origin-Opener-Policy"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    OPENER: "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Table-Referee": "1",  # whose answer it is: a phone keeps what it wrote until this app has answered, not a proxy
}

OUR_FILES = frozenset({"static", "script", "styles"})
"""The endpoints of what pages are drawn with."""
NEVER_PAGES = frozenset({"text/javascript", "text/css", "font/woff2"})
OF_PARTS = {name: HEADERS[name] for name in ("X-Content-Type-Options",)}
"""The others speak of pages and windows: with each of twenty scripts they would be a tenth of what a phone loads.
An SVG image is opened as a page of its own."""


def init_app(app: Flask) -> None:
    """Answer only known hosts (``HOSTS`` in the settings adds names) and set the headers.

    ``BEHIND_PROXY`` in the settings: who asks, and whether by https, is what the proxy in front says.
    """
    app.session_interface = HostSession()
    if app.config.get("BEHIND_PROXY"):
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]

    @app.before_request
    def refuse_strange_hosts() -> Response | None:
        if host_allowed(request.host, app.config.get("HOSTS", ())) and not _asks_another_host():
            return None
        sentence = (
            "This address is not one of the names this server answers to. To allow it, put its name into REFEREE_HOSTS."
        )
        return Response(sentence + "\n", status=421, mimetype="text/plain")

    @app.before_request
    def refuse_forms_of_other_pages() -> Response | None:
        """Our pages send no address of theirs, or ``null``; where one is sent, it must be ours."""
        sent = request.headers.get("Origin", "null")
        if request.method in ("GET", "HEAD", "OPTIONS") or sent == "null" or is_own_origin(sent):
            return None
        app.logger.warning("refused: %s %r from the page %r", request.method, request.path, sent[:200])
        return Response("This was sent by a page of another address.\n", status=403, mimetype="text/plain")

    @app.before_request
    def refuse_what_no_database_takes() -> None:
        if "\0" in request.path:
            abort(404)

    @app.after_request
    def set_headers(response: Response) -> Response:
        is_part = request.endpoint in OUR_FILES and response.mimetype in NEVER_PAGES
        for name, value in (OF_PARTS if is_part else HEADERS).items():
            response.headers.setdefault(name, value)
        if not request.is_secure and not _called_as_loopback():
            del response.headers[OPENER]  # on plain http browsers only complain of it
        return response


class HostSession(SecureCookieSessionInterface):
    """The session's cookie, on https by a name that only this very host can have set, and never sent without."""

    def get_cookie_name(self, app: Flask) -> str:
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure or super().get_cookie_secure(app)

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """By our clock: by any other, a year from now may be beyond the calendar."""
        return clock() + app.permanent_session_lifetime if session.permanent else None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """A file that everybody gets alike carries nobody's cookie: each of twenty would weigh 260 bytes more, and a
        proxy may keep it for others."""
        if request.endpoint not in OUR_FILES or session.modified:
            super().save_session(app, session, response)

    def get_cookie_domain(self, app: Flask) -> str | None:  # noqa: ARG002 - as Flask calls it
        return None

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002
        return "/"


def _asks_another_host() -> bool:
    """Whether the request line itself names a host (``GET http://other/``), and another one than ``Host``."""
    line = str(request.environ.get("RAW_URI") or request.environ.get("REQUEST_URI") or "")
    scheme, there, rest = line.partition("://")
    if not there or scheme.lower() not in ("http", "https"):
        return False
    return re.split(r"[/?#]", rest, maxsplit=1)[0].lower() != request.host.lower()


def is_own_origin(sent: str) -> bool:
    """Whether an ``Origin`` header names the address that was asked."""
    try:
        page, here = urlsplit(sent), urlsplit(f"//{request.host}")
        standard = {"http": 80, "https": 443}.get(page.scheme)
        own = {here.port} if here.port else {80, 443}
        return bool(page.hostname) and page.hostname == here.hostname and (page.port or standard) in own
    except ValueError:
        return False


class Origin(NamedTuple):
    """Where a request comes from, as the network says and not the one who sends it."""

    same_computer: bool
    home: bool


_NOWHERE = Origin(same_computer=False, home=False)
_FORWARDED = re.compile(r"forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+|fly-client-ip", re.I)
_LONGEST_HOST = 300
"""A name has 253 letters at most; longer ones, which strangers send, are not kept either."""
_HOME_NAMES = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".fritz.box")


def origin() -> Origin:
    """Where this request comes from.

    The same computer: from its own address, by a name that means this computer, on no way round. At home: from an
    address of a private network to one, or to a name that only a home network knows. Whatever another computer has
    handed on comes from nowhere, unless it is the proxy of the settings: what a tunnel brings in looks local too. So
    does what a router or a container hands on, therefore the name by which we are called counts as well.
    """
    address = address_of(request.remote_addr or "")
    if address is None or not _called_at_home():
        return _NOWHERE
    if not current_app.config.get("BEHIND_PROXY") and any(_FORWARDED.fullmatch(name) for name, _ in request.headers):
        return _NOWHERE
    hosted = bool(current_app.config.get("HOSTED") or current_app.config.get("BEHIND_PROXY"))
    this_one = address.is_loopback and _called_as_loopback() and not hosted
    return Origin(
        same_computer=this_one and bool(current_app.config.get("TRUST_LOCALHOST")),
        home=not address.is_global and (address.is_private or address.is_link_local),
    )


def number_called() -> str:
    """The numeric address by which this request calls us; empty for a name."""
    address = address_of(name_of(request.host))
    return str(address) if address is not None else ""


def address_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a text spells, one of IPv4 in the clothes of IPv6 as what it is; None for anything else."""
    return _address_of(text) if len(text) <= _LONGEST_HOST else None


@lru_cache(maxsize=1024)
def _address_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def name_of(host: str) -> str:
    """The name or number in a ``Host`` header, without its port; empty where it is none."""
    return _name_of(host) if len(host) <= _LONGEST_HOST else ""


@lru_cache(maxsize=1024)  # a page asks five times
def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _called_as_loopback() -> bool:
    name = name_of(request.host)
    address = address_of(name)
    return address.is_loopback if address is not None else name == "localhost" or name.endswith(".localhost")


def _called_at_home() -> bool:
    name = name_of(request.host)
    if (address := address_of(name)) is not None:
        return not address.is_global
    return bool(name) and ("." not in name or name.endswith(_HOME_NAMES) or name == socket.gethostname().lower())


def host_allowed(host: str, named: Collection[str]) -> bool:
    """Whether a Host header names this server.

    Numeric addresses of a home network, ``localhost``, ``*.local`` and this machine's own name do:
    a page elsewhere cannot make its own name resolve to them. Other names must be listed in
    ``named``; one that begins with a dot also allows everything below it.
    """
    name = name_of(host)
    if (address := address_of(name)) is not None:
        return not address.is_global or name in named
    if name == "localhost" or name.endswith((".localhost", ".local")) or name == socket.gethostname().lower():
        return True
    return any(name == listed.lstrip(".") or (listed[:1] == "." and name.endswith(listed)) for listed in named)
