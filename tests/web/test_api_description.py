"""The description of the API says what the code does: every question, field, answer, house rule and example."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.questions import QUESTIONS
from referee.rules.referee import COMMON
from referee.rules.rulebook.model import VALUES
from referee.web.api.description import description, examples
from tests.rules.case_files import all_cases, error_cases, wrong
from tests.sizes import sized
from tests.web.cases import questions
from tests.web.json_schema import against

DOCUMENT = description()
SCHEMAS = DOCUMENT["components"]["schemas"]
EVERY_RULING = {"legal", "ruling", "because", "needs", "fault", "makes_legal", "findings"}


def faults(value: Any, name: str) -> list[str]:
    return against(value, {"$ref": f"#/components/schemas/{name}"}, DOCUMENT)


def test_the_app_serves_it(client: FlaskClient) -> None:
    answer = client.get("/api/openapi.json")
    assert answer.mimetype == "application/json"
    assert answer.get_json() == json.loads(json.dumps(DOCUMENT))


def test_every_question_stands_in_it_with_exactly_its_fields() -> None:
    for name, question in QUESTIONS.items():
        fields = [field.name for field in question.fields]
        assert list(SCHEMAS[f"{name}_question"]["properties"]) == [
            "rulebook",
            "question",
            "round",
            "players",
            "house",
            *fields,
        ]
        assert set(COMMON) == {"rulebook", "question", "round", "players", "house"}


def test_every_house_rule_stands_in_it() -> None:
    assert list(SCHEMAS["HouseRules"]["properties"]) == list(VALUES)


@pytest.mark.parametrize("book", library.all_rulebooks(), ids=lambda book: book.id)
def test_the_values_of_every_rulebook_fit_the_shape_of_a_house_rule(book: Any) -> None:
    assert faults({name: book.in_json(name) for name in VALUES}, "HouseRules") == []


def test_every_question_that_the_rules_are_tested_with_fits() -> None:
    asked = [ask for ask in questions()[:: sized(4, 1)] if "error" not in rule(ask)]
    wrong = [(ask, found) for ask in asked if (found := faults(ask, "Question"))]
    assert wrong == []


def test_every_answer_fits_and_every_field_described_is_answered_somewhere() -> None:
    answered: dict[str, set[str]] = {name: set() for name in QUESTIONS}
    for ask in [*questions(), *(one["request"] for one in examples().values())]:
        answer = rule(ask)
        if "error" in answer:
            assert faults(answer, "Error") == []
            continue
        assert faults(answer, f"{ask['question']}_ruling") == [], ask
        answered[ask["question"]] |= set(answer)
    for name, question in QUESTIONS.items():
        assert answered[name] >= set(question.adds), name
    assert set.union(*answered.values()) >= EVERY_RULING


@pytest.mark.parametrize("name", examples())
def test_an_example_is_a_case_of_the_rules_with_the_whole_answer(name: str) -> None:
    example = examples()[name]
    answer = example["response"]
    assert faults(example["request"], "Question") == []
    (case,) = [
        case for case in [*all_cases(), *error_cases()] if case["name"] == f"an example of the interface: {name}"
    ]
    assert case["ask"] == example["request"]
    if "error" in answer:
        assert case["error"] == {"field": answer["error"]["field"], "says": answer["error"]["message"]}
    else:
        assert wrong(answer, case["want"]) == []
        assert set(case["want"]) >= set(answer) - {"because"}


@pytest.mark.parametrize("field", ["cards", "rulebook", "kind", "players", "house"])
def test_what_the_schema_refuses_the_referee_refuses_too(field: str) -> None:
    """A value of a wrong type: the schema and the code must both say no."""
    ask = {"rulebook": "contract", "question": "meld", "cards": "5C 6C 7C 8C", field: [7.5]}
    assert faults(ask, "Question") != []
    assert "error" in rule(ask)


def test_an_unknown_field_is_refused_by_both() -> None:
    ask = {"rulebook": "contract", "question": "meld", "cards": "5C 6C 7C 8C", "melds": []}
    assert faults(ask, "Question") != []
    assert rule(ask)["error"]["field"] == "melds"


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(DOCUMENT)
    named = {piece.partition('"')[0] for piece in text.split("#/components/schemas/")[1:]}
    assert named == set(SCHEMAS) - {"Question", "Ruling", "Answer"} | {"Question", "Ruling", "Answer"}


def test_every_status_that_the_code_answers_stands_in_it() -> None:
    assert set(DOCUMENT["paths"]["/api/rulings"]["post"]["responses"]) == {
        "200",
        "400",
        "411",
        "413",
        "415",
        "422",
        "429",
    }


@pytest.mark.parametrize("other", library.ids())
def test_two_rulebooks_side_by_side_fit_it(client: FlaskClient, other: str) -> None:
    answer = client.get(f"/api/rulebooks/contract/compare/{other}")
    assert answer.status_code == 200
    assert faults(answer.get_json(), "Comparison") == []


def test_an_unknown_rulebook_side_by_side_is_named_by_its_field(client: FlaskClient) -> None:
    answer = client.get("/api/rulebooks/contract/compare/chess")
    assert (answer.status_code, answer.get_json()["error"]["field"]) == (404, "other")
    assert faults(answer.get_json(), "Error") == []
