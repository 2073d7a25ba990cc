"""A contract that names the rank of a set or a pair: how it is written, typed and said, and what cannot be."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.slots import parse_slot, slots_of

CONTRACT = library.load("contract")


@pytest.mark.parametrize("text", ["pair of aces", "pair of 10s", "set of 3 kings", "set of 4 2s"])
def test_it_is_read_as_it_is_written(text: str) -> None:
    slot = parse_slot(text)
    assert (str(slot), slot.rank > 0) == (text, True)


@pytest.mark.parametrize(
    "text", ["pair of 1s", "run of 4 aces", "set of 3 aces in any suits", "set of 2 aces", "set of 3s"]
)
def test_what_is_no_such_meld_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no part of a contract"):
        parse_slot(text)


@pytest.mark.parametrize(
    ("typed", "melds"),
    [
        ("pair of aces + set of 3", ["pair of aces", "set of 3"]),
        ("2 sets of 3 Queens", ["set of 3 queens", "set of 3 queens"]),
        ("a pair of 10s and a run of 4", ["pair of 10s", "run of 4"]),
        ("set of 3s", ["set of 3s"]),
    ],
)
def test_it_is_typed_as_people_say_it(typed: str, melds: list[str]) -> None:
    assert slots_of(typed) == melds


def test_the_rulebook_says_which_rank() -> None:
    book = library.with_house_rules(
        CONTRACT, {"contracts": [["pair of aces", "set of 3 kings"]], "deal": 10, "all_cards_rounds": []}
    )
    assert book.clause("contracts").text == "Round 1: a pair of aces and a set of 3 kings."


def test_two_sets_of_one_rank_are_refused_where_no_contract_may_have_these() -> None:
    with pytest.raises(RulebookError, match="asks for two sets of one rank"):
        library.with_house_rules(
            CONTRACT,
            {
                "contracts": [["pair of aces", "set of 3 aces"]],
                "deal": 10,
                "all_cards_rounds": [],
                "sets_of_one_rank": False,
            },
        )
