"""Write into the cases which clauses their rulings cite: ``python -m tests.rules.write_cites [file ...]``.

Only cases without ``cites`` are written; with ``--all`` every case. Read what has changed (``git diff``) before you
keep it: the lists say which clauses a ruling may rest on, and here they are taken from the rulings themselves.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from referee.rulebooks.ruling import rule
from tests.rules.case_files import Line, case_paths, cited, lines


def with_cites(case: Line, *, renew: bool) -> Line:
    """A case with the topics of the clauses that its ruling cites; as it is where it has them already."""
    if "cites" in case and not renew:
        return case
    return {**case, "cites": cited(rule(case["ask"]))}


def main(arguments: list[str]) -> None:
    renew = "--all" in arguments
    paths = [Path(name) for name in arguments if name != "--all"] or case_paths()
    for path in paths:
        cases = [with_cites(case, renew=renew) for case in lines(path)]
        path.write_text("".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in cases), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
