"""Each player has a contract of their own: told with the cards left, and seen wherever the contract is."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.rulebooks.starts.making import starts
from referee.services.clubs import rulebooks, seasons
from referee.web.game.page import now
from referee.web.parts.in_short import in_short
from referee.web.shell.hands import Hands
from tests.web.own_table import opened_by_house_rules
from tests.web.plain import Phone, state_of
from tests.web.table_phone import Phone as TablePhone
from tests.web.test_own_rulebooks import save

CONTRACTS = [["set of 3", "set of 3"], ["run of 4", "set of 3"], ["run of 7"]]


@pytest.fixture
def table(app: Flask, phone: Phone) -> Phone:
    house = {"own_contracts": True, "contracts": CONTRACTS, "deal": 10, "all_cards_rounds": []}
    return opened_by_house_rules(app, phone, house)


def close(phone: Phone, out: int, *met: int) -> None:
    """Points only, everybody else with ten."""
    phone.open(f"/g/{phone.code}/round?step=points")
    told = {f"points.{seat}": "10" for seat in (1, 2, 3) if seat != out}
    told |= {f"met.{seat}": "yes" if seat in met else "no" for seat in (1, 2, 3) if seat != out}
    phone.send("/round/points", seat=str(out), **told)
    phone.send("/round/close")


def test_now_shows_what_each_player_has_to_meld(table: Phone) -> None:
    close(table, 1, 2)
    table.open(f"/g/{table.code}?read=1")
    assert "Anna 2 One run of 4 and one set of 3" in table.text
    assert "Jo 1 Two sets of 3" in table.text
    assert "Round 2 of" not in table.text
    assert "Most contracts met wins" in table.text


def test_with_the_cards_left_one_tap_says_whether_it_was_met(table: Phone) -> None:
    table.open(f"/g/{table.code}/round?step=who").send("/round/went-out", seat="1")
    table.open(f"/g/{table.code}/round?seat=2")
    assert "Did Otto meet contract 1?" in table.text
    table.send("/round/cards-left", cards="K 5")
    assert table.status == 422
    assert "Did Otto meet contract 1?" in table.text
    assert table.one("input", id_="cards").get("value") == "K 5", "what was typed is still there"
    table.send("/round/cards-left", cards="K 5", met="yes")
    table.open(f"/g/{table.code}/round?seat=3").send("/round/cards-left", cards="9", met="no")
    table.open(f"/g/{table.code}/round?step=read-back")
    assert "contract met" in table.text
    assert "contract not met" in table.text
    table.send("/round/close")
    running = state_of(table).running
    assert running is not None
    assert [own.number for own in running.own.values()] == [2, 2, 1]


def test_the_story_of_a_round_says_who_moves_on(table: Phone) -> None:
    table.open(f"/g/{table.code}")
    close(table, 1, 2)
    table.open(f"/g/{table.code}")
    assert "Anna and Otto move on; Jo stays" in table.text


def test_the_sheet_tells_the_contract_of_each_cell_and_corrects_who_met_it(table: Phone) -> None:
    close(table, 1, 2)
    table.open(f"/g/{table.code}/score")
    assert "Anna and Otto met their contracts" in table.text
    assert "1✓" in table.text
    table.open(f"/g/{table.code}/score/1/2").send("/score/1/2", met="no")
    running = state_of(table).running
    assert running is not None
    assert [own.number for own in running.own.values()] == [2, 1, 1]
    table.open(f"/g/{table.code}/history")
    assert "10, contract met corrected to 10, contract not met" in table.text


def test_a_correction_that_ends_the_game_asks_before_entries_are_lost(table: Phone) -> None:
    close(table, 1)
    close(table, 1)
    close(table, 3)
    table.open(f"/g/{table.code}/round?step=who").send("/round/went-out", seat="2")
    table.open(f"/g/{table.code}/score/3/1").send("/score/3/1", met="yes")
    assert "With this correction Anna has met the last contract: round 4 is no longer played" in table.text
    assert "Yes, correct it" in table.text
    assert state_of(table).running is not None
    table.send("/score/3/1", confirmed="1")
    assert state_of(table).running is None


def test_the_first_who_is_through_wins_whatever_the_points(table: Phone) -> None:
    close(table, 1)
    close(table, 1)
    close(table, 1, 2)
    table.open(f"/g/{table.code}/result")
    assert table.heading == "Anna wins"
    assert "most contracts met wins" in table.text
    assert "all 3 contracts met" in table.text
    assert "contract 2" in table.text, "Otto has met one"
    assert "Play all rounds again" not in table.text


def test_the_referee_judges_by_the_contract_of_who_asks(table: Phone) -> None:
    close(table, 1)
    for asker, says in (("1", "No"), ("2", "Yes")):
        table.open(
            f"/g/{table.code}/ask/contract",
            query_string={"ask": "1", "asker": asker, "round": "", "melds": "5C 5D 5H\nKC KD KH"},
        )
        assert table.one("title").text().startswith(f"{says}:")


def test_a_sheet_of_points_from_paper_is_not_offered_under_it(table: Phone, app: Flask) -> None:
    table.open("/data/paper")
    assert "Kept until met" not in table.text


def test_other_tables_are_asked_for_nothing_more(phone: Phone) -> None:
    phone.start().open(f"/g/{phone.code}/round?step=who").send("/round/went-out", seat="1")
    assert "contract" not in phone.open(f"/g/{phone.code}/round?seat=2").text.casefold()


def test_the_form_makes_it_in_one_choice_and_deals_every_round_alike(app: Flask, client: FlaskClient) -> None:
    save(client, "contract", name="Kept", own_contracts="yes")
    with app.app_context():
        book = rulebooks.rulebook(seasons.first_club().id, "kept")
    assert book.own_contracts
    assert set(book.deal) == {12}
    assert book.all_cards_rounds == frozenset()
    page = client.get("/rulebooks/kept").get_data(as_text=True)
    assert "Contract 7: three runs of 4." in page
    assert "The player who has met the most contracts wins" in page
    assert "7 contracts to meet" in page


def test_the_game_in_short_tells_how_contracts_of_their_own_end_and_win() -> None:
    phase_10 = next(start.book for start in starts() if start.book.own_contracts)
    sentences = in_short(phase_10)
    assert sentences[0] == (
        "The game has 10 contracts, certain groups of cards, starting with two sets of 3: you keep a contract until "
        "you meet it, and the game ends when a player has met the last one."
    )
    assert sentences[-1].endswith("and at the end the most contracts met wins, then the lowest total.")
    assert "lowest total at the end wins" not in " ".join(sentences)
    house = {"own_contracts": True, "contracts": CONTRACTS, "deal": 10, "all_cards_rounds": [], "rounds_most": 9}
    limited = in_short(library.with_house_rules(library.load("contract"), house))
    assert limited[0].endswith("when a player has met the last one, or after round 9.")
    assert len(limited) == 6


def test_a_phone_with_a_seat_shows_its_own_contract_first(table: Phone) -> None:
    close(table, 1)
    view = now(table.code, state_of(table), hands=Hands(mine=(1,)))
    assert (view.number, view.contract, view.own) == (2, "One run of 4 and one set of 3", ())
    assert [score.standing.contract for score in view.scores] == ["contract 1", "contract 1"]


def test_beside_long_names_a_television_has_each_contract_in_its_own_line(app: Flask, client: FlaskClient) -> None:
    long = TablePhone(app, client, "phase-10", ("Anna of a very long family name", "Ben", "Cid"))
    shown = client.get(f"/tv/{long.code}").get_data(as_text=True)
    assert "view-lines of-3 owned" in " ".join(shown.split())
    assert "Contract 1: two sets of 3" in shown
