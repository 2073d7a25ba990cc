"""Rulings kept in the history: judged under the game's own rules, told, undone and asked again."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.rulings import inside
from referee.rulebooks import library
from referee.rules.speech.rulings import sentence
from tests.game.play import Game

GAP = {"question": "meld", "cards": "5C 6C JK 9C"}


def last(game: Game) -> ev.RulingRecorded:
    event = game.log[-1].event
    assert isinstance(event, ev.RulingRecorded)
    return event


def test_a_ruling_stands_in_the_history_in_words() -> None:
    game = Game()
    game.must(cmd.RecordRuling(GAP))
    told = game.entries[-1].sentence
    assert told.startswith("Ruling: Is this meld legal? The 5, 6 and 9 of clubs and the joker. No. ")
    assert (last(game).round, last(game).legal, last(game).clause) == (1, False, "contract/run")
    assert last(game).question == GAP


def test_the_rulebook_of_the_game_judges_with_its_house_rules() -> None:
    twos_wild = library.with_house_rules(library.load("contract"), {"wild_ranks": ["JK", "2"]})
    question = {"question": "meld", "cards": "5C 6C 2D 8C"}
    plain, house = Game(), Game(twos_wild)
    plain.must(cmd.RecordRuling(question))
    house.must(cmd.RecordRuling(question))
    assert (last(plain).legal, last(house).legal) == (False, True)
    assert last(house).basis == "house rule"


def test_that_the_stock_has_run_out_before_is_known_from_the_log() -> None:
    game, question = Game("kalooki-jm"), {"question": "exhausted", "discards": 12}
    assert [need.field for need in inside.ruled(game.state, question).needs] == ["again"]
    game.must(cmd.ShuffleStock(1))
    assert inside.ruled(game.state, question).adds == {"new_stock": 0, "round_over": False}
    assert inside.ruled(game.state, {**question, "again": False}).adds == {"new_stock": 11, "round_over": False}


def test_a_round_that_is_played_again_is_called_by_its_number_in_the_game() -> None:
    game = Game("romme")
    few = {"question": "contract", "melds": ["KC KD KH", "2H 3H 4H"]}
    discard = {"question": "may_i", "active": 1, "claims": [2], "active_takes": False, "last_taker": None}
    assert sentence(inside.ruled(game.state, few)).startswith("No. Round 1 asks for melds worth at least 40 points.")
    game.close(1)
    game.close(2)
    assert sentence(inside.ruled(game.state, few)).startswith("No. Round 3 asks for melds worth at least 40 points.")
    enough = inside.ruled(game.state, {"question": "contract", "melds": ["KC KD KH", "4H 5H 6H"]})
    assert sentence(enough).startswith("Yes. That meets the contract of round 3,")
    assert sentence(inside.ruled(game.state, discard)) == "No. There is no May I in round 3."


def test_the_history_keeps_the_question_and_no_rulebook_that_came_with_it() -> None:
    game = Game()
    game.must(cmd.RecordRuling({**GAP, "rulebook": "x" * 50_000, "house": {"jokers": ["y" * 50_000]}}))
    assert last(game).question == GAP


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"question": "meld", "cards": "5X"}, "This question can’t be read"),
        ({"question": "meld", "cards": "5C 5C 5C"}, "only two 5s of clubs"),
        ({"question": "who"}, "This question can’t be read"),
        ({"question": "lay_off", "meld": "5C 6C 7C 8C", "cards": "9C"}, "This ruling is still missing a fact."),
    ],
)
def test_only_an_answer_is_kept(question: dict[str, Any], why: str) -> None:
    assert why in Game().refuses(cmd.RecordRuling(question))


def test_a_ruling_is_undone_and_brought_back_at_any_time_without_touching_the_score() -> None:
    game = Game()
    game.must(cmd.RecordRuling(GAP))
    number = game.state.number
    game.close(2)
    totals = game.totals
    game.must(cmd.Undo(number))
    assert game.entries[number - 1].undone
    game.must(cmd.Redo(number))
    assert not game.entries[number - 1].undone
    assert game.totals == totals


def test_two_phones_that_keep_rulings_do_not_collide() -> None:
    game = Game()
    seen = game.state.number
    game.must(cmd.RecordRuling(GAP))
    game.must(cmd.RecordRuling({"question": "score", "hand": "KC"}), seen=seen, by="Ben's phone")
    assert [entry.kind for entry in game.entries[-2:]] == ["RulingRecorded", "RulingRecorded"]


@pytest.mark.parametrize(("rulebook", "players", "more"), [("may-i", 5, ()), ("shanghai", 5, ("Fay",))])
def test_an_ask_in_a_game_knows_how_many_are_at_the_table(rulebook: str, players: int, more: tuple[str, ...]) -> None:
    """Where nobody says it, and where more sit there than the rulebook has a pack for."""
    game = Game(rulebook, players)
    for name in more:
        game.must(cmd.AddSeat(name, confirmed=True))
    last = players + len(more)
    ruling = inside.ruled(game.state, {"question": "may_i", "active": 1, "claims": [last], "active_takes": False})
    assert (ruling.legal, ruling.adds["winner"]) == (True, last)


def test_an_ask_is_answered_where_everybody_has_left_the_last_round() -> None:
    game = Game(players=3)
    for _ in range(6):
        game.close(1)
    for seat in (1, 2, 3):
        game.must(cmd.DropSeat(seat, "now", confirmed=True))
    assert inside.ruled(game.state, {"question": "contract", "melds": ["5C 5D 5S"]}).legal is False


def test_nobody_need_have_asked_where_the_player_on_turn_takes_the_card() -> None:
    asked = {"question": "may_i", "active": 1, "active_takes": True}
    takes = inside.ruled(Game().state, asked)
    assert (takes.legal, takes.adds["winner"]) == (False, None)
    nobody = inside.ruled(Game().state, {**asked, "active_takes": False})
    assert [need.field for need in nobody.needs] == ["claims"]
