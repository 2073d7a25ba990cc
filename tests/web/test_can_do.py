"""What can I do? The melds come from the log, the hand is typed, answered and forgotten."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from referee.game import commands as cmd
from referee.game.judges.decide import decide
from referee.game.judges.outcome import Accepted, Refused
from referee.storage.tables.database import db
from tests.web.plain import Phone, state_of

FIVES, RUN = "5H 5S 5D", "6C 7C 8C 9C"
HAND = "10C JC KD 2S"


@pytest.fixture
def sitting(phone: Phone) -> Phone:
    """Player 2 at a table of four, in round 2; Player 1 is down with a set and a run."""
    phone.start("contract", 4).round(1, {2: "K", 3: "K", 4: "K"})
    phone.open(f"/g/{phone.code}/who").send("/who/seat", seat="2")
    phone.open(f"/g/{phone.code}/down?seat=1&melds={FIVES}%0A{RUN}&ask=1").send("/down")
    own = "9H 9S 9D%0A3H 4H 5H 6H".replace(" ", "%20")
    return phone.open(f"/g/{phone.code}/down?seat=2&melds={own}&ask=1").send("/down")


def ask(phone: Phone, **typed: object) -> Phone:
    return phone.open(f"/g/{phone.code}/can-do").send("/can-do", **typed)


def test_with_a_seat_the_key_stands_beside_it_and_leads_to_the_pad(sitting: Phone) -> None:
    page = sitting.open(f"/g/{sitting.code}").follow("What can I do?")
    assert page.heading == "What can I do?"
    assert [box.get("value") for box in page.all("input", type="checkbox") if "checked" not in box.attributes] == []
    assert len(page.all("input", type="checkbox")) == 4


def test_the_best_turn_is_told_with_the_melds_of_the_log(sitting: Phone) -> None:
    page = ask(sitting, hand=HAND, down="earlier")
    assert page.status == 200
    assert "2 points left" in page.text
    rows = [term.text() for term in page.all("dt")]
    assert rows[:3] == ["Lay off on 6-7-8-9 of clubs", "Discard", "Left in hand"]
    assert "The 10 of clubs: 6-7-8-9 of clubs" in page.text


def test_a_meld_that_is_unticked_is_not_there(sitting: Phone) -> None:
    page = ask(sitting, hand=HAND, down="earlier", meld=[])
    assert "The 10 of clubs" not in page.text
    assert "22 points left" in page.text


def test_a_meld_that_nobody_recorded_is_told_beside_them(sitting: Phone) -> None:
    page = ask(sitting, hand=HAND, down="earlier", others="KC KS KH")
    assert "You can go out" in page.text


def test_nothing_of_the_hand_is_kept(app: Flask, sitting: Phone) -> None:
    before = state_of(sitting).log
    page = ask(sitting, hand=HAND, down="earlier")
    assert page.answer.headers["Cache-Control"] == "no-store"
    assert page.answer.headers["HX-Push-Url"] == "false"
    assert page.answer.request.query_string == b""
    assert state_of(page).log == before
    with app.app_context():
        for table in db.metadata.tables.values():
            rows = db.session.execute(select(table)).all()
            assert not any("10C JC KD" in str(value) for row in rows for value in row), table.name
    links = [str(element.get("href")) for element in page.elements if element.tag == "a"]
    assert not any("10C" in href for href in links)


def test_the_form_has_no_id_by_which_a_phone_would_keep_it(sitting: Phone) -> None:
    page = sitting.open(f"/g/{sitting.code}/can-do")
    form = page.form("/can-do")
    assert "write_id" not in page.fields(form)
    assert "data-draft" not in form.attributes
    assert "data-ask" not in form.attributes
    # the control: a form that is kept has both
    assert "write_id" in page.fields(page.open(f"/g/{page.code}/down").form("/down"))


def test_a_hand_in_play_is_not_saved_as_a_ruling(sitting: Phone) -> None:
    state = state_of(sitting)
    request = {"question": "best_turn", "hand": HAND, "down": "earlier", "table": [], "asker": 2}
    decision = decide(state, cmd.RecordRuling(request), state.log[-1].seq)
    assert isinstance(decision, Refused)
    # the control: another question about the same cards is
    other = cmd.RecordRuling({"question": "score", "hand": HAND})
    assert isinstance(decide(state, other, state.log[-1].seq), Accepted)


def test_asked_inside_a_round_the_referee_leads_to_the_page_that_forgets(sitting: Phone) -> None:
    page = sitting.open(f"/g/{sitting.code}/ask").follow("What can I do this turn?")
    assert page.path.endswith("/can-do")


def test_what_cannot_be_read_stays_and_is_said(sitting: Phone) -> None:
    page = ask(sitting, hand="10C XX", down="earlier")
    assert page.status == 422
    assert page.one("input", name="hand").get("value") == "10C XX"
    assert "I don’t know" in page.text
    assert ask(sitting, hand="").status == 200


def test_before_going_down_it_says_what_is_missing(phone: Phone) -> None:
    phone.start("contract", 4)
    phone.open(f"/g/{phone.code}/who").send("/who/seat", seat="3")
    page = ask(phone, hand="5C 5D 5H KC QD 3S 4S 9H 10H 2D JD", down="no")
    assert "You can’t go out. You can’t go down yet." in page.text


def test_the_whole_table_on_one_phone_says_whose_hand_it_is(phone: Phone) -> None:
    phone.start("contract", 4)
    page = ask(phone, hand="9C", down="no")
    assert page.status == 422
    assert "Choose whose hand it is." in page.text
    assert "points left" in ask(phone, hand="9C KD", down="no", seat="2").text


def test_without_a_running_round_it_is_asked_without_a_log(phone: Phone) -> None:
    phone.start("contract", 4)
    for _ in range(7):
        phone.round(1, {2: "K", 3: "K", 4: "K"})
    page = phone.open(f"/g/{phone.code}/can-do")
    assert page.status == 200
    assert page.path.endswith("/ask/best_turn")


def test_a_hand_as_it_was_dealt_is_asked_whether_a_card_was_drawn_and_one_card_more_is_not(phone: Phone) -> None:
    phone.start("contract", 4)
    phone.open(f"/g/{phone.code}/who").send("/who/seat", seat="3")
    dealt = "5C 5D 5H KC QD 3S 4S 9H 10H 2D"
    page = ask(phone, hand=dealt, down="no")
    assert "Have you drawn yet?" in page.text
    assert [box.get("value") for box in page.all("input", name="drawn")] == ["yes", "no"]
    assert "points left" in page.send("/can-do", drawn="yes").text
    assert "Draw first" in ask(phone, hand=dealt, down="no", drawn="no").text
    assert "points left" in ask(phone, hand=f"{dealt} JD", down="no").text
