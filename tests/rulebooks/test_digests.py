"""A published rulebook changes only on purpose."""

from __future__ import annotations

import json
from pathlib import Path

from referee.rulebooks.library import all_rulebooks, ids
from tests.recorded import if_meant, recorded

PUBLISHED = Path(__file__).with_name("digests.json")


def test_no_rulebook_differs_from_the_one_published() -> None:
    now = {book.id: book.digest for book in all_rulebooks()}
    published = json.loads(recorded(PUBLISHED, json.dumps(now, indent=2) + "\n"))
    changed = [rulebook for rulebook in {**published, **now} if now.get(rulebook) != published.get(rulebook)]
    assert not changed, (
        f"{', '.join(changed)}: the rules or their words are not those published. Say in CHANGELOG.md which rulebooks "
        f"change and why. {if_meant('tests/rulebooks')}"
    )


def test_a_changed_word_changes_the_digest_of_every_rulebook_that_takes_it_over() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    assert len(set(published.values())) == len(published) == len(ids())
