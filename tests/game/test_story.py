"""The history in plain sentences, told as things stood then."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.game.commands import DecideRule, NoteIrregularity
from referee.game.fold import fold, sentences
from tests.game import plays
from tests.game.play import Game


def whole_evening() -> Game:
    game = Game("liverpool", 3, dealer=1)
    game.must(cmd.RecordCut(1, exact=True))
    game.must(cmd.SayWentOut(1, 2))
    game.enter(1, "K K")
    game.enter(1, "K K 5")
    game.enter(3, "35")
    game.enter(3, "K K 10 5")
    game.must(cmd.CloseRound(1))
    game.must(cmd.CorrectCell(1, 3, "K 5"))
    game.must(cmd.CorrectCell(1, 3, "Q 5"))
    game.must(cmd.CorrectWinner(1, 1, "joker"))
    game.must(cmd.AddSeat("Dee", how="said", opening=1))
    game.must(cmd.RenameSeat(3, "Sid"))
    game.must(cmd.ReorderSeats((4, 3, 2, 1)))
    game.must(cmd.ChangeDealer(4))
    game.must(cmd.AddNote("tea"))
    game.must(cmd.Undo())
    game.must(cmd.Redo())
    game.enter(3, "Q")
    game.must(cmd.ClearCardsLeft(2, 3))
    game.must(cmd.DropSeat(4))
    game.must(cmd.Finish(confirmed=True))
    game.must(cmd.Reopen())
    game.must(cmd.Abandon())
    return game


def test_a_whole_evening_reads_as_sentences() -> None:
    assert [entry.sentence for entry in whole_evening().entries] == [
        "Liverpool Rummy began with Ann, Ben and Cid; Ben deals first, as chosen",
        "Round 1: Ann cut exactly",
        "Round 1: Ben went out",
        "Round 1, Ann: 20 (K K)",
        "Round 1, Ann: 20 changed to 25 (K K 5)",
        "Round 1, Cid: 35",
        "Round 1, Cid: 35 changed to 35 (K K 10 5)",
        "Round 1 was closed: Ben went out; Ann 25 (K K 5), Cid 35 (K K 10 5)",
        "Round 1, Cid: 35 corrected to 15 (K 5)",
        "Round 1, Cid: 15 (K 5) corrected to 15 (Q 5)",
        "Round 1 corrected: Ann went out, not Ben; Ben 15 (joker)",
        "Dee joined for round 2 with 1 point",
        "Cid is now called Sid",
        "New order of the seats: Dee, Sid, Ben, Ann",
        "Dee deals round 2",
        "Note: tea",
        "Undone: Note: tea",
        "Brought back: Note: tea",
        "Round 2, Sid: 10 (Q)",
        "Round 2: Sid’s 10 (Q) was removed",
        "Dee left after round 1",
        "The game was finished",
        "The game was opened again",
        "The game was abandoned",
    ]


def test_among_the_entries_of_its_round_nothing_is_said_twice() -> None:
    entries = whole_evening().entries
    assert [entry.sentence.among(1) for entry in entries[1:9]] == [
        "Ann cut exactly",
        "Ben went out",
        "Ann: 20 (K K)",
        "Ann: 20 changed to 25 (K K 5)",
        "Cid: 35",
        "Cid: 35 changed to 35 (K K 10 5)",
        "Round 1 was closed",
        "Cid: 35 corrected to 15 (K 5)",
    ]
    assert entries[8].sentence.among(2) == "Round 1, Cid: 35 corrected to 15 (K 5)"


def test_a_closing_says_the_hands_that_no_entry_before_it_says() -> None:
    opening, *_, closing = (each for each in whole_evening().state.log[:8])
    state = fold((opening, closing._replace(seq=2)))
    assert sentences(state)[1].among(1) == "Round 1 was closed: Ben went out; Ann 25 (K K 5), Cid 35 (K K 10 5)"


def test_entries_say_when_and_by_whom() -> None:
    game = Game()
    game.enter(1, "K", by="Ben's phone")
    entry = game.entries[-1]
    assert (entry.seq, entry.by, entry.at, entry.kind) == (2, "Ben's phone", "2026-01-05T10:02:00Z", "CardsLeftEntered")


def test_carrying_on_and_buys_have_their_sentences() -> None:
    game = Game("progressive", 3)
    for _ in range(15):
        game.close(None, s1="3", s2="3", s3="3")
    game.must(cmd.SayBuys({2: 3}))
    game.must(cmd.CarryOn())
    game.must(cmd.AddSeat("Dee", how="highest"))
    game.must(cmd.DropSeat(1))
    told = [entry.sentence for entry in game.entries[-4:]]
    assert told == [
        "Buys in the whole game: Ann 0, Ben 3, Cid 0",
        "The table played on: all rounds start again from the first",
        "Dee joined for round 16 with 75 points, the same as the highest",
        "Ann left after round 15",
    ]


def test_a_round_that_nobody_won_says_so() -> None:
    game = Game(players=3)
    game.close(None, s1="K", s2="Q", s3="J")
    assert game.entries[-1].sentence == "Round 1 was closed: no one went out; Ann 10 (K), Ben 10 (Q), Cid 10 (J)"


def test_leaving_before_the_first_round_says_so() -> None:
    game = Game()
    game.must(cmd.DropSeat(4))
    assert game.entries[-1].sentence == "Dee left before the first round"


def test_what_was_corrected_and_then_undone_with_its_closing_still_has_a_sentence() -> None:
    game = Game(players=3)
    game.close(1)
    closing = game.state.number
    game.must(cmd.CorrectCell(1, 2, "Q"))
    game.must(cmd.Undo())
    game.must(cmd.Undo(closing))
    sentences = [entry.sentence for entry in game.entries]
    assert "Round 1, Ben: Corrected to 10 (Q)" in sentences


def test_another_sentence_names_an_entry_by_its_beginning() -> None:
    game = Game("contract")
    briefs = {}
    commands: tuple[cmd.Command, ...] = (
        plays.take_discard(1, (4, 3), active=2),
        plays.go_down(1, 2, ("5H 5S 5D", "9C 9D 9H")),
        NoteIrregularity(1, 4, "too many cards", "points", 10, "dropped one"),
        DecideRule("natural", {"naturals_least": 0}, "A meld of jokers only is fine."),
        cmd.ReorderSeats((4, 2, 1, 3)),
        cmd.CloseRound(1, game.hands(s1="K", s3="Q", s4="J"), 2, says_went_out=True),
    )
    for command in commands:
        game.must(command)
        entry = game.undo
        assert entry is not None
        assert entry.sentence.startswith(entry.sentence.brief)
        briefs[entry.kind] = entry.sentence.brief
    assert briefs == {
        "MayITaken": "Round 1: Cid took the discard",
        "WentDown": "Round 1: Ben went down",
        "IrregularityNoted": "Round 1, Dee: Too many cards",
        "RuleDecided": "Decided at this table: Natural cards",
        "SeatsReordered": "New order of the seats",
        "RoundClosed": "Round 1 was closed",
    }
