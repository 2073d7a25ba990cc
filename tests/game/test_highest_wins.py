"""The highest total wins: what the cards left of a round do to the totals, and who is ahead."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game.news import round_news
from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook, to_data
from referee.rules.rulebook.values import from_data
from tests.game.play import Game

OFF, TO_WHO_GOES_OUT = "highest, own cards come off", "highest, cards go to who goes out"


def book(how: str, **more: object) -> Rulebook:
    return library.with_house_rules(library.load("contract"), {"winning_total": how, **more})


def test_cards_left_come_off_the_own_total() -> None:
    game = Game(book(OFF, go_out_bonus=50), 3)
    game.close(1, s2="K", s3="5")
    assert game.totals == [50, -10, -5]
    assert [str(game.state.places[seat]) for seat in (1, 2, 3)] == ["1", "3", "2"]


def test_cards_left_go_to_the_player_who_goes_out() -> None:
    game = Game(book(TO_WHO_GOES_OUT), 3)
    game.close(1, s2="K", s3="5")
    game.close(2, s1="K K", s3="JK")
    assert game.totals == [15, 35, 0]
    assert game.state.leaders == (2,)


def test_nobody_gets_them_where_no_one_goes_out() -> None:
    game = Game(book(TO_WHO_GOES_OUT), 3)
    game.close(None, s1="K", s2="K", s3="5")
    assert game.totals == [0, 0, 0]


def test_a_correction_of_one_hand_changes_the_total_of_who_went_out() -> None:
    game = Game(book(TO_WHO_GOES_OUT), 3)
    game.close(1, s2="K", s3="5")
    game.must(cmd.CorrectCell(1, 2, "K K", confirmed=True))
    assert game.totals == [25, 0, 0]
    game.must(cmd.CorrectWinner(1, 3, "A", confirmed=True))
    assert game.totals == [0, 0, 35]
    game.must(cmd.Undo(len(game.log)))
    assert game.totals == [25, 0, 0]


def test_points_for_an_irregularity_come_off() -> None:
    game = Game(book(OFF), 3)
    game.close(1, s2="K", s3="5")
    game.must(cmd.NoteIrregularity(1, 3, "something else", "points", 20))
    assert game.totals == [0, -10, -25]


def test_the_news_tell_how_far_each_is_behind_the_highest_total() -> None:
    game = Game(book(TO_WHO_GOES_OUT), 3)
    game.close(1, s2="K", s3="5")
    game.close(2, s1="K K", s3="JK")
    news = round_news(game.state)
    assert [(each.seat, each.gap) for each in news.standings] == [(2, 20), (1, 20), (3, 35)]
    assert news.standings[0].leads
    assert news.headline.what == "takes the lead"
    assert news.most == 1, "two kings left are more than a joker"


def test_the_tie_break_prefers_more_points_in_the_last_round() -> None:
    short = {"contracts": [["set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}
    game = Game(book(TO_WHO_GOES_OUT, tie_break="rounds won, then last round", **short), 3)
    game.close(1, s2="K", s3="5")
    game.close(2, s1="K", s3="5")
    assert game.totals == [15, 15, 0]
    assert game.state.over
    assert game.state.leaders == (2,)


def test_it_is_settled_when_the_game_begins() -> None:
    game = Game("contract", 3)
    says = game.refuses(cmd.DecideRule("win", {"winning_total": OFF}))
    assert says == "Stays as it was when the game began, unless it is changed from the first round."


@pytest.mark.parametrize("how", ["lowest", OFF, TO_WHO_GOES_OUT])
def test_a_game_that_was_opened_before_is_one_in_which_the_lowest_wins(how: str) -> None:
    data = to_data(book(how))
    assert from_data(data).winning_total == how
    del data["values"]["winning_total"]
    assert from_data(data).winning_total == "lowest"


def test_who_comes_later_begins_with_the_average_and_never_in_the_lead() -> None:
    game = Game(book(OFF, go_out_bonus=50), 3)
    game.close(1, s2="K", s3="5")
    says = "The highest total wins, so no one starts with it."
    assert game.refuses(cmd.AddSeat("Zoe", how="highest")).startswith(says)
    game.must(cmd.AddSeat("Zoe", how="average"))
    assert game.totals == [50, -10, -5, 12]
