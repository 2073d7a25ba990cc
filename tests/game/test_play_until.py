"""A game that is played until somebody has so many points."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.rulebooks import library
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook
from tests.game.play import Game

SHORT = {"contracts": [["set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}


def book(until: object = 40, **more: object) -> Rulebook:
    return library.with_house_rules(library.load("contract"), {"play_until": until, **SHORT, **more})


def test_the_game_ends_with_the_round_in_which_a_total_gets_there() -> None:
    game = Game(book(), 3)
    assert game.state.is_open_ended
    game.close(1, s2="K K K", s3="5")
    assert game.state.status == "playing"
    game.close(1, s2="K", s3="5")
    assert game.state.over
    assert [str(game.state.places[seat]) for seat in (1, 2, 3)] == ["1", "3", "2"], "who got there has lost"
    assert game.state.planned == 2


def test_whoever_gets_there_wins_where_the_highest_total_does() -> None:
    game = Game(book(winning_total="highest, cards go to who goes out"), 3)
    game.close(1, s2="K K K", s3="9")
    game.close(2, s1="A", s3="K K K")
    assert game.state.over
    assert game.state.leaders == (2,)


@pytest.mark.parametrize(("again", "third"), [("the first", "set"), ("the last", "run")])
def test_after_the_last_contract_the_list_begins_again_or_that_one_goes_on(again: str, third: str) -> None:
    game = Game(book(500, contracts_again=again), 3)
    for _ in range(4):
        game.close(1)
    assert game.state.rounds[2].contract[0].kind == third
    assert game.state.rounds[3].contract[0].kind == "run"
    assert game.state.running is not None
    assert game.state.running.deal.contract[0].kind == third


def test_a_most_number_of_rounds_ends_it_too() -> None:
    game = Game(book(500, rounds_most=3), 3)
    for _ in range(3):
        assert not game.state.over
        game.close(1)
    assert game.state.over


def test_rewards_and_penalties_count_for_it() -> None:
    game = Game(book(30, go_out_bonus=20), 3)
    game.close(1, s2="K K", s3="5")
    game.close(2, s1="5", s3="5")
    assert game.totals == [-15, 0, 10]
    assert game.state.status == "playing"
    game.must(cmd.NoteIrregularity(2, 3, "something else", "points", 20))
    assert game.state.last_round_closed
    game.must(cmd.Finish())
    assert game.state.over


def test_what_ends_it_later_asks_before_entries_are_lost() -> None:
    game = Game(book(), 3)
    game.close(1, s2="K K", s3="5")
    game.enter(2, "9")
    correct = cmd.CorrectCell(1, 2, "K K K K")
    assert game.asks(correct) == (
        "With this someone has 40 points, which ends the game: round 2 is no longer played, and what was entered for "
        "it doesn’t count. Go on?"
    )
    assert "40 points" in game.asks(cmd.NoteIrregularity(1, 2, "something else", "points", 20))
    game.must(cmd.CorrectCell(1, 2, "K K K K", confirmed=True))
    assert game.state.running is None
    game.must(cmd.Undo())
    assert game.state.running is not None
    assert set(game.state.running.entered) == {2}


def test_an_undo_or_a_redo_that_ends_it_asks_as_well() -> None:
    game = Game(book(), 3)
    game.close(1, s2="K K", s3="5")
    game.must(cmd.NoteIrregularity(1, 2, "something else", "points", -20))
    relief = game.state.number
    game.must(cmd.CorrectCell(1, 2, "K K K K"))
    correction = game.state.number
    game.enter(2, "9")
    assert "40 points" in game.asks(cmd.Undo(relief))
    game.must(cmd.Undo(relief, confirmed=True))
    assert game.state.running is None
    game.must(cmd.Undo(correction))
    assert game.state.running is not None
    assert "40 points" in game.asks(cmd.Redo(correction))


def test_bringing_back_the_closing_that_ended_it_asks_nothing() -> None:
    """Its round counts, and with it what was entered."""
    game = Game(book(), 3)
    game.close(1, s2="K K K K", s3="5")
    closing = game.state.number
    game.must(cmd.Undo())
    assert game.state.running is not None
    assert game.state.running.recorded
    game.must(cmd.Redo(closing))
    assert game.state.over
    assert game.totals == [0, 40, 5]


@pytest.mark.parametrize(
    ("wins", "out", "exact"), [("lowest", 1, False), ("highest, cards go to who goes out", 3, True)]
)
def test_so_does_a_cut_that_is_told_later(wins: str, out: int, exact: bool) -> None:
    game = Game(book(60, cut_bonus=30, winning_total=wins), 3)
    game.must(cmd.RecordCut(1, not exact))
    for _ in range(2):
        game.close(out, **{f"s{3 if out == 1 else 1}": "K K K" if out == 1 else "K"})
    assert game.state.status == "playing"
    game.enter(2, "9")
    assert "60 points" in game.asks(cmd.RecordCut(1, exact))
    assert game.must(cmd.RecordCut(1, exact, confirmed=True)).events
    assert game.state.running is None


@pytest.mark.parametrize("later", [cmd.RecordCut(1, True), cmd.CorrectCell(1, 3, "5", confirmed=True)])
def test_no_undo_is_offered_that_would_have_ended_it_before_a_later_round(later: cmd.Command) -> None:
    game = Game(book(60, cut_bonus=25), 3)
    game.close(1, s3="K K K")
    game.must(later)
    at = game.state.number
    game.close(1, s3="K K K")
    [entry] = [entry for entry in game.entries if entry.seq == at]
    assert entry.fixed is None
    game.close(1, s3="2")
    [entry] = [entry for entry in game.entries if entry.seq == at]
    assert entry.fixed is not None
    assert game.refuses(cmd.Undo(at))


def test_a_correction_after_the_end_goes_on_where_no_one_is_there_any_more() -> None:
    game = Game(book(), 3)
    game.close(1, s2="K K K K", s3="5")
    assert game.state.over
    game.must(cmd.Reopen())
    assert game.state.running is None
    game.must(cmd.CorrectCell(1, 2, "K K", confirmed=True))
    assert game.state.running is not None
    assert game.number == 2


def test_before_the_end_it_is_asked_whether_to_finish() -> None:
    game = Game(book(), 3)
    game.close(1)
    assert game.asks(cmd.Finish()) == "No one has 40 points yet. Finish anyway?"
    game.must(cmd.Finish(confirmed=True))
    assert "ends by points" in game.refuses(cmd.CarryOn())


@pytest.mark.parametrize(
    "house",
    [
        {"own_contracts": True},
        {"winning_total": "highest, own cards come off"},
    ],
)
def test_what_never_gets_there_cannot_be_said(house: dict[str, object]) -> None:
    with pytest.raises(RulebookError, match="play_until"):
        book(**house)
