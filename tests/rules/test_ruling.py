"""The door to the judges: one request in, one answer out; the same question under other rulebooks."""

from __future__ import annotations

import copy
import doctest
import subprocess
import sys
from typing import Any

import pytest

from referee import rules
from referee.rulebooks import library, ruling
from referee.rulebooks.ruling import find, opinions, rule
from referee.rules.questions import QUESTIONS
from referee.rules.referee import COMMON, rule_under
from referee.rules.rulebook.model import MAY_I_TOPICS, OF_OWN_TURN
from referee.rules.rulings import RequestError, Ruling
from referee.rules.solver.lay_down import Undecided
from tests.rules.case_files import all_cases

RUN = {"rulebook": "contract", "question": "meld", "cards": "4C 5C 6C 7C"}
CASES = all_cases()


def test_a_yes_says_what_it_is_and_the_clause_it_rests_on() -> None:
    assert rule(RUN) == {
        "legal": True,
        "ruling": "Yes. It’s a run, 4-5-6-7 of clubs.",
        "because": [
            {
                "clause": "contract/run",
                "basis": "stated",
                "source": 'John McLeod, "Contract Rummy", pagat.com',
                "text": library.load("contract").clauses["run"].text,
            }
        ],
        "kind": "run",
        "readings": ["4C 5C 6C 7C"],
    }


def test_a_no_has_every_fault_the_cards_at_fault_and_what_would_help() -> None:
    answer = rule({**RUN, "cards": "4C 5C 6H"})
    assert answer["ruling"] == "No. A run is cards of one suit, and the 6 of hearts is not a club."
    assert [finding["reason"] for finding in answer["findings"]] == ["suits differ", "too short"]
    assert answer["fault"] == ["6H"]
    assert rule({**RUN, "cards": "4C 5C 7C"})["makes_legal"] == ["A 6 of clubs or a joker completes the run."]


def test_the_sentence_of_the_interface() -> None:
    melds = ["3C 4C 5C 6C", "7C 8C 9C 10C"]
    answer = rule({"rulebook": "contract", "question": "contract", "round": 3, "melds": melds})
    assert answer["ruling"] == "No. 3-4-5-6 and 7-8-9-10 of clubs touch, so they count as one run."


def test_a_missing_fact_is_asked_for_in_words() -> None:
    answer = rule({"rulebook": "contract", "question": "lay_off", "meld": "5C 5D 5H", "cards": "5S"})
    assert answer["legal"] is None
    assert answer["needs"] == [
        {
            "field": "down",
            "question": "When did the player meld the contract: not yet, in this turn, or in an earlier turn?",
        }
    ]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("rulebook", library.ids())
def test_a_question_without_any_fact_asks_for_them_or_is_decided_without(question: str, rulebook: str) -> None:
    answer = rule({"rulebook": rulebook, "question": question})
    if "error" in answer:
        assert (question, answer["error"]["field"]) == ("settle", "question")
    elif answer["legal"] is None:
        assert answer["needs"]
    else:
        # what a rulebook does not have is refused whatever the facts are
        nobody_buys = library.load(rulebook).nobody_buys and question == "may_i"
        assert nobody_buys or question in ("swap", "screw", "shanghai", "take_back")
        assert answer["legal"] is False


def test_null_is_a_fact_not_given() -> None:
    assert rule({**RUN, "kind": None, "round": None, "house": None}) == rule(RUN)


def test_null_in_place_of_a_discard_says_that_there_is_none() -> None:
    asked = {"rulebook": "contract", "question": "discard", "hand": "5C KD", "round": 1, "down": "no", "table": []}
    assert rule({**asked, "card": None})["legal"] is False
    assert rule(asked)["legal"] is None


@pytest.mark.parametrize(
    "house",
    [[], 7, {1: 2, "a": 3}, {None: 1}, {"x": object()}, {"jokers": {(1, 2): 3}}, {"price": 10**5000}, {"price": 1e999}],
    ids=lambda house: str(type(house)),
)
def test_house_rules_that_no_json_could_bring_are_an_error(house: object) -> None:
    assert rule({**RUN, "house": house})["error"]["field"] == "house"


@pytest.mark.parametrize("request_", [None, 7, "meld", [], [RUN], True], ids=repr)
def test_what_is_no_object_is_an_error(request_: object) -> None:
    assert rule(request_)["error"]["field"] == "request"


def test_a_request_is_left_as_it_was() -> None:
    for case in CASES[::10]:
        before = copy.deepcopy(case["ask"])
        rule(case["ask"])
        opinions(case["ask"])
        assert case["ask"] == before


def test_an_answer_is_the_callers_own() -> None:
    rule(RUN)["because"].clear()
    rule(RUN)["readings"].append("5C")
    assert len(rule(RUN)["because"]) == 1
    assert rule(RUN)["readings"] == ["4C 5C 6C 7C"]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"question": "meld", "cards": "4C 5C 9D"}, "readings"),
        ({"question": "go_down", "round": 1, "hand": "4C 5C 9D"}, "melds"),
        ({"question": "contract", "round": 1, "melds": ["4C 5C 9D"]}, "readings"),
    ],
)
def test_a_refusal_is_the_callers_own_too(asked: dict[str, Any], field: str) -> None:
    answer = rule({"rulebook": "contract", **asked})
    assert answer["legal"] is False
    answer[field].append("5C")
    assert rule({"rulebook": "contract", **asked})[field] == []


def test_a_game_asks_under_the_rulebook_it_was_opened_with() -> None:
    frozen = find("contract", {"wilds_most": 1})
    asked = {"question": "meld", "cards": "7C JK JK"}
    assert rule_under(frozen, asked)["legal"] is False
    assert rule_under(frozen, asked)["because"][0]["basis"] == "house rule"
    assert rule_under(frozen, {"question": "melt"})["error"]["field"] == "question"
    # the game's rulebook is the rulebook, whatever the request says
    assert rule_under(frozen, {**asked, "rulebook": "progressive", "house": {"nonsense": 1}})["legal"] is False


def test_house_rules_are_read_once() -> None:
    assert find("contract", {"wilds_most": 1, "jokers": 0}) is find("contract", {"jokers": 0, "wilds_most": 1})


def test_one_question_goes_to_all_other_rulebooks_at_once() -> None:
    touching = ["3C 4C 5C 6C", "7C 8C 9C 10C"]
    answers = opinions({"rulebook": "contract", "question": "contract", "round": 3, "melds": touching})
    assert list(answers) == [name for name in library.first_shelf() if name != "contract"]
    rulings = {name: answer for name, answer in answers.items() if isinstance(answer, Ruling)}
    assert [name for name, answer in rulings.items() if answer.legal] == ["may-i"]
    assert rulings["grokipedia"].because[0].clause == "grokipedia/contiguous"


def test_another_rulebook_that_cannot_take_the_question_says_so() -> None:
    asked = {"rulebook": "progressive", "question": "deal", "round": 15}
    wrong = opinions(asked)["contract"]
    assert isinstance(wrong, RequestError)
    assert (wrong.field, wrong.message) == ("round", "must be from 1 to 7")


def test_a_rulebook_for_fewer_players_answers_what_does_not_hang_on_their_number() -> None:
    claims = {"active": 2, "claims": [4, 6], "active_takes": False, "last_taker": None, "used": {}}
    asked = {"rulebook": "shanghai", "question": "may_i", "round": 1, "players": 6, **claims}
    answers = opinions(asked)
    assert all(isinstance(answer, Ruling) for answer in answers.values())
    assert isinstance(answers["contract"], Ruling)
    assert answers["contract"].adds["winner"] == 4


def test_a_rulebook_for_fewer_players_does_not_say_how_it_would_deal_to_more() -> None:
    wrong = opinions({"rulebook": "shanghai", "question": "deal", "round": 1, "players": 6})["contract"]
    assert isinstance(wrong, RequestError)
    assert (wrong.field, wrong.message) == ("players", "Contract Rummy is played by 3 to 5 players")


def test_house_rules_stay_with_their_rulebook() -> None:
    asked: dict[str, Any] = {**RUN, "rulebook": "may-i", "cards": "7C JK JK", "house": {"wilds_most": 1}}
    assert rule(asked)["legal"] is False
    without = opinions(asked)["contract"]
    assert isinstance(without, Ruling)
    assert without.legal is True


def test_a_hand_too_wild_to_be_sure_about_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.rules.judges.go_down.best_lay_down", lambda *_, **__: Undecided(1))
    answer = rule({"rulebook": "contract", "question": "go_down", "round": 1, "hand": "5C 5D 5H KC KD KS"})
    assert answer["legal"] is None
    assert answer["ruling"].startswith("Not decided")
    assert (answer["melds"], answer["left"], answer["points_left"]) == ([], None, None)


def test_no_field_is_common_and_a_questions_own() -> None:
    assert all(not {field.name for field in question.fields} & set(COMMON) for question in QUESTIONS.values())


@pytest.mark.parametrize("module", [rules, ruling], ids=lambda module: module.__name__)
def test_the_examples_of_the_engine_run(module: Any) -> None:
    done = doctest.testmod(module)
    assert (done.failed, done.attempted > 0) == (0, True)


def test_everything_that_the_engine_offers_is_there_and_explained() -> None:
    for name in rules.__all__:
        assert getattr(rules, name).__doc__, name


@pytest.mark.parametrize(
    ("imported", "spared"),
    [("referee.rules", "referee.rules.judges"), ("referee.rules.referee", "referee.rules.solver")],
)
def test_the_engine_loads_only_what_is_asked_for(imported: str, spared: str) -> None:
    code = f"import sys, {imported}; print([name for name in sys.modules if name.startswith({spared!r})])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("said", [0, [0] * 7], ids=["for all rounds", "round by round"])
def test_nobody_buys_at_all_is_one_value(said: Any) -> None:
    book = find("contract", {"may_i_limit": said})
    assert book.nobody_buys
    assert book.digest == find("contract", {"may_i_limit": 0}).digest
    assert not any(clause.topic in MAY_I_TOPICS for clause in book.open_clauses)
    assert any(clause.topic in MAY_I_TOPICS for clause in library.load("contract").open_clauses)
    printed = {clause.topic for clause in book.printed} & {*MAY_I_TOPICS}
    assert printed == {*OF_OWN_TURN}, "no rule of asking is printed where no one asks"
    for round_no in (None, 1, 7):
        asked = {"question": "may_i", "round": round_no, "active": 1, "claims": [3], "active_takes": False}
        assert rule_under(book, asked)["because"][0]["clause"] == "contract/may-i-limit"


def test_who_buys_in_one_round_is_not_nobody() -> None:
    assert {book.id for book in library.all_rulebooks() if book.nobody_buys} == {
        "carioca-cl", "romme", "phase-10", "five-crowns", "frustration",
    }  # fmt: skip
    assert not find("contract", {"may_i_limit": [0] * 6 + [1]}).nobody_buys
