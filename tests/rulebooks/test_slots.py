"""The melds of a contract: how a form writes them, and how a file does."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rulebooks.writing import to_toml
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.slots import contract_line, parse_slot, slots_of


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("2 sets of 3 and a run of 4", "set of 3 + set of 3 + run of 4"),
        ("run of 7, any suits", "run of 7 in any suits"),
        ("a mixed run of 8", "run of 8 in any suits"),
        ("Two runs of 4 in any suits + a pair", "run of 4 in any suits + run of 4 in any suits + pair"),
        ("7 cards of one colour", "7 of one colour"),
        ("7 of the same color or 5 cards of one suit", "7 of one colour or 5 of one suit"),
        ("two groups of 4 cards of one suit", "4 of one suit + 4 of one suit"),
        ("set of 3, run of 4, any suits", "set of 3 + run of 4 in any suits"),
    ],
)
def test_a_contract_is_read_as_people_write_it(typed: str, means: str) -> None:
    contract = [parse_slot(slot) for slot in slots_of(typed)]
    assert contract_line(contract) == means
    assert [parse_slot(slot) for slot in slots_of(means)] == contract


@pytest.mark.parametrize(
    "typed", ["set of 3 in any suits", "2 of one colour", "run of 7 in any colours", "7 of a kind"]
)
def test_what_no_contract_can_ask_for_is_refused_with_what_it_can(typed: str) -> None:
    with pytest.raises(ValueError, match="write 'set of 3', 'run of 4', 'pair', 'run of 7 in any suits'"):
        parse_slot(typed)


def test_a_rulebook_with_such_contracts_comes_back_from_its_file_as_it_was() -> None:
    base = library.load("contract")
    contracts = [["run of 7 in any suits"], ["7 of one colour"], ["5 of one suit", "set of 3"], *[["set of 3"]] * 4]
    ours = library.with_house_rules(base, {"contracts": contracts, "all_cards_rounds": []})
    again = library.read_rulebook(to_toml(ours, base, rulebook_id="ours", name="Ours"), of_a_club=True)
    assert again.contracts == ours.contracts
    text = ours.clauses["contracts"].text
    assert "Round 2: 7 cards of one colour." in text
    assert "Cards of one colour are all red or all black" in text
    assert "legal only as part of the contract" in text
    assert again.clauses["contracts"].text == text


def test_words_on_such_melds_stand_only_where_a_contract_asks_for_them() -> None:
    ours = library.with_house_rules(library.load("contract"), {"contracts": [["set of 3"]] * 7, "all_cards_rounds": []})
    assert "part of the contract" not in ours.clauses["contracts"].text


@pytest.mark.parametrize(
    ("slot", "says"),
    [
        ("run of 15 in any suits", "asks for a run of 15 in any suits, but no such meld has more than 14 cards"),
        ("56 of one colour", "asks for 56 cards of one colour, but no such meld has more than"),
        ("40 of one suit", "asks for 40 cards of one suit, but no such meld has more than"),
    ],
)
def test_more_cards_than_the_pack_has_of_a_kind_are_refused(slot: str, says: str) -> None:
    with pytest.raises(RulebookError, match=says):
        library.with_house_rules(library.load("contract"), {"contracts": [[slot]] * 7, "all_cards_rounds": []})
