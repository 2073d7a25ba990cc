"""Starts for an own rulebook are whole rulebooks of a table, and say who tells them, or that no source does."""

from __future__ import annotations

import pytest

from referee.cli.main import main
from referee.rulebooks import library, own
from referee.rulebooks.starts.making import Start, starts
from referee.rules.rulebook.checks import problems
from referee.rules.rulebook.house_rules import HOUSE_SOURCE


def test_there_are_two_and_none_has_the_id_of_a_rulebook() -> None:
    ids = [start.id for start in starts()]
    assert ids == ["phase-10-with-two-decks", "six-contracts"]
    assert not {*ids} & {*library.ids()}


@pytest.mark.parametrize("start", starts(), ids=lambda start: start.id)
def test_a_start_is_a_sound_rulebook_in_which_what_is_new_is_the_tables(start: Start) -> None:
    assert problems(start.book) == []
    assert own.read(start.text).digest == start.book.digest
    assert (start.book.id, start.book.name) == (start.id, start.name)
    assert ("not from the sources" in start.book.special) != ("From public descriptions" in start.book.special)
    base = library.load(start.book.builds_on)
    changed = [clause for topic, clause in start.book.clauses.items() if clause.text != base.clauses[topic].text]
    assert len(changed) > 8
    decided = [clause for clause in changed if clause.silence is None]  # a silence that is worded anew stays one
    assert {clause.basis for clause in decided} == {"house rule"}
    assert {clause.source for clause in decided if not clause.inherited_from} == {HOUSE_SOURCE}


def test_a_start_is_printed_and_compared_like_a_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show-rulebook", "phase-10-with-two-decks"]) == 0
    assert "10: a set of 5 and a set of 3." in " ".join(capsys.readouterr().out.split())
    assert main(["compare", "phase-10-with-two-decks", "contract"]) == 0
    assert "Jokers and kings are wild." in " ".join(capsys.readouterr().out.split())
