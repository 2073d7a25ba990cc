"""A rulebook that was frozen before a value was there is read as it was played then."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from referee.rulebooks.library import from_data, ids, load, with_house_rules
from referee.rules.referee import rule_under
from referee.rules.rulebook.model import BEFORE, NO_SOURCE, VALUE_TOPICS, digest_of, to_data
from referee.rules.rulebook.values import YOUNGER

LAST_CARD = {"question": "discard", "hand": "KD", "card": "KD", "down": "no", "round": 1}


def frozen_before(rulebook: str) -> dict[str, Any]:
    """A rulebook as a game froze it when there were neither the newer values nor readings and notes."""
    data: dict[str, Any] = copy.deepcopy(json.loads(json.dumps(to_data(load(rulebook)))))
    del data["notes"]
    for name in BEFORE:
        del data["values"][name]
    topics = {VALUE_TOPICS[name] for name in BEFORE}
    data["clauses"] = [one for one in data["clauses"] if one["address"].partition("/")[2] not in topics]
    data["values"]["points"].pop("wild", None)
    for one in data["clauses"]:
        if one["silence"]:
            del one["silence"]["passage"], one["silence"]["other"]
        if one["basis"] == "house default":
            one["source"] = NO_SOURCE
    return data


@pytest.mark.parametrize("rulebook", ids())
def test_who_was_not_down_went_out_under_every_rulebook(rulebook: str) -> None:
    book = from_data(frozen_before(rulebook))
    assert book.only_down_goes_out is False
    answer = rule_under(book, {**LAST_CARD, "rulebook": rulebook})
    assert answer["legal"] is (rulebook != "shanghai-powe")
    assert all("passages" not in cited for cited in answer["because"])


def test_the_table_may_still_decide_on_it() -> None:
    book = from_data(frozen_before("bicycle"))
    decided = with_house_rules(book, {"only_down_goes_out": True})
    answer = rule_under(decided, {**LAST_CARD, "rulebook": "bicycle"})
    assert (answer["legal"], answer["because"][0]["basis"]) == (False, "house rule")


def test_a_rank_made_wild_cost_what_its_rank_does() -> None:
    book = with_house_rules(from_data(frozen_before("bicycle")), {"wild_ranks": ["2"]})
    assert rule_under(book, {"rulebook": "bicycle", "question": "score", "hand": "2C"})["points"] == 2


def test_a_joker_of_which_nobody_said_the_place_had_every_place() -> None:
    swap = {"rulebook": "contract", "question": "swap", "round": 2, "meld": "5C 6C 7C JK", "card": "4C"}
    swap |= {"down": "earlier", "owner": "other"}
    each = [rule_under(book, swap)["legal"] for book in (from_data(frozen_before("contract")), load("contract"))]
    assert each == [True, False]


def test_a_hand_melded_whole_in_round_7_had_to_leave_a_card() -> None:
    end = {"rulebook": "may-i", "question": "discard", "round": 7, "hand": "", "card": None, "down": "this turn"}
    each = [rule_under(book, end)["legal"] for book in (from_data(frozen_before("may-i")), load("may-i"))]
    assert each == [False, True]


@pytest.mark.parametrize("rulebook", ids())
def test_what_is_frozen_now_is_read_again_to_the_letter(rulebook: str) -> None:
    data = json.loads(json.dumps(to_data(load(rulebook))))
    assert from_data(data) == load(rulebook)
    assert digest_of(data) == load(rulebook).digest


@pytest.mark.parametrize("rulebook", ids())
def test_clauses_that_it_lacks_are_named_younger_and_asked_as_questions(rulebook: str) -> None:
    book = from_data(frozen_before(rulebook))
    younger = [clause for clause in book.clauses.values() if clause.is_younger]
    assert {clause.topic for clause in younger} == YOUNGER.keys() == {VALUE_TOPICS[name] for name in BEFORE}
    for clause in younger:
        assert clause.silence
        assert clause.silence.question.endswith("?"), clause.topic
        assert not clause.title.endswith("?")
    assert not any(clause.is_younger for clause in load(rulebook).clauses.values())
