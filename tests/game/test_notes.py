"""Light notes: who screwed whom, who called Shanghai, who is down; they count at once and are completed later."""

from __future__ import annotations

import pytest

from referee.game.commands import Undo
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import melds, play
from tests.game.test_screw import FIVES, NINES, command, evening


def test_who_screwed_whom_counts_for_the_limit_at_once() -> None:
    game = evening()
    game.must(plays.screw_over(1, 1, 2))
    assert play(game).screws == {1: 2}
    assert game.entries[-1].sentence == "Round 1: Ann screwed Ben"
    assert "already" in game.refuses(plays.screw_over(1, 1, 3))
    assert game.must(plays.screw_over(1, 1, 2)).events == (), "told by two phones, it happened once"


def test_a_noted_screw_over_is_completed_and_judged_then() -> None:
    game = evening()
    game.must(plays.screw_over(1, 1, 2))
    assert game.refuses(command(game, take="8S", melds=("8S 8C 8D", "JC JD JH")))
    done = game.must(command(game))
    assert len(done.events) == 1
    assert (play(game).screws, play(game).noted_screws) == ({1: 2}, frozenset())
    assert play(game).owes == {2: ("set of 3",)}
    assert play(game).received == {2: 1}, "one card came to Ben, not two"
    assert "already" in game.refuses(command(game))


def test_the_completion_may_name_somebody_else() -> None:
    game = evening()
    game.must(plays.screw_over(1, 1, 3))
    game.must(command(game))
    assert play(game).screws == {1: 2}
    assert {seat: count for seat, count in play(game).received.items() if count} == {2: 1}


@pytest.mark.parametrize("completed", [False, True])
def test_undo_takes_one_step_at_a_time(completed: bool) -> None:
    game = evening()
    game.must(plays.screw_over(1, 1, 2))
    if completed:
        game.must(command(game))
        game.must(Undo())
        assert play(game).noted_screws == {1}
    game.must(Undo())
    assert play(game).screws == {}


def test_what_no_rule_allows_is_not_noted_either() -> None:
    assert "screw-over" in Game("contract").refuses(plays.screw_over(1, 1, 2))
    assert "yourself over" in evening().refuses(plays.screw_over(1, 1, 1))
    assert Game("contract").refuses(plays.call_shanghai(1, 1, 2))


def test_half_a_screw_over_is_a_question() -> None:
    game = evening()
    assert "?" in game.refuses(plays.screw_over(1, 1, 2, take="5S", meld=next(iter(melds(game).values()))))


def test_a_shanghai_call_is_noted_and_completed() -> None:
    game = Game("shanghai")
    game.must(plays.call_shanghai(1, 3, 2))
    assert game.entries[-1].sentence == "Round 1: Cid called Shanghai on Ben’s discard"
    assert (play(game).noted_calls, play(game).received) == (((3, 2),), {2: 1})
    turn = play(game).turn
    game.must(plays.call_shanghai(1, 3, 2, "5S", table=("5H 5C 5D",)))
    assert play(game).turn == turn, "the discard that it completes has ended one turn only"
    assert (play(game).noted_calls, play(game).received) == ((), {2: 1})


def test_a_discarders_own_call_keeps_the_discard_though_nobody_told_the_card() -> None:
    game = Game("shanghai")
    game.must(plays.call_shanghai(1, 2, 2))
    assert game.entries[-1].sentence == "Round 1: Ben called Shanghai on their own discard"
    assert "Shanghai was called on it" in game.refuses(plays.take_discard(1, (4,), active=3, same=True))
    assert "turn after that Shanghai call" in game.refuses(plays.take_discard(1, (4,)))


def test_a_noted_going_down_is_completed_without_undo() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2))
    game.must(plays.go_down(1, 3, (FIVES, NINES)))
    meld = melds(game)[FIVES]
    game.must(plays.lay_off(1, 2, meld, "5C", "earlier"))
    down = dict(play(game).down)
    assert game.refuses(plays.go_down(1, 2, ("5H 6H", NINES)))
    game.must(plays.go_down(1, 2, ("JC JD JH", "8C 8D 8H")))
    assert (dict(play(game).down), play(game).noted_down) == (down, frozenset())
    assert [one.cards for one in play(game).melds_of(2)] == ["JC JD JH", "8C 8D 8H"]
    game.must(Undo())
    assert play(game).noted_down == {2}


def test_cards_told_in_one_go_are_sorted_into_the_melds_of_the_contract() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2, ("5H 9C 5S 9D 5D 9H",)))
    assert {frozenset(one.split()) for one in melds(game)} == {frozenset(FIVES.split()), frozenset(NINES.split())}
    assert "set" in game.refuses(plays.go_down(1, 3, ("5H 9C 5S 9D 5D KH",))), "what fits nowhere is not left out"
