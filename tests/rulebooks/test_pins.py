"""Every value, basis and name of every rulebook is what the ledger says."""

from __future__ import annotations

import pytest

from referee.rulebooks.library import first_shelf, load
from referee.rules.rulebook.in_words import sentence
from referee.rules.rulebook.model import PUBLIC, VALUE_NAMES, VALUE_TOPICS, Clause
from tests.rulebooks import ledger, ledger_basis


def test_the_ledger_has_every_value_and_no_other() -> None:
    assert set(ledger.VALUES) == set(VALUE_NAMES)


@pytest.mark.parametrize("name", ledger.VALUES)
def test_every_value_is_the_ledgers(name: str) -> None:
    found = {rulebook: getattr(load(rulebook), name) for rulebook in ledger.IDS}
    assert found == ledger.VALUES[name]


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_yes_and_no_are_never_numbers(rulebook: str) -> None:
    """In Python ``True == 1``, so equal values are not enough."""
    found = {name: isinstance(value, bool) for name, value in load(rulebook).values().items()}
    assert found == {name: isinstance(row[rulebook], bool) for name, row in ledger.VALUES.items()}


def status(clause: Clause) -> str:
    return "reading" if clause.is_reading else clause.basis


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_every_clause_rests_on_what_the_ledger_says_and_there_are_no_others(rulebook: str) -> None:
    found = {clause.address: status(clause) for clause in load(rulebook).clauses.values()}
    assert found == {
        address: said for address, said in ledger_basis.STATUS.items() if address.partition("/")[0] == rulebook
    }


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_two_passages_are_told_where_the_ledger_names_two_and_nowhere_else(rulebook: str) -> None:
    for clause in load(rulebook).clauses.values():
        own = clause.address in ledger_basis.TWO_PASSAGES
        of_the_base = any(
            clause.passages == load(base).clause(clause.topic).passages
            for base, _, topic in (address.partition("/") for address in ledger_basis.TWO_PASSAGES)
            if topic == clause.topic and base != rulebook
        )
        assert own or of_the_base or not clause.passages, clause.address
        assert not own or len(set(clause.passages)) == 2, clause.address


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_a_reading_never_says_that_no_source_says(rulebook: str) -> None:
    for clause in load(rulebook).clauses.values():
        if clause.is_reading:
            of = clause.inherited_from.partition("/")[0] or rulebook
            assert clause.source == ledger.SOURCES[of], clause.address
            assert len(clause.passages) == 2


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_a_stated_clause_names_a_source_of_its_own_rulebook(rulebook: str) -> None:
    stated = {clause.source for clause in load(rulebook).clauses.values() if clause.basis == "stated"}
    assert {ledger.SOURCES[rulebook]} <= stated <= {ledger.SOURCES[rulebook], *ledger.FURTHER.get(rulebook, ())}


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_an_inherited_clause_names_the_rulebook_and_the_source_that_state_it(rulebook: str) -> None:
    for clause in load(rulebook).clauses.values():
        if clause.basis == "inherited":
            origin, _, topic = clause.inherited_from.partition("/")
            assert topic == clause.topic
            assert load(origin).clause(topic).basis == "stated"
            assert clause.source == ledger.SOURCES[origin]


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_what_is_open_says_what_the_sources_leave_open(rulebook: str) -> None:
    for clause in load(rulebook).clauses.values():
        if clause.basis == "house default":
            assert (clause.source == "no source says") is not clause.is_reading
            assert clause.silence is not None
            assert clause.silence.question.endswith("?")
            assert clause.silence.reading
            assert clause.silence.why


@pytest.mark.parametrize(("address", "decision"), ledger_basis.decisions().items())
def test_a_decision_of_the_ledger_stands_in_its_clause(address: str, decision: str) -> None:
    rulebook, _, topic = address.partition("/")
    silence = load(rulebook).clause(topic).silence
    assert silence is not None
    assert silence.decision == decision


def test_every_decision_of_the_ledger_is_told_somewhere() -> None:
    told = {
        clause.silence.decision
        for rulebook in ledger.IDS
        for clause in load(rulebook).clauses.values()
        if clause.silence
    }
    assert told - {""} == {f"D{number}" for number in range(1, 59)}


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_names_and_sources_are_the_ledgers(rulebook: str) -> None:
    book = load(rulebook)
    assert book.id == rulebook
    assert book.name == ledger.NAMES[rulebook]
    assert [source.name for source in book.sources] == [ledger.SOURCES[rulebook], *ledger.FURTHER.get(rulebook, ())]
    assert book.shelf == (PUBLIC if rulebook in ledger.FURTHER else "")
    assert book.builds_on == ledger.BUILDS_ON[rulebook]
    assert book.also_called == ledger.ALSO_CALLED[rulebook]
    assert book.may_i_word == ledger.MAY_I_WORDS[rulebook]


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_every_address_is_the_rulebook_and_the_topic(rulebook: str) -> None:
    for topic, clause in load(rulebook).clauses.items():
        assert clause.address == f"{rulebook}/{topic}"


@pytest.mark.parametrize("rulebook", ledger.IDS)
def test_a_clause_that_decides_several_values_says_them_in_one_sentence(rulebook: str) -> None:
    """Else the words of a house rule on one of them would be silent about the others."""
    values = load(rulebook).values()
    for topic in VALUE_TOPICS.values():
        assert len({sentence(name, values) for name, at in VALUE_TOPICS.items() if at == topic}) == 1


@pytest.mark.parametrize("rulebook", first_shelf())
def test_every_rulebook_that_one_text_tells_can_be_played_without_jokers(rulebook: str) -> None:
    assert any("without jokers" in option for option in load(rulebook).options)
