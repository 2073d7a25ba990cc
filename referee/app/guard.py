"""What stands before every page: which hosts are answered, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.middleware.proxy_fix import ProxyFix

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Table-Referee": "1",  # whose answer it is: a phone keeps what it wrote until this app has answered, not a proxy
}


def init_app(app: Flask) -> None:
    """Answer only known hosts (``HOSTS`` in the settings adds names) and set the headers.

    ``BEHIND_PROXY`` in the settings: who asks, and whether by https, is what the proxy in front says.
    """
    if app.config.get("BEHIND_PROXY"):
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]

    @app.before_request
    def refuse_strange_hosts() -> Response | None:
        if host_allowed(request.host, app.config.get("HOSTS", ())):
            return None
        sentence = (
            "This address is not one of the names this server answers to. To allow it, put its name into REFEREE_HOSTS."
        )
        return Response(sentence + "\n", status=421, mimetype="text/plain")

    @app.before_request
    def refuse_what_no_database_takes() -> None:
        if "\0" in request.path:
            abort(404)

    @app.after_request
    def set_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def host_allowed(host: str, named: Collection[str]) -> bool:
    """Whether a Host header names this server.

    Numeric addresses of a home network, ``localhost``, ``*.local`` and this machine's own name do:
    a page elsewhere cannot make its own name resolve to them. Other names must be listed in
    ``named``; one that begins with a dot also allows everything below it.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        return not ipaddress.ip_address(name).is_global or name in named
    except ValueError:
        pass
    if name == "localhost" or name.endswith((".localhost", ".local")) or name == socket.gethostname().lower():
        return True
    return any(name == known.lstrip(".") or (known[:1] == "." and name.endswith(known)) for known in named)
