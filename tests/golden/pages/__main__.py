"""The golden pages written anew: ``python -m tests.golden.pages`` for all stories, or with names for some.

Wants reading before it is committed: a golden page with a wrong sentence or number in it is worse than none.
"""

from __future__ import annotations

import logging
import sys

from tests import apps
from tests.golden.pages.all_stories import STORIES
from tests.golden.pages.story import SAID, told
from tests.templates import keep_compiled


def main(names: list[str]) -> None:
    logging.disable()  # refusals are what is wanted
    keep_compiled()
    SAID.mkdir(exist_ok=True)
    for name in names or STORIES:
        (SAID / f"{name}.txt").write_text(told(name).said, encoding="utf-8")
    if not names:
        for old in SAID.glob("*.txt"):
            if old.stem not in STORIES:
                old.unlink()
    apps.clear()


if __name__ == "__main__":
    main(sys.argv[1:])
