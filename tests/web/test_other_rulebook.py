"""A game that was opened under the wrong rulebook goes on by another one: looked at first, said on all phones."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game import events as ev
from referee.services.clubs import rulebooks
from tests.homing import comes_home, exported
from tests.services.club_desk import club
from tests.web.table_phone import Phone, hrefs, words
from tests.web.test_taking_back import Home, told

ROUNDS = (
    {"out": 1, "seat-2": "A 9 2", "seat-3": "joker 4", "seat-4": "35"},
    {"out": 2, "seat-1": "K 8", "seat-3": "7 7", "seat-4": "5 6"},
    {"out": 4, "seat-1": "3", "seat-2": "A", "seat-3": "2 2"},
)
"""By Contract Rummy 18 + 3, 26 + 15, 19 + 14 + 4, 35 + 11; by Shanghai 20 + 5, 35 + 20, 55 + 10 + 10, 35 + 10."""


def three_rounds(app: Flask, client: FlaskClient) -> Phone:
    phone = Phone(app, client, "contract")
    for number, lines in enumerate(ROUNDS, 1):
        phone.send("/round/went-out", round=number, seat=lines["out"])
        for seat in range(1, 5):
            if cards := lines.get(f"seat-{seat}"):
                phone.send("/round/cards-left", round=number, seat=seat, cards=cards, confirmed="yes")
        phone.send("/round/close", round=number, confirmed="yes")
    assert [*phone.state.totals.values()] == [21, 41, 37, 46]
    return phone


def test_a_game_of_three_rounds_moves_to_shanghai_and_back_by_undo(app: Flask, client: FlaskClient) -> None:
    phone = three_rounds(app, client)
    assert f"/g/{phone.code}/rulebook/change" in hrefs(phone.see("/rules"))
    assert f"/g/{phone.code}/rulebook/change?rulebook=shanghai" in hrefs(phone.see("/rulebook/change"))
    shown = words(phone.see("/rulebook/change?rulebook=shanghai"))
    for part in (
        "Ann21 → 25", "Ben41 → 55", "Cid37 → 75", "Dee46 → 45", "Round 1, Cid: 19 (4 joker) → 55 (4 joker)",
        "Round 1, Dee: 35 points", "Contracts left: 4", "Each player may take two discards out of turn per round.",
    ):  # fmt: skip
        assert part in shown, (part, shown)
    sent = phone.send("/rulebook/change", rulebook="shanghai", since="first")
    assert "Rulebook changed to Shanghai Rummy" in client.get(sent.location).text
    assert [*phone.state.totals.values()] == [25, 55, 75, 45]
    sheet = words(phone.see("/score"))
    assert "* told in points" in sheet
    assert comes_home(app)
    with app.app_context():
        text = exported(club()).decode()
    assert text.count('"type":"rulebook"') == 2
    phone.send("/undo", target=phone.state.number)
    assert [*phone.state.totals.values()] == [21, 41, 37, 46]
    assert phone.state.book.name == "Contract Rummy"
    assert comes_home(app)


def test_only_from_now_on(app: Flask, client: FlaskClient) -> None:
    phone = three_rounds(app, client)
    phone.send("/rulebook/change", rulebook="shanghai", since="now")
    assert [*phone.state.totals.values()] == [21, 41, 37, 46]
    phone.send("/score/1/3", cards="joker A", confirmed="yes")
    assert phone.state.rounds[0].cells[3].points == 30
    assert comes_home(app)


def test_what_cannot_be_is_said_before_it_is_chosen(app: Flask, client: FlaskClient) -> None:
    phone = three_rounds(app, client)
    page = phone.see("/rulebook/change?rulebook=phase-10")
    assert "is played with other cards" in words(page)
    assert not [one for one in page.elements if one.get("name") == "since"]
    refused = phone.send("/rulebook/change", 422, rulebook="phase-10", since="first", keep="yes")
    assert "is played with other cards" in words(refused)
    assert "already played by Contract Rummy" in words(phone.see("/rulebook/change?rulebook=contract"))


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"rulebook": "", "since": "now"}, 422),
        ({"rulebook": "shanghai", "since": "never"}, 422),
        ({"rulebook": "shanghai"}, 422),
        ({"rulebook": "no-such-book", "since": "now"}, 404),
        ({"rulebook": "x" * 900, "since": "now"}, 422),
    ],
)
def test_odd_forms_write_nothing(app: Flask, client: FlaskClient, fields: dict[str, str], status: int) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rulebook/change", status, **fields)
    assert phone.state.number == 1
    phone.see("/rulebook/change?rulebook=no-such-book")


def test_every_rule_is_changed_from_its_place_in_the_games_rules(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    there = hrefs(phone.see("/rulebook"))
    book = phone.state.book
    assert {f"/g/{phone.code}/rules/{clause.topic}" for clause in book.printed} <= {*there}


def test_a_rule_that_rounds_were_counted_by_asks_from_which_round(app: Flask, client: FlaskClient) -> None:
    phone = three_rounds(app, client)
    page = phone.see("/rules/score")
    assert [one.get("value") for one in page.elements if one.get("name") == "since"] == ["now", "first"]
    fields = {f"points.{name}": points for name, points in phone.state.book.points.items()} | {"points.A": 30}
    asked = phone.send("/rules/score", 422, since="first", **fields)
    assert "Counted from the first round: Ben 41 → 71. Change it?" in words(asked)
    phone.send("/rules/score", since="first", confirmed="yes", **fields)
    assert [*phone.state.totals.values()] == [21, 71, 37, 46]
    assert comes_home(app)
    assert not [one for one in phone.see("/rules/natural").elements if one.get("name") == "since"]


def test_nothing_becomes_the_rule_of_the_next_game_unasked(app: Flask, client: FlaskClient) -> None:
    phone = three_rounds(app, client)
    page = phone.see("/rules/natural")
    assert not [one for one in page.elements if one.get("name") == "keep" and one.get("checked") is not None]
    phone.send("/rulebook/change", rulebook="shanghai", since="first")
    with app.app_context():
        assert rulebooks.as_played(club(), phone.code) == "contract"
    phone.send("/rulebook/change", rulebook="liverpool", since="first", keep="yes")
    with app.app_context():
        assert rulebooks.as_played(club(), phone.code) == "liverpool"


def test_the_other_phones_hear_of_it_and_bring_it_back(app: Flask) -> None:
    home = Home(app)
    ben, cid = home.phone(2), home.phone(3)
    ben.open(f"/g/{home.code}/rulebook/change?rulebook=shanghai").send("/rulebook/change", since="now")
    assert isinstance(home.last(), ev.RulebookChanged)
    said = cid.open(f"/g/{home.code}").text
    assert "Player 2 changed the rulebook: Shanghai Rummy, from the first round" in said
    assert "changed the rulebook" not in ben.open(f"/g/{home.code}/score").text
    cid.send("/undo", target=str(home.state.number))
    cid.send("/undo", target=str(home.state.number), confirmed="yes")
    assert home.state.book.name != "Shanghai Rummy"
    assert "Player 3 undid: Rulebook changed to Shanghai Rummy" in ben.open(f"/g/{home.code}").text


def test_the_other_phones_hear_of_one_rule_and_bring_it_back(app: Flask) -> None:
    home = Home(app)
    ben, cid = home.phone(2), home.phone(3)
    ben.open(f"/g/{home.code}/rules/natural").send("/rules/natural", naturals_least="2")
    assert isinstance(home.last(), ev.RuleDecided)
    assert told(home.at(cid)).startswith("Player 2 decided for this table: Natural cards: ")
    assert not told(home.at(ben, "/score"))
    assert not told(home.phone().open(f"/g/{home.code}")), "a phone that is not at the table"
    cid.send("/undo", target=str(home.state.number))
    cid.send("/undo", target=str(home.state.number), confirmed="yes")
    assert home.state.book.naturals_least == 1
    assert told(home.at(ben)).startswith("Player 3 undid: Decided at this table: Natural cards")


def test_a_printed_rule_that_was_changed_says_what_it_says_now(app: Flask) -> None:
    home = Home(app)
    ben, cid = home.phone(2), home.phone(3)
    ben.open(f"/g/{home.code}/rules/deal").send("/rules/deal", wording="Ten cards each, two at a time.")
    assert told(home.at(cid)).startswith("Player 2 changed a rule: Deal: Ten cards each, two at a time Bring it back")


def test_what_the_table_agreed_is_told_to_the_phones_that_were_not_asked(app: Flask) -> None:
    home = Home(app)
    ben, cid = home.phone(2), home.phone(3)
    ben.open(f"/g/{home.code}/agree").send("/agree", discard_wild="false", naturals_least="2")
    assert isinstance(home.last(), ev.RulesAgreed)
    assert told(home.at(cid)).startswith("Player 2 saved what we agreed: 2 rules")
    ben.open(f"/g/{home.code}/agree").send("/agree", discard_wild="true", naturals_least="2")
    assert told(home.at(cid)).startswith("Player 2 changed a rule: Discarding a wild card: ")


def test_what_was_undone_before_a_change_of_rules_is_not_forgotten_over_it(app: Flask) -> None:
    home = Home(app)
    ben, cid = home.phone(2), home.phone(3)
    home.note(cid, "Tea")
    home.at(ben).send("/undo", confirmed="1")
    ben.open(f"/g/{home.code}/rules/natural").send("/rules/natural", naturals_least="2")
    assert "Natural cards" in told(home.at(cid))
    assert "And 1 more: History" in told(cid)
