"""A round from the deal to its closing: who deals, what is dealt, what is missing, what it costs."""

from __future__ import annotations

import dataclasses
from math import ceil
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.history import why_fixed
from referee.game.judges.decide import Accepted, Refused, decide_opening
from referee.game.rulings import melds
from referee.game.values import Line
from referee.rulebooks import library
from referee.rules.rulings import phrase
from tests.game.play import NAMES, Game


def test_the_first_round_says_who_deals_who_leads_who_cuts_and_how_many_cards() -> None:
    running = Game("liverpool", 4, dealer=1).state.running
    assert running is not None
    assert (running.number, running.dealer, running.leader, running.cutter) == (1, 2, 3, 1)
    assert (running.deal.pack, running.deal.deal, running.deal.stock, running.deal.cut) == (107, 10, 66, 41)
    assert [str(slot) for slot in running.deal.contract] == ["set of 3", "set of 3"]


def test_the_deal_passes_clockwise_round_by_round() -> None:
    game = Game(players=3, dealer=2)
    dealers = []
    for _ in range(7):
        assert game.state.running is not None
        dealers.append(game.state.running.dealer)
        game.close(1)
    assert dealers == [3, 1, 2, 3, 1, 2, 3]
    assert game.state.running is None
    assert game.state.last_round_closed


def test_lines_are_entered_one_by_one_and_the_round_closes_when_all_are_there() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    game.enter(1, "K K 10 5")
    game.enter(3, "joker")
    assert game.state.running is not None
    assert game.state.running.missing == (4,)
    assert "Dee’s cards left haven’t been entered yet." in game.refuses(cmd.CloseRound(1))
    game.enter(4, "35")
    game.must(cmd.CloseRound(1))
    cells = game.state.rounds[0].cells
    assert {seat: cell.line for seat, cell in cells.items()} == {
        1: Line("K K 10 5", 35),
        2: Line("", 0),
        3: Line("JK", 15),
        4: Line(None, 35),
    }
    assert [cell.went_out for cell in cells.values()] == [False, True, False, False]
    assert game.totals == [35, 0, 15, 35]


def test_a_round_closes_in_one_go_too_and_its_lines_are_said_first() -> None:
    game = Game()
    done = game.close(2, s1="K K 10 5", s3="joker", s4="nothing")
    assert [type(event).__name__ for event in done.events] == ["WentOutSaid", *["CardsLeftEntered"] * 3, "RoundClosed"]
    assert game.totals == [35, 0, 15, 0]


def test_a_line_can_be_typed_again_or_taken_back_before_the_round_closes() -> None:
    game = Game()
    game.enter(1, "K K")
    game.enter(1, "K")
    assert game.state.running is not None
    assert game.state.running.entered[1].line == Line("K", 10)
    game.must(cmd.ClearCardsLeft(1, 1))
    assert game.state.running.entered == {}


def test_the_same_line_again_writes_nothing() -> None:
    game = Game()
    game.enter(1, "K K")
    assert game.enter(1, "2K").events == ()
    assert game.must(cmd.ClearCardsLeft(1, 2)).events == ()
    game.must(cmd.SayWentOut(1, 2))
    assert game.must(cmd.SayWentOut(1, 2)).events == ()
    assert game.enter(2, "nothing").events == ()


def test_nobody_needs_to_win_a_round() -> None:
    game = Game()
    game.close(None, s1="K", s2="Q", s3="A", s4="2")
    assert game.state.rounds[0].went_out is None
    assert game.totals == [10, 10, 15, 2]


def test_who_went_out_must_be_said_even_if_it_is_nobody() -> None:
    game = Game()
    for seat in (1, 2, 3, 4):
        game.enter(seat, "K")
    assert "Choose who went out, or that no one did." in game.refuses(cmd.CloseRound(1))
    game.must(cmd.SayWentOut(1, None))
    game.must(cmd.CloseRound(1))
    assert game.totals == [10, 10, 10, 10]


def test_whoever_goes_out_holds_no_cards() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    assert "Ben went out, so there are no cards to enter." in game.refuses(cmd.EnterCardsLeft(1, 2, "K"))
    hands = game.hands(s1="K", s2="K", s3="K", s4="K")
    assert "Ben went out, so there are no cards to enter." in game.refuses(cmd.CloseRound(1, hands))


def test_a_winner_whose_cards_are_entered_is_asked_about_and_then_has_none() -> None:
    game = Game()
    game.enter(2, "K K")
    assert "You entered 20 (K K) for Ben. Did Ben go out with no cards left?" in game.asks(cmd.SayWentOut(1, 2))
    game.must(cmd.SayWentOut(1, 2, confirmed=True))
    assert game.state.running is not None
    assert game.state.running.entered == {}
    game.must(cmd.SayWentOut(1, 3))
    assert game.state.running.missing == (1, 2, 4)


def test_an_exact_cut_takes_fifty_off_whatever_the_cards_say() -> None:
    game = Game("liverpool")
    game.must(cmd.RecordCut(1, exact=True))
    assert game.state.running is not None
    assert game.state.running.cut_exact is True
    game.close(4, s1="K", s2="Q", s3="J")
    assert game.totals == [10, 10, 10, -50]
    cell = game.state.rounds[0].cells[4]
    assert (cell.points, cell.bonus, cell.score, cell.exact_cut) == (0, -50, -50, True)


def test_a_cut_can_be_recorded_and_corrected_after_the_round() -> None:
    game = Game("liverpool")
    game.close(1)
    game.must(cmd.RecordCut(1, exact=True))
    assert game.totals == [0, 10, 10, -40]
    game.must(cmd.RecordCut(1, exact=False))
    assert game.totals == [0, 10, 10, 10]
    assert game.must(cmd.RecordCut(1, exact=False)).events == ()


def test_only_a_rulebook_with_the_cut_rewards_it() -> None:
    assert "has no reward for an exact cut" in Game("contract").refuses(cmd.RecordCut(1, exact=True))


@pytest.mark.parametrize("number", [0, 2, 99, -1])
def test_a_round_that_is_not_there_is_refused(number: int) -> None:
    game = Game()
    assert "isn’t being played" in game.refuses(cmd.SayWentOut(number, 1))
    assert "isn’t being played" in game.refuses(cmd.EnterCardsLeft(number, 1, "K"))
    assert "isn’t being played" in game.refuses(cmd.ClearCardsLeft(number, 1))
    assert "isn’t being played" in game.refuses(cmd.CloseRound(number))


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = Game()
    assert "isn’t at the table" in game.refuses(cmd.SayWentOut(1, 9))
    assert "isn’t at the table" in game.refuses(cmd.EnterCardsLeft(1, 9, "K"))
    hands = game.hands(s1="K", s2="K", s3="K", s4="K", s9="K")
    assert "isn’t at the table" in game.refuses(cmd.CloseRound(1, hands, None, says_went_out=True))
    assert "isn’t at the table" in game.refuses(cmd.CloseRound(1, game.hands(s1="K"), 9, says_went_out=True))


def test_all_problems_of_a_closing_are_named_at_once() -> None:
    game = Game()
    decision = game.do(cmd.CloseRound(1, game.hands(s1="K K K K K K K K K", s2="1")))
    assert isinstance(decision, Refused)
    assert [(problem.field, problem.seat) for problem in decision.problems] == [
        ("went_out", None),
        ("cards", 3),
        ("cards", 4),
        ("cards", 1),
        ("cards", 2),
    ]


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        (("Ann", "Ben"), "Contract Rummy is for 3 to 5 players, and you have 2."),
        (NAMES[:6], "Contract Rummy is for 3 to 5 players, and you have 6."),
        (("Ann", "ann", "Cid"), "players are called ann"),
        (("Ann", " ", "Cid"), "Enter a name"),
        (("Ann", "x" * 41, "Cid"), "Enter at most 40 characters."),
    ],
)
def test_a_game_opens_only_with_players_the_rulebook_has_a_pack_for(players: tuple[str, ...], problem: str) -> None:
    refused = decide_opening(cmd.OpenGame(library.load("contract"), players))
    assert isinstance(refused, Refused)
    assert problem in refused.problems[0].message


@pytest.mark.parametrize("lacks", [{"players_min": 5}, {"players_max": 3}, {"decks": {}}, {"jokers": {}}])
def test_whoever_may_play_needs_a_pack_and_whoever_has_a_pack_must_be_allowed_to_play(lacks: dict[str, Any]) -> None:
    contract = library.load("contract")
    assert isinstance(decide_opening(cmd.OpenGame(contract, NAMES[:4])), Accepted)
    refused = decide_opening(cmd.OpenGame(dataclasses.replace(contract, **lacks), NAMES[:4]))
    assert isinstance(refused, Refused)
    assert [problem.field for problem in refused.problems] == ["players"]


def test_the_first_dealer_is_one_of_the_players() -> None:
    assert isinstance(decide_opening(cmd.OpenGame(library.load("contract"), NAMES[:4], dealer=4)), Refused)


def test_names_are_tidied_when_a_game_opens() -> None:
    opened = decide_opening(cmd.OpenGame(library.load("contract"), ("  Ann\u202e ", "B\ten", "Cid")))
    assert isinstance(opened, Accepted)
    assert opened.events[0].seats == ((1, "Ann"), (2, "B en"), (3, "Cid"))  # type: ignore[union-attr]


@pytest.mark.parametrize("rulebook", library.ids())
def test_every_rulebook_deals_every_round_and_ends(rulebook: str) -> None:
    """Ann goes out each time, and with own contracts meets hers; the others are left with a ten."""
    game = Game(rulebook, max(3, library.load(rulebook).players_min))
    book = game.book
    rounds = ceil(book.until / book.prices["10"]) if book.until else book.rounds
    for number in range(1, rounds + 1):
        running = game.state.running
        assert running is not None
        plays = book.round_of(number)
        assert running.of(1).deal.contract == book.contracts[plays - 1]
        assert running.deal.deal == book.deal[plays - 1]
        if book.own_contracts:
            assert running.of(2).deal.contract == book.contracts[0], "Ben never meets his first one"
        game.close(1)
    assert game.state.running is None
    assert game.state.over
    assert game.state.places[1].place == 1


@pytest.mark.parametrize("seen", [1, 2])
def test_nobody_goes_out_who_has_no_seat_on_an_old_page_either(seen: int) -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2, confirmed=True))
    assert "isn’t at the table" in game.refuses(cmd.CloseRound(1, {}, 9, says_went_out=True), seen)


def test_going_out_takes_a_bonus_off_where_the_table_has_one() -> None:
    book = library.with_house_rules(library.load("liverpool"), {"go_out_bonus": 10})
    game = Game(book)
    game.close(2, s1="K", s3="Q", s4="J")
    assert game.totals == [10, -10, 10, 10]
    assert "Ben went out for −10" in game.entries[-1].sentence
    game.must(cmd.CorrectWinner(1, 3, "5", confirmed=True))
    assert game.totals == [10, 5, -10, 10]
    assert [cell.out_bonus for cell in game.state.rounds[0].cells.values()] == [0, 0, -10, 0]
    game.must(cmd.RecordCut(1, exact=True))
    assert game.totals == [10, 5, -10, -40]
    game.close(None, s1="K", s2="Q", s3="J", s4="9")
    assert game.totals == [20, 15, 0, -31], "no one went out"


def in_one_turn(players: int = 3) -> Game:
    """A table that rewards only who goes down and out in one turn."""
    house = {"go_out_bonus": 10, "go_out_bonus_for": "one turn"}
    return Game(library.with_house_rules(library.load("contract"), house), players)


def test_only_going_down_and_out_in_one_turn_is_rewarded_where_a_table_says_so() -> None:
    game = in_one_turn()
    assert game.book.clause("go-out-bonus").text.startswith(
        "Going down and going out in the same turn takes ten points"
    )
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    assert game.entries[-1].sentence == "Round 1: Ann went down and out in one turn"
    game.must(cmd.CloseRound(1, game.hands(s2="K", s3="Q")))
    assert "Ann went down and out in one turn for −10" in game.entries[-1].sentence
    assert game.totals == [-10, 10, 10]
    game.must(cmd.SayWentOut(2, 1))
    game.must(cmd.CloseRound(2, game.hands(s2="K", s3="Q")))
    assert game.totals == [-10, 20, 20]


def test_whether_it_was_one_turn_is_corrected_and_undone_like_who_it_was() -> None:
    game = in_one_turn()
    game.must(cmd.SayWentOut(1, 1))
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    assert game.state.running is not None
    assert game.state.running.one_turn
    game.must(cmd.CloseRound(1, game.hands(s2="K", s3="Q")))
    game.must(cmd.CorrectWinner(1, 1))
    assert game.totals == [0, 10, 10]
    assert game.entries[-1].sentence == "Round 1 corrected: Ann went out, but had gone down earlier"
    assert game.state.rounds[0].cells[1].was[0].out_bonus == -10
    game.must(cmd.CorrectCell(1, 2, "5"))
    assert game.totals == [0, 5, 10], "the correction of another cell leaves it"
    game.must(cmd.CorrectWinner(1, 2, "K", one_turn=True, confirmed=True))
    assert game.totals == [10, -10, 10]
    game.must(cmd.Undo())
    game.must(cmd.Undo())
    game.must(cmd.Undo())
    assert game.totals == [-10, 10, 10]


def test_in_points_only_it_is_told_with_who_went_out() -> None:
    game = in_one_turn()
    game.must(cmd.CountRound(1, {2: "35 points", 3: "17 points"}, 1, says_went_out=True, one_turn=True))
    game.must(cmd.CloseRound(1))
    assert game.totals == [-10, 35, 17]


def test_two_phones_that_differ_only_on_one_turn_are_shown_to_each_other() -> None:
    game = in_one_turn()
    seen = game.state.number
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    (conflict,) = game.stale(cmd.SayWentOut(1, 1), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Ann, down and out in one turn", "Ann")
    game.must(cmd.SayWentOut(1, 1))
    for seat in (2, 3):
        game.enter(seat, "K")
    seen = game.state.number
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    (conflict,) = game.stale(cmd.CloseRound(1), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Ann, down and out in one turn", "Ann")
    game.must(cmd.CloseRound(1))
    seen = game.state.number
    game.must(cmd.CorrectWinner(1, 1))
    (conflict,) = game.stale(cmd.CorrectWinner(1, 2, "5"), seen).conflicts
    assert (conflict.theirs, conflict.mine) == ("Ann", "Ben")


def test_a_correction_back_claims_nothing_of_a_turn_that_nobody_asked_about() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="Q")
    game.must(cmd.CorrectWinner(1, 2, "K", confirmed=True))
    first = game.state.number
    game.must(cmd.CorrectWinner(1, 1, "K", confirmed=True))
    game.must(cmd.Undo(first, confirmed=True))
    assert not [entry.sentence for entry in game.entries if "down earlier" in entry.sentence]


def test_where_it_changes_nothing_it_is_not_recorded() -> None:
    game = Game("contract", 3)
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    assert game.log[-1].event == ev.WentOutSaid(1, 1)


def test_what_going_out_takes_off_may_be_another_number_in_each_round() -> None:
    book = library.with_house_rules(library.load("contract"), {"go_out_bonus": [5, 10, 0, 0, 0, 0, 30]})
    assert book.clause("go-out-bonus").text.startswith("Going out takes five points in round 1")
    game = Game(book, 3)
    game.close(1, s2="K", s3="Q")
    game.close(1, s2="K", s3="Q")
    assert "went out for −10" in game.entries[-1].sentence
    game.close(1, s2="K", s3="Q")
    assert "went out;" in game.entries[-1].sentence
    assert game.totals == [-15, 30, 30]
    game.must(cmd.CorrectWinner(2, 2, "5", confirmed=True))
    assert game.totals == [0, 10, 30]


def test_a_rank_wild_in_one_round_costs_what_a_wild_card_costs_in_that_round_alone() -> None:
    threes_fours = ["3", "4", "none", "none", "none", "none", "none"]
    prices = {**library.load("contract").points, "3": 3, "4": 4, "wild": 20}
    book = library.with_house_rules(library.load("contract"), {"wild_by_round": threes_fours, "points": prices})
    game = Game(book, 3)
    game.must(cmd.EnterCardsLeft(1, 2, "3 4 JK"))
    assert game.state.running is not None
    assert game.state.running.entered[2].points == 44
    game.close(1, s2="3 4 JK", s3="3")
    game.close(1, s2="3 4 JK", s3="3")
    game.close(1, s2="3 4 JK", s3="3")
    assert game.totals == [0, 44 + 43 + 27, 20 + 3 + 3]
    game.must(cmd.CorrectCell(1, 3, "3 4", confirmed=True))
    game.must(cmd.CorrectCell(2, 3, "3 4", confirmed=True))
    assert game.totals[2] == 24 + 23 + 3
    assert why_fixed(game.state, {"wild_by_round": ["none"] * 7}) == ("wild_by_round", phrase("rounds_counted_by_it"))


def test_a_meld_on_the_table_is_judged_by_what_is_wild_in_its_round() -> None:
    house = {"wild_by_round": ["2", *["none"] * 6], "new_melds": "same turn"}
    game = Game(library.with_house_rules(library.load("contract"), house), 3)
    assert (running := game.state.running) is not None
    assert melds.new_meld(game.state, running, 2, "KC KD 2S", "earlier").legal
    assert melds.replaced_by(game.state, running, "8C 8D 2S", ["set of 3"]).legal
    assert len(melds.readings_of(game.state, running, "5C 6C 7C 2D")) == 2
    game.close(1)
    assert (running := game.state.running) is not None
    assert not melds.new_meld(game.state, running, 2, "KC KD 2S", "earlier").legal


def doubling(players: int = 3, **house: object) -> Game:
    """A table at which the others' cards count double if somebody goes down and out in one turn."""
    return Game(library.with_house_rules(library.load("contract"), {"one_turn_doubles": True, **house}), players)


def test_the_others_cards_count_double_if_somebody_goes_down_and_out_in_one_turn() -> None:
    game = doubling()
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    game.must(cmd.CloseRound(1, game.hands(s2="K Q 5", s3="17")))
    assert game.totals == [0, 50, 34]
    assert game.state.rounds[0].cells[2].line.points == 25, "the line is what they held"
    closing = "Round 1 was closed: Ann went down and out in one turn; Ben 2 × 25 (K Q 5), Cid 2 × 17"
    assert game.entries[-1].sentence == closing
    game.must(cmd.SayWentOut(2, 1))
    game.must(cmd.CloseRound(2, game.hands(s2="K", s3="Q")))
    assert game.totals == [0, 60, 44]


def test_that_it_was_one_turn_is_corrected_and_undone_with_what_it_doubled() -> None:
    game = doubling()
    game.must(cmd.SayWentOut(1, 1))
    game.must(cmd.CloseRound(1, game.hands(s2="K", s3="0"), confirmed=True))
    assert game.totals == [0, 10, 0]
    game.must(cmd.CorrectWinner(1, 1, one_turn=True))
    assert game.totals == [0, 20, 0]
    cells = game.state.rounds[0].cells
    assert [len(cell.was) for cell in cells.values()] == [1, 1, 0], "no cards are no more twice"
    assert cells[2].was[0].times == 1
    game.must(cmd.CorrectCell(1, 3, "5"))
    assert game.totals == [0, 20, 10]
    game.must(cmd.Undo())
    game.must(cmd.Undo())
    assert game.totals == [0, 10, 0]


def test_another_winner_leaves_the_former_one_with_twice_their_cards() -> None:
    game = doubling()
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    game.must(cmd.CloseRound(1, game.hands(s2="K", s3="Q")))
    game.must(cmd.CorrectWinner(1, 2, "5 5", one_turn=True, confirmed=True))
    assert game.totals == [20, 0, 20]
    assert game.entries[-1].sentence.endswith("went down and out in one turn, not Ann; Ann 2 × 10 (5 5)")
    game.must(cmd.CorrectWinner(1, 3, "K", confirmed=True))
    assert game.totals == [10, 10, 0]
    game.must(cmd.CorrectWinner(1, None, "Q", confirmed=True))
    assert game.totals == [10, 10, 10]


@pytest.mark.parametrize(
    ("house", "totals"),
    [
        ({"go_out_bonus": 10, "go_out_bonus_for": "one turn"}, [-10, 40, 30]),
        ({"go_out_bonus": 10}, [-10, 40, 30]),
        ({"winning_total": "highest, own cards come off"}, [0, -40, -30]),
        ({"winning_total": "highest, cards go to who goes out"}, [70, 0, 0]),
    ],
)
def test_it_doubles_beside_a_bonus_and_where_the_highest_total_wins(
    house: dict[str, object], totals: list[int]
) -> None:
    game = doubling(**house)
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    game.must(cmd.CloseRound(1, game.hands(s2="K Q", s3="15")))
    assert game.totals == totals


def test_a_game_that_is_played_for_points_ends_by_doubled_ones() -> None:
    game = doubling(play_until=40)
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    game.must(cmd.CloseRound(1, game.hands(s2="K Q", s3="5"), confirmed=True))
    assert game.state.over
    game.must(cmd.Undo(confirmed=True))
    assert not game.state.over


def test_no_table_decides_on_doubling_once_a_round_is_counted() -> None:
    game = Game(library.load("contract"), 3)
    game.must(cmd.DecideRule("down-and-out", {"one_turn_doubles": True}))
    game.must(cmd.SayWentOut(1, 1, one_turn=True))
    game.must(cmd.CloseRound(1, game.hands(s2="K", s3="Q")))
    assert game.totals == [0, 20, 20]
    assert "already been scored" in game.refuses(cmd.DecideRule("down-and-out", {"one_turn_doubles": False}))
