"""The examples of the ruling interface hold, where their file is at hand."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from referee.rulebooks.ruling import rule
from tests.rules.case_files import lines, wrong

EXAMPLES = Path(
    os.environ.get("RULING_EXAMPLES", Path(__file__).parents[3] / "shared" / "rules" / "examples.jsonl")
)  # beside the project, or wherever RULING_EXAMPLES says


def test_every_line_of_the_examples_holds() -> None:
    if not EXAMPLES.is_file():
        pytest.skip(f"there are no examples at {EXAMPLES}; set RULING_EXAMPLES to their file")
    failed = [
        (json.dumps(line["ask"]), found)
        for line in lines(EXAMPLES)
        if (found := wrong(rule(line["ask"]), line["want"]))
    ]
    assert failed == []
    assert len(lines(EXAMPLES)) > 50
