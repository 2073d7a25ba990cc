"""Checks that know rummy: what cannot be is refused, what is unlikely is asked back once."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.judges.decide import Refused
from referee.rulebooks import library
from referee.rules.cards import RANK_NAMES
from referee.rules.rulebook.model import Rulebook
from tests.game.play import Game


def enter(game: Game, said: str, seat: int = 1) -> cmd.EnterCardsLeft:
    return cmd.EnterCardsLeft(game.number, seat, said)


@pytest.mark.parametrize(
    ("rulebook", "players", "said", "problem"),
    [
        ("contract", 4, "9 x K", "9 kings: this pack has 8."),
        ("contract", 4, "4 jokers", "4 jokers: this pack has 3."),
        ("wikipedia", 8, "9 jokers", "9 jokers: this pack has 8."),
        ("bicycle", 4, "2 jokers", "2 jokers: this pack has 1."),
        ("may-i", 5, "13 sixes", "13 sixes: this pack has 12."),
    ],
)
def test_a_hand_holds_no_more_copies_than_the_pack(rulebook: str, players: int, said: str, problem: str) -> None:
    game = Game(rulebook, players)
    decision = game.do(enter(game, said))
    assert isinstance(decision, Refused)
    assert [(found.message, found.seat) for found in decision.problems] == [(problem, 1)]


def test_all_hands_together_hold_no_more_copies_than_the_pack() -> None:
    game = Game()
    game.enter(1, "5 kings")
    game.enter(2, "3 kings")
    assert "have 9 kings, but this pack has 8." in game.refuses(enter(game, "K", 3))
    game.close(4, s1="5 kings", s2="3 kings", s3="Q")
    assert "have 9 kings, but this pack has 8." in game.refuses(cmd.CorrectCell(1, 3, "K"))
    assert "have 9 kings, but this pack has 8." in game.refuses(cmd.CorrectWinner(1, 3, "K"))


def test_without_jokers_nobody_holds_one() -> None:
    bare = library.with_house_rules(library.load("contract"), {"jokers": {"3": 0, "4": 0, "5": 0}})
    assert "1 joker: this pack has 0." in Game(bare).refuses(enter(Game(bare), "joker"))


def test_the_pack_stays_on_the_table_when_somebody_leaves() -> None:
    game = Game(players=4)
    game.close(1)
    game.must(cmd.DropSeat(4))
    assert game.state.running is not None
    assert game.state.running.deal.jokers == 2
    game.enter(2, "3 jokers")


@pytest.mark.parametrize(
    ("rulebook", "points", "near"),
    [
        ("contract", "1 point", "0 or 2"),
        ("shanghai", "33 points", "30 or 35"),
        ("progressive", "12 points", "10 or 15"),
    ],
)
def test_a_plain_number_that_no_cards_make_is_refused(rulebook: str, points: str, near: str) -> None:
    game = Game(rulebook)
    said = cmd.EnterCardsLeft(1, 1, points)
    assert f"No cards add up to {points}. Try {near}." in game.refuses(said)


def test_more_points_than_the_whole_pack_are_refused() -> None:
    game = Game("contract")
    said = cmd.EnterCardsLeft(1, 1, "9999 points")
    assert "No cards add up to 9999 points. Try 837." in game.refuses(said)


@pytest.mark.parametrize("hand", ["-5", "10000 points", "Z", "", "99999 kings", "K 8 what"])
def test_what_is_no_hand_is_refused(hand: str) -> None:
    game = Game()
    game.refuses(cmd.EnterCardsLeft(1, 1, hand))
    game.refuses(cmd.CloseRound(1, {1: hand}, 2, says_went_out=True))
    game.close(2)
    game.refuses(cmd.CorrectCell(1, 1, hand))
    game.refuses(cmd.CorrectWinner(1, 1, hand))


def dear_queen(**more: int) -> Rulebook:
    book = library.load("contract")
    return library.with_house_rules(book, {"points": {**book.points, "QS": 40, **more}})


def test_a_card_with_points_of_its_own_is_one_of_its_deck() -> None:
    game = Game(dear_queen())  # four players: two decks
    two = game.must(cmd.EnterCardsLeft(1, 1, "QS QS Q Q")).events[0]
    assert isinstance(two, ev.CardsLeftEntered)
    assert (two.cards, two.points) == ("Q Q QS QS", 100)
    assert "3 queens of spades: this pack has 2" in game.refuses(cmd.EnterCardsLeft(1, 2, "QS QS QS"))
    assert "7 queens: this pack has 6" in game.refuses(cmd.EnterCardsLeft(1, 2, "Q x 7"))
    third = cmd.EnterCardsLeft(1, 2, "QS")
    assert "Together Ann and Ben have 3 queens of spades, but this pack has 2." in game.refuses(third)
    fifties = Game(dear_queen(**dict.fromkeys(RANK_NAMES, 50)))
    fifties.must(cmd.EnterCardsLeft(1, 1, "80 points"))
    assert "No cards add up to 120 points" in fifties.refuses(cmd.EnterCardsLeft(1, 2, "120 points"))


def test_a_suit_that_changes_no_points_is_not_kept() -> None:
    game = Game()
    game.must(cmd.EnterCardsLeft(1, 1, "QS Q 5H"))
    assert game.state.running is not None
    assert str(game.state.running.entered[1].line) == "25 (Q Q 5)"


@pytest.mark.parametrize(
    ("rulebook", "round_no", "cards", "asked"),
    [
        ("contract", 1, 18, False),  # ten dealt and four May I’s of two cards
        ("contract", 1, 19, True),
        ("shanghai", 1, 20, False),  # eleven dealt, two May I’s of three cards, and cards from Shanghai calls
        ("shanghai", 1, 21, True),
        ("progressive", 1, 11, False),  # no buying in that round
        ("progressive", 1, 12, True),
        ("progressive", 12, 15, False),  # two buys of two cards
        ("progressive", 12, 16, True),
    ],
)
def test_a_hand_larger_than_deal_and_may_is_allow_is_asked_about(
    rulebook: str, round_no: int, cards: int, asked: bool
) -> None:
    game = Game(rulebook)
    for _ in range(round_no - 1):
        game.close(1)
    ranks = ("K", "Q", "J", "9", "8", "7")
    held = " ".join(rank for place, rank in enumerate(ranks) for _ in range(cards // 6 + (place < cards % 6)))
    command = cmd.EnterCardsLeft(round_no, 2, held)
    if asked:
        assert f"{cards} cards, but {game.book.deal[round_no - 1]} were dealt" in game.asks(command)
    game.must(cmd.EnterCardsLeft(round_no, 2, held, confirmed=True) if asked else command)


def test_a_number_that_takes_too_many_cards_is_asked_about() -> None:
    game = Game("progressive")
    game.must(cmd.EnterCardsLeft(1, 1, "220 points"))
    assert "225 points, but 11 were dealt and this round doesn’t allow a buy. Is that right?" in game.asks(
        cmd.EnterCardsLeft(1, 1, "225 points")
    )


def test_the_hand_of_the_round_before_is_asked_about_unless_it_is_small() -> None:
    game = Game()
    game.close(1, s2="K 9 5", s3="K 9")
    assert "Ben had exactly these cards last round" in game.asks(enter(game, "5 9 K", 2))
    game.must(enter(game, "K 9", 3))
    game.must(cmd.EnterCardsLeft(2, 2, "5 9 K", confirmed=True))


def test_no_cards_without_going_out_are_asked_about() -> None:
    game = Game()
    assert "Ann has no cards but didn’t go out. Is that right?" in game.asks(enter(game, "nothing"))
    stays_in = Game("wikipedia")
    stays_in.must(enter(stays_in, "nothing"))


def test_a_question_answered_at_the_line_is_not_asked_again_at_the_closing() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    game.enter(1, "nothing")
    game.must(cmd.CloseRound(1, game.hands(s3="K", s4="Q")))


def test_a_line_confirmed_at_its_entry_is_not_asked_about_when_the_closing_brings_it_again() -> None:
    game = Game()
    game.must(cmd.SayWentOut(1, 2))
    game.enter(1, "nothing")
    decision = game.must(cmd.CloseRound(1, game.hands(s1="nothing", s3="K", s4="Q")))
    assert [event.seat for event in decision.events if isinstance(event, ev.CardsLeftEntered)] == [3, 4]


def test_questions_about_lines_given_with_the_closing_are_asked_then() -> None:
    game = Game()
    close = cmd.CloseRound(1, game.hands(s1="nothing", s3="K", s4="Q"), 2, says_went_out=True)
    assert "Ann has no cards but didn’t go out. Is that right?" in game.asks(close)


def test_corrections_are_checked_like_entries() -> None:
    game = Game()
    game.close(2)
    assert "9 kings: this pack has 8." in game.refuses(cmd.CorrectCell(1, 1, "9 x K"))
    assert "Ann has no cards but didn’t go out. Is that right?" in game.asks(cmd.CorrectCell(1, 1, "0"))
    assert "Ben has no cards but didn’t go out. Is that right?" in game.asks(cmd.CorrectWinner(1, 1, "0"))


def test_where_two_cards_are_drawn_no_hand_is_too_large() -> None:
    book = library.with_house_rules(library.load("shanghai"), {"draw_cards": 2})
    game = Game(book)
    enter_all = cmd.EnterCardsLeft(1, 2, "A A K K Q Q J J 10 10 9 9 8 8 7 7 6 6 5 5 4 4 3")
    assert "23 cards, but 11 were dealt and this round allows only 2 May I’s. Is that right?" in Game("shanghai").asks(
        enter_all
    )
    game.must(enter_all)
