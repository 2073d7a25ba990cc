"""``referee check-rulebooks`` and ``referee show-rulebook``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.rulebooks import library, report
from referee.rules.rulebook.model import to_data


def check(files: Sequence[Path]) -> int:
    """Print every fault of these rulebook files, or of the app's own; returns 1 if there is any."""
    problems = report.check_all(files or None)
    for problem in problems:
        print(problem)
    count = len(files) or len(library.ids())
    print(f"{count} rulebook{'s' * (count != 1)} checked, {len(problems)} fault{'s' * (len(problems) != 1)}")
    return int(bool(problems))


def show(rulebook_id: str, as_json: bool) -> int:
    """Print a rulebook, merged; ends the process with a sentence where there is none of this id."""
    try:
        book = library.load(rulebook_id)
    except library.UnknownRulebook as unknown:
        sys.exit(f"referee: {unknown}")
    print(json.dumps(to_data(book), ensure_ascii=False, indent=2) if as_json else report.show(book).rstrip())
    return 0
