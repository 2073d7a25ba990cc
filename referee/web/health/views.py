"""For a proxy or a watchdog: ``/healthz``, this process answers; ``/readyz``, and it reaches its score book.

``/metrics``: what the app counted, for whoever brings the token of the settings.
"""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, abort, current_app, request

from referee import errors
from referee.app import metrics as numbers
from referee.services.house import health

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def alive() -> Response:
    return _plain("alive")


@pages.get("/readyz")
def ready() -> Response:
    """503 with the reason where the score book cannot be used."""
    try:
        health.ready()
    except errors.RefereeError as failed:
        return _plain(str(failed), failed.status)
    return _plain("ready")


@pages.get("/metrics")
def metrics() -> Response:
    """Not there at all where the settings name no token."""
    token = str(current_app.config.get("METRICS", ""))
    if not token:
        abort(404)
    if not hmac.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
        refused = _plain("This asks for the token of REFEREE_METRICS.", 401)
        refused.headers["WWW-Authenticate"] = "Bearer"
        return refused
    text, kind = numbers.of().text()
    return Response(text, content_type=kind, headers={"Cache-Control": "no-store"})


def _plain(text: str, status: int = 200) -> Response:
    return Response(f"{text}\n", status, {"Cache-Control": "no-store"}, mimetype="text/plain")
