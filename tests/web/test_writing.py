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
    assert "10 (K) You not saved 0 (no cards) Keep Player 2's 10 Use 0" in phone.text
