"""Two phones at once: the same thing changed meanwhile is shown with both values; other things never conflict."""

from __future__ import annotations

import gc
import weakref

import pytest

from referee.game import commands as cmd
from referee.game.fold import as_seen, fold
from tests.game import plays
from tests.game.play import Game


def test_two_phones_that_enter_two_players_never_conflict() -> None:
    game = Game()
    seen = game.state.number
    game.enter(1, "K", seen, by="Ann's phone")
    game.enter(2, "Q", seen, by="Ben's phone")
    assert game.state.running is not None
    assert {seat: left.by for seat, left in game.state.running.entered.items()} == {1: "Ann's phone", 2: "Ben's phone"}


def test_the_same_line_entered_twice_is_shown_with_both_values_and_who() -> None:
    game = Game()
    seen = game.state.number
    game.enter(1, "K K", seen, by="Ann's phone")
    (conflict,) = game.stale(cmd.EnterCardsLeft(1, 1, "K K 5"), seen).conflicts
    assert (conflict.what, conflict.theirs, conflict.mine) == ("Round 1, Ann", "20 (K K)", "25 (K K 5)")
    assert (conflict.by, conflict.seat) == ("Ann's phone", 1)


def test_mine_counts_when_it_is_sent_again_from_the_fresh_page() -> None:
    game = Game()
    seen = game.state.number
    game.enter(1, "K K", seen)
    game.enter(1, "K K 5", game.state.number)
    assert game.state.running is not None
    assert game.state.running.entered[1].points == 25


def test_the_same_value_from_two_phones_is_no_conflict() -> None:
    game = Game()
    seen = game.state.number
    game.enter(1, "K K", seen)
    assert game.enter(1, "2K", seen).events == ()


def test_a_line_changed_and_changed_back_is_no_conflict() -> None:
    game = Game()
    game.enter(1, "K")
    seen = game.state.number
    game.enter(1, "Q")
    game.must(cmd.Undo())
    game.enter(1, "J", seen)


def test_a_line_taken_back_meanwhile_is_a_conflict_for_whoever_saw_it() -> None:
    game = Game()
    game.enter(1, "K")
    seen = game.state.number
    game.must(cmd.ClearCardsLeft(1, 1))
    (conflict,) = game.stale(cmd.EnterCardsLeft(1, 1, "Q"), seen).conflicts
    assert conflict.theirs == "Taken back"


def test_a_line_changed_meanwhile_is_not_taken_back() -> None:
    game = Game()
    game.enter(1, "K")
    seen = game.state.number
    game.enter(1, "Q")
    game.stale(cmd.ClearCardsLeft(1, 1), seen)


def test_a_round_closed_meanwhile_is_shown_beside_what_was_typed() -> None:
    game = Game()
    seen = game.state.number
    game.close(2, s1="K")
    (conflict,) = game.stale(cmd.EnterCardsLeft(1, 1, "Q Q"), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Closed with 10 (K)", "20 (Q Q)")
    assert game.must(cmd.EnterCardsLeft(1, 1, "K"), seen).events == ()
    game.stale(cmd.SayWentOut(1, 3), seen)
    assert game.must(cmd.SayWentOut(1, 2), seen).events == ()
    game.stale(cmd.ClearCardsLeft(1, 1), seen)
    assert "That player didn’t play this round." in game.refuses(cmd.EnterCardsLeft(1, 9, "K"), seen)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_whatever_was_sent_of_a_round_closed_meanwhile_is_told_of_that_round(number: int) -> None:
    game = Game()
    for _ in range(number - 1):
        game.close(2)
    seen = game.state.number
    for _ in range(4 - number):
        game.close(2)
    late = (
        cmd.ClearCardsLeft(number, 1),
        cmd.EnterCardsLeft(number, 1, "Q Q"),
        cmd.SayWentOut(number, 3),
        cmd.CloseRound(number, game.hands(s1="Q Q"), 3, says_went_out=True, confirmed=True),
        plays.take_discard(number, (1,)),
    )
    told = [game.stale(command, seen).conflicts[0].what for command in late]
    assert told == [f"Round {number}", f"Round {number}, Ann", *[f"Round {number}"] * 3]


CHANGES: dict[str, tuple[str, cmd.Command, cmd.Command]] = {
    "a name": ("contract", cmd.RenameSeat(1, "Anna"), cmd.RenameSeat(1, "Annie")),
    "the order": ("contract", cmd.ReorderSeats((2, 1, 3, 4)), cmd.ReorderSeats((3, 1, 2, 4))),
    "the dealer": ("contract", cmd.ChangeDealer(2), cmd.ChangeDealer(3)),
    "the cut": ("liverpool", cmd.RecordCut(1, exact=True), cmd.RecordCut(1, exact=False)),
    "buys": ("progressive", cmd.SayBuys({1: 2}), cmd.SayBuys({1: 3})),
    "a handicap": ("contract", cmd.AgreeHandicap({1: -20}), cmd.AgreeHandicap({1: -30})),
    "who went out": ("contract", cmd.SayWentOut(1, 2), cmd.SayWentOut(1, 3)),
    "a new stock": ("contract", cmd.ShuffleStock(1), cmd.ShuffleStock(1)),
    "a skip": ("phase-10", cmd.LoseTurn(1, 3, 2), cmd.LoseTurn(1, 3, 4)),
    "a discard": ("contract", plays.take_discard(1, (3,), 2), plays.take_discard(1, (4,), 2)),
}
"""By what is changed: the rulebook, what one phone writes and what another one sends that has not seen it."""


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_told_with_the_name_of_whoever_changed_it(what: str) -> None:
    book, change, late = CHANGES[what]
    game = Game(book)
    seen = game.state.number
    game.must(change, by="Ann's phone")
    changed_at = game.state.log[-1].at
    game.must(cmd.AddNote("The tea is ready."), by="Cid's phone")
    (conflict,) = game.stale(late, seen).conflicts
    assert (conflict.by, conflict.at) == ("Ann's phone", changed_at)


@pytest.mark.parametrize("what", ["a name", "the order", "the dealer", "the cut"])
def test_what_was_turned_back_is_told_with_the_name_of_whoever_turned_it_back(what: str) -> None:
    book, change, late = CHANGES[what]
    game = Game(book)
    game.must(change, by="Ann's phone")
    seen = game.state.number
    game.must(cmd.Undo(seen), by="Dee's phone")
    game.must(cmd.AddNote("The tea is ready."), by="Cid's phone")
    (conflict,) = game.stale(late, seen).conflicts
    assert conflict.by == "Dee's phone"


def test_a_line_taken_back_by_an_undo_is_told_with_the_name_of_whoever_undid_it() -> None:
    game = Game()
    game.enter(1, "K", by="Ann's phone")
    seen = game.state.number
    game.must(cmd.Undo(seen), by="Dee's phone")
    game.must(cmd.AddNote("The tea is ready."), by="Cid's phone")
    (conflict,) = game.stale(cmd.EnterCardsLeft(1, 1, "Q"), seen).conflicts
    assert (conflict.theirs, conflict.by) == ("Taken back", "Dee's phone")


def test_a_cell_corrected_meanwhile_is_told_with_the_name_of_whoever_corrected_it() -> None:
    game = Game()
    game.close(2)
    seen = game.state.number
    game.must(cmd.CorrectCell(1, 1, "K"), by="Ann's phone")
    game.must(cmd.CorrectCell(1, 3, "Q Q"), by="Cid's phone")
    (conflict,) = game.stale(cmd.CorrectCell(1, 1, "5"), seen).conflicts
    assert conflict.by == "Ann's phone"


def test_closing_confirms_only_lines_that_were_read_back() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    for seat in (1, 3, 4):
        game.enter(seat, "K")
    seen = game.state.number
    game.enter(4, "Q Q", by="Dee's phone")
    (conflict,) = game.stale(cmd.CloseRound(1), seen).conflicts
    assert (conflict.what, conflict.theirs, conflict.mine) == ("Round 1, Dee", "20 (Q Q)", "10 (K)")
    game.must(cmd.CloseRound(1))


def test_closing_shows_a_winner_who_changed_meanwhile() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    for seat in (1, 3, 4):
        game.enter(seat, "K")
    seen = game.state.number
    game.must(cmd.SayWentOut(1, 3, confirmed=True))
    game.enter(2, "5")
    conflicts = game.stale(cmd.CloseRound(1), seen).conflicts
    assert "Who went out in round 1" in [conflict.what for conflict in conflicts]


def test_closing_shows_a_winner_whom_another_phone_named_since() -> None:
    game = Game()
    for seat in (1, 3, 4):
        game.enter(seat, "K")
    seen = game.state.number
    game.must(cmd.SayWentOut(1, 2))
    (conflict,) = game.stale(cmd.CloseRound(1), seen).conflicts
    assert (conflict.what, conflict.theirs, conflict.mine) == ("Who went out in round 1", "Ben", "No one")
    other = cmd.CloseRound(1, game.hands(s2="K"), 1, says_went_out=True, confirmed=True)
    (conflict,) = game.stale(other, seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Ben", "Ann")


def test_closing_asks_who_went_out_once_another_phone_has_taken_it_back() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    said = game.state.number
    for seat in (1, 3, 4):
        game.enter(seat, "K")
    seen = game.state.number
    game.must(cmd.Undo(said))
    says = "Choose who went out, or that no one did. Ben’s cards left haven’t been entered yet."
    assert game.refuses(cmd.CloseRound(1), seen) == says


@pytest.mark.parametrize("seat", [2, 3])
def test_who_went_out_is_not_said_again_unasked_by_a_page_that_shows_what_was_taken_back(seat: int) -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    said = game.state.number
    game.must(cmd.Undo(said), by="Dee's phone")
    (conflict,) = game.stale(cmd.SayWentOut(1, seat), said).conflicts
    assert (conflict.theirs, conflict.by) == ("Taken back", "Dee's phone")
    game.must(cmd.SayWentOut(1, seat))


def test_two_phones_close_the_same_round_once() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    for seat in (1, 3, 4):
        game.enter(seat, "K")
    seen = game.state.number
    game.must(cmd.CloseRound(1), seen)
    assert game.must(cmd.CloseRound(1), seen).events == ()
    assert len(game.state.rounds) == 1
    game.stale(cmd.CloseRound(1, game.hands(s4="Q Q"), confirmed=True), seen)


def test_two_phones_name_different_winners() -> None:
    game = Game()
    seen = game.state.number
    game.must(cmd.SayWentOut(1, 2), seen)
    (conflict,) = game.stale(cmd.SayWentOut(1, 3), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Ben", "Cid")


def test_two_phones_correct_the_same_cell() -> None:
    game = Game()
    game.close(2)
    seen = game.state.number
    game.must(cmd.CorrectCell(1, 1, "K K"), seen, by="Dee's phone")
    (conflict,) = game.stale(cmd.CorrectCell(1, 1, "Q"), seen).conflicts
    assert (conflict.theirs, conflict.mine, conflict.by) == ("20 (K K)", "10 (Q)", "Dee's phone")
    game.must(cmd.CorrectCell(1, 3, "Q"), seen)


def test_two_phones_correct_the_same_winner() -> None:
    game = Game()
    game.close(2)
    seen = game.state.number
    game.must(cmd.CorrectWinner(1, 1, "K"), seen)
    (conflict,) = game.stale(cmd.CorrectWinner(1, 3, "K"), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Ann", "Cid")


def test_two_phones_record_different_cuts() -> None:
    game = Game("liverpool")
    seen = game.state.number
    game.must(cmd.RecordCut(1, exact=True), seen)
    (conflict,) = game.stale(cmd.RecordCut(1, exact=False), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Exact", "Not exact")


def test_two_phones_rename_reorder_and_change_the_dealer() -> None:
    game = Game()
    seen = game.state.number
    game.must(cmd.RenameSeat(1, "Anna"), seen)
    game.stale(cmd.RenameSeat(1, "Annie"), seen)
    game.must(cmd.ReorderSeats((2, 1, 3, 4)), seen)
    game.stale(cmd.ReorderSeats((3, 1, 2, 4)), seen)
    game.must(cmd.ChangeDealer(2), seen)
    game.stale(cmd.ChangeDealer(3), seen)
    assert game.must(cmd.ChangeDealer(2), seen).events == ()


def test_a_dealer_for_a_round_that_is_over_is_not_a_dealer_for_the_next() -> None:
    game = Game()
    seen = game.state.number
    game.close(1)
    (conflict,) = game.stale(cmd.ChangeDealer(3), seen).conflicts
    assert (conflict.what, conflict.theirs, conflict.mine) == ("The dealer of round 2", "Ben", "Cid")


def test_two_phones_say_different_buys() -> None:
    game = Game("progressive")
    seen = game.state.number
    game.must(cmd.SayBuys({1: 2}), seen)
    (conflict,) = game.stale(cmd.SayBuys({1: 3}), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("2", "3")
    game.must(cmd.SayBuys({2: 1}), seen)
    assert dict(game.state.buys) == {1: 2, 2: 1, 3: 0, 4: 0}


def test_undo_without_a_target_means_what_the_page_showed() -> None:
    game = Game()
    game.enter(1, "K")
    seen = game.state.number
    game.enter(2, "Q")
    (conflict,) = game.stale(cmd.Undo(), seen).conflicts
    assert conflict.theirs == "Round 1, Ben: 10 (Q)"
    game.must(cmd.Undo(seen), seen)
    assert game.state.running is not None
    assert list(game.state.running.entered) == [2]
    game.stale(cmd.Redo(), seen)


def test_carrying_on_from_two_phones_happens_once() -> None:
    game = Game()
    for _ in range(7):
        game.close(1)
    seen = game.state.number
    game.must(cmd.CarryOn(), seen)
    assert game.must(cmd.CarryOn(), seen).events == ()
    assert game.state.planned == 14


def test_who_has_seen_nothing_of_the_log_may_tell_something() -> None:
    game = Game()
    game.must(cmd.AddNote("tea"), seen=0)
    assert game.entries[-1].sentence == "Note: tea"


@pytest.mark.parametrize("seen", [-1, 99])
def test_a_page_of_another_game_is_refused(seen: int) -> None:
    game = Game()
    assert "another game" in game.refuses(cmd.AddNote("tea"), seen)


def test_however_many_older_states_phones_name_a_game_in_memory_keeps_few_of_them() -> None:
    game = Game()
    for step in range(60):
        game.enter(1, "K" if step % 2 else "Q", game.state.number)
    state = game.state
    then = [weakref.ref(as_seen(state, number)) for number in range(1, state.number)]
    gc.collect()
    assert 0 < sum(each() is not None for each in then) <= 16
    assert as_seen(state, 7) == fold(state.log[:7])
