"""Answers for programs: JSON, with the fault where something cannot be answered."""

from __future__ import annotations

import json
from typing import Any

from flask import request
from werkzeug.wrappers import Response


def as_json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    # ASCII only: whatever a question held, its answer can be written
    text = json.dumps(data, separators=(",", ":"))
    response = Response(text + "\n", status, mimetype="application/json", headers=headers)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def fault(field: str, message: str) -> dict[str, Any]:
    return {"error": {"field": field, "message": message}}


def error(status: int, field: str, message: str, headers: dict[str, str] | None = None) -> Response:
    return as_json(fault(field, message), status, headers)


def unless_known(response: Response) -> Response:
    """With its ETag; nothing (304) where the asker has it already."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)
