"""What goes wrong: noted, or paid for by an entry of its own in the score."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game.commands import NoteIrregularity
from referee.game.judges.irregular import KINDS
from tests.game.play import Game
from tests.game.test_melds import play, refused


def test_points_are_an_entry_of_their_own_beside_the_cards() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 3, "drew out of turn", "points", 20))
    game.close(1, s3="K K")
    cell = game.state.rounds[0].cells[3]
    assert (cell.points, cell.score) == (20, 40)
    assert [(extra.kind, extra.points) for extra in cell.extras] == [("drew out of turn", 20)]
    assert game.totals == [0, 10, 40, 10]


def test_a_closed_round_takes_them_too_and_an_undo_takes_them_back() -> None:
    game = Game("contract")
    game.close(1)
    game.close(2)
    game.must(NoteIrregularity(1, 2, "illegal meld found later", "points", -5, "agreed by all"))
    assert game.totals == [10, 5, 20, 20]
    assert game.entries[-1].sentence == "Round 1, Ben: A wrong meld, found later (agreed by all); -5 points"
    game.must(cmd.Undo(game.state.number))
    assert game.totals == [10, 10, 20, 20]


def test_corrections_leave_them_alone() -> None:
    game = Game("contract")
    game.close(1)
    game.must(NoteIrregularity(1, 2, "too many cards", "points", 50))
    game.must(cmd.CorrectCell(1, 2, "K K", confirmed=True))
    assert game.state.rounds[0].cells[2].score == 70
    game.must(cmd.CorrectWinner(1, 2, "5", confirmed=True))
    assert game.totals == [5, 50, 10, 10]


def test_they_are_there_again_when_the_closing_is_undone_and_repeated() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 2, "too few cards", "points", 10))
    game.close(1)
    game.must(cmd.Undo(game.state.number))
    assert play(game).irregularities[0].points == 10
    game.close(1)
    assert game.totals == [0, 20, 10, 10]


def test_the_winner_of_a_round_can_owe_points_too() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 1, "something else", "points", 5))
    game.close(1)
    assert game.totals[0] == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_note_changes_no_score(kind: str) -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, None, kind))
    game.close(1)
    assert game.totals == [0, 10, 10, 10]
    assert game.state.rounds[0].play.irregularities[0].kind == kind


@pytest.mark.parametrize(
    ("noted", "field"),
    [
        (NoteIrregularity(1, 9, "misdeal"), "seat"),
        (NoteIrregularity(1, 1, "sneezed"), "kind"),
        (NoteIrregularity(1, 1, "misdeal", "shame"), "remedy"),  # type: ignore[arg-type]
        (NoteIrregularity(1, None, "misdeal", "points", 10), "seat"),
        (NoteIrregularity(1, 1, "misdeal", "points", 0), "points"),
        (NoteIrregularity(1, 1, "misdeal", "points", 501), "points"),
        (NoteIrregularity(1, 1, "misdeal", "points", -501), "points"),
        (NoteIrregularity(1, 1, "misdeal", text="x" * 501), "text"),
        (NoteIrregularity(2, 1, "misdeal"), "round"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_field(noted: NoteIrregularity, field: str) -> None:
    assert refused(Game("contract"), noted) == [(field, "")]


def test_two_phones_that_note_the_same_charge_it_once() -> None:
    game = Game("contract")
    seen = game.state.number
    game.must(NoteIrregularity(1, 3, "drew out of turn", "points", 20))
    conflict = game.stale(NoteIrregularity(1, 3, "drew out of turn", "points", 10), seen).conflicts[0]
    assert (conflict.theirs, conflict.mine) == ("+20 points", "+10 points")
    game.must(NoteIrregularity(1, 2, "drew out of turn"), seen)


def test_points_for_a_round_that_a_seat_did_not_play_make_no_sense() -> None:
    game = Game("contract")
    game.close(1)
    game.must(cmd.AddSeat("Eve", confirmed=True))
    assert refused(game, NoteIrregularity(1, 5, "misdeal", "points", 5)) == [("seat", "")]


def test_a_light_note_is_completed_in_one_write_and_an_undo_brings_it_back() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 2, "too many cards"))
    note = game.state.number
    done = game.must(NoteIrregularity(1, 2, "too many cards", "points", 20, "one of Cid’s", completes=note))
    assert len(done.events) == 1
    (noted,) = play(game).irregularities
    assert (noted.remedy, noted.points, noted.text) == ("points", 20, "one of Cid’s")
    game.close(1)
    assert [extra.points for extra in game.state.rounds[0].cells[2].extras] == [20]
    game.must(cmd.Undo())
    game.must(cmd.Undo(note + 1))
    (noted,) = play(game).irregularities
    assert noted.is_light


def test_a_note_of_a_closed_round_is_completed_too() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 2, "drew out of turn"))
    note = game.state.number
    game.close(1)
    game.must(NoteIrregularity(1, 2, "drew out of turn", "points", 5, completes=note))
    assert game.totals == [0, 15, 10, 10]
    assert len(game.state.rounds[0].play.irregularities) == 1


def test_the_undo_of_a_note_that_was_completed_leaves_what_was_said_since() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 2, "too many cards"))
    note = game.state.number
    game.must(NoteIrregularity(1, 2, "too many cards", "points", 20, completes=note))
    for command in (cmd.Undo(note), cmd.Redo(note)):
        game.must(command)
        assert [one.points for one in play(game).irregularities] == [20]


def test_a_note_is_completed_once() -> None:
    game = Game("contract")
    game.must(NoteIrregularity(1, 2, "too many cards"))
    note = game.state.number
    full = NoteIrregularity(1, 2, "too many cards", "points", 20, completes=note)
    game.must(full)
    assert "That note was taken back, or someone has already added to it." in game.refuses(full)
    game.stale(full, note)
