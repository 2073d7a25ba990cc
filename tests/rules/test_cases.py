"""Every clause that a question can turn on has a case, and every case is judged as it should be."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import find, rule
from referee.rules.rulebook.model import Clause
from tests.rules.case_files import Line, all_cases, case_id, error_cases, wrong

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_case_is_judged_as_it_should_be(case: Line) -> None:
    answer = rule(case["ask"])
    assert wrong(answer, case["want"]) == [], answer
    cited = [citation["clause"] for citation in answer["because"]]
    if case.get("role") == "consequence":
        assert case["clause"] in cited
    else:
        assert cited[0] == case["clause"], f"decided by {cited}: {answer['ruling']}"
    assert set(case.get("because", [])) <= set(cited)


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_each_citation_says_what_its_clause_says(case: Line) -> None:
    book = find(case["ask"]["rulebook"], case["ask"].get("house", {}))
    for citation in rule(case["ask"])["because"]:
        clause = book.clauses[citation["clause"].partition("/")[2]]
        assert citation == {
            "clause": clause.address,
            "basis": clause.basis,
            "source": clause.source,
            "text": clause.text,
        }


def test_every_clause_that_a_question_can_turn_on_has_a_case() -> None:
    # a case in which the table itself changed the clause says nothing about the rulebook's own
    decided = {case["clause"] for case in CASES if _clause_of(case).basis != "house rule"}
    judged = {clause.address for book in library.all_rulebooks() for clause in book.clauses.values() if clause.judged}
    assert sorted(judged - decided) == []


def _clause_of(case: Line) -> Clause:
    book = find(case["ask"]["rulebook"], case["ask"].get("house", {}))
    return book.clauses[case["clause"].partition("/")[2]]


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
