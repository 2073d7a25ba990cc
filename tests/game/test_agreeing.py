"""What the table agrees on before the first deal: all of it or none, once, cited from then on."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import AgreeRules
from referee.game.history import is_untouched
from referee.game.judges.outcome import Accepted
from referee.rules.referee import rule_under
from tests.game.play import Game

TWO = AgreeRules({"discard_wild": False, "naturals_least": 1})
"""One that is played otherwise from then on, and one that confirms what the rulebook has."""


def decided(done: Accepted) -> tuple[ev.RuleDecided, ...]:
    """What was agreed on together, in the one entry that tells it."""
    [event] = done.events
    assert isinstance(event, ev.RulesAgreed)
    return event.decisions


def test_all_of_it_is_taken_back_as_one_and_comes_back_as_one() -> None:
    game = Game("contract")
    game.must(TWO)
    agreed = game.state
    assert game.entries[-1].sentence.brief == "Agreed on 2 rules"
    game.must(cmd.Undo())
    assert (game.state.book, game.state.decisions) == (game.state.opened_book, ())
    game.must(cmd.Redo())
    assert (game.state.book, game.state.decisions) == (agreed.book, agreed.decisions)


def test_one_of_them_is_dropped_and_the_others_stay() -> None:
    game = Game("contract")
    game.must(TWO)
    game.must(cmd.RevokeRule(2, "natural"))
    assert [decision.topic for decision in game.state.decisions] == ["discard-wild"]
    assert game.entries[-1].sentence == "Dropped: our rule on Natural cards"
    assert "hasn’t decided" in game.refuses(cmd.RevokeRule(2, "seats"))
    game.must(cmd.RevokeRule(2))
    assert game.state.book == game.state.opened_book


def test_the_evenings_refusals_cite_what_was_agreed() -> None:
    game = Game("contract")
    game.must(TWO)
    ruling = rule_under(game.state.book, {"question": "meld", "cards": "JK JK JK"})
    assert ruling["legal"] is False
    assert (ruling["because"][0]["clause"], ruling["because"][0]["source"]) == (
        "contract/natural",
        "the table, 2026-01-05",
    )


def test_an_answer_that_the_rulebook_has_keeps_its_words_and_is_the_tables_own() -> None:
    game = Game("contract")
    before = game.state.book.clauses["natural"]
    game.must(TWO)
    clause = game.state.book.clauses["natural"]
    assert (clause.text, clause.basis, clause.silence) == (before.text, "house rule", None)


def test_answers_to_one_clause_and_to_those_that_rest_on_it_are_given_together() -> None:
    game = Game("contract")
    done = game.must(AgreeRules({"wilds_most": 1, "wilds_side_by_side": False, "may_i_limit": 2}, keep=True))
    decisions = decided(done)
    assert [each.topic for each in decisions] == ["wild-limit", "wild-neighbours", "may-i-limit"]
    assert {each.kept for each in decisions} == {"contract-rummy-as-we-play-it"}
    assert (game.state.book.wilds_most, game.state.book.may_i_most(1)) == (1, 2)


def test_what_two_phones_send_is_agreed_once() -> None:
    game = Game("contract")
    seen = game.state.number
    game.must(TWO)
    assert game.must(TWO, seen).events == ()
    assert game.must(AgreeRules({"discard_wild": False}), seen).events == ()
    more = game.must(AgreeRules({**TWO.answers, "joker_moves": True}), seen)
    assert [each.topic for each in decided(more)] == ["joker-moves"]


def test_where_two_phones_differ_the_second_sees_each_difference_and_nothing_is_written() -> None:
    game = Game("contract")
    seen = game.state.number
    game.must(TWO)
    other = AgreeRules({"discard_wild": True, "naturals_least": 2, "joker_moves": True})
    stale = game.stale(other, seen)
    assert [conflict.what for conflict in stale.conflicts] == ["Discarding a wild card", "Natural cards"]
    assert stale.conflicts[0].theirs == "You may not discard a wild card."
    assert stale.conflicts[0].mine == "You may discard a wild card."
    game.must(other)
    assert (game.state.book.discard_wild, game.state.book.naturals_least) == (True, 2)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"weather": True}, "no rule of this name"),
        ({"naturals_least": 9}, "0 to"),
        ({"discard_wild": "perhaps"}, ""),
        ({"discard_wild": False, "joker_moves": None}, ""),
        ({"discard_wild": False, "contracts": "set of 3"}, ""),
    ],
)
def test_one_answer_that_is_none_leaves_all_of_them_unwritten(answers: dict[str, object], says: str) -> None:
    assert says in Game("contract").refuses(AgreeRules(answers))


def test_the_key_stays_until_something_is_entered() -> None:
    game = Game("contract")
    game.must(cmd.AddSeat("Eve", confirmed=True))
    game.must(cmd.ReorderSeats((1, 3, 2, 4, 5)))
    game.must(TWO)
    assert is_untouched(game.state)
    game.must(cmd.SayWentOut(1, 1))
    assert not is_untouched(game.state)
