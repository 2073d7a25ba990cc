"""``referee rule``: questions in, rulings out, one JSON object a line."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from referee.rulebooks.ruling import rule


def answer(questions: BinaryIO, rulings: BinaryIO) -> int:
    """Answer line after line, in order, each as soon as it is read; returns 1 if any line got an error, else 0.

    Lines of nothing but white space are passed over.
    """
    failed = False
    for line in questions:
        if not line.strip():
            continue
        ruling = _ruling(line)
        failed = failed or "error" in ruling
        # a lone surrogate is no UTF-8; backslashreplace writes it as the JSON escape that it came as
        text = json.dumps(ruling, ensure_ascii=False)
        rulings.write(text.encode("utf-8", "backslashreplace") + b"\n")
        rulings.flush()
    return int(failed)


def _ruling(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as bad:
        return {"error": {"field": "request", "message": f"this line is not JSON: {bad}"}}
    return rule(request)
