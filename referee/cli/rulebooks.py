"""``referee check-rulebooks``, ``referee show-rulebook`` and ``referee compare``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.rulebooks import checking, comparing, library, report
from referee.rulebooks.starts.making import starts
from referee.rules.rulebook.model import Rulebook, to_data


def check(files: Sequence[Path]) -> int:
    """Print every fault of these rulebook files, or of the app's own; returns 1 if there is any."""
    problems = checking.check_all(files or None)
    for problem in problems:
        print(problem)
    count = len(files) or len(library.ids())
    print(f"{count} rulebook{'s' * (count != 1)} checked, {len(problems)} fault{'s' * (len(problems) != 1)}")
    return int(bool(problems))


def show(rulebook_id: str, as_json: bool) -> int:
    """Print a rulebook, merged; ends the process with a sentence where there is none of this id."""
    book = _load(rulebook_id)
    print(json.dumps(to_data(book), ensure_ascii=False, indent=2) if as_json else report.show(book).rstrip())
    return 0


def compare(rulebook_id: str, other_id: str, as_json: bool) -> int:
    """Print two rulebooks side by side; ends the process with a sentence where there is none of an id."""
    two = comparing.compare(_load(rulebook_id), _load(other_id))
    text = json.dumps(comparing.as_json(two), ensure_ascii=False, indent=2) if as_json else comparing.as_text(two)
    print(text.rstrip())
    return 0


def _load(rulebook_id: str) -> Rulebook:
    try:
        return library.load(rulebook_id)
    except library.UnknownRulebook as unknown:
        if start := next((start for start in starts() if start.id == rulebook_id), None):
            return start.book
        sys.exit(f"referee: {unknown}")
