"""What is asked before the first deal: only what a rulebook has and leaves open, at most ten, between real choices."""

from __future__ import annotations

import dataclasses
from collections import defaultdict

import pytest

from referee.rulebooks import library
from referee.rulebooks.agreeing import MOST, Question, has_questions, questions
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.model import VALUE_TOPICS, Rulebook

BOOKS = library.all_rulebooks()


def asked(book: Rulebook) -> tuple[Question, ...]:
    return questions(book, book)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_rulebook_is_asked_about_what_it_has_and_leaves_open(book: Rulebook) -> None:
    assert 0 < len(asked(book)) <= MOST
    printed = {clause.topic for clause in book.printed}
    for question in asked(book):
        clause = book.clauses[question.clause.topic]
        assert clause.topic in printed, f"{question.name} is moot here"
        assert clause.silence is not None, f"{question.name} is settled by the source"
        assert not question.is_settled


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_each_answer_is_a_rule_of_its_own_that_a_table_can_play_by(book: Rulebook) -> None:
    for question in asked(book):
        assert len(question.answers) > 1
        said = [answer.words for answer in question.answers]
        assert len(set(said)) == len(said)
        played = [
            dataclasses.replace(book, **fitted(book.values(), {question.name: a.value})) for a in question.answers
        ]
        assert len({str(getattr(there, question.name)) for there in played}) == len(played)
        assert getattr(played[question.now], question.name) == getattr(book, question.name)


def test_the_question_of_the_source_is_about_the_value_that_is_asked_for() -> None:
    """A new rulebook may ask something else under the same clause: then it is looked at, and this list grows."""
    by_value = defaultdict(set)
    for book in BOOKS:
        for question in asked(book):
            assert question.clause.silence
            by_value[question.name].add(question.clause.silence.question)
    assert by_value == {
        "may_i_limit": {
            "How many discards may one player take out of turn in a round?",
            "How often may one player say May I in a round?",
            "May a discard be taken out of turn?",
            "May a player take the discard out of turn?",
        },
        "final_discard": {
            "May the last card be laid off instead of discarded?",
            "May the last card go to the table instead of being discarded?",
            "What happens when the last card is laid off and none is left to discard?",
            "May a player go out without a discard?",
            "Must the last card be discarded?",
        },
        "wilds_most": {
            "How many wild cards may one meld hold?",
            "How many jokers may a meld have?",
            "May a meld of four have two wild cards?",
        },
        "wilds_side_by_side": {"May two wild cards be side by side in a run?"},
        "discard_wild": {"May a joker be discarded?", "May a wild card be discarded?"},
        "sets_of_one_rank": {
            "May two sets of one contract have the same rank?",
            "May a player meld two sets of one rank?",
        },
        "joker_moves": {
            "May the card a joker stands for be laid on the run, so that the joker moves to an end?",
            "May the card a wild card stands for be laid on the run, so that the wild card moves to an end?",
        },
        "naturals_least": {"Can a meld be made of wild cards only?"},
        "may_i_down": {"May a player who is already down ask for the discard?"},
        "only_down_goes_out": {"May a player who isn’t down go out?"},
        "draw_down": {"May a player who is already down take the discard on their own turn?"},
        "swap_when": {
            "May a joker be taken in the turn of going down, as cards may be laid off then?",
            "May a joker be taken in the turn of going down?",
        },
        "runs_that_meet": {"Are two runs on the table one run once they meet?"},
        "may_i_changed_mind": {
            "May the player whose turn it is still take a discard that they have passed?",
            "May the player whose turn it is still have a discard that they have passed?",
        },
        "discard_taken": {"May the card just taken from the discard pile be discarded again?"},
        "may_i_own": {"May a player ask for the card they have just discarded?"},
        "take_back": {"May a player take back what they have laid down in this turn?"},
        "wild_place": {"Where is a wild card on the table if no one said?"},
    }


def test_a_table_that_has_answered_one_is_asked_no_more_for_its_rulebook() -> None:
    book = library.load("contract")
    assert has_questions(book)
    answered = library.with_house_rules(book, {"discard_wild": False})
    assert not has_questions(answered)
    said = {question.name: question for question in questions(book, answered)}["discard_wild"]
    assert said.is_settled
    assert said.answers[said.now].value is False
    assert VALUE_TOPICS["discard_wild"] not in [question.clause.topic for question in questions(answered, answered)]


def test_a_rule_that_is_no_silence_of_the_book_is_not_taken_for_an_answer() -> None:
    dearer = library.with_house_rules(library.load("contract"), {"run_least": 3})
    assert has_questions(dearer)
