"""A skip costs a player the next turn, and no one is skipped again before it has passed."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import fold, sentences
from tests.game import plays
from tests.game.play import Game

BEN_BY_ANN = cmd.LoseTurn(1, 2, 1)


def skipped() -> Game:
    """Ann has skipped Ben."""
    game = Game("phase-10")
    game.must(BEN_BY_ANN)
    return game


def lost(game: Game) -> dict[int, int]:
    assert game.state.running is not None
    return dict(game.state.running.play.lost)


def close(game: Game) -> None:
    """Round 1: Ann is out, and everybody has met the first contract."""
    hands = dict.fromkeys((2, 3, 4), "5")
    met = dict.fromkeys((1, *hands), True)
    game.must(cmd.CloseRound(1, hands, 1, says_went_out=True, met=met, confirmed=True))


def test_the_history_says_who_skipped_whom_and_when_the_turn_is_over() -> None:
    game = skipped()
    assert lost(game) == {2: 1}
    game.must(cmd.LoseTurn(1, 2, 1, passed=True))
    assert lost(game) == {}
    assert sentences(game.state)[-2:] == (
        "Round 1: Ann played a skip: Ben loses the next turn",
        "Round 1: Ben has lost the turn for Ann’s skip",
    )


def test_it_is_over_once_that_player_acts_and_not_when_another_does() -> None:
    game = skipped()
    game.must(plays.go_down(1, 3))
    assert lost(game) == {2: 1}
    game.must(plays.go_down(1, 2))
    assert lost(game) == {}


def test_a_player_who_skips_another_has_a_turn_again() -> None:
    game = skipped()
    game.must(cmd.LoseTurn(1, 4, 2))
    assert lost(game) == {4: 2}


def test_a_skip_ends_the_turn_of_who_plays_it() -> None:
    game = Game("phase-10")
    game.must(plays.go_down(1, 1))
    assert game.state.running is not None
    turn = game.state.running.play.turn
    game.must(BEN_BY_ANN)
    assert game.state.running.play.turn == turn + 1
    assert game.state.running.play.standings(1, None) == ("earlier",)


def test_a_second_skip_onto_the_same_player_asks_whether_the_lost_turn_has_passed() -> None:
    game = skipped()
    again = cmd.LoseTurn(1, 2, 3)
    assert game.asks(again) == (
        "Ben has a turn to lose already, and can’t be skipped again until it has passed. Has it passed?"
    )
    game.must(cmd.LoseTurn(1, 4, 3))
    game.must(cmd.LoseTurn(1, 2, 3, confirmed=True))
    assert lost(game) == {2: 3, 4: 3}


def test_that_it_is_over_is_written_once() -> None:
    game = skipped()
    seen = game.state.number
    over = cmd.LoseTurn(1, 2, 1, passed=True)
    assert game.must(over, seen).events == (ev.TurnLost(1, 2, 1, passed=True),)
    assert game.must(over, seen, by="Ben’s phone").events == ()


def test_a_skip_is_undone_and_brought_back() -> None:
    game = skipped()
    number = game.state.number
    game.must(cmd.Undo(number))
    assert lost(game) == {}
    game.must(cmd.Redo(game.state.number))
    assert lost(game) == {2: 1}
    assert fold(game.log).running == game.state.running


def test_two_phones_tell_the_same_player_s_skip() -> None:
    game = Game("phase-10")
    seen = game.state.number
    game.must(BEN_BY_ANN)
    (told,) = game.stale(cmd.LoseTurn(1, 2, 3), seen).conflicts
    assert (told.what, told.theirs, told.mine, told.adds) == ("A skip on Ben", "Ann’s skip", "Cid’s skip", True)
    game.must(cmd.LoseTurn(1, 4, 3), seen)
    assert lost(game) == {2: 1, 4: 3}


@pytest.mark.parametrize(
    ("book", "command", "says"),
    [
        ("phase-10", cmd.LoseTurn(1, 1, 1), "A skip is for another player."),
        ("phase-10", cmd.LoseTurn(1, 9, 1), "That player didn’t play this round."),
        ("phase-10", cmd.LoseTurn(1, 1, 9), "That player didn’t play this round."),
        ("contract", BEN_BY_ANN, "The pack of this game has no skips."),
    ],
)
def test_what_cannot_be_is_refused(book: str, command: cmd.LoseTurn, says: str) -> None:
    assert Game(book).refuses(command) == says


def test_who_leaves_in_mid_round_loses_no_turn_and_is_not_skipped() -> None:
    game = skipped()
    game.must(cmd.DropSeat(2, when="now", confirmed=True))
    assert lost(game) == {}
    assert "Ben" in game.refuses(cmd.LoseTurn(1, 2, 3))
    assert "Ben" in game.refuses(cmd.LoseTurn(1, 3, 2))


def test_a_turn_that_is_lost_passes_though_who_played_the_skip_has_left() -> None:
    game = skipped()
    game.must(cmd.DropSeat(1, when="now", confirmed=True))
    game.must(cmd.LoseTurn(1, 2, 1, passed=True))
    assert lost(game) == {}


def test_who_joins_later_is_not_skipped_before_they_play() -> None:
    game = skipped()
    game.must(cmd.AddSeat("Eve", after=4, confirmed=True))
    assert game.refuses(cmd.LoseTurn(1, 5, 1)) == "That player didn’t play this round."
    close(game)
    game.must(cmd.LoseTurn(2, 5, 1))
    assert lost(game) == {5: 1}


def test_a_new_deal_and_the_next_round_know_nothing_of_it() -> None:
    game = skipped()
    game.must(cmd.NoteIrregularity(1, None, "misdeal", "void"))
    assert lost(game) == {}
    game.must(BEN_BY_ANN)
    close(game)
    assert lost(game) == {}
