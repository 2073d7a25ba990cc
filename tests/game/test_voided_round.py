"""A round that does not count: it is dealt again by the same player, and nothing that was told of it counts."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.history import why_no_undo
from referee.game.judges.decide import NeedsConfirmation, Stale, decide
from referee.game.judges.seats import changes_from
from referee.game.state import RunningRound
from referee.game.story.answers import sentence
from referee.game.taking_back import taken_back
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import play, refused

VOID = cmd.NoteIrregularity(2, None, "wrong pack", "void", confirmed=True)


@pytest.fixture
def game() -> Game:
    """The second round of Contract Rummy, with a May I, points agreed on, a cut, and cards entered."""
    game = Game("contract")
    game.close(1)
    game.must(plays.take_discard(2, (3,), active=2))
    game.must(cmd.NoteIrregularity(2, 3, "drew out of turn", "points", 20))
    game.must(cmd.NoteIrregularity(2, 2, "too few cards"))
    game.must(cmd.SayWentOut(2, 1))
    game.must(cmd.EnterCardsLeft(2, 2, "K K"))
    return game


def test_the_same_player_deals_again_and_nothing_of_it_counts(game: Game) -> None:
    before = game.state.running
    assert before
    assert before.play.takes
    assert game.state.buys == {3: 1}
    game.must(VOID)
    running = game.state.running
    assert running
    assert (running.number, running.dealer, running.seats) == (2, before.dealer, before.seats)
    assert not (running.entered)
    assert not (running.went_out_said)
    assert not (running.play.takes)
    assert game.state.buys.get(3, 0) == 0
    assert [(noted.kind, noted.remedy) for noted in play(game).irregularities] == [
        ("too few cards", "note"), ("wrong pack", "void")
    ]  # fmt: skip
    totals = game.totals
    game.close(2, s3="K")
    assert [now - then for now, then in zip(game.totals, totals, strict=True)] == [10, 0, 10, 10]


def test_limits_begin_anew_with_the_new_deal() -> None:
    game = Game("shanghai")
    limit = int(game.state.book.may_i_limit[0])
    for _ in range(limit):
        game.must(plays.take_discard(1, (3,), active=2, same=False))
    assert refused(game, plays.take_discard(1, (3,), active=2, same=False))
    game.must(cmd.NoteIrregularity(1, None, "wrong pack", "void", confirmed=True))
    game.must(plays.take_discard(1, (3,), active=2, same=False))


def test_it_is_undone_like_anything_while_nothing_was_told_of_the_new_deal(game: Game) -> None:
    told, number = game.state.running, game.state.number
    game.must(VOID)
    game.must(cmd.Undo(game.state.number))
    back = game.state.running
    assert back
    assert told
    assert (back.entered, back.play, back.went_out) == (told.entered, told.play, told.went_out)
    assert game.state.buys == {3: 1}
    game.must(cmd.Redo(number + 1))
    assert game.state.running
    assert not game.state.running.entered


def test_once_the_new_deal_is_played_the_old_one_does_not_come_back(game: Game) -> None:
    entered = game.state.number
    game.must(VOID)
    void = game.state.number
    game.must(cmd.EnterCardsLeft(2, 4, "Q"))
    against = why_no_undo(game.state, void)
    assert against
    assert sentence(against).startswith("Round 2 has been dealt again and played on since")
    old = why_no_undo(game.state, entered)
    assert old
    assert sentence(old).startswith("Round 2 was dealt again after that")
    game.must(cmd.Undo(game.state.number))
    assert why_no_undo(game.state, void) is None


def test_a_phone_that_still_enters_the_old_deal_is_told(game: Game) -> None:
    seen = game.state.number
    game.must(VOID)
    decision = decide(game.state, cmd.EnterCardsLeft(2, 4, "A A"), seen)
    assert isinstance(decision, Stale)
    (conflict,) = decision.conflicts
    assert (sentence(conflict.changed), sentence(conflict.now)) == ("Round 2", "Round dealt again")
    assert sentence(conflict.wanted) == "Round 2, Dee: 30 (A A)"
    game.must(cmd.EnterCardsLeft(2, 4, "A A"))


def test_entries_of_others_are_asked_about_first(game: Game) -> None:
    taken = taken_back(game.state, VOID)
    assert taken
    assert [type(game.state.log[seq - 1].event) for seq in taken.entries] == [
        ev.MayITaken,
        ev.WentOutSaid,
        ev.CardsLeftEntered,
    ]
    assert taken_back(Game("contract").state, cmd.NoteIrregularity(1, None, "wrong pack", "void")) is None


def test_a_closed_round_is_not_dealt_again(game: Game) -> None:
    assert refused(game, cmd.NoteIrregularity(1, None, "wrong pack", "void")) == [("remedy", "")]


def test_who_left_in_the_middle_of_it_is_not_dealt_in_again() -> None:
    game = Game("contract")
    game.must(cmd.EnterCardsLeft(1, 2, "K K"))
    game.must(cmd.DropSeat(2, "now", confirmed=True))
    assert game.state.running
    assert game.state.running.away == (2,)
    game.must(cmd.NoteIrregularity(1, None, "wrong pack", "void", confirmed=True))
    running = game.state.running
    assert running
    assert (running.seats, running.away) == ((1, 3, 4), ())
    game.must(cmd.Undo(game.state.number))
    assert game.state.running
    assert game.state.running.away == (2,)


def test_history_says_why(game: Game) -> None:
    game.must(VOID)
    assert game.entries[-1].sentence == "Round 2: Dealt again; Cards missing, or too many in the pack"
    assert not isinstance(decide(game.state, VOID, game.state.number), NeedsConfirmation)


def test_players_come_and_go_before_the_new_deal_as_before_any_other(game: Game) -> None:
    game.must(VOID)
    assert changes_from(running(game)) == 2
    game.must(cmd.AddSeat("Eve", after=4, round=2))
    game.must(cmd.DropSeat(3, "before"))
    assert running(game).seats == (1, 2, 4, 5)


def test_who_left_in_the_middle_may_be_dealt_in_again(game: Game) -> None:
    game.must(cmd.EnterCardsLeft(2, 4, "K"))
    game.must(cmd.DropSeat(4, "now", confirmed=True))
    game.must(VOID)
    game.must(cmd.ReturnSeat(4))
    assert running(game).seats == (1, 2, 3, 4)


@pytest.mark.parametrize("back", [False, True], ids=["the old deal counts again", "and then the new one"])
def test_a_phone_that_saw_the_other_deal_is_told_whichever_that_is(game: Game, back: bool) -> None:
    game.must(VOID)
    void, seen = game.state.number, game.state.number
    game.must(cmd.Undo(void))
    if back:
        seen = game.state.number
        game.must(cmd.Redo(void))
    decision = decide(game.state, cmd.EnterCardsLeft(2, 4, "A A"), seen)
    assert isinstance(decision, Stale)
    assert sentence(decision.conflicts[0].now) == ("Round dealt again" if back else "Earlier deal restored")


def test_points_of_a_deal_that_does_not_count_are_not_there_to_be_undone(game: Game) -> None:
    points = next(each.seq for each in game.state.log if isinstance(each.event, ev.IrregularityNoted))
    game.must(VOID)
    against = why_no_undo(game.state, points)
    assert against
    assert sentence(against).startswith("Round 2 was dealt again after that")


def test_cards_are_owed_only_in_the_round_being_played(game: Game) -> None:
    assert refused(game, cmd.NoteIrregularity(1, 2, "too many cards", "owed")) == [("remedy", "")]
    note = next(noted for noted in play(game).irregularities if noted.is_light)
    other = cmd.NoteIrregularity(2, 4, "wrong pack", "nothing", completes=note.seq)
    assert refused(game, other) == [("kind", "")], "a note is completed by what it says, not by something else"


def running(game: Game) -> RunningRound:
    assert game.state.running
    return game.state.running
