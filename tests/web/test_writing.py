"""What comes back where nothing was written yet: the same form once more, on the log as it stands now."""

from __future__ import annotations

import pytest

from referee.web.shell.forms import Seen
from tests.web.plain import Phone, state_of


@pytest.mark.parametrize("cards", ["nothing", "Q Q"])
def test_a_form_that_comes_back_carries_its_own_fields_once_and_the_number_of_now(
    phone: Phone, other: Phone, cards: str
) -> None:
    """Asked back (``nothing``) or changed meanwhile (``Q Q``)."""
    code = phone.start("contract", 3).code
    phone.follow("Round over").send("/round/went-out", seat="1")
    other.open(f"/g/{code}/round?seat={2 if cards == 'Q Q' else 3}").send("/round/cards-left", cards="K")
    phone.send("/round/cards-left", cards=cards)
    assert phone.status == (409 if cards == "Q Q" else 422)
    form = phone.form("/round/cards-left")
    names = [str(e.get("name")) for e in phone.elements if e.within("form") is form and e.get("name")]
    assert sorted(names) == sorted({*names})
    assert {"write_id", "seen", "round", "seat", "cards"} <= {*names}
    assert phone.fields(form)["seen"] == str(Seen.of(state_of(phone)))


def test_what_was_asked_back_is_still_found_out_to_be_somebody_elses(phone: Phone, other: Phone) -> None:
    code = phone.start("contract", 3).code
    phone.follow("Round over").send("/round/went-out", seat="1").send("/round/cards-left", cards="nothing")
    assert phone.heading == "Is that right?"
    other.open(f"/g/{code}/who").send("/who/seat", seat="2")
    other.open(f"/g/{code}/round?seat=2").send("/round/cards-left", cards="K")
    phone.send("/round/cards-left")
    assert phone.heading == "Someone else changed this"
    assert "10 (K) You not saved 0 (no cards) Keep Player 2’s 10 Use 0" in phone.text


def _sent_twice(phone: Phone, ending: str, **typed: str) -> None:
    """A form whose answer is lost, sent once more as it was: by then the game has gone on."""
    form = phone.form(ending)
    fields = {**phone.fields(form), **typed}
    answers = [phone.post(str(form.get("action")), **fields).status for _ in range(2)]
    assert answers == [200, 200], phone.text


def test_a_seat_that_is_moved_by_a_form_sent_twice_is_moved_once(phone: Phone) -> None:
    """Of the order as it stands by then, the form would say something else, and its id would count as used."""
    code = phone.start("contract", 4).code
    _sent_twice(phone.open(f"/g/{code}/table"), "/table/move", seat="3", step="up")
    state = state_of(phone)
    assert [seat.player for seat in state.seats] == ["Player 1", "Player 3", "Player 2", "Player 4"]
    assert state.number == 2


def test_a_player_who_leaves_by_a_form_sent_twice_leaves_once_whatever_is_recorded_by_then(
    phone: Phone, other: Phone
) -> None:
    code = phone.start("contract", 4).code
    form = phone.open(f"/g/{code}/table").form("/table/leave")
    fields = phone.fields(form)
    assert phone.post(str(form.get("action")), **fields).status == 200
    left = state_of(phone)
    other.open(f"/g/{code}").follow("Round over").send("/round/went-out", seat="2")
    assert phone.post(str(form.get("action")), **fields).status == 200
    assert [seat.left for seat in state_of(phone).all_seats] == [seat.left for seat in left.all_seats]


def test_a_rule_that_is_decided_by_a_form_sent_twice_is_decided_once(phone: Phone) -> None:
    code = phone.start("contract", 4).code
    _sent_twice(phone.open(f"/g/{code}/rules/natural"), "/rules/natural", naturals_least="2")
    [decision] = state_of(phone).decisions
    assert dict(decision.values) == {"naturals_least": 2}


def test_cards_that_cannot_be_read_are_marked_where_the_game_refuses_them(phone: Phone) -> None:
    code = phone.start("contract", 3).code
    phone.follow("Round over").send("/round/went-out", seat="1").send("/round/cards-left", cards="K Q and some")
    assert phone.status == 422
    assert [mark.text() for mark in phone.all("mark")] == ["some"]
    assert phone.fields(phone.form("/round/cards-left"))["cards"] == "K Q and some"
    assert state_of(phone).number == 2
    phone.send("/round/cards-left", cards="K Q")
    assert phone.status == 200, phone.text
    assert phone.open(f"/g/{code}/round").status == 200
