"""Writes today's answers into the examples of the API; read the difference before it is kept."""

from __future__ import annotations

import json

from referee.rulebooks.ruling import rule
from referee.web.api.description import EXAMPLES, examples

if __name__ == "__main__":
    fresh = {name: {**one, "response": rule(one["request"])} for name, one in examples().items()}
    EXAMPLES.write_text(json.dumps(fresh, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
