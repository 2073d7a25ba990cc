"""A phone with a seat: whatever page of its game it opens, its own seat stands before the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from flask import Flask, url_for

from tests.web.plain import Phone

NAMES = ("Ann", "Ben", "Cleo", "Dora")
OWN = "Cleo"  # the third seat
VALUES = {"question": "meld", "number": 1, "seat": 2, "meld": 1, "topic": "wild"}
EXEMPT: Mapping[str, str] = {
    "live.game": "no page: news as long as the phone listens",
    "ask.again": "a ruling that stands in the history: none in this game",
    "paper_photos.shown": "a photo",
    "history.page": "a log: its order is time, and each entry is as much the others'",
    "score.cell": "the cell of a seat that was tapped: it speaks of that seat",
    "play.on_table": "a meld that was tapped: it speaks of its owner",
    "result.winners_sheet": "printed for the whole table",
    "result.empty_sheet": "printed for the whole table",
    "result.picture_page": "the picture that is sent to the whole table",
    "invite.page": "whom to invite: the seats that need another phone",
    "club.game": "an organiser's page about each seat's player in the club",
    "table_view.page": "the screen in the middle: nobody's",
    "table_view.old": "its former address",
}
"""Pages of a game that keep an order of their own, each with the reason."""
PARTS = {"round.page": ("", "?step=who", "?step=points", "?seat=3"), "play.rulebook": ("?rulebook=shanghai",)}
"""What else an address shows by its query."""


@pytest.fixture
def cleo(phone: Phone) -> Phone:
    """Her phone, in round 2."""
    phone.open("/new").send("/new", rulebook="screw", player=list(NAMES), how="chosen", dealer="1")
    code = phone.code
    phone.round(1, {2: "K", 3: "Q", 4: "J"})
    phone.open(f"/g/{code}/who").send("/who/seat", seat="3")
    return phone.open(f"/g/{code}")


def pages(app: Flask, code: str) -> Iterator[tuple[str, str]]:
    """Each page of a game, by its endpoint, with an address."""
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "code" not in rule.arguments or rule.endpoint in EXEMPT:
            continue
        with app.test_request_context():
            at = url_for(rule.endpoint, **{name: code if name == "code" else VALUES[name] for name in rule.arguments})
        for query in PARTS.get(rule.endpoint, ("",)):
            yield rule.endpoint, at + query


def named(phone: Phone) -> list[str]:
    """The players as the page names them, in the order in which it is read; those of its title as well."""
    return re.findall("|".join(NAMES), phone.main)


def test_each_page_of_a_running_game_begins_with_the_own_seat(cleo: Phone, app: Flask) -> None:
    seen, others_first = set(), {}
    code = cleo.code
    for endpoint, address in pages(app, code):
        answer = cleo.open(address)
        if answer.status != 200 or answer.answer.mimetype != "text/html":
            continue
        if OWN in (names := named(cleo)) and len({*names}) > 1:
            seen.add(endpoint)
            if names[0] != OWN:
                others_first[address] = names
    assert others_first == {}
    assert seen >= {
        "game.now", "round.page", "score.page", "result.page", "seats.page", "join.who", "play.may_i", "play.down",
        "play.other_meld", "play.new_meld", "play.screw_over", "play.rulebook",
    }  # fmt: skip


def test_the_exempt_pages_are_pages(app: Flask) -> None:
    assert {*EXEMPT, *PARTS} <= {rule.endpoint for rule in app.url_map.iter_rules()}


def columns(phone: Phone) -> list[str]:
    """The seats over the columns of *Score*."""
    return [str(head.get("data-seat")) for head in phone.all("th") if head.get("data-seat")]


def test_the_columns_go_around_the_table_from_the_own_seat(cleo: Phone, other: Phone) -> None:
    code = cleo.code
    assert columns(cleo.open(f"/g/{code}/score")) == ["3", "4", "1", "2"]
    cells = [str(link.get("href")) for link in cleo.all("a") if "/score/1/" in str(link.get("href"))]
    assert [href[-1] for href in cells] == ["3", "4", "1", "2"], "the numbers stand under their names"
    assert columns(other.open(f"/g/{code}/score")) == ["1", "2", "3", "4"], "without a seat, the order of the table"
    cleo.open(f"/g/{code}/who").send("/who/seat", seat="1")
    assert columns(cleo.open(f"/g/{code}/score")) == ["1", "3", "2", "4"], "of several own seats each comes first"


def test_a_round_is_checked_from_the_own_line_on(cleo: Phone, other: Phone) -> None:
    """Who went out stands above: what the others hold counts because of it."""
    other.open(cleo.path).follow("Round over").send("/round/went-out", seat="1")
    cleo.open(f"{cleo.path}/round").send("/round/cards-left", cards="K")
    assert named(cleo)[-3:] == ["Cleo", "Dora", "Ben"]


def test_a_result_begins_with_the_own_place(cleo: Phone, other: Phone) -> None:
    code = cleo.code
    assert cleo.open(f"/g/{code}/result").main.startswith("Cleo 10 2nd, shared Ann leads")
    assert other.open(f"/g/{code}/result").all("section", id_="own") == []
