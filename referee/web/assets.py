"""Static files: an address that changes with their content, and their gzip form."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

_TEXT = (".css", ".js", ".svg", ".txt")
_A_YEAR = 365 * 24 * 3600


def asset(name: str) -> str:
    """The address of a static file; it may be kept for ever, because other content has another address."""
    path = Path(str(current_app.static_folder)) / name
    return url_for("static", filename=name, v=_digest(str(path), path.stat().st_mtime_ns))


@lru_cache(maxsize=64)
def _digest(path: str, _changed: int) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]


@lru_cache(maxsize=64)
def _zipped(path: str, _changed: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


def init_app(app: Flask) -> None:
    """Serve static texts compressed (pages are not: they carry secrets beside what people typed)."""
    app.add_template_global(asset)

    @app.after_request
    def compress(response: Response) -> Response:
        if request.endpoint != "static" or response.status_code != 200:
            return response
        if "v" in request.args:
            response.headers["Cache-Control"] = f"public, max-age={_A_YEAR}, immutable"
        path = Path(str(app.static_folder)) / request.path.removeprefix(f"{app.static_url_path}/")
        response.vary.add("Accept-Encoding")
        if path.suffix not in _TEXT or not request.accept_encodings["gzip"] or "Range" in request.headers:
            return response
        response.direct_passthrough = False
        response.close()  # the open file; its content is at hand
        response.set_data(_zipped(str(path), path.stat().st_mtime_ns))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("ETag", None)
        return response
