"""Every house rule without words of its own is a sentence that a table would say, for each value that can be set."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.rulebooks.library import ids, load, with_house_rules
from referee.rules.rulebook.in_words import change, sentence
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import KINDS, VALUE_NAMES, VALUE_TOPICS, VALUES
from referee.rules.rulebook.values import read_value
from tests.rulebooks.values_of_kinds import settings

FORMS = re.compile(r"\b(yes|True|False|JK)\b|: (no|none|\d+)\.|\.\.|  |\bone \w+s\b|\ba (8|ace)\b")
BOOKS = {name: load(name) for name in ("contract", "progressive", "screw", "may-i")}

IDLE_WITHOUT = {
    "rounds_most": {"own_contracts": True},
    "playable_draws": {"discard_playable": False},
    "playable_points": {"discard_playable": False},
}
"""By value, the others without which it says nothing."""


@pytest.mark.parametrize("name", VALUE_NAMES)
def test_every_value_reads_as_a_sentence(name: str) -> None:
    said: dict[str, Any] = {}
    book = BOOKS["contract"]
    there = {**book.values(), **IDLE_WITHOUT.get(name, {})}
    for raw in settings(KINDS[name]):
        value = read_value(name, raw, book.rounds)
        words = sentence(name, {**there, name: value})
        assert words.endswith("."), words
        assert words[0].isupper(), words
        assert not FORMS.search(words), words
        assert f"{VALUES[name]['doc']}: {raw}" not in words, "a label is no sentence"
        assert said.setdefault(words, value) == value, f"two values read the same: {words}"


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_the_sentence_stands_in_the_clause(book: Any) -> None:
    for name in ("wilds_most", "discard_wild", "may_i_chain", "cut_bonus"):
        for raw in settings(KINDS[name]):
            ours = with_house_rules(book, {name: raw})
            assert ours.clause(VALUE_TOPICS[name]).text == sentence(name, ours.values())


def test_some_of_them_word_for_word() -> None:
    ours = with_house_rules(
        BOOKS["contract"],
        {
            "may_i_limit": [1, 1, 1, 2, 2, 0, NO_LIMIT],
            "all_cards_rounds": [3, 4, 6],
            "wild_ranks": ["2", "J"],
            "settlement": [1, 2, 3, 4],
        },
    )
    assert ours.clause("may-i-limit").text == (
        "Out of turn, each player may take one discard in rounds 1 to 3, two discards in rounds 4 and 5, "
        "no discards in round 6 and any number of discards in round 7."
    )
    assert ours.clause(VALUE_TOPICS["all_cards_rounds"]).text.startswith("In rounds 3, 4 and 6 ")
    assert ours.clause("wild").text == "Jokers, jacks and 2s are wild."
    assert ours.clause("settle").text == (
        "At the end the second pays one penny, the third pays two pennies, the fourth pays three pennies "
        "and the fifth pays four pennies to the winner."
    )
    assert with_house_rules(BOOKS["contract"], {"jokers": {"3": 2, "4": 2, "5": 4}}).clause("jokers").text == (
        "Take two jokers with 3 and 4 players and four jokers with 5 players."
    )


@pytest.mark.parametrize("book", [load(name) for name in ids()], ids=ids())
def test_every_rulebook_as_it_is_reads_as_sentences(book: Any) -> None:
    for name in VALUE_NAMES:
        words = sentence(name, book.values())
        assert words.endswith("."), words
        assert not FORMS.search(words), words


@pytest.mark.parametrize(
    ("contracts", "said"),
    [
        ([*BOOKS["contract"].contracts[:5]], "There are no rounds 6 and 7."),
        ([["pair"], *BOOKS["contract"].contracts[1:6]], "Round 1: a pair. There is no round 7."),
        ([*BOOKS["contract"].contracts, ["run of 7"]], "Round 8: a run of 7."),
    ],
)
def test_of_other_contracts_only_the_rounds_that_changed_are_said(contracts: Any, said: str) -> None:
    was = BOOKS["contract"].values()
    assert change("contracts", was, {**was, "contracts": read_value("contracts", contracts, 0)}) == said


RUNS_OF_THREE = [["run of 3"], ["set of 3", "run of 3"], ["run of 4"], *([["set of 3", "set of 3"]] * 4)]


@pytest.mark.parametrize("name", ["contract", "bicycle", "denexa", "wikipedia", "screw"])
def test_a_run_is_no_longer_four_cards_where_the_contract_asks_for_three(name: str) -> None:
    book = load(name)
    ours = with_house_rules(book, {"contracts": RUNS_OF_THREE, "all_cards_rounds": []})
    for topic in ("run", "meld", "new-melds"):
        text = ours.clause(topic).text
        if "four or more" in text:
            assert "three" in text.partition("four or more")[2], text
    assert "where the contract asks for runs of 3, three are enough" in ours.clause("run").text
    again = with_house_rules(ours, {"contracts": [["run of 4"]] * 7})
    assert "three are enough" not in again.clause("run").text


def test_without_shorter_runs_the_printed_words_stay() -> None:
    book = BOOKS["contract"]
    ours = with_house_rules(book, {"contracts": [["run of 5"]] * 7})
    for topic in ("run", "meld", "new-melds"):
        assert ours.clause(topic) == book.clause(topic)


def test_where_jokers_are_never_taken_no_clause_says_how() -> None:
    for name in ("contract", "bicycle", "denexa", "wikipedia", "short"):
        ours = with_house_rules(load(name), {"swap": "no"})
        for topic in ("swap-when", "swap-whose", "swap-joker"):
            assert "stay where they are" in ours.clause(topic).text
    ours = with_house_rules(load("may-i"), {"swap": "any"})
    for topic in ("swap-when", "swap-whose", "swap-joker"):
        assert "stay where they are" not in ours.clause(topic).text
