"""The discard out of turn, recorded: who gets it, what it costs, who was refused by which clause."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import RecordPlay, ShuffleStock
from referee.game.history import Fixed
from referee.game.judges.decide import Accepted, Refused
from referee.game.judges.may_i import last_taken
from referee.game.rulings import inside
from referee.game.rulings.may_i import may_is
from referee.game.rulings.plays import names_of
from referee.rulebooks import library
from referee.rules.rulings import RequestError, phrase
from tests.game import plays
from tests.game.play import Game


def takes(game: Game, *claims: int, active: int | None = None, same: bool | None = None) -> ev.MayITaken:
    """What is recorded when these seats ask."""
    said = game.must(plays.take_discard(game.number, claims, active, same))
    return cast(ev.MayITaken, said.events[0])


def refused(game: Game, command: cmd.Command) -> list[tuple[str, str]]:
    """Field and clause of each problem."""
    decision = game.do(command)
    assert isinstance(decision, Refused), decision
    return [(problem.field, problem.clause) for problem in decision.problems]


def test_one_who_asks_gets_it_whosever_turn_it_is() -> None:
    game = Game("contract")
    taken = takes(game, 3)
    assert (taken.seat, taken.penalty, taken.price, taken.refused) == (3, 1, 0, {})
    assert game.entries[-1].sentence == "Round 1: Cid took the discard with a May I and drew 1 card from the stock"


def test_several_who_ask_go_by_turn_after_the_active_one_or_by_who_was_first() -> None:
    game = Game("contract")
    taken = takes(game, 4, 3, active=2)
    assert (taken.seat, taken.claims, taken.refused) == (3, (4, 3), {4: "contract/may-i"})
    assert takes(Game("screw"), 4, 3, active=2).seat == 4


def test_who_lost_is_told_why_by_name() -> None:
    game = Game("contract")
    game.must(plays.take_discard(1, (4, 3), 2))
    assert game.entries[-1].sentence == (
        "Round 1: Cid took the discard with a May I and drew 1 card from the stock."
        " Dee didn’t get it (May I: who gets the card, contract/may-i)"
    )


def test_whose_turn_it_is_is_asked_only_where_it_decides() -> None:
    game = Game("contract")
    assert refused(game, plays.take_discard(1, (4, 2))) == [("active", "")]
    assert takes(game, 4, 3).seat == 3, "whether it is Ann's turn or Ben's"
    assert takes(Game("short"), 4, 3).seat == 4


def also(game: Game, *claims: int, **said: Any) -> ev.MayITaken:
    """What is recorded when these turn out to have asked for the discard taken last."""
    assert game.state.running is not None
    decision = game.must(plays.take_discard(game.number, claims, also=last_taken(game.state.running), **said))
    assert [type(event) for event in decision.events] == [ev.Undone, ev.MayITaken]
    return cast(ev.MayITaken, decision.events[1])


def used(game: Game) -> list[int]:
    return [one.used for one in may_is(game.state)]


def test_whoever_turns_out_to_have_asked_too_is_decided_with_the_first_in_one_entry_that_corrects_it() -> None:
    game = Game("contract")
    takes(game, 4)
    taken = also(game, 3, active=2)
    assert (taken.seat, taken.claims, taken.refused) == (3, (4, 3), {4: "contract/may-i"})
    assert used(game) == [0, 0, 1, 0]
    assert also(game, 1).refused == {4: "contract/may-i", 1: "contract/may-i"}, "whose turn it is was said"
    assert used(game) == [0, 0, 1, 0]
    game.must(cmd.Undo())
    assert used(game) == [0, 0, 0, 0]
    game.must(cmd.Redo())
    assert used(game) == [0, 0, 1, 0]


def test_whose_turn_it_was_is_known_from_the_first_who_asked() -> None:
    game = Game("contract")
    takes(game, 4, active=2)
    taken = also(game, 3)
    assert (taken.seat, taken.active) == (3, 2)


def test_the_first_entry_does_not_come_back_beside_the_one_that_corrects_it() -> None:
    game = Game("screw")
    takes(game, 4)
    also(game, 3)
    assert (fixed := game.entries[1].fixed) == Fixed(phrase("decided_anew"), 4)
    assert fixed.why == "Others also asked for it, so it was decided again."
    assert "decided again" in game.refuses(cmd.Redo(2))
    game.must(cmd.Undo(4))
    game.must(cmd.Redo(2))
    assert used(game) == [0, 0, 0, 1]


def test_what_corrected_the_first_entry_does_not_come_back_beside_it_or_beside_another_correction() -> None:
    game = Game("contract")
    takes(game, 4)
    also(game, 3, active=2)
    game.must(cmd.Undo(4))
    game.must(cmd.Redo(2))
    assert game.refuses(cmd.Redo(4)) == "That discard already counts, as recorded before. Undo that first."
    against = game.entries[3].fixed
    assert against is not None
    assert against.first == 2
    also(game, 1, active=2)
    assert used(game) == [0, 0, 0, 1], "after 2 on turn, 4 comes before 1"
    assert "decided again" in game.refuses(cmd.Redo(4))
    game.must(cmd.Undo())
    game.must(cmd.Redo(4))
    assert used(game) == [0, 0, 1, 0]


def test_asking_too_changes_nothing_for_whoever_was_named_already() -> None:
    game = Game("screw")
    takes(game, 4)
    also(game, 3)
    before = game.state.number
    game.must(plays.take_discard(1, (3,), also=2))
    assert game.state.number == before


def test_two_phones_that_add_one_each_to_the_same_discard_lose_neither() -> None:
    game = Game("screw")
    takes(game, 4)
    seen = game.state.number
    game.must(plays.take_discard(1, (3,), also=2), seen)
    game.must(plays.take_discard(1, (1,), also=2), seen)
    assert cast(ev.MayITaken, game.log[-1].event).claims == (4, 3, 1)
    assert used(game) == [0, 0, 0, 1]


def test_a_chain_goes_on_after_others_asked_for_its_first_discard() -> None:
    game = Game("contract")
    takes(game, 4)
    assert also(game, 3, active=2).seat == 3
    assert refused(game, plays.take_discard(1, (3,), 2, same=True)) == [("ruling", "contract/successive")]
    assert takes(game, 4, active=2, same=True).seat == 4
    assert refused(game, plays.take_discard(1, (3,), also=5)) == [("same", "")], (
        "it now decides, and may have been assumed"
    )
    taken = also(game, 3, same=True)
    assert (taken.seat, taken.same, taken.refused) == (4, True, {3: "contract/successive"})
    assert used(game) == [0, 0, 1, 1]


def test_the_player_on_turn_who_takes_it_after_all_undoes_what_was_recorded_and_the_clause_is_said() -> None:
    game = Game("contract")
    takes(game, 4)
    said = game.must(plays.take_discard(1, (), also=2, active_takes=True))
    assert said.events == (ev.Undone(2),)
    assert said.warnings == ("The player whose turn it is takes the discard, so no one else gets it (contract/draw).",)
    assert used(game) == [0, 0, 0, 0]


@pytest.mark.parametrize("seq", [0, 1, 99])
def test_only_a_discard_that_was_taken_can_have_been_asked_for_too(seq: int) -> None:
    assert refused(Game("screw"), plays.take_discard(1, (3,), also=seq)) == [("claims", "")]


def test_a_discard_that_was_taken_back_or_played_on_is_not_decided_anew() -> None:
    game = Game("screw")
    takes(game, 4)
    game.must(cmd.Undo(2))
    assert refused(game, plays.take_discard(1, (3,), also=2)) == [("claims", "")]
    takes(game, 2)
    assert refused(game, plays.take_discard(1, (3,), also=2)) == [("claims", "")], "that one was somebody else's"
    game.must(plays.go_down(1, 1))
    assert refused(game, plays.take_discard(1, (3,), also=4)) == [("claims", "")]


def test_a_discard_that_another_phone_recorded_anew_is_asked_about() -> None:
    game = Game("screw")
    takes(game, 4)
    seen = game.state.number
    game.must(cmd.Undo(2))
    takes(game, 3)
    assert game.stale(plays.take_discard(1, (3,)), seen).conflicts[0].also == 4


def test_the_active_player_draws_and_does_not_ask_but_may_buy_where_that_is_the_rule() -> None:
    assert refused(Game("contract"), plays.take_discard(1, (2,), active=2)) == [("ruling", "contract/may-i-active")]
    game = Game("progressive")
    for _ in range(8):
        game.close(1)
    taken = takes(game, 3, 2, active=2)
    assert (taken.seat, taken.price) == (2, 1)


def test_a_discard_that_the_active_player_takes_goes_to_nobody_else() -> None:
    game = Game("contract")
    assert refused(game, plays.take_discard(1, (3,), 2, active_takes=True)) == [("ruling", "contract/draw")]


def test_nobody_takes_two_running_in_one_interruption_but_a_new_turn_starts_afresh() -> None:
    game = Game("contract")
    takes(game, 3, active=2)
    assert refused(game, plays.take_discard(1, (3,), 2, same=True)) == [("ruling", "contract/successive")]
    assert takes(game, 3, active=3 - 2).same is False


def test_whether_it_is_the_same_interruption_is_asked_only_where_it_decides() -> None:
    game = Game("contract")
    takes(game, 3, active=2)
    assert refused(game, plays.take_discard(1, (3,), 2)) == [("same", "")]
    assert takes(game, 4, active=2).same is True
    assert takes(game, 4, active=2, same=False).same is False


def test_one_claim_only_where_the_rulebook_says_so() -> None:
    game = Game("bicycle")
    takes(game, 3, active=2)
    assert refused(game, plays.take_discard(1, (4,), 2, same=True)) == [("ruling", "bicycle/may-i-chain")]
    takes(game, 4, active=3)


def test_the_limit_of_a_round_is_kept_and_counted() -> None:
    game = Game("shanghai")
    takes(game, 3, active=2)
    takes(game, 3, active=4)
    assert [(one.used, one.left) for one in may_is(game.state)] == [(0, 2), (0, 2), (2, 0), (0, 2)]
    assert refused(game, plays.take_discard(1, (3,), 1)) == [("ruling", "shanghai/may-i-limit")]
    assert (
        game.refuses(plays.take_discard(1, (3,), 1)) == "Cid has already had two in this round, and that is the limit."
    )
    taken = takes(game, 3, 4, active=1)
    assert (taken.seat, taken.refused) == (4, {3: "shanghai/may-i-limit"})
    game.close(1)
    assert [one.left for one in may_is(game.state)] == [2, 2, 2, 2]


def test_where_there_is_no_limit_none_is_shown() -> None:
    assert {one.left for one in may_is(Game("contract").state)} == {None}


def test_no_buying_in_a_round_without_it() -> None:
    game = Game("progressive")
    assert {one.limit for one in may_is(game.state)} == {0}
    assert refused(game, plays.take_discard(1, (3,), 2)) == [("ruling", "progressive/may-i-limit")]


def test_buys_fill_the_kitty_and_count_in_the_settlement() -> None:
    game = Game("progressive")
    for _ in range(8):
        game.close(1)
    takes(game, 3, active=2)
    takes(game, 4, active=3)
    assert (game.state.kitty, game.state.buys) == (2, {3: 1, 4: 1})
    assert game.state.payments[1] == 12 + 2
    game.must(cmd.Undo(game.state.number))
    assert (game.state.kitty, game.state.buys) == (1, {3: 1})


def test_what_the_table_says_of_its_buys_stands_until_more_are_recorded() -> None:
    game = Game("progressive")
    for _ in range(8):
        game.close(1)
    takes(game, 3, active=2)
    game.must(cmd.SayBuys({1: 2, 3: 1}))
    takes(game, 4, active=3)
    assert game.state.buys == {1: 2, 2: 0, 3: 1, 4: 1}


def test_an_undone_may_i_gives_the_limit_back() -> None:
    game = Game("shanghai")
    takes(game, 3, active=2)
    takes(game, 3, active=4)
    game.must(cmd.Undo(2))
    assert may_is(game.state)[2].left == 1
    game.must(cmd.Redo(2))
    assert may_is(game.state)[2].left == 0
    game.must(cmd.Undo(2))
    takes(game, 3, active=1)
    assert "as many discards as round 1 allows" in game.refuses(cmd.Redo(2))


def test_what_was_undone_last_comes_back_also_where_the_round_before_is_open_again_or_the_limit_is_another() -> None:
    game = Game("shanghai")
    takes(game, 3)
    takes(game, 3, same=False)
    closing = game.close(1) and game.state.number
    takes(game, 3)
    game.must(cmd.Undo(closing))
    game.must(cmd.Undo(last := game.state.number - 1))
    assert game.redo is not None
    assert game.redo.seq == last, "the limit of round 1, which runs again, is none of round 2"
    game.must(cmd.Redo())
    game.must(cmd.Redo(closing))
    takes(game, 3, same=False)
    game.must(cmd.Undo(last))
    takes(game, 3, same=False)
    game.must(cmd.Undo(closing))
    assert "as many discards as round 2 allows" in game.refuses(cmd.Redo(last))
    game.must(cmd.DecideRule("may-i-limit", {"may_i_limit": 1}))
    game.must(cmd.Undo(2))
    assert game.redo is not None
    assert game.redo.seq == 2, "it was there when the table set the limit"


def test_redo_offers_nothing_rather_than_something_older_than_what_was_undone_last() -> None:
    game = Game("contract")
    takes(game, 4)
    game.must(cmd.AddNote("tea"))
    takes(game, 4, same=False)
    also(game, 3, active=2)
    anew = game.state.number
    game.must(cmd.Undo(3))
    game.must(cmd.Undo(anew))
    game.must(cmd.Redo(anew - 2))
    assert game.refuses(cmd.Redo(anew)).startswith("That discard already counts")
    assert game.redo is None, "neither the note nor the first of both"


def test_two_phones_that_record_the_same_may_i_count_it_once() -> None:
    game = Game("contract")
    seen = game.state.number
    takes(game, 3, active=2)
    conflict = game.stale(plays.take_discard(1, (3,), 2), seen).conflicts[0]
    assert (conflict.theirs, conflict.mine, conflict.adds) == ("Cid took one", "Cid took one", True)


def test_the_limit_reached_on_another_phone_meanwhile_is_refused_with_the_clause_at_once() -> None:
    game = Game("shanghai")
    takes(game, 3, active=2)
    seen = game.state.number
    takes(game, 3, active=4)
    stale = game.do(plays.take_discard(1, (3,), 1), seen)
    assert isinstance(stale, Refused)
    assert [problem.clause for problem in stale.problems] == ["shanghai/may-i-limit"]


def test_a_limit_reached_on_another_phone_is_refused_with_the_clause() -> None:
    game = Game("shanghai")
    takes(game, 3, active=2)
    takes(game, 3, active=4)
    assert refused(game, plays.take_discard(1, (3,), 1)) == [("ruling", "shanghai/may-i-limit")]


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (plays.take_discard(1, ()), "claims"),
        (plays.take_discard(1, (9,)), "claims"),
        (plays.take_discard(1, (3,), active=9), "active"),
        (plays.take_discard(3, (3,)), "round"),
    ],
)
def test_seats_and_rounds_that_are_not_there_are_refused(command: RecordPlay, field: str) -> None:
    assert refused(Game("contract"), command) == [(field, "")]


def test_a_round_closed_meanwhile_takes_no_may_i() -> None:
    game = Game("contract")
    seen = game.state.number
    game.close(1)
    assert game.stale(plays.take_discard(1, (3,)), seen).conflicts[0].theirs == "Closed"


def test_seats_are_told_by_name_wherever_they_sit() -> None:
    game = Game("contract")
    game.must(cmd.ReorderSeats((4, 2, 1, 3)))
    taken = takes(game, 3, 1, active=2)
    assert taken.seat == 1
    assert game.entries[-1].sentence.endswith("Cid didn’t get it (May I: who gets the card, contract/may-i)")


def test_with_fewer_players_than_the_rulebook_names_the_table_plays_on() -> None:
    game = Game("contract", players=3)
    game.must(cmd.DropSeat(3, confirmed=True))
    assert takes(game, 1, active=2).seat == 1


def test_half_recorded_may_is_explain_a_large_hand_and_question_no_other_one() -> None:
    game = Game("contract")
    for _ in range(2):
        takes(game, 3, active=2, same=False)
        takes(game, 4, active=2, same=True)
    fourteen = "K K K Q Q Q J J J 9 9 9 8 8"
    assert isinstance(game.do(cmd.EnterCardsLeft(1, 3, fourteen)), Accepted)
    assert isinstance(game.do(cmd.EnterCardsLeft(1, 2, fourteen)), Accepted), "more than those told can have been taken"


def test_reshuffles_are_counted_once_for_all_phones() -> None:
    game = Game("contract")
    seen = game.state.number
    game.must(ShuffleStock(1))
    game.stale(ShuffleStock(1), seen)
    assert game.state.running is not None
    assert game.state.running.play.shuffles == 1
    game.must(cmd.SayWentOut(1, None))
    assert game.state.running.went_out_said


def test_a_house_rule_against_asking_for_ones_own_discard_needs_to_know_whose_turn_it_is() -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"may_i_own": False}))
    assert refused(game, plays.take_discard(1, (3,))) == [("active", "")]
    assert refused(game, plays.take_discard(1, (3,), active=4)) == [("ruling", "contract/may-i-own")]
    assert takes(game, 3, active=2).seat == 3


def test_the_discard_before_a_turn_is_not_of_somebody_who_has_left() -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"may_i_own": False}))
    game.must(cmd.DropSeat(3, "now", confirmed=True))
    assert refused(game, plays.take_discard(1, (2,), active=4)) == [("ruling", "contract/may-i-own")]


def test_whose_turn_it_was_may_have_left_the_table_since() -> None:
    game = Game("contract", 4)
    game.must(plays.take_discard(1, (4,), 2))
    game.append((ev.SeatDropped(2, 1),), "Ann's phone")  # as a log of before has it
    assert isinstance(game.do(plays.take_discard(1, (3,))), Accepted | Refused)


def test_whoever_left_on_their_turn_is_on_turn_no_more() -> None:
    game = Game("contract", 5)
    game.must(plays.take_discard(1, (5,), 3))
    game.must(cmd.DropSeat(3, "now", confirmed=True))
    assert takes(game, 4, 2, same=True).seat == 2, "after seat 3 it would have been seat 4"


def test_the_limit_of_the_whole_game_is_kept_from_round_to_round() -> None:
    game = Game(library.with_house_rules(library.load("shanghai"), {"may_i_in_game": 3}))
    takes(game, 3)
    takes(game, 3, same=False)
    assert [(each.left, each.of_game) for each in may_is(game.state)] == [(2, False)] * 2 + [(0, False)] + [(2, False)]
    game.close(1)
    assert [(each.left, each.of_game) for each in may_is(game.state)] == [(2, False)] * 2 + [(1, True)] + [(2, False)]
    takes(game, 3)
    assert refused(game, plays.take_discard(2, (3,), None, False)) == [("ruling", "shanghai/may-i-game")]
    assert takes(game, 3, 4, same=False).refused == {3: "shanghai/may-i-game"}
    game.must(cmd.Undo(seq_of(game, ev.MayITaken, 3)))
    assert takes(game, 3, same=False).seat == 3, "what was taken back is there again"
    game.close(1)
    assert [each.left for each in may_is(game.state)] == [2, 2, 0, 2]
    assert refused(game, plays.take_discard(2, (3,), forgotten=True)) == [("ruling", "shanghai/may-i-game")]


def left_of(game: Game) -> list[int | None]:
    return [each.left for each in may_is(game.state)]


def test_what_is_not_used_carries_over_to_later_rounds() -> None:
    game = Game(library.with_house_rules(library.load("shanghai"), {"may_i_saved": True}))
    takes(game, 3)
    assert left_of(game) == [2, 2, 1, 2]
    game.close(1)
    assert left_of(game) == [4, 4, 3, 4]
    for _ in range(3):
        takes(game, 3, same=False)
    assert left_of(game) == [4, 4, 0, 4]
    assert refused(game, plays.take_discard(2, (3,), None, False)) == [("ruling", "shanghai/may-i-limit")]
    refusal = takes(game, 3, 4, same=False)
    assert (refusal.seat, refusal.refused) == (4, {3: "shanghai/may-i-limit"})
    game.must(cmd.Undo(seq_of(game, ev.MayITaken, 4)))
    assert left_of(game) == [4, 4, 1, 3], "what was taken back is there again"
    game.close(1)
    assert left_of(game) == [6, 6, 3, 5]


def test_a_forgotten_one_leaves_enough_for_the_rounds_that_used_what_was_saved() -> None:
    game = Game(library.with_house_rules(library.load("shanghai"), {"may_i_saved": True}))
    game.close(1)
    for _ in range(4):
        takes(game, 3, same=False)
    assert refused(game, plays.take_discard(1, (3,), forgotten=True)) == [("ruling", "shanghai/may-i-limit")]
    game.must(plays.take_discard(1, (4,), forgotten=True))
    game.must(plays.take_discard(1, (4,), forgotten=True))
    assert refused(game, plays.take_discard(1, (4,), forgotten=True)) == [("ruling", "shanghai/may-i-limit")]
    assert left_of(game) == [4, 4, 0, 2]


def test_who_joins_later_has_saved_nothing_and_an_undone_one_comes_back_only_where_it_still_fits() -> None:
    game = Game(library.with_house_rules(library.load("shanghai"), {"may_i_saved": True}))
    takes(game, 3)
    game.must(cmd.Undo())
    game.close(1)
    game.must(cmd.AddSeat("Eve", None, True, 2, "zero", 0, confirmed=True))
    assert left_of(game) == [4, 4, 4, 4, 2]
    assert may_is(game.state)[4].limit == 2
    for _ in range(4):
        takes(game, 3, same=False)
    assert "as many discards as round 1 allows" in game.refuses(cmd.Redo(seq_of(game, ev.MayITaken, 1)))


def seq_of(game: Game, kind: type[ev.Event], nth: int) -> int:
    """The number of the entry that was the ``nth`` of its kind."""
    return [recorded.seq for recorded in game.log if isinstance(recorded.event, kind)][nth - 1]


def test_who_is_down_is_known_to_the_log_and_asked_by_nobody() -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"may_i_down": False}))
    game.must(plays.go_down(1, 3, ("5C 5D 5H", "KC KD KS")))
    assert refused(game, plays.take_discard(1, (3,), active=2)) == [("ruling", "contract/may-i-down")]
    assert takes(game, 4, active=2).seat == 4


def test_who_is_down_may_not_take_the_discard_after_all_where_the_table_keeps_it_from_them() -> None:
    game = Game(library.with_house_rules(library.load("contract"), {"draw_down": False}))
    game.must(plays.go_down(1, 2, ("5C 5D 5H", "KC KD KS")))
    takes(game, 3, active=2)
    also_took = plays.take_discard(1, (), active=2, also=len(game.log), active_takes=True)
    assert refused(game, also_took) == [("ruling", "contract/draw-down")]
    ask = {"question": "may_i", "active": 2, "claims": [3], "same": False}
    assert inside.ruled(game.state, ask).adds["winner"] == 3, "whether they take it is not asked"
    nobody = inside.ruled(game.state, {**ask, "active_takes": True, "claims": []})
    assert [finding.topic for finding in nobody.findings] == ["draw-down", "may-i"]


def test_a_call_that_came_too_late_is_asked_of_the_game_and_never_recorded_with_a_tap() -> None:
    game = Game("contract")
    ask = {"question": "may_i", "active": 2, "active_takes": False, "claims": [3, 4]}
    late = inside.ruled(game.state, {**ask, "asked_when": "after the draw"})
    assert (late.legal, late.topics[0]) == (False, "may-i-late")
    with pytest.raises(RequestError, match="among those who asked"):
        inside.ruled(game.state, {**ask, "same_moment": [1]})
    assert not {"asked_when", "same_moment", "passed", "are_down"} & {*names_of("may_i")}


def test_where_the_rules_deal_again_a_second_shuffle_is_asked_about() -> None:
    game = Game("kalooki-jm")
    game.must(ShuffleStock(1))
    assert "round 1 is dealt again now, without points" in game.asks(ShuffleStock(1))
    game.must(ShuffleStock(1, confirmed=True))
    assert game.state.running is not None
    assert game.state.running.play.shuffles == 2
    contract = Game("contract")
    contract.must(ShuffleStock(1))
    contract.must(ShuffleStock(1))
