"""For a proxy or a watchdog: ``/healthz``, this process answers; ``/readyz``, and it reaches its score book."""

from __future__ import annotations

from flask import Blueprint, Response

from referee import errors
from referee.services import health

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def alive() -> Response:
    return _said("alive")


@pages.get("/readyz")
def ready() -> Response:
    """503 with the reason where the score book cannot be used."""
    try:
        health.ready()
    except errors.RefereeError as failed:
        return _said(str(failed), failed.status)
    return _said("ready")


def _said(text: str, status: int = 200) -> Response:
    response = Response(f"{text}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
