"""The course of a game: undo and redo of anything, notes, buys, the end and what comes after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.game import commands as cmd
from referee.game.events import GameFinished, Recorded, RoundClosed, to_data
from referee.game.fold import fold
from referee.game.history import Fixed
from referee.rulebooks import library
from referee.rules.rulings import phrase
from referee.storage.games.codec import read_event
from tests.game import plays
from tests.game.play import Game


def sentence(game: Game, of: str) -> str:
    entry = game.undo if of == "undo" else game.redo
    return entry.sentence if entry else ""


def test_undo_names_what_it_undoes_and_redo_what_it_brings_back() -> None:
    game = Game()
    game.enter(2, "K K 10 5")
    assert sentence(game, "undo") == "Round 1, Ben: 35 (K K 10 5)"
    game.must(cmd.Undo())
    assert game.state.running is not None
    assert game.state.running.entered == {}
    assert sentence(game, "redo") == "Round 1, Ben: 35 (K K 10 5)"
    game.must(cmd.Redo())
    assert game.state.running is not None
    assert 2 in game.state.running.entered


def test_undo_goes_back_step_by_step_and_redo_forth_again() -> None:
    game = Game()
    states = [game.state]
    for step in (lambda: game.enter(1, "K"), lambda: game.close(2), lambda: game.must(cmd.AddNote("tea"))):
        step()
    told = []
    while game.undo:
        told.append(game.undo.kind)
        game.must(cmd.Undo(game.undo.seq))
    assert told[0] == "NoteAdded"
    assert told[1] == "RoundClosed"
    assert game.state.running == states[0].running
    while game.redo:
        game.must(cmd.Redo(game.redo.seq))
    assert game.state.notes == ("tea",)
    assert len(game.state.rounds) == 1


def test_a_closing_that_is_undone_leaves_its_lines_entered() -> None:
    game = Game()
    game.close(2, s1="K K 10 5")
    game.must(cmd.Undo())
    running = game.state.running
    assert running is not None
    assert (running.number, running.went_out_said, running.went_out, running.missing) == (1, True, 2, ())
    assert running.entered[1].cards == "K K 10 5"
    game.must(cmd.CloseRound(1))
    assert game.totals == [35, 0, 10, 10]


def test_a_line_of_the_next_round_survives_the_undo_of_a_closing() -> None:
    game = Game()
    game.close(2)
    closing = game.state.number
    game.enter(3, "Q Q")
    game.must(cmd.Undo(closing))
    game.must(cmd.CloseRound(1))
    assert game.state.running is not None
    assert game.state.running.entered[3].cards == "Q Q"


def test_what_others_rest_on_is_not_undone() -> None:
    game = Game()
    game.close(2)
    first = game.state.number
    game.close(3)
    assert game.refuses(cmd.Undo(first)) == "Round 2 was closed after that. Undo what came after it first."


def test_a_joining_is_not_undone_after_a_round_was_played_with_it() -> None:
    game = Game()
    game.must(cmd.AddSeat("Eve"))
    joined = game.state.number
    game.close(1)
    assert "Other players played round 1. Undo what came after it first." in game.refuses(cmd.Undo(joined))


def test_a_joining_is_undone_before_a_closing_that_it_followed() -> None:
    game = Game()
    game.close(1)
    closing = game.state.number
    game.must(cmd.AddSeat("Eve"))
    game.must(cmd.DropSeat(2))
    game.must(cmd.ChangeDealer(4))
    assert "After that, Dee became the dealer" in game.refuses(cmd.Undo(closing))
    for _ in range(4):
        game.must(cmd.Undo())
    assert game.state.running is not None
    assert (game.state.running.number, game.state.running.seats) == (1, (1, 2, 3, 4))


def test_carrying_on_is_not_undone_from_under_a_round_closed_since() -> None:
    game = Game()
    for _ in range(7):
        game.close(1)
    game.must(cmd.CarryOn())
    carried_on = game.state.number
    game.close(1)
    assert "Round 8 was closed after that" in game.refuses(cmd.Undo(carried_on))


def test_a_closing_is_not_undone_from_under_a_new_order_of_the_next_round() -> None:
    game = Game()
    game.close(1)
    closing = game.state.number
    game.must(cmd.ReorderSeats((2, 1, 3, 4)))
    assert "After that, the seats were put in another order" in game.refuses(cmd.Undo(closing))


def test_any_entry_of_the_history_can_be_undone_by_its_number() -> None:
    game = Game()
    game.must(cmd.AddNote("tea"))
    note = game.state.number
    game.close(2)
    game.must(cmd.CorrectCell(1, 1, "K K"))
    corrected = game.state.number
    game.close(3)
    game.must(cmd.Undo(note))
    assert game.state.notes == ()
    game.must(cmd.Undo(corrected))
    assert game.totals == [20, 10, 10, 20]


def test_undoing_twice_writes_nothing_and_an_undone_entry_comes_back_by_its_number() -> None:
    game = Game()
    game.must(cmd.AddNote("tea"))
    game.must(cmd.Undo(2))
    assert game.must(cmd.Undo(2)).events == ()
    game.must(cmd.AddNote("coffee"))
    assert game.redo is None
    game.must(cmd.Redo(2))
    assert game.must(cmd.Redo(2)).events == ()
    assert game.state.notes == ("tea", "coffee")


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        (1, "You can’t undo the opening of the game. Abandon the game instead."),
        (0, "That entry isn’t in the history."),
        (77, "That entry isn’t in the history."),
    ],
)
def test_the_opening_and_what_never_happened_cannot_be_undone(target: int, problem: str) -> None:
    assert problem in Game().refuses(cmd.Undo(target))


def test_there_may_be_nothing_to_undo_or_to_bring_back() -> None:
    game = Game()
    assert game.undo is None
    assert game.redo is None
    assert game.refuses(cmd.Undo()) == "There is nothing to undo."
    assert game.refuses(cmd.Redo()) == "There is nothing to bring back."
    assert game.refuses(cmd.Redo(77)) == "That entry isn’t in the history."


def test_an_undo_is_taken_back_by_bringing_back_what_it_undid() -> None:
    game = Game()
    game.must(cmd.AddNote("tea"))
    game.must(cmd.Undo())
    assert "To reverse that undo, bring back the entry it removed." in game.refuses(cmd.Undo(3))
    game.must(cmd.Redo(3))
    assert game.state.notes == ("tea",)
    assert "already brought something back" in game.refuses(cmd.Redo(4))


def test_lines_of_a_closed_round_are_corrected_not_undone() -> None:
    game = Game()
    game.enter(1, "K")
    entered = game.state.number
    game.must(cmd.Undo(entered))
    game.enter(1, "Q")
    game.close(2, s1="Q")
    assert "Round 1 is closed: correct it" in game.refuses(cmd.Undo(game.state.number - 1))
    assert "Round 1 is closed: correct it" in game.refuses(cmd.Redo(entered))


def test_the_history_says_of_each_entry_whether_it_can_be_undone() -> None:
    game = Game()
    game.close(2)
    game.must(cmd.AddNote("tea"))
    game.close(3)
    game.must(cmd.CorrectCell(1, 1, "K K"))
    game.must(cmd.Undo())
    can = {entry.kind: entry.can_undo for entry in game.entries}
    assert can == {
        "GameOpened": False,
        "WentOutSaid": False,
        "CardsLeftEntered": False,
        "RoundClosed": True,
        "NoteAdded": True,
        "CellCorrected": True,
        "Undone": False,
    }
    closings = [entry.can_undo for entry in game.entries if entry.kind == "RoundClosed"]
    assert closings == [False, True]
    assert [entry.kind for entry in game.entries if entry.undone] == ["CellCorrected"]


def test_a_game_finishes_with_its_last_round() -> None:
    game = Game()
    for _ in range(6):
        game.close(1)
        assert not game.state.over
    game.close(1)
    assert game.state.status == "finished"
    assert sentence(game, "undo").startswith("Round 7 was closed")
    assert game.entries[-1].sentence.endswith("That finished the game")
    assert game.must(cmd.Finish()).events == ()
    assert "The game is finished" in game.refuses(cmd.AddSeat("Eve"))
    assert "The game is finished" in game.refuses(cmd.Abandon())


def test_undoing_the_last_closing_opens_the_game_again_and_bringing_it_back_finishes_it() -> None:
    game = Game()
    for _ in range(7):
        game.close(1)
    finished = game.state
    game.must(cmd.Undo())
    running = game.state.running
    assert game.state.status == "playing"
    assert running is not None
    assert (running.number, running.missing, running.went_out) == (7, (), 1)
    game.must(cmd.Redo())
    assert (game.state.status, game.state.rounds) == ("finished", finished.rounds)


def test_two_phones_close_the_last_round() -> None:
    game = Game()
    for _ in range(6):
        game.close(1)
    seen = game.state.number
    game.close(1)
    hands = game.hands(s2="10", s3="10", s4="10")
    assert game.must(cmd.CloseRound(7, hands, 1, says_went_out=True), seen).events == ()


def test_a_log_of_before_is_finished_by_its_own_entry() -> None:
    game = Game()
    for _ in range(7):
        game.close(1)
    log = [
        recorded._replace(event=replace(recorded.event, finishes=False))
        if isinstance(recorded.event, RoundClosed)
        else recorded
        for recorded in game.log
    ]
    data = to_data(log[-1].event)
    del data["finishes"]
    assert read_event(data) == log[-1].event
    before = fold(log)
    assert (before.status, before.over, before.last_round_closed) == ("playing", False, True)
    assert fold([*log, Recorded(len(log) + 1, log[-1].at, "", GameFinished())]).status == "finished"


def test_the_kitty_is_counted_after_the_last_round() -> None:
    game = Game("progressive", 4)
    for _ in range(game.book.rounds):
        game.close(1)
    assert game.state.status == "finished"
    game.must(cmd.SayBuys({2: 3}))
    assert game.state.kitty == 3 * game.book.may_i_price
    assert sentence(game, "undo").startswith("Buys in the whole game")
    game.must(cmd.Undo())
    assert (game.state.kitty, game.state.status) == (0, "finished")


def test_finishing_early_is_asked_about() -> None:
    game = Game()
    assert "No round has been played yet" in game.refuses(cmd.Finish())
    game.close(1)
    assert "1 of 7 rounds have been played" in game.asks(cmd.Finish())
    game.must(cmd.Finish(confirmed=True))
    assert game.state.running is None
    assert game.state.places[1].place == 1


def test_a_finished_game_is_final_but_for_its_end() -> None:
    game = Game()
    game.close(1)
    game.must(cmd.CorrectCell(1, 2, "K K"))
    correction = game.state.number
    game.must(cmd.Finish(confirmed=True))
    assert "The game is finished. Open it again first." in game.refuses(cmd.Undo(correction))
    assert [entry.kind for entry in game.entries if entry.can_undo] == ["GameFinished"]
    assert sentence(game, "undo") == "The game was finished"
    game.must(cmd.Undo())
    assert game.state.status == "playing"


def test_an_abandoned_game_can_be_opened_again() -> None:
    game = Game()
    game.must(cmd.Abandon())
    assert game.must(cmd.Abandon()).events == ()
    assert "The game is abandoned" in game.refuses(cmd.CloseRound(1))
    game.must(cmd.Reopen())
    assert game.must(cmd.Reopen()).events == ()
    game.close(1)


def test_an_end_is_not_undone_from_under_what_followed() -> None:
    game = Game()
    game.close(1)
    game.must(cmd.Finish(confirmed=True))
    end = game.state.number
    game.must(cmd.Reopen())
    assert "After that, the game was opened again" in game.refuses(cmd.Undo(end))


def test_the_table_carries_on_from_the_first_round_of_the_rulebook() -> None:
    game = Game()
    assert "The last round isn’t closed." in game.refuses(cmd.CarryOn())
    for _ in range(7):
        game.close(1)
    game.must(cmd.CarryOn())
    running = game.state.running
    assert running is not None
    assert (running.number, running.plays, running.deal.deal) == (8, 1, 10)
    game.close(1)
    assert game.state.rounds[7].plays == 1
    assert not game.state.last_round_closed


def test_notes_are_kept_and_have_a_length() -> None:
    game = Game()
    game.must(cmd.AddNote(" misdeal,\nnew deal "))
    assert game.state.notes == ("misdeal, new deal",)
    assert "empty" in game.refuses(cmd.AddNote("  "))
    assert "Enter at most 500 characters." in game.refuses(cmd.AddNote("x" * 501))


def test_buys_fill_the_kitty_and_the_winner_takes_it() -> None:
    game = Game("progressive", 4)
    game.close(1, s2="3", s3="4 5", s4="K K")
    assert game.state.payments == {1: 12, 2: -2, 3: -4, 4: -6}
    game.must(cmd.SayBuys({2: 3, 4: 1}))
    assert game.state.payments == {1: 16, 2: -2, 3: -4, 4: -6}
    assert game.must(cmd.SayBuys({2: 3})).events == ()


def test_what_somebody_bought_who_left_stays_in_the_kitty() -> None:
    game = Game("progressive", 4)
    game.close(1, s2="3", s3="4 5", s4="K K")
    game.must(cmd.DropSeat(4))
    game.must(cmd.SayBuys({4: 2}))
    assert game.state.payments == {1: 6 + 2, 2: -2, 3: -4}


@pytest.mark.parametrize(
    ("buys", "problem"), [({9: 1}, "That seat isn’t in this game."), ({1: -1}, "0 to 99"), ({1: 100}, "0 to 99")]
)
def test_buys_that_cannot_be_are_refused(buys: dict[int, int], problem: str) -> None:
    assert problem in Game("progressive", 4).refuses(cmd.SayBuys(buys))


def test_there_is_no_kitty_where_the_rulebook_has_none() -> None:
    game = Game("contract")
    game.close(1)
    assert "There is no kitty in Contract Rummy." in game.refuses(cmd.SayBuys({1: 1}))
    assert game.state.payments == {}


@pytest.mark.parametrize("rulebook", library.ids())
def test_payments_stand_exactly_where_the_rulebook_settles(rulebook: str) -> None:
    game = Game(rulebook)
    game.close(1)
    assert bool(game.state.payments) == (game.book.settlement != "none")


def test_what_cannot_be_undone_says_why_and_what_has_to_be_undone_first() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D 9H")))
    game.must(plays.lay_off(1, 1, 200, "5C", down="earlier"))
    game.must(plays.lay_off(1, 3, 200, "5H", down="earlier"))
    fixed = {entry.seq: (entry.fixed.why, entry.fixed.first) for entry in game.entries if entry.fixed}
    assert fixed == {
        1: ("The game began with this.", None),
        2: ("The meld wouldn’t be on the table.", 4),
        3: ("Ben’s meld (the 5s of hearts, spades and diamonds) has changed since.", 4),
    }, "the last one in the way comes first"
    assert (
        game.refuses(cmd.Undo(3))
        == "Ben’s meld (the 5s of hearts, spades and diamonds) has changed since. Undo what came after it first."
    )
    game.must(cmd.Undo(4))
    assert game.entries[2].can_undo


def test_closed_rounds_are_undone_from_the_last_one_back() -> None:
    game = Game()
    for _ in range(3):
        game.close(2)
    first, second, last = (entry for entry in game.entries if entry.kind == "RoundClosed")
    assert first.fixed
    assert second.fixed == first.fixed
    assert (first.fixed.why, first.fixed.first) == ("A later round depends on it.", last.seq)
    assert last.can_undo
    drafts = {entry.fixed for entry in game.entries if entry.kind == "CardsLeftEntered"}
    assert drafts == {Fixed(phrase("on_the_score"))}
    assert {fixed.why for fixed in drafts if fixed} == {"Round closed: correct it on the score"}


def test_carrying_on_that_was_undone_comes_back() -> None:
    game = Game()
    for _ in range(7):
        game.close(1)
    game.must(cmd.CarryOn())
    game.must(cmd.Undo())
    assert game.state.over
    assert sentence(game, "redo")
    game.must(cmd.Redo())
    assert (game.state.status, game.state.planned) == ("playing", 14)


def test_an_undone_discard_does_not_come_back_once_others_have_used_up_the_limit() -> None:
    game = Game("shanghai")
    for _ in range(2):
        game.must(plays.take_discard(1, (3,), 1, same=False))
    first = game.state.number
    game.must(cmd.Undo(first))
    game.must(cmd.Redo(first))
    game.must(cmd.Undo(first))
    game.must(plays.take_discard(1, (3,), 2, same=False))
    assert game.refuses(cmd.Redo(first)) == "Cid has since taken as many discards as round 1 allows."


def test_nobody_carries_on_alone() -> None:
    game = Game(players=3)
    for _ in range(6):
        game.close(1)
    for seat in (2, 3):
        game.must(cmd.DropSeat(seat, "now", confirmed=True))
    game.close(1)
    assert "Too few players would be left: 2 are needed." in game.refuses(cmd.CarryOn())
    game.must(cmd.Undo())
