"""The score sheet over HTTP: every value can be corrected, and what it was stays visible."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game.fold import fold
from referee.rulebooks import library
from referee.web.score import views
from tests.web.plain import Phone, state_of
from tests.web.table_phone import Phone as TablePhone
from tests.web.table_phone import words


@pytest.fixture
def played(phone: Phone) -> Phone:
    """Two rounds: Player 1 went out in the first, nobody in the second."""
    phone.start("contract", 3).round(1, {2: "K K 10 5", 3: "A"})
    return phone.round("nobody", {1: "K", 2: "Q", 3: "J"})


def test_an_empty_sheet_says_that_it_is_empty(phone: Phone) -> None:
    phone.start().open(f"/g/{phone.code}/score")
    assert "No round is closed yet" in phone.text
    assert not phone.all("table")


def test_rounds_are_rows_and_players_columns_with_running_totals(played: Phone) -> None:
    played.open(f"/g/{played.code}/score")
    assert [e.text() for e in played.all("a") if e.within("td")] == [
        "Round 1, Player 1: went out, total 0. Correct it",
        "Round 1, Player 2: 35, total 35. Correct it",
        "Round 1, Player 3: 15, total 15. Correct it",
        "Round 2, Player 1: 10, total 10. Correct it",
        "Round 2, Player 2: 10, total 45. Correct it",
        "Round 2, Player 3: 10, total 25. Correct it",
    ]
    assert [e.text() for e in played.all("b") if e.within("thead")] == ["10", "45", "25"]
    assert "Lowest total wins" in played.heading


def test_the_leader_is_named_by_a_word_and_a_sign(played: Phone) -> None:
    played.open(f"/g/{played.code}/score")
    heads = [e.text() for e in played.all("th") if e.within("thead")]
    assert heads == ["Round", "Player 1 leads: 10", "Player 2, 3rd: 45", "Player 3, 2nd: 25"]
    assert len(played.all("th", cls="leads")) == 1
    assert len(played.all("td", cls="leads")) == 2


def test_contract_and_dealer_of_a_past_round_are_a_tap_away_and_the_round_in_play_is_named(played: Phone) -> None:
    played.open(f"/g/{played.code}/score")
    first, second, running = [e for e in played.all("th") if e.within("tbody")]
    assert [first.text(), second.text(), running.text()] == ["1 2 sets", "2 Set, run", "3 2 runs"]
    assert [e.get("href") for e in played.all("a") if e.within("tbody") and e.within("th")] == ["#round-1", "#round-2"]
    said = played.one("li", id_="round-2").text()
    assert "One set of 3 and one run of 4" in said
    assert "Player 2 dealt" in said
    assert "being played · Player 3 deals" in played.text


def test_a_corrected_value_shows_what_it_was_with_who_and_when(played: Phone) -> None:
    played.open(f"/g/{played.code}/score").follow("Round 1, Player 2")
    assert played.heading == "Round 1: Player 2"
    assert "Recorded: 35 (K K 10 5)" in played.text
    assert played.one("input", id_="cards").get("value") == "K K 10 5"
    played.send("/score/1/2", cards="K K 10")
    assert "Round 1, Player 2: 35 corrected to 30 (K K 10)." in played.text
    assert "Round 1, Player 2: 30, was 35, total 30. Correct it" in played.links()
    assert ["35"] in [e.own_text for e in played.all("s")]
    assert re.search(r"35 \(K K 10 5\) → 30 \(K K 10\) (you, )?\d+ \w+, \d\d:\d\d", played.text), "no bare comma"
    played.follow("Round 1, Player 2")
    assert "35 (K K 10 5) → 30 (K K 10)" in played.text


def test_a_wrong_word_in_a_correction_is_marked(played: Phone) -> None:
    played.open(f"/g/{played.code}/score/1/2").send("/score/1/2", cards="K and foo")
    assert played.status == 422
    assert [e.text() for e in played.all("mark")] == ["foo"]
    assert played.one("input", id_="cards").get("value") == "K and foo"


def test_two_corrections_of_one_cell_meet_in_a_choice(played: Phone, other: Phone) -> None:
    path = f"/g/{played.code}/score/1/2"
    other.open(path)
    played.open(path).send("/score/1/2", cards="K")
    other.send("/score/1/2", cards="Q Q")
    assert other.status == 409
    assert "10 (K) You not saved 20 (Q Q) Keep 10 Use 20" in other.text
    other.send("/score/1/2")
    assert state_of(other).rounds[0].cells[2].cards == "Q Q"


def test_somebody_else_went_out_and_the_former_winner_held_cards(played: Phone) -> None:
    played.open(f"/g/{played.code}/score/1/2").follow("Player 2 went out instead")
    assert played.heading == "Round 1: Player 1"
    assert played.fields(played.form("/score/1/winner"))["seat"] == "2"
    played.send("/score/1/winner", cards="")
    assert played.status == 422
    assert "If Player 1 didn’t go out" in played.text
    assert played.fields(played.form("/score/1/winner"))["seat"] == "2"
    played.send("/score/1/winner", cards="joker")
    assert played.status == 200
    first = state_of(played).rounds[0]
    assert first.went_out == 2
    assert {seat: cell.points for seat, cell in first.cells.items()} == {1: 15, 2: 0, 3: 15}
    assert "35 (K K 10 5) → went out" in played.text


def test_a_round_without_a_winner_gets_one(played: Phone) -> None:
    played.open(f"/g/{played.code}/score/2/3").send("/score/2/winner")
    assert state_of(played).rounds[1].went_out == 3
    assert "Round 2 corrected: Player 3 went out" in played.text


def test_who_went_out_may_turn_out_to_be_nobody(played: Phone) -> None:
    played.open(f"/g/{played.code}/score/1/1").send("/score/1/winner", seat="nobody", cards="K")
    assert state_of(played).rounds[0].went_out is None


def test_cells_that_are_not_there_are_a_404(played: Phone) -> None:
    for cell in ("0/1", "3/1", "1/9", "99999999999999999999/1"):
        assert played.open(f"/g/{played.code}/score/{cell}").status == 404
    assert played.post(f"/g/{played.code}/score/9/winner", seat="1").status == 404


def test_a_finished_game_is_read_only_until_it_is_opened_again(played: Phone) -> None:
    played.open(f"/g/{played.code}/result").send("/finish")
    assert played.heading == "Are you sure?"
    played.send("/finish").open(f"/g/{played.code}/score")
    assert not [text for text in played.links() if "Correct it" in text]
    assert "Round 1, Player 2: 35, total 35" in [e.text() for e in played.all("td")]
    played.open(f"/g/{played.code}/result").send("/reopen", confirmed="1")
    assert [text for text in played.open(f"/g/{played.code}/score").links() if "Correct it" in text]


def test_an_exact_cut_counts_and_can_be_corrected(phone: Phone) -> None:
    phone.start("liverpool", 3, dealer=1)
    assert "Player 3 cuts. Cutting exactly 31 cards takes 50 points off." in phone.text
    phone.send("/cut", exact="yes").round(1, {2: "K", 3: "Q"})
    assert state_of(phone).totals[3] == -40
    phone.open(f"/g/{phone.code}/score")
    assert "Round 1, Player 3: −40, with an exact cut, total −40. Correct it" in phone.links()
    phone.follow("Round 1, Player 3").send("/cut", exact="no")
    assert state_of(phone).totals[3] == 10


def test_undo_names_what_it_undoes_and_redo_brings_it_back(played: Phone) -> None:
    played.open(f"/g/{played.code}/score")
    button = played.form("/undo").children[-1]
    assert button.text().startswith("Undo: Round 2 was closed")
    played.send("/undo", confirmed="1")
    assert "Undone: Round 2 was closed." in played.text, "eight hands would fill the screen"
    assert len(state_of(played).rounds) == 1
    played.send("/redo")
    assert "Brought back: Round 2 was closed" in played.text
    assert len(state_of(played).rounds) == 2


def test_undo_returns_to_the_page_it_was_asked_on(played: Phone) -> None:
    for page, heading in (("/score", "Score Lowest total wins"), ("/history", "History"), ("/table", "The table")):
        played.open(f"/g/{played.code}{page}").send("/undo", confirmed="1")
        assert played.heading == heading


def test_any_entry_of_the_history_can_be_undone_by_itself(played: Phone) -> None:
    played.open(f"/g/{played.code}/score/1/2").send("/score/1/2", cards="K")
    played.open(f"/g/{played.code}/score/1/3").send("/score/1/3", cards="Q")
    played.open(f"/g/{played.code}/history")
    [form] = [
        e for e in played.all("form") if e.children[-1].text() == "Undo: Round 1, Player 2: 35 corrected to 10 (K)"
    ]
    played.post(str(form.get("action")), **played.fields(form))
    cells = state_of(played).rounds[0].cells
    assert (cells[2].points, cells[3].points) == (35, 10)
    undone = [e.text() for e in played.all("li", cls="undone")]
    assert len(undone) == 1
    assert undone[0].startswith("Round 1, Player 2: 35 corrected to 10 (K) undone")


def test_a_long_history_comes_in_pages_and_an_undo_leaves_where_one_is(phone: Phone) -> None:
    phone.start("contract", 3).round(1, {2: "K K 10 5", 3: "A"})
    for change in range(70):
        cards = "K" if change % 2 else "Q Q"
        phone.open(f"/g/{phone.code}/score/1/3").send("/score/1/3", cards=cards)
    number = state_of(phone).number
    phone.open(f"/g/{phone.code}/history")
    assert entries(phone) == [*range(number, number - 60, -1)]
    phone.follow("Earlier")
    assert entries(phone) == [*range(number - 60, 0, -1)]
    assert "Earlier" not in phone.links()
    form = next(e for e in phone.all("form") if e.within("ol"))
    phone.post(str(form.get("action")), **phone.fields(form))
    assert entries(phone) == [*range(number - 60, 0, -1)]
    assert len(phone.all("li", cls="undone")) == 1
    phone.follow("Later")
    assert entries(phone)[-1] == number - 59, "nothing is left out where the undo came in"
    phone.follow("Later")
    assert entries(phone)[0] == state_of(phone).number == number + 1


def entries(phone: Phone) -> list[int]:
    return [int(str(e.get("id")).removeprefix("entry-")) for e in phone.all("li") if e.within("ol")]


def test_a_page_of_the_history_that_there_is_not_is_the_nearest(played: Phone) -> None:
    for upto in ("0", "-3", "999999999", "99999999999999", "x", ""):
        played.open(f"/g/{played.code}/history?upto={upto}")
        assert (played.status, played.heading) == (200, "History")
        assert entries(played) == [*range(state_of(played).number, 0, -1)]


def test_an_undo_that_no_longer_makes_sense_is_refused_with_the_reason(played: Phone) -> None:
    played.open(f"/g/{played.code}/history").send("/undo", target="1")
    assert played.status == 422
    assert "You can’t undo the opening of the game" in played.text


@pytest.fixture
def reopened(played: Phone) -> Phone:
    """The form that corrects the second round is open while the closing of that round is undone."""
    played.open(f"/g/{played.code}/score/2/3")
    last = state_of(played).number
    played.client.post(f"/g/{played.code}/undo", data={"write_id": "undo-closing", "seen": str(last), "confirmed": "1"})
    assert len(state_of(played).rounds) == 1
    return played


def test_a_correction_of_a_round_that_is_not_closed_any_more_is_refused_on_the_sheet(reopened: Phone) -> None:
    reopened.send("/score/2/3", cards="K K")
    assert reopened.path.endswith("/score")
    assert "Not saved: K K" in reopened.text


def test_a_winner_of_a_round_whose_closing_was_undone_at_that_moment_is_refused(
    reopened: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = reopened.form("/score/2/winner")
    sent = {**reopened.fields(form), "seat": "1", "cards": "K"}
    now, log = state_of(reopened), state_of(reopened).log
    with monkeypatch.context() as a_moment_ago:
        a_moment_ago.setattr(views.games, "game", lambda _: fold(log[:-1]))
        answer = reopened.client.post(str(form.get("action")), data=sent)
    assert answer.status_code < 500
    assert state_of(reopened) == now


def test_the_dear_card_of_a_suit_stays_dear_from_the_tray_to_the_history(app: Flask, client: FlaskClient) -> None:
    book = library.load("contract")
    table = TablePhone(app, client, "contract", ("Ann", "Ben", "Cid"), points={**book.points, "QS": 40})
    table.send("/round/went-out", round=1, seat=1)
    table.send("/round/cards-left", round=1, seat=2, cards="QS Q 5")
    table.send("/round/cards-left", round=1, seat=3, cards="two queens of hearts")
    assert "Ben: 55 (Q Q♠ 5)" in words(table.see("/round"))
    table.send("/round/close", round=1)
    assert table.state.totals == {1: 0, 2: 55, 3: 20}
    assert 'value="Q QS 5"' in client.get(f"/g/{table.code}/score/1/2").text
    table.send("/score/1/2", cards="2 queens of spades")
    assert table.state.totals[2] == 80
    assert "55 (Q Q♠ 5) → 80 (Q♠ Q♠)" in words(table.see("/score/1/2"))
    table.send("/ask/score", hand="QS QH 5C")
    history = words(table.see("/history"))
    assert "What is my hand worth? Queen of spades, queen and 5. 55 points" in history
    assert "Q♠ Q♠" in history
