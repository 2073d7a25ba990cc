"""Every clause that a question can turn on has a case, and every case is judged as it should be.

One test a case holds all that is asked of its ruling: the verdict, exactly the clauses it may cite, words as people say
them at a table, JSON, and what becomes of it without one of its facts.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import find, rule
from referee.rules.rulebook.model import Rulebook
from tests.rules.case_files import Line, all_cases, case_id, cited, error_cases, wrong

CASES = all_cases()


SHORTHAND = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK\b|[♣♦♥♠=]|\b[AJQK]s\b|\bmeld \d")


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_case_is_judged_as_it_should_be(case: Line) -> None:
    answer = rule(case["ask"])
    assert wrong(answer, case["want"]) == [], answer
    _check_clauses(case, answer)
    _check_words(answer)
    assert json.loads(json.dumps(answer)) == answer
    if answer["legal"] is not None:
        _check_facts(case)


def _check_clauses(case: Line, answer: Line) -> None:
    """No foreign clause is cited, none is missing, and each says what it says in the rulebook."""
    assert "cites" in case, "run python -m tests.rules.write_cites and read what it writes"
    assert cited(answer) == case["cites"], f"cited otherwise: {answer['ruling']}"
    book = _book_of(case)
    for citation, clause in zip(answer["because"], map(book.clauses.__getitem__, case["cites"]), strict=True):
        passages = {"passages": [*clause.passages]} if clause.passages else {}
        said = {"clause": clause.address, "basis": clause.basis, "source": clause.source, "text": clause.text}
        # of a reading that does not decide, what nobody disputes is stated (``test_open_clauses`` looks at which)
        assert citation in (said | passages, said | {"basis": "stated"} if clause.is_reading else said | passages)
    decides = book.clauses[case["clause"].partition("/")[2]].topic
    assert decides in case["cites"] if "role" in case else decides == case["cites"][0]


def _check_words(answer: Line) -> None:
    """No ruling speaks in shorthand, and none at length."""
    texts = [answer["ruling"], *answer.get("makes_legal", ()), *[one["says"] for one in answer.get("findings", ())]]
    texts += answer.get("refused", {}).values()
    assert [text for text in texts if SHORTHAND.search(text)] == []
    assert max(map(len, texts)) <= 240
    assert not any("  " in text or ".." in text or " ," in text for text in texts)


def _facts(case: Line) -> list[str]:
    """The fields of a case that may be left unsaid; what has a default or narrows the question is none."""
    none = {"rulebook", "question", "players", "seats", "house", "kind"}
    none |= {"stock", "owes", "used_before"}  # long enough, nothing, and never, where nothing is said
    none |= {"asked_when", "same_moment", "passed"}  # in time, one after the other, and not, where nothing is said
    none |= {"just_taken", "from_discards"}  # not, where nothing is said
    none |= {"hand"} if case["ask"]["question"] == "contract" else set()
    # who lays off, or is down since an earlier turn, is by that not in the round of the whole hand, and who has
    # an empty hand in it has melded it in this turn: what else is said there contradicts itself
    none |= {"round", "down"} if case["clause"].endswith("/last-round") else set()
    return [field for field in case["ask"] if field not in none]


def _check_facts(case: Line) -> None:
    """Without one of its facts a ruling stays, or asks for it."""
    for field in _facts(case):
        answer = rule({key: value for key, value in case["ask"].items() if key != field})
        if answer["legal"] is None:
            assert field in [need["field"] for need in answer["needs"]]
        else:
            assert answer["legal"] is case["want"]["legal"], field


NO_QUESTION = {"phase-10/skips"}
"""What is recorded turns on these, and no question does: tests/game/test_skips.py."""


def test_every_clause_that_a_question_can_turn_on_has_a_case() -> None:
    # a case in which the table itself changed the clause says nothing about the rulebook's own
    decided = {case["clause"] for case in CASES if not _changed_by_the_table(case)}
    judged = {clause.address for book in library.all_rulebooks() for clause in book.clauses.values() if clause.judged}
    missing = sorted(judged - decided - NO_QUESTION)
    assert missing == [], "run python -m tests.rules.write_cases NAME; it says which cases are to be written by hand"


def _book_of(case: Line) -> Rulebook:
    return find(case["ask"]["rulebook"], case["ask"].get("house", {}))


def _changed_by_the_table(case: Line) -> bool:
    return _book_of(case).clauses[case["clause"].partition("/")[2]].basis == "house rule"


def test_every_case_has_a_name_of_its_own() -> None:
    names = Counter((case["ask"]["rulebook"], case["clause"], case["name"]) for case in CASES)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("case", error_cases(), ids=case_id)
def test_a_request_that_makes_no_sense_is_an_error_that_names_its_field(case: Line) -> None:
    answer = rule(case["ask"])
    assert list(answer) == ["error"]
    assert answer["error"]["field"] == case["error"]["field"]
    assert case["error"]["says"] in answer["error"]["message"]
    assert len(json.dumps(answer)) < 400
