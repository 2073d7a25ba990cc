"""The melds of a contract: how a form writes them, and how a file does."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rulebooks.writing import to_toml
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.slots import OR, contract_line, is_free, parse_slot, slots_of


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
        ("no contract", "any melds"),
        ("40 points", "melds worth at least 40"),
        ("Melds of 30 points or more", "melds worth at least 30"),
        ("at least 51 points, with a pure run", "melds worth at least 51 with a pure run"),
        ("42 points and a pure sequence", "melds worth at least 42 with a pure run"),
        ("2 sets of 3 or any melds with a pure run", "set of 3 + set of 3 or any melds with a pure run"),
    ],
)
def test_a_contract_is_read_as_people_write_it(typed: str, means: str) -> None:
    contract = [parse_slot(slot) for slot in slots_of(typed)]
    assert contract_line(contract) == means
    assert [parse_slot(slot) for slot in slots_of(means)] == contract


@pytest.mark.parametrize(
    "typed",
    [
        "set of 3 in any suits",
        "2 of one colour",
        "run of 7 in any colours",
        "7 of a kind",
        "40",
        "melds worth at least 0",
        "melds worth at least 1000",
        "melds with a pure run",
    ],
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


def test_a_rulebook_that_asks_for_points_comes_back_from_its_file_as_it_was() -> None:
    base = library.load("contract")
    contracts = [["any melds"], ["melds worth at least 51 with a pure run"], *[["set of 3", "or", "any melds"]] * 5]
    house = {"contracts": contracts, "all_cards_rounds": [], "low_ace": "as in hand"}
    ours = library.with_house_rules(base, house)
    again = library.read_rulebook(to_toml(ours, base, rulebook_id="ours", name="Ours"), of_a_club=True)
    assert (again.contracts, again.low_ace) == (ours.contracts, "as in hand")
    text = ours.clauses["contracts"].text
    assert "Round 2: melds worth at least 51 points with a pure run. Round 3: a set of 3 or any melds." in text
    assert text.endswith("as many and as long as you like. A pure run has no wild cards.")
    assert again.clauses["contracts"].text == text


def test_what_melds_are_worth_is_printed_only_where_a_contract_asks_for_points() -> None:
    base = library.load("contract")
    points = library.with_house_rules(base, {"contracts": [["melds worth at least 40"]] * 7, "all_cards_rounds": []})
    freely = library.with_house_rules(base, {"contracts": [["any melds"]] * 7, "all_cards_rounds": []})
    shown = [any(clause.topic == "meld-worth" for clause in book.printed) for book in (base, freely, points)]
    still_open = [any(clause.topic == "meld-worth" for clause in book.open_clauses) for book in (base, freely, points)]
    assert shown == still_open == [False, False, True]


def test_more_points_than_a_hand_can_be_worth_are_refused() -> None:
    house = {"contracts": [["melds worth at least 200"]] * 7, "all_cards_rounds": [], "may_i_limit": 0}
    with pytest.raises(RulebookError, match=r"needs 15 cards in hand, but with . players nobody can hold more than 11"):
        library.with_house_rules(library.load("contract"), house)


def test_any_melds_stand_alone_in_their_way_to_meet_a_contract() -> None:
    with pytest.raises(RulebookError, match="asks for any melds, so it can ask for nothing else beside them"):
        library.with_house_rules(library.load("contract"), {"contracts": [["set of 3", "any melds"]] * 7})


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


def test_a_choice_leaves_the_melds_open_only_where_each_way_does() -> None:
    free, asked, pure = (parse_slot(text) for text in ("any melds", "set of 3", "any melds with a pure run"))
    for way in ((free, OR, asked), (asked, OR, free)):
        assert not is_free(way), "whichever way is named first"
    assert is_free((free, OR, pure))
    assert is_free((free,))
    assert not is_free(())
