"""What the result says at the end, and what it leaves unsaid."""

from __future__ import annotations

from flask import Flask

from referee.game import commands as cmd
from referee.rulebooks import library
from referee.services.games import games
from referee.services.house.data import rebuild
from tests.services.desk import must, open_game
from tests.web.plain import Phone


def _played(phone: Phone, rulebook: str) -> Phone:
    return phone.start(rulebook, 4).round(1, {2: "K K", 3: "K K Q", 4: "K K Q J"})


def test_an_abandoned_game_shows_its_points_and_nobody_as_its_winner(phone: Phone) -> None:
    _played(phone, "progressive").open(f"/g/{phone.code}/table").send("/abandon")
    assert phone.heading == "Abandoned"
    assert "points without a result" in phone.text
    assert "40" in phone.text
    for said in ("penn", "trophy", "first", "Player 1 wins"):
        assert said not in phone.text


def test_score_and_table_view_say_who_leads_then_who_wins_and_nobody_once_it_is_abandoned(phone: Phone) -> None:
    _played(phone, "progressive")
    for sent, said in (("", "Player 1 leads"), ("/finish", "Player 1 wins"), ("/reopen", "Player 1 leads")):
        if sent:
            phone.open(f"/g/{phone.code}/result" if sent == "/reopen" else f"/g/{phone.code}/table").send(
                sent, confirmed="y"
            )
        for page in ("score", "view"):
            assert said in phone.open(f"/g/{phone.code}/{page}").text
    phone.open(f"/g/{phone.code}/table").send("/abandon")
    for page in ("score", "view"):
        text = phone.open(f"/g/{phone.code}/{page}").text
        assert "40" in text
        for said in ("leads", "Player 1 wins", "place", "2="):
            assert said not in text


def test_the_kitty_in_the_winners_money_is_named(phone: Phone) -> None:
    _played(phone, "progressive").open(f"/g/{phone.code}/result")
    assert "kitty of" not in phone.text
    phone.send("/buys", **{"buys-1": "2", "buys-2": "4"})
    assert "That includes the kitty of 6 pennies." in phone.text
    assert "gets 18 pennies" in phone.text


def test_equal_totals_that_the_tables_tie_break_parted_say_why(phone: Phone, app: Flask) -> None:
    book = library.with_house_rules(library.load("contract"), {"tie_break": "rounds won, then last round"})
    with app.app_context():
        code = open_game(book, "Ann", "Ben", "Cid").code
        for out, held in (
            (2, {1: "10", 3: "5"}),
            (3, {1: "0", 2: "10"}),
            (2, {1: "5", 3: "10"}),
            (1, {2: "5", 3: "0"}),
        ):
            state = games.game(code)
            must(code, cmd.CloseRound(state.current, held, out, says_went_out=True, confirmed=True))
        must(code, cmd.Finish(confirmed=True))
        assert rebuild(check=True).differing == ()
    phone.open(f"/g/{code}/result")
    assert phone.heading == "Ben wins"
    assert "Level at 15. Decided by the tie-break: Ben won 2 rounds, " in phone.text
    assert "Ann won 1 round and had 0 in the last one, Cid won 1 round and had 0 in the last one." in phone.text
