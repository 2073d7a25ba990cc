"""Whose entry is taken back, what is asked before that, and what counts as taken back: values, without any phone."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import Command
from referee.game.story.told_to import to_you
from referee.game.taking_back import question, seats_of, taken_back, undoings
from tests.game import plays
from tests.game.play import Game

EVERYTHING = range(1, 1000)


@pytest.fixture
def game() -> Game:
    return Game("liverpool")


def asks(game: Game, command: Command, own: Collection[int] = (), concerns: Collection[int] = ()) -> str:
    query = question(game.state, command, own.__contains__, concerns.__contains__)
    return query.question if query else ""


class TestWhatIsAsked:
    def test_an_entry_is_its_phones_own_whatever_name_it_was_told_by(self, game: Game) -> None:
        game.must(cmd.AddNote("Tea"))
        assert asks(game, cmd.Undo(2), own={2}) == ""
        assert "“Note: Tea”?" in asks(game, cmd.Undo(2), own={1})

    def test_without_a_number_it_is_the_last_thing(self, game: Game) -> None:
        game.must(cmd.AddNote("Tea"))
        assert asks(game, cmd.Undo()) == asks(game, cmd.Undo(2)) != ""
        game.must(cmd.Undo(2))
        assert asks(game, cmd.Redo()) == asks(game, cmd.Redo(2)) == asks(game, cmd.Redo(3)) != ""

    def test_a_closing_is_asked_about_even_where_it_is_ones_own(self, game: Game) -> None:
        game.close(1)
        closing = game.state.rounds[0].seq
        assert asks(game, cmd.Undo(closing), own=EVERYTHING).startswith("Reopen round 1")
        assert asks(game, cmd.Undo(closing - 1), own=EVERYTHING) == ""

    def test_a_game_that_is_over_is_opened_again_only_after_a_question(self, game: Game) -> None:
        for _ in range(game.state.planned):
            game.close(1)
        assert game.state.over
        end = game.state.rounds[-1].seq
        for command in (cmd.Undo(end), cmd.Reopen()):
            assert asks(game, command, own=EVERYTHING).startswith("Reopen the game?")
        assert asks(game, cmd.CarryOn(), own=EVERYTHING).startswith("Play all rounds again?")
        game.must(cmd.AddNote("Tea"))
        assert asks(game, cmd.Undo(game.state.number), own=EVERYTHING) == "", "it opens nothing"
        game.must(cmd.Reopen())
        assert asks(game, cmd.CarryOn(), own=EVERYTHING) == "", "it is open"

    def test_an_undo_is_the_entry_of_the_phone_that_undid(self, game: Game) -> None:
        game.must(cmd.AddNote("Tea"))
        game.must(cmd.Undo(2))
        assert asks(game, cmd.Redo(2), own={3}) == ""
        assert asks(game, cmd.Redo(2), own={2}) != "", "what was told first is another phone's undo by now"
        assert asks(game, cmd.Redo(2), concerns={2}) == "", "whoever told it hears of it, and brings it back"
        assert taken_back(game.state, cmd.Redo(1)) is None

    def test_cards_left_that_are_removed_and_brought_back(self, game: Game) -> None:
        game.enter(2, "K")
        entry = game.state.number
        assert "Round 1, Ben: 10" in asks(game, cmd.ClearCardsLeft(1, 2), own={1})
        assert asks(game, cmd.ClearCardsLeft(1, 2), own={entry}) == ""
        game.must(cmd.ClearCardsLeft(1, 2))
        assert asks(game, cmd.Undo(entry + 1), own={entry}) != ""
        assert asks(game, cmd.Undo(entry + 1), concerns={entry}) == ""

    def test_who_went_out_told_otherwise(self, game: Game) -> None:
        game.must(cmd.SayWentOut(1, 2))
        assert "Round 1: Ben went out" in asks(game, cmd.SayWentOut(1, 3))
        assert asks(game, cmd.SayWentOut(1, 3), own={2}) == ""
        for command in (cmd.CountRound(1, {}, 3, says_went_out=True), cmd.CloseRound(1, {}, 3, says_went_out=True)):
            assert "Round 1: Ben went out" in asks(game, command)
            assert asks(game, command, own={2}) == ""
        assert asks(game, cmd.CountRound(1, {}, 2, says_went_out=True)) == ""
        assert asks(game, cmd.CountRound(1)) == ""

    def test_what_takes_nothing_back_is_never_asked_about(self, game: Game) -> None:
        for command in (cmd.AddNote("Tea"), cmd.RecordCut(1, True), cmd.ReturnSeat(2), cmd.SayWentOut(1, 2)):
            assert taken_back(game.state, command) is None

    def test_leaving_is_taken_back_only_before_it_has_happened(self, game: Game) -> None:
        game.must(cmd.DropSeat(4, 2, confirmed=True))
        assert "Dee left after round 1" in asks(game, cmd.ReturnSeat(4))
        game.close(1)
        assert asks(game, cmd.ReturnSeat(4)) == "", "whoever really left has come back"

    def test_abandoning_ends_what_all_are_at(self, game: Game) -> None:
        game.must(cmd.AddNote("Tea"))
        assert asks(game, cmd.Abandon(), own={1}) != ""
        assert asks(game, cmd.Abandon(), own={1, 2}) == ""
        game.must(cmd.Abandon())
        assert asks(game, cmd.Reopen(), own={3}) == ""
        assert "The game was abandoned" in asks(game, cmd.Reopen(), own={2})


class TestWhatIsHeardOf:
    def test_what_was_taken_back_and_does_not_stand_again(self, game: Game) -> None:
        for text in ("Tea", "Cake", "Milk"):
            game.must(cmd.AddNote(text))
        for target in (2, 3, 4):
            game.must(cmd.Undo(target))
        assert [each.target for each in undoings(game.state)] == [4, 3, 2]
        game.must(cmd.Redo(4))
        game.must(cmd.AddNote("Cake"))
        assert [each.target for each in undoings(game.state)] == [2]

    def test_a_closing_until_its_round_is_closed_again(self, game: Game) -> None:
        game.close(1)
        game.must(cmd.Undo(game.state.rounds[0].seq))
        assert len(undoings(game.state)) == 1
        game.must(cmd.CloseRound(1, confirmed=True))
        assert undoings(game.state) == ()

    def test_cards_removed_until_the_same_are_entered(self, game: Game) -> None:
        game.enter(2, "K")
        game.must(cmd.ClearCardsLeft(1, 2))
        [undoing] = undoings(game.state)
        assert (undoing.removed, undoing.seq, undoing.target) == (True, 3, 2)
        game.enter(2, "Q")
        assert len(undoings(game.state)) == 1, "other cards are told"
        game.enter(2, "K")
        assert undoings(game.state) == ()

    def test_a_discard_that_is_decided_anew_was_not_taken_back(self) -> None:
        game = Game("contract")
        game.must(plays.take_discard(1, (4,), active=2))
        game.must(plays.take_discard(1, (3,), active=2, also=2))
        assert isinstance(game.state.log[-2].event, ev.Undone)
        assert undoings(game.state) == ()

    def test_what_was_told_otherwise_since(self, game: Game) -> None:
        game.enter(2, "K")
        game.must(cmd.ClearCardsLeft(1, 2))
        assert [undoing.anew for undoing in undoings(game.state)] == [None]
        game.enter(3, "Q")
        assert [undoing.anew for undoing in undoings(game.state)] == [None], "another seat's"
        game.enter(2, "Q")
        assert [undoing.anew for undoing in undoings(game.state)] == [game.state.number]
        game.must(cmd.Undo(game.state.number))
        assert {undoing.anew for undoing in undoings(game.state)} == {None}


def test_the_seats_that_an_event_is_about() -> None:
    assert seats_of(ev.NoteAdded("Tea")) == frozenset()
    assert seats_of(ev.WentOutSaid(1, 2)) == {2}
    assert seats_of(ev.WentOutSaid(1, None)) == frozenset()
    assert seats_of(ev.RoundClosed(1, 3, 2, {1: None, 3: None, 4: None})) == {1, 2, 3, 4}  # type: ignore[dict-item]
    assert seats_of(ev.MayITaken(1, 4, 2, False, 1, 0, (4, 3), {3: "x"})) == {4, 3}


def test_an_event_is_said_to_its_own_player_alone() -> None:
    assert to_you(ev.WentOutSaid(3, 2), 2) == "You went out in round 3"
    assert (
        to_you(ev.WentOutSaid(3, 2), 1) == to_you(ev.WentOutSaid(3, None), None) == to_you(ev.NoteAdded("Tea"), 2) == ""
    )
