"""Finding, reading and writing rulebooks."""

from __future__ import annotations

import json

import pytest

from referee.rulebooks import library
from referee.rulebooks.library import ids, load
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import VALUE_NAMES, to_data
from referee.rules.rulebook.values import from_data, read_value
from tests.rulebooks import ledger


def test_the_rulebooks_stand_in_the_ledgers_order() -> None:
    assert ids() == ledger.IDS
    assert tuple(book.id for book in library.all_rulebooks()) == ledger.IDS


def test_a_rulebook_is_read_once() -> None:
    assert load("contract") is load("contract")


def test_an_unknown_rulebook_is_named_with_those_there_are() -> None:
    with pytest.raises(library.UnknownRulebook, match=r"no rulebook 'canasta'.*contract, screw, .*bicycle") as caught:
        load("canasta")
    assert caught.value.id == "canasta"
    assert isinstance(caught.value, KeyError)


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_a_rulebook_survives_json(rulebook: str) -> None:
    book = load(rulebook)
    again = from_data(json.loads(json.dumps(to_data(book))))
    assert again == book
    assert again.digest == book.digest
    assert list(again.clauses) == list(book.clauses)


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_a_rulebook_with_house_rules_survives_json(rulebook: str) -> None:
    book = library.with_house_rules(load(rulebook), {"jokers": 0, "screw_over": True, "tie_break": "none"})
    assert from_data(json.loads(json.dumps(to_data(book)))) == book


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_every_value_is_read_back_from_the_form_it_is_written_in(rulebook: str) -> None:
    book = load(rulebook)
    for name in VALUE_NAMES:
        written = json.loads(json.dumps(book.in_json(name)))
        assert read_value(name, written, book.rounds) == getattr(book, name)


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_a_file_read_as_text_is_the_rulebook_of_the_library(rulebook: str) -> None:
    assert library.read_rulebook(library.text_of(rulebook)) == load(rulebook)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"values": None}, "rulebook"),
        ({"values": {}}, "players_min"),
        ({"clauses": [{"address": "contract/run"}]}, "rulebook"),
        ({"sources": 5}, "rulebook"),
    ],
)
def test_data_that_is_no_rulebook_is_refused(change: dict[str, object], key: str) -> None:
    with pytest.raises(RulebookError) as caught:
        from_data({**to_data(load("contract")), **change})
    assert caught.value.key == key


def test_data_without_a_value_names_it() -> None:
    data = to_data(load("contract"))
    del data["values"]["swap_when"]
    with pytest.raises(RulebookError, match="swap_when: this rule value is missing"):
        from_data(data)


def test_a_rulebook_in_two_steps_has_the_first_words_and_source() -> None:
    """shanghai-powe builds on shanghai, and shanghai on contract: who says it is who is named."""
    powe = load("shanghai-powe")
    assert powe.clause("run").inherited_from == "shanghai/run"
    assert powe.clause("swap").inherited_from == "contract/swap"
    assert powe.clause("same-rank").basis == "inherited"
    assert load("shanghai").clause("natural").basis == "house default"
    assert load("shanghai").clause("natural").inherited_from == "contract/natural"


def test_a_new_clause_stands_after_the_one_written_before_it() -> None:
    topics = list(load("screw").clauses)
    assert topics[topics.index("screw-over") + 1] == "screw-when"
    progressive = list(load("progressive").clauses)
    assert progressive[progressive.index("wild-place") + 1] == "declare"


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_clauses_can_be_read_aloud(rulebook: str) -> None:
    """Short, whole sentences: nobody at a table listens to more."""
    for clause in load(rulebook).clauses.values():
        assert clause.text.endswith("."), clause.address
        if clause.topic != "contracts":  # a list, one round after the other
            assert len(clause.text.split()) <= 60, clause.address
            assert max(len(sentence.split()) for sentence in clause.text.split(". ")) <= 32, clause.address


def test_no_clause_calls_a_reading_of_ours_what_its_source_states() -> None:
    """Words taken over with a clause may tell of another source: what is ours in them needs its two passages."""
    stated = [
        clause for book in library.all_rulebooks() for clause in book.clauses.values() if clause.basis == "stated"
    ]
    assert [clause.address for clause in stated if "our reading" in clause.text and not clause.passages] == []
