"""The merged rulebook for people, and what differs between two."""

from __future__ import annotations

import json
import re

import pytest

from referee.rulebooks.library import all_rulebooks, ids, load, with_house_rules
from referee.rulebooks.report import differences, show, values_of
from referee.rules.rulebook.model import VALUE_NAMES, VALUE_TOPICS


def read_back(text: str) -> dict[str, object]:
    """The values that ``show`` prints, as a person would copy them into a house rule."""
    found = re.findall(r"^    (\w+) = (.+?)\n(?=\n|    \w+ = |\Z)", text, flags=re.M | re.S)
    return {name: json.loads(value) for name, value in found}


@pytest.mark.parametrize("rulebook", ids())
def test_the_printed_rulebook_has_every_clause_and_every_value(rulebook: str) -> None:
    book = load(rulebook)
    text = show(book)
    for number, clause in enumerate(book.printed, 1):
        assert f"{number:2}. {clause.address}  {clause.title}\n" in text
        assert " ".join(clause.text.split()[:6]) in text
    assert read_back(text) == {name: book.in_json(name) for name in VALUE_NAMES if VALUE_TOPICS[name] not in book.moot}
    assert book.digest in text
    assert max(map(len, text.splitlines())) <= 100


def test_what_would_hold_if_a_rulebook_had_it_is_not_printed() -> None:
    assert "screw-joker" not in show(load("contract"))
    assert "screw/screw-joker" in show(load("screw"))
    assert "may-i/swap-when" not in show(load("may-i"))
    allowed = with_house_rules(load("may-i"), {"swap": "runs"})
    assert "may-i/swap-when" in show(allowed)
    assert "contract/screw-joker" in show(with_house_rules(load("contract"), {"screw_joker": "any"}))


def test_the_printed_rulebook_says_where_a_clause_comes_from_and_what_is_open() -> None:
    text = show(load("liverpool"))
    assert '[stated; Paul Welty, in pagat.com "Contract Rummy"]' in text
    assert '[inherited, from contract/run; John McLeod, "Contract Rummy", pagat.com]' in text
    assert "[house default, from contract/natural; no source says]" in text
    assert "Open (D1): Can a meld be made of wild cards only?" in text
    assert '[reading, from contract/go-out; John McLeod, "Contract Rummy", pagat.com]' in text
    assert "Two ways (D4): May the last card be laid off instead of discarded?" in text
    assert "The source says: Every turn ends with a discard, except at the end of the last round." in text
    assert "Then again: You go out by getting rid of all your cards:" in text


def test_what_a_rulebook_builds_on_is_printed() -> None:
    assert "\nBuilds on: contract\n" in show(load("liverpool"))
    assert "Builds on" not in show(load("contract"))


def test_other_names_are_printed() -> None:
    assert "Also called: Combination Rummy, Deuces Wild Rummy, Joker Rummy\n" in show(load("wikipedia"))


def test_liverpool_differs_by_the_cut_alone() -> None:
    (only,) = differences(load("liverpool"), load("contract"))
    assert only.topic == "cut"
    assert [(one.name, one.base, one.here) for one in only.values] == [("cut_bonus", 0, 50)]


def test_one_value_for_all_rounds_is_no_difference_where_there_are_more_rounds() -> None:
    topics = [one.topic for one in differences(load("shanghai-kolsov"), load("shanghai"))]
    assert topics == ["contracts", "last-round"]


def test_more_rounds_of_one_contract_are_a_difference() -> None:
    five, seven = (
        with_house_rules(load("contract"), {"contracts": [["run of 4"]] * rounds, "deal": 10, "all_cards_rounds": []})
        for rounds in (5, 7)
    )
    assert [value.name for each in differences(five, seven) for value in each.values] == ["contracts"]


def test_a_clause_that_only_one_has_is_a_difference() -> None:
    found = {one.topic: one for one in differences(load("shanghai-powe"), load("shanghai"))}
    assert found["shanghai-hand"].here is None
    assert found["shanghai-hand"].base == load("shanghai").clause("shanghai-hand")
    back = {one.topic: one for one in differences(load("shanghai"), load("shanghai-powe"))}
    assert back["shanghai-hand"].base is None


def test_differences_name_every_value_that_differs() -> None:
    for book in all_rulebooks():
        for base in all_rulebooks():
            named = {value.name for one in differences(book, base) for value in one.values}
            plain = {name for name in VALUE_NAMES if getattr(book, name) != getattr(base, name)}
            assert named <= plain
            assert {name for name in plain - named if len(set(getattr(book, name))) != 1} == set()


def test_house_rules_are_differences_too() -> None:
    book = load("contract")
    found = differences(with_house_rules(book, {"swap": "no"}), book)
    assert [one.topic for one in found] == ["swap", "swap-when", "swap-whose", "swap-joker"]


def test_a_clause_without_values_has_none() -> None:
    assert values_of(load("contract"), "turn") == {}
    assert values_of(load("contract"), "cut") == {"cut_bonus": 0}
