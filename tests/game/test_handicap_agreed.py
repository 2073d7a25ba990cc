"""A handicap: the points that a table agrees on before the first round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import commands as cmd
from referee.game import history
from referee.game.fold import fold
from referee.rulebooks import library
from tests.game.play import Game

ANN, BEN, CID, DEE = 1, 2, 3, 4


def sentences(game: Game) -> list[str]:
    return [entry.sentence for entry in history.entries(game.state)]


def test_without_one_everybody_begins_with_nothing() -> None:
    assert Game().state.handicaps == {}
    assert set(Game().state.totals.values()) == {0}


def test_it_stands_in_totals_places_and_the_history() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40, DEE: 15, ANN: 0}))
    assert game.state.handicaps == {BEN: -40, DEE: 15}
    assert sentences(game)[-1] == "Handicap: Ben −40, Dee +15"
    game.close(ANN)
    state = game.state
    for seat in state.by_id:
        assert state.totals[seat] == state.handicaps.get(seat, 0) + state.rounds[0].cells[seat].score
    assert state.running_totals[-1] == state.totals
    assert state.leaders == (BEN,), "Ann went out with 0, and Ben is below it"


@given(st.dictionaries(st.sampled_from([ANN, BEN, CID, DEE]), st.integers(-999, 999)))
def test_totals_always_add_up(points: dict[int, int]) -> None:
    game = Game()
    game.must(cmd.AgreeHandicap(points))
    game.close(CID)
    game.close(ANN)
    for seat in game.state.all_seats:
        scores = [played.cells[seat.id].score for played in game.state.rounds]
        assert game.state.totals[seat.id] == points.get(seat.id, 0) + sum(scores)


def test_another_one_takes_its_place_and_zeros_take_it_away() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40}))
    game.must(cmd.AgreeHandicap({CID: -25}))
    assert game.state.handicaps == {CID: -25}
    assert game.must(cmd.AgreeHandicap({CID: -25, BEN: 0})).events == (), "as it is already"
    game.must(cmd.AgreeHandicap({CID: 0}))
    assert game.state.handicaps == {}
    assert sentences(game)[-1] == "No handicap: everyone begins with 0"
    assert game.must(cmd.AgreeHandicap({})).events == ()


def test_it_is_undone_and_brought_back_before_the_first_round_is_closed_and_not_later() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40}))
    agreed = game.state.number
    game.must(cmd.Undo())
    assert game.state.handicaps == {}
    game.must(cmd.Redo())
    assert game.state.handicaps == {BEN: -40}
    game.close(ANN)
    assert game.refuses(cmd.Undo(agreed)) == "A handicap is agreed before round 1 is closed."
    assert game.refuses(cmd.AgreeHandicap({BEN: 0})) == "A handicap is agreed before round 1 is closed."
    game.must(cmd.Undo(confirmed=True))
    game.must(cmd.AgreeHandicap({BEN: -30}))
    assert game.state.handicaps == {BEN: -30}


def test_one_undone_before_the_first_round_never_comes_back_into_it() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40}))
    agreed = game.state.number
    game.must(cmd.Undo(agreed))
    game.close(ANN)
    assert game.refuses(cmd.Redo(agreed)) == "A handicap is agreed before round 1 is closed."
    assert game.state.handicaps == {}


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ({9: 5}, "That seat isn’t in this game."),
        ({BEN: 1000}, "Ben’s handicap must be from −999 to 999."),
        ({BEN: -1000}, "Ben’s handicap must be from −999 to 999."),
    ],
)
def test_what_cannot_be_is_refused(points: dict[int, int], why: str) -> None:
    assert why in Game().refuses(cmd.AgreeHandicap(points))


def test_it_never_ends_a_game_that_is_played_to_a_number_of_points() -> None:
    game = Game("romme", 4)
    assert game.refuses(cmd.AgreeHandicap({BEN: 501})) == "Ben’s handicap must be from −500 to 500."
    game.must(cmd.AgreeHandicap({BEN: 500}))
    assert game.state.running is not None


def test_no_other_rulebook_ends_a_game_by_its_handicap() -> None:
    game = Game("contract", 4)
    game.must(cmd.AgreeHandicap({BEN: 900}))
    change = cmd.ChangeRulebook(library.load("romme"), confirmed=True)
    assert game.refuses(change) == "In Rommé (Germany) a handicap is at most 500 points. Lower it first."
    game.must(cmd.AgreeHandicap({BEN: 500}))
    game.must(change)


def test_whoever_leaves_before_the_first_round_takes_theirs_along() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40, CID: -10}))
    game.must(cmd.DropSeat(BEN))
    assert game.state.handicaps == {CID: -10}


def test_two_phones_that_agree_on_something_else_are_told() -> None:
    game = Game()
    seen = game.state.number
    game.must(cmd.AgreeHandicap({BEN: -40}), by="Ann's phone")
    (conflict,) = game.stale(cmd.AgreeHandicap({BEN: -50}), seen).conflicts
    assert (conflict.what, conflict.theirs, conflict.mine) == ("Handicap of Ben", "−40", "−50")


def test_what_a_page_shows_and_nobody_touches_is_not_said_again() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40, CID: -40}))
    seen, shown = game.state.number, {BEN: -40, CID: -40, DEE: 0}
    game.must(cmd.AgreeHandicap({BEN: -40, CID: -5}, shown), by="Ann's phone")
    game.must(cmd.AgreeHandicap({BEN: -40, CID: -40, DEE: -15}, shown), seen=seen)
    assert game.state.handicaps == {BEN: -40, CID: -5, DEE: -15}, "both changes stand"
    (conflict,) = game.stale(cmd.AgreeHandicap({BEN: -40, CID: -20, DEE: 0}, shown), seen).conflicts
    assert (conflict.what, conflict.theirs, conflict.mine) == ("Handicap of Cid", "−5", "−20")
    game.must(cmd.AgreeHandicap({BEN: -40, CID: -20, DEE: 0}, shown))
    assert game.state.handicaps == {BEN: -40, CID: -20, DEE: -15}, "what the page says of the others is an older word"


def test_somebody_who_comes_late_begins_with_the_average_as_it_stands() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40, CID: -40}))
    game.close(ANN)
    totals = game.state.totals
    game.must(cmd.AddSeat("Eve"))
    eve = game.state.all_seats[-1]
    assert eve.opening == round(sum(totals.values()) / len(totals))
    assert eve.handicap == 0


def test_somebody_who_sat_down_before_the_first_round_gets_one_as_well() -> None:
    game = Game()
    game.must(cmd.AddSeat("Eve", confirmed=True))
    eve = game.state.all_seats[-1].id
    game.must(cmd.AgreeHandicap({eve: -20}))
    assert game.state.totals[eve] == -20
    assert sentences(game)[-1] == "Handicap: Eve −20"
    game.must(cmd.AddSeat("Fay", how="said", opening=30, confirmed=True))
    fay = game.state.all_seats[-1].id
    game.must(cmd.AgreeHandicap({eve: -20, fay: -5}))
    assert (game.state.totals[fay], game.state.by_id[fay].opening) == (25, 25), "both count, and they add up"


def test_a_log_says_it_as_often_as_it_is_folded() -> None:
    game = Game()
    game.must(cmd.AgreeHandicap({BEN: -40}))
    game.close(ANN)
    assert fold(game.state.log).totals == game.state.totals


def test_nothing_is_asked_and_nothing_stands_there_by_itself() -> None:
    game = Game()
    assert game.close(CID).events[-1].__class__.__name__ == "RoundClosed"
    assert game.state.handicaps == {}
