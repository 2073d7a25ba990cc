"""A wrong start is put right: another rulebook, or a rule that rounds are counted by, from now on or from the first."""

from __future__ import annotations

import dataclasses

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import ChangeRulebook, DecideRule
from referee.game.counting_anew import kept
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game

SHANGHAI = library.load("shanghai")


def three_rounds() -> Game:
    """Contract Rummy: ace and joker 15, court cards 10, the others their number. One line is told in points only."""
    game = Game("contract")
    game.close(1, s2="A 9 2", s3="joker 4", s4="35")  # 26, 19, 35
    game.close(2, s1="K 8", s3="7 7", s4="5 6")  # 18, 14, 11
    game.close(None, s1="3", s2="A", s3="2 2", s4="Q")  # 3, 15, 4, 10
    assert game.totals == [21, 41, 37, 56]
    return game


def test_three_rounds_of_contract_rummy_count_by_shanghai_from_the_first_and_come_back_by_one_undo() -> None:
    """Shanghai: joker 50, ace 20, 8 to king 10, 2 to 7 five."""
    game = three_rounds()
    before = game.state
    game.must(ChangeRulebook(SHANGHAI, "first"))
    # Ann 0 + 20 + 5, Ben 35 + 0 + 20, Cid 55 + 10 + 10, Dee 35 (points only) + 10 + 10
    assert game.totals == [25, 55, 75, 55]
    assert kept(game.state) == ((1, 4),)
    cell = game.state.rounds[0].cells[3]
    assert (str(cell.line), [str(was.line) for was in cell.was]) == ("55 (4 joker)", ["19 (4 joker)"])
    running = game.state.running
    assert running is not None
    assert (game.state.book.name, running.number, running.deal.deal) == ("Shanghai Rummy", 4, SHANGHAI.deal[3])
    assert running.deal.contract == SHANGHAI.contracts[3]
    assert game.undo is not None
    assert game.undo.kind == "RulebookChanged"
    game.must(cmd.Undo())
    assert (game.state.totals, game.state.rounds, game.state.running) == (
        before.totals,
        before.rounds,
        before.running,
    )
    assert game.state.book == before.book
    game.must(cmd.Redo())
    assert game.totals == [25, 55, 75, 55]


def test_from_now_on_the_closed_rounds_stay_and_are_corrected_at_their_own_prices() -> None:
    game = three_rounds()
    game.must(ChangeRulebook(SHANGHAI, "now"))
    assert game.totals == [21, 41, 37, 56]
    game.must(cmd.CorrectCell(1, 3, "joker A"))
    assert str(game.state.rounds[0].cells[3].line) == "30 (A joker)"
    game.close(1, s2="A 2", s3="joker", s4="9")
    assert game.totals == [21, 41 + 25, 48 + 50, 56 + 10]
    game.must(ChangeRulebook(library.load("contract"), "first"))
    assert game.totals == [21, 41 + 17, 48 + 15, 56 + 9]


def test_what_came_later_was_counted_by_it_and_is_undone_first() -> None:
    game = three_rounds()
    closed = game.state.rounds[-1].seq
    game.must(ChangeRulebook(SHANGHAI, "first"))
    change = game.state.number
    game.must(cmd.CorrectCell(1, 3, "K"))
    assert "What came later was counted by these rules." in game.refuses(cmd.Undo(change))
    assert "What came later was counted by these rules." in game.refuses(cmd.Undo(closed))
    game.must(cmd.Undo(game.state.number))
    game.must(cmd.Undo(change))
    game.must(cmd.Undo(closed))
    assert "after that" in game.refuses(cmd.Redo(change)).lower()


def test_the_history_says_what_was_changed() -> None:
    game = three_rounds()
    game.must(ChangeRulebook(SHANGHAI, "first"))
    assert game.entries[-1].sentence == (
        "Rulebook changed to Shanghai Rummy, before that Contract Rummy, from the first round (8 results counted again)"
    )
    game.must(cmd.Undo())
    assert game.entries[-1].sentence.brief == "Undone: Rulebook changed to Shanghai Rummy"
    game.must(ChangeRulebook(SHANGHAI, "now"))
    assert game.entries[-1].sentence == (
        "Rulebook changed to Shanghai Rummy, before that Contract Rummy, from round 4 on"
    )


def test_what_was_decided_on_the_other_rulebook_ends_with_it_and_is_back_with_the_undo() -> None:
    game = Game("contract")
    game.must(DecideRule("natural", {"naturals_least": 0}, keep=True))
    game.must(ChangeRulebook(SHANGHAI))
    assert (game.state.decisions, game.state.book) == ((), SHANGHAI)
    assert [decision.topic for decision in game.state.laid_aside] == ["natural"]
    assert "counted by these rules" in game.refuses(cmd.Undo(2))
    game.must(cmd.Undo())
    assert game.state.book.naturals_least == 0
    assert game.state.laid_aside == ()


def test_the_rulebook_that_is_played_by_changes_nothing() -> None:
    game = three_rounds()
    assert game.must(ChangeRulebook(game.book, "first")).events == ()
    game.must(DecideRule("natural", {"naturals_least": 0}))
    game.must(ChangeRulebook(game.book))
    assert game.state.book == game.book


@pytest.mark.parametrize(
    ("rulebook", "since", "says"),
    [
        ("phase-10", "first", "is played with other cards. Abandon this game and open a new one."),
        ("romme", "now", ""),
        ("carioca-cl", "first", ""),
        ("progressive", "now", ""),
    ],
)
def test_each_rulebook_works_or_says_what_to_do(rulebook: str, since: str, says: str) -> None:
    game = three_rounds()
    command = ChangeRulebook(library.load(rulebook), since, confirmed=True)  # type: ignore[arg-type]
    if says:
        assert says in game.refuses(command)
    else:
        game.must(command)
        game.close(1)
        game.must(cmd.Undo(game.state.rounds[-1].seq))


def test_a_rulebook_with_fewer_rounds_than_are_closed_is_refused() -> None:
    short = library.with_house_rules(
        library.load("short"),
        {"contracts": [["set of 3"], ["run of 4"], ["set of 4"]], "deal": 10, "all_cards_rounds": []},
    )
    assert "has 3 rounds, and 3 are closed" in three_rounds().refuses(ChangeRulebook(short, "first"))


def test_a_rulebook_that_ends_at_points_which_someone_has_is_refused() -> None:
    low = library.with_house_rules(library.load("romme"), {"play_until": 50})
    assert "ends at 50 points, and someone has them already" in three_rounds().refuses(ChangeRulebook(low, "first"))


def test_another_number_of_players_is_asked_and_too_many_are_refused() -> None:
    game = Game("may-i", 8)
    game.must(ChangeRulebook(library.load("wikipedia")))
    assert "Shanghai Rummy is for 3 to 5 players" in game.asks(ChangeRulebook(SHANGHAI))
    game.must(ChangeRulebook(SHANGHAI, confirmed=True))
    game = Game("phase-10", 6)
    game.must(ChangeRulebook(library.load("contract"), confirmed=True))
    assert game.state.book.pack == "A to K in four suits", "no card was told, so it may be another pack"


def test_a_round_that_has_begun_is_asked_about_and_keeps_what_was_entered() -> None:
    game = three_rounds()
    game.enter(2, "A 9 2")
    assert "Round 4 has begun. What was entered for it stays" in game.asks(ChangeRulebook(SHANGHAI))
    game.must(ChangeRulebook(SHANGHAI, confirmed=True))
    running = game.state.running
    assert running is not None
    assert str(running.entered[2].line) == "35 (A 9 2)"


def test_melds_on_the_table_stay_there() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 1, ("5H 5S 5D", "9C 9D 9H")))
    game.must(ChangeRulebook(SHANGHAI, confirmed=True))
    running = game.state.running
    assert running is not None
    assert len(running.play.melds) == 2
    game.must(plays.lay_off(1, 1, next(iter(running.play.melds)), "5C", down="earlier"))


def test_suits_that_were_not_told_keep_their_points_and_cards_of_the_round_in_play_are_told_first() -> None:
    kalooki = library.load("kalooki-jm")  # the red aces cost 1
    game = three_rounds()
    game.must(ChangeRulebook(kalooki, "first", confirmed=True))
    assert {(1, 2), (1, 4), (3, 2)} == {*kept(game.state)}
    assert game.totals[1] == 41
    game.must(cmd.CorrectCell(1, 2, "AD 9 2"))
    assert game.totals[1] == 12 + 15
    assert (1, 2) not in kept(game.state)
    game = Game("contract")
    game.enter(1, "A 5")
    assert "entered without suits" in game.refuses(ChangeRulebook(kalooki, confirmed=True))


def test_a_rule_that_rounds_were_counted_by_changes_from_now_on_or_from_the_first_round() -> None:
    dear = {"points": {**library.load("contract").points, "A": 30}}
    game = three_rounds()
    assert "from now on or from the first round" in game.refuses(DecideRule("score", dear))
    asked = game.asks(DecideRule("score", dear, since="first"))
    assert asked == "Counted from the first round: Ben 41 → 71. Change it?"
    game.must(DecideRule("score", dear, since="first", confirmed=True))
    assert game.totals == [21, 71, 37, 56]
    assert "(2 results counted again)" in game.entries[-1].sentence
    game.must(cmd.Undo())
    assert game.totals == [21, 41, 37, 56]
    game.must(DecideRule("score", dear, since="now"))
    assert game.totals == [21, 41, 37, 56]
    game.close(1, s2="A")
    assert game.totals == [21, 71, 47, 66]
    assert "What came later" in game.refuses(cmd.Undo(game.state.decisions[0].seq))


def test_how_a_game_ends_changes_from_the_first_round_only() -> None:
    game = Game("shanghai-kolsov")
    game.close(1)
    nine = DecideRule("contracts", {"contracts": [["set of 3", "set of 3"]] * 9})
    assert "unless it is changed from the first round" in game.refuses(nine)
    game.must(dataclasses.replace(nine, since="first"))
    assert (game.state.planned, game.state.book.rounds) == (9, 9)
    game.must(DecideRule("may-i-limit", {"may_i_limit": 1}))
    game.must(cmd.RevokeRule(game.state.number))
    game.must(cmd.Undo())


def test_the_price_of_a_discard_counts_for_all_of_them_or_not_at_all() -> None:
    game = Game("progressive")
    for _ in range(8):
        game.close(1)
    game.must(plays.take_discard(9, (3,), active=2))
    assert "from the first round or not at all" in game.refuses(DecideRule("price", {"may_i_price": 5}, since="now"))
    game.must(DecideRule("price", {"may_i_price": 5}, since="first", confirmed=True))
    assert game.state.kitty == 5


def test_cards_that_wait_on_a_phone_are_judged_by_the_rules_of_their_moment_and_asked_about() -> None:
    game = three_rounds()
    seen = game.state.number
    game.must(ChangeRulebook(SHANGHAI, "first"))
    waiting = cmd.EnterCardsLeft(4, 2, "A 9 2", confirmed=True)
    [clash] = game.stale(waiting, seen).conflicts
    assert clash.theirs == "35 (A 9 2), by the rules of Shanghai Rummy"
    assert clash.mine == "26 (A 9 2), by the rules of Contract Rummy"
    game.must(cmd.EnterCardsLeft(4, 3, "35", confirmed=True), seen)  # points only are points
    game.must(cmd.EnterCardsLeft(4, 4, "K 10", confirmed=True), seen)  # and these cost the same
    game.must(waiting, game.state.number)
    correction = cmd.CorrectCell(1, 3, "joker 5", confirmed=True)
    assert game.stale(correction, seen).conflicts[0].mine == "20 (5 joker), by the rules of Contract Rummy"


def test_a_play_that_waits_on_a_phone_is_asked_about() -> None:
    game = Game("contract")
    seen = game.state.number
    game.must(ChangeRulebook(SHANGHAI))
    [clash] = game.stale(plays.take_discard(1, (3,), active=2), seen).conflicts
    assert clash.theirs == "Rulebook changed to Shanghai Rummy"


def test_two_phones_that_change_the_rulebook_at_once() -> None:
    game = three_rounds()
    seen = game.state.number
    game.must(ChangeRulebook(SHANGHAI, "first"))
    assert game.must(ChangeRulebook(SHANGHAI, "first"), seen).events == ()
    other = game.stale(ChangeRulebook(library.load("liverpool"), "first"), seen).conflicts[0]
    assert (other.theirs, other.mine) == ("Shanghai Rummy", "Liverpool Rummy")
    game.close(1)
    assert game.stale(ChangeRulebook(library.load("liverpool"), "first"), game.state.number - 1).conflicts


def test_the_event_holds_the_rulebook_and_the_price_that_was_given() -> None:
    game = three_rounds()
    [event] = game.must(ChangeRulebook(SHANGHAI, "first")).events
    assert isinstance(event, ev.RulebookChanged)
    assert (event.digest, event.since) == (SHANGHAI.digest, 1)
    assert {number: sorted(lines) for number, lines in event.repriced.items()} == {
        1: [2, 3],
        2: [1, 3, 4],
        3: [1, 2, 3],
    }


def test_what_was_entered_by_other_cards_keeps_the_change_as_it_is() -> None:
    game = Game("contract")
    game.must(ChangeRulebook(library.load("phase-10")))
    game.must(cmd.SayWentOut(1, 1))
    assert "entered by the rules of Phase 10. Remove that first." in game.refuses(cmd.Undo(2))
    assert not next(entry for entry in game.entries if entry.seq == 2).can_undo
    game.must(cmd.Undo())
    game.must(cmd.Undo(2))
    assert game.state.book.name == "Contract Rummy"
    game.must(cmd.SayWentOut(1, 1))
    assert "entered by the rules of Contract Rummy" in game.refuses(cmd.Redo(2))
