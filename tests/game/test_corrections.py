"""Correcting closed rounds: the new value counts, the old one stays to be seen."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game.judges.decide import Refused
from referee.game.values import Line
from tests.game.play import Game


@pytest.fixture
def game() -> Game:
    """Two rounds closed, Ben out in the first and Cid in the second; everybody else held a ten."""
    game = Game()
    game.close(2)
    game.close(3)
    return game


def test_a_corrected_cell_counts_and_keeps_what_it_was(game: Game) -> None:
    game.must(cmd.CorrectCell(1, 1, "K K 10 5"), by="Dee's phone")
    game.must(cmd.CorrectCell(1, 1, "K 5"), by="Ann's phone")
    cell = game.state.rounds[0].cells[1]
    assert cell.line == Line("K 5", 15)
    assert [(was.line, was.by) for was in cell.was] == [
        (Line("10", 10), "Dee's phone"),
        (Line("K K 10 5", 35), "Ann's phone"),
    ]
    assert game.totals == [25, 10, 10, 20]


def test_correcting_to_the_same_value_writes_nothing(game: Game) -> None:
    assert game.must(cmd.CorrectCell(1, 1, "10")).events == ()
    assert game.must(cmd.CorrectWinner(1, 2)).events == ()


def test_the_cell_of_whoever_went_out_stays_empty(game: Game) -> None:
    assert "Ben went out, so there are no cards to enter. First change who went out." in game.refuses(
        cmd.CorrectCell(1, 2, "K")
    )


def test_another_winner_needs_the_former_winners_cards(game: Game) -> None:
    assert "If Ben didn’t go out, what did they have left?" in game.refuses(cmd.CorrectWinner(1, 1))
    game.must(cmd.CorrectWinner(1, 1, "K Q"))
    played = game.state.rounds[0]
    assert played.went_out == 1
    assert played.cells[1].line == Line("", 0)
    assert [was.line for was in played.cells[1].was] == [Line("10", 10)]
    assert played.cells[2].line == Line("K Q", 20)
    assert played.cells[2].was[0].went_out
    assert game.totals == [10, 30, 10, 20]


def test_it_may_turn_out_that_nobody_won(game: Game) -> None:
    game.must(cmd.CorrectWinner(1, None, "K Q"))
    assert game.state.rounds[0].went_out is None
    assert game.totals == [20, 30, 10, 20]


def test_a_round_that_nobody_won_may_get_its_winner(game: Game) -> None:
    game.close(None, s1="K", s2="K", s3="K", s4="K")
    game.must(cmd.CorrectWinner(3, 4))
    assert game.state.rounds[2].cells[4].went_out
    assert game.totals == [30, 20, 20, 20]


@pytest.mark.parametrize("number", [0, 3, 8])
def test_only_a_closed_round_can_be_corrected(game: Game, number: int) -> None:
    assert "isn’t closed" in game.refuses(cmd.CorrectCell(number, 1, "K"))
    assert "isn’t closed" in game.refuses(cmd.CorrectWinner(number, 1))


def test_a_seat_that_did_not_play_cannot_be_corrected(game: Game) -> None:
    assert "That player didn’t play this round." in game.refuses(cmd.CorrectCell(1, 9, "K"))
    assert "That player didn’t play this round." in game.refuses(cmd.CorrectWinner(1, 9))


def test_what_the_former_winner_held_is_read_as_any_hand_and_nothing_is_half_done(game: Game) -> None:
    answer = game.do(cmd.CorrectWinner(1, 1, "K Q and some"))
    assert isinstance(answer, Refused)
    [problem] = answer.problems
    assert (problem.field, problem.seat, [piece.word for piece in problem.wrong]) == ("cards", 2, ["some"])
    assert game.state.rounds[0].went_out == 2


def test_a_finished_game_is_corrected_only_after_it_is_opened_again(game: Game) -> None:
    game.must(cmd.Finish(confirmed=True))
    assert "The game is finished. Open it again first." in game.refuses(cmd.CorrectCell(1, 1, "K"))
    game.must(cmd.Reopen())
    game.must(cmd.CorrectCell(1, 1, "5"))
    assert game.totals == [15, 10, 10, 20]


def test_corrections_are_undone_one_by_one(game: Game) -> None:
    game.must(cmd.CorrectWinner(1, 1, "K Q"))
    game.must(cmd.CorrectCell(1, 2, "K"))
    game.must(cmd.Undo())
    assert game.totals == [10, 30, 10, 20]
    game.must(cmd.Undo())
    assert game.totals == [20, 10, 10, 20]
    assert game.state.rounds[0].cells[1].was == ()


def test_a_change_of_winner_is_not_undone_from_under_a_later_correction(game: Game) -> None:
    game.must(cmd.CorrectWinner(1, 1, "K Q"))
    changed = game.state.number
    game.must(cmd.CorrectCell(1, 2, "K"))
    assert "Ben went out in round 1, but would still hold cards. Undo what came after it first." in game.refuses(
        cmd.Undo(changed)
    )


def test_a_cut_corrected_later_leaves_the_cells_alone() -> None:
    game = Game("liverpool")
    game.close(1)
    game.must(cmd.CorrectCell(1, 4, "K K"))
    game.must(cmd.RecordCut(1, exact=True))
    cell = game.state.rounds[0].cells[4]
    assert (cell.points, cell.bonus, len(cell.was)) == (20, -50, 1)
