"""https for a phone of the home: the steps, and the certificate of this house's authority."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request

from referee.app import addresses
from referee.app.addresses import Listening
from referee.web.https.page import certificate, https
from referee.web.shell import screens
from referee.web.shell.screens import Page, Visit, screen

pages = Blueprint("https", __name__)


@screen(pages, "/https")
def page(_: Visit) -> Page:
    listening: Listening | None = current_app.config.get("LISTENING")
    named = addresses.url(listening, listening.name) if listening and listening.name else ""
    return screens.page("https/page.html", https=https(request.host, request.is_secure, _authority(), named))


@pages.get("/https/table-referee.crt")
def authority() -> Response:
    """What a phone installs. Shown and not saved, because an iPhone installs only what it is shown."""
    file = _authority()
    if file is None:
        abort(404)
    return Response(certificate(file), mimetype="application/x-x509-ca-cert")


def _authority() -> Path | None:
    file: Path | None = current_app.config.get("AUTHORITY")
    return file
