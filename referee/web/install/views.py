"""What makes an app of the pages on a secure connection: the manifest, and the worker that keeps the last state."""

from __future__ import annotations

import hashlib
import json

from flask import Blueprint, Response, current_app, render_template, request, url_for

from referee.app.guard import name_of
from referee.messages import gettext as _
from referee.web.shell import assets
from referee.web.shell.catalogue import language

pages = Blueprint("install", __name__)

GREEN, CREAM = "#0f4a31", "#f4efe1"
"""The bar and the ground of the pages."""
_ASK_FIRST = {"Cache-Control": "no-cache"}
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-192.png", "192x192", "maskable"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a browser needs to put the app on the home screen."""
    start = url_for("start.page")
    icons = [
        {"src": assets.asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    content = {
        "id": start,
        "name": "Table Referee",
        "short_name": "Referee",
        "description": _("Scorekeeper and referee for Contract Rummy and its relatives"),
        "lang": language(),
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "theme_color": GREEN,
        "background_color": CREAM,
        "icons": icons,
    }
    return Response(json.dumps(content), mimetype="application/manifest+json", headers=_ASK_FIRST)


@pages.get("/worker.js")
def worker() -> Response:
    """The worker, with everything that a page is drawn with. Other files make another worker, and the old one goes."""
    files = assets.of_every_page()
    source = render_template("install/worker.js", root=request.script_root, files=files)
    version = hashlib.sha256(source.encode()).hexdigest()[:10]
    return Response(f'const VERSION = "{version}";\n{source}', mimetype="text/javascript", headers=_ASK_FIRST)


def worker_address() -> str:
    """Where the worker is; empty where the settings want none, and where no browser would take one."""
    name = name_of(request.host)
    is_secure = request.is_secure or name == "localhost" or name.startswith("127.")
    return url_for("install.worker") if is_secure and current_app.config.get("SERVICE_WORKER", True) else ""
