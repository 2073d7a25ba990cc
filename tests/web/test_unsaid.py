"""What was never said forbids nothing: a page asks for it, and no page answers "No" in its place."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.web.table_phone import Phone, look, words
from tests.web.test_ask import page, shown

RUN, QUEENS = "5C 6C 7C 8C", "9C 10C JC QC"
TOLD: dict[str, Any] = {
    "by": 1, "owner": 2, "cards_of": RUN, "take": "8C", "use": "lay_off", "use_cards": "8C", "give": "2H",
}  # fmt: skip


def test_a_screw_over_whose_meld_laid_onto_was_not_seen_asks_for_it(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    asked = look(phone, "/screw-over", **TOLD, down="earlier", ask=1)
    assert words(asked, "word") == ""
    assert any(one.get("name") == "onto_cards" for one in asked.elements)
    assert "Enter it first." in words(asked)


def test_recorded_without_it_the_same_is_asked_and_nothing_refused(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    told = {name: text for name, text in TOLD.items() if name != "use"}
    refused = phone.send("/screw-over", 422, round=1, use="lay_off", down="earlier", owner_melds="none", **told)
    assert "On which meld is the card taken laid off?" in words(refused)
    assert "A meld needs cards" not in words(refused)


def test_the_referee_asks_for_the_meld_where_nobody_has_seen_its_field(client: FlaskClient) -> None:
    asked = page(
        client, "/ask/screw", rulebook="screw", players="4", round="1", ask="1", by="1", owner="2", meld=RUN,
        take="8C", give="2H", down="earlier", used="no", owner_melds="none", stolen_from_by="none",
        use="lay_off", use_cards="8C",
    )  # fmt: skip
    assert shown(asked, "word") == "It depends"
    assert shown(asked, "asks") == "On which meld is the card taken laid off? Answer below"
    assert shown(asked, "field-use_onto")


def test_cards_that_are_not_read_are_no_ruling(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/down", round=1, seat=2, melds="5H 5S 5D\n9C 9D 9H")
    unread = look(phone, "/down", seat=3, melds="5H 5S foo", ask=1)
    assert words(unread, "word") == "Look again"


def test_a_lay_off_without_cards_is_asked_for_its_cards(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds="5H 5S 5D\n9C 9D 9H")
    phone.send("/may-i", round=1, claims=3, active=1)
    (meld, *_) = phone.state.running.play.melds  # type: ignore[union-attr]
    refused = phone.send(f"/melds/{meld}", 422, round=1, seat=2, laid="")
    assert "Which cards are laid off?" in words(refused)
