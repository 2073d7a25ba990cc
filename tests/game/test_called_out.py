"""Several lines of a round at once, as a table calls out its points."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.rulebooks import library
from tests.game.play import Game


def called(**points: int) -> dict[int, str]:
    """``called(s2=35)`` by seat, points only."""
    return {int(seat[1:]): f"{number} points" for seat, number in points.items()}


def entered(game: Game) -> dict[int, int]:
    assert game.state.running is not None
    return {seat: left.points for seat, left in game.state.running.entered.items()}


def test_lines_and_who_went_out_come_together_and_are_undone_one_by_one() -> None:
    game = Game()
    game.must(cmd.CountRound(1, called(s2=35, s3=17), 1, says_went_out=True))
    assert (entered(game), game.state.running.missing) == ({2: 35, 3: 17}, (4,))  # type: ignore[union-attr]
    game.must(cmd.Undo())
    assert entered(game) == {2: 35}
    game.must(cmd.CountRound(1, called(s3=20, s4=5)))
    game.must(cmd.CloseRound(1))
    assert game.totals == [0, 35, 20, 5]


def test_the_same_once_more_changes_nothing() -> None:
    game = Game()
    game.must(cmd.CountRound(1, called(s2=35), 1, says_went_out=True))
    assert game.must(cmd.CountRound(1, called(s2=35), 1, says_went_out=True)).events == ()


def test_whoever_went_out_has_no_points_and_who_had_some_is_asked_about() -> None:
    game = Game()
    assert "Ann" in game.refuses(cmd.CountRound(1, called(s1=35), 1, says_went_out=True))
    game.must(cmd.CountRound(1, called(s1=35)))
    assert "Ann" in game.asks(cmd.CountRound(1, {}, 1, says_went_out=True))


def test_a_stranger_and_what_no_cards_come_to_are_refused_and_nothing_is_half_done() -> None:
    game = Game()
    assert game.refuses(cmd.CountRound(1, called(s2=35, s9=5)))
    assert game.refuses(cmd.CountRound(1, called(s2=35), 9, says_went_out=True))
    assert "No cards add up to" in game.refuses(cmd.CountRound(1, called(s2=35, s3=9000), 1, says_went_out=True))
    assert entered(game) == {}


def test_what_another_phone_has_entered_meanwhile_is_not_overwritten_unseen() -> None:
    game = Game()
    seen = game.state.number
    game.enter(2, "K K")
    stale = game.stale(cmd.CountRound(1, called(s2=35, s3=17), 1, says_went_out=True), seen)
    assert [conflict.seat for conflict in stale.conflicts] == [2]
    assert entered(game) == {2: 20}


def test_a_round_that_is_closed_takes_the_same_lines_and_no_others() -> None:
    game = Game()
    seen = game.state.number
    game.must(cmd.CountRound(1, called(s2=35, s3=17, s4=5), 1, says_went_out=True))
    game.must(cmd.CloseRound(1))
    assert game.must(cmd.CountRound(1, called(s2=35), 1, says_went_out=True), seen).events == ()
    game.stale(cmd.CountRound(1, called(s2=20), 1, says_went_out=True), seen)


def test_what_going_out_takes_off_is_taken_off_by_the_rulebook_and_not_by_who_calls_out() -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"go_out_bonus": 10}), 3)
    game.must(cmd.CountRound(1, called(s2=35, s3=17), 1, says_went_out=True))
    game.must(cmd.CloseRound(1))
    assert game.totals == [-10, 35, 17]


def test_points_that_are_called_out_leave_the_cards_that_make_them() -> None:
    game = Game()
    game.enter(2, "K Q")
    game.must(cmd.CountRound(1, called(s2=20, s3=17), 1, says_went_out=True))
    assert game.state.running is not None
    assert [str(game.state.running.entered[seat].line) for seat in (2, 3)] == ["20 (K Q)", "17"]


def test_nought_that_is_called_out_leaves_the_cards_that_cost_nothing() -> None:
    contract = library.load("contract")
    game = Game(library.with_house_rules(contract, {"points": {**contract.points, "2": 0}}))
    game.enter(2, "2 2")
    game.must(cmd.CountRound(1, called(s2=0, s3=5)))
    assert game.state.running is not None
    assert [str(game.state.running.entered[seat].line) for seat in (2, 3)] == ["0 (2 2)", "5"]
