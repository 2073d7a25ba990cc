"""No key is ever silent: whatever form of a running game is sent with nothing entered, the answer says something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlencode

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from tests.browser.evenings import Evening
from tests.game import plays
from tests.house.reading import Element
from tests.web.plain import Phone, state_of

VALUES = {"question": "meld", "number": 1, "seat": 2, "topic": "wild"}
NO_PAGES = ("live.game", "ask.again", "paper_photos.shown")
SHOWN: Mapping[str, str] = {
    "/look": "how the phone looks is what changes",
    "/invite/code": "the code that it makes is what the page then shows",
}
"""Forms whose answer needs no words, each with the reason."""
LAST = ("abandon", "club", "remove")
"""What ends the game, or is not of the table."""
STEPS: Mapping[str, tuple[str, ...]] = {
    "round.page": ("?step=who", "?step=points", "?seat=3", "?seat=3&step=cards", "?step=read-back"),
    "play.down": ("", "?seat=2", "?seat=4"),
    "play.new_meld": ("", "?seat=2"),
    "play.on_table": ("", "?seat=2&pad=1", "?seat=3&way=swap"),
    "play.other_meld": ("", "?seat=2&owner=4", "?seat=2&owner=4&way=swap"),
    "play.screw_over": ("", "?by=1&owner=2", "?by=4&owner=2&meld={meld}&take=9C&use=contract"),
    "play.shanghai": ("", "?discarder=2", "?discarder=2&seat=3"),
    "play.rulebook": ("", "?rulebook=liverpool"),
}
"""What a page shows by its query."""
NINES, FIVES = "9C 9D JK=9H", "5H 5S 5D"


def melds(app: Flask, book: str) -> tuple[str, int]:
    """A round with melds on the table, and one of them with a joker."""
    with app.app_context():
        table = Evening(book, ("Ann", "Ben", "Cleo", "Dora"))
        table.act(plays.go_down(1, 2, (FIVES, NINES)))
        table.act(plays.go_down(1, 3, ("QH QS QD", "2C 2D 2H")))
        assert table.state.running is not None
        return table.code, next(meld.id for meld in table.state.running.play.melds.values() if "JK" in meld.cards)


def closed(app: Flask, book: str) -> tuple[str, int]:
    """A game whose first round is closed."""
    with app.app_context():
        return Evening(book, ("Ann", "Ben", "Cleo", "Dora")).rounds(1).code, 1


def pages(app: Flask, code: str, meld: int) -> Iterator[str]:
    """Each page of a game, step by step; those of the round in play first."""
    values = {**VALUES, "code": code, "meld": meld}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: not rule.endpoint.startswith("play.")):
        if "GET" in (rule.methods or ()) and "code" in rule.arguments and rule.endpoint not in NO_PAGES:
            with app.test_request_context():
                at = url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
            yield from (at + query.format(meld=meld) for query in STEPS.get(rule.endpoint, ("",)))


def forms(phone: Phone) -> list[Element]:
    """Those that write, and those that only ask."""
    return [e for e in phone.elements if e.tag == "form" and (e.get("method") == "post" or "data-ask" in e.attributes)]


def forms_in_turn(phone: Phone, address: str) -> Iterator[tuple[Element, int]]:
    """One after the other, each on a page that is opened for it."""
    at = 0
    while at < len(there := forms(phone.open(address))):
        yield there[at], at
        at += 1


def send(phone: Phone, form: Element) -> Phone:
    """As it stands on the page, with nothing entered and no key that has a value."""
    action, fields = str(form.get("action")), phone.fields(form)
    if form.get("method") == "post":
        return phone.post(action, **fields)
    return phone.open(f"{action}?{urlencode(fields)}")


def told(phone: Phone) -> set[str]:
    """What the answer says to what was done: messages, problems, what is missing in a field, a question back.

    A notice that the page would have in any case says nothing.
    """
    kinds, spots = {"error", "needed"}, ("problems", "notices", "verdict-word")
    said = {e.text() for e in phone.elements if kinds & {*(e.get("class") or "").split()} or e.get("id") in spots}
    asked = {e.text() for e in phone.elements if "data-asks" in e.attributes}
    return said | asked | ({phone.heading} if phone.heading in ("Are you sure?", "Is that right?") else set())


Opens = Callable[[Flask, str], tuple[str, int]]


@pytest.mark.parametrize(
    ("state", "book"), [(melds, "screw"), (melds, "shanghai"), (closed, "liverpool"), (closed, "phase-10")]
)
def test_a_form_that_is_sent_empty_says_something(client: FlaskClient, app: Flask, state: Opens, book: str) -> None:
    phone, silent, sent = Phone(client), {}, set()
    for address in pages(app, *state(app, book)):
        for form, at in forms_in_turn(phone, address):
            path = str(form.get("action")).partition("?")[0]
            kind = (form.get("method"), path, *sorted(phone.fields(form)))
            if kind in sent or any(part in path for part in LAST) or path.endswith(tuple(SHOWN)):
                continue
            sent.add(kind)
            before = told(phone)
            if not told(send(phone, form)) - before:
                silent[address, at] = path
    assert silent == {}
    assert len(sent) > 25, "the pages have their forms"


def test_what_one_card_is_asked_for_says_so_in_plain_words(client: FlaskClient, app: Flask) -> None:
    code, meld = melds(app, "screw")
    phone = Phone(client).open(f"/g/{code}")
    for laid in ("", "9H 9S"):
        phone.post(f"/g/{code}/melds/{meld}", write_id="w" * 32, seen="3", round="1", seat="3", way="swap", laid=laid)
        assert phone.status == 422
        assert "Enter one card." in phone.main


def test_a_round_without_a_number_is_asked_for_its_points_where_they_are_told(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over").follow("Enter points only").send("/round/points")
    assert phone.status == 422
    assert "No points entered yet. No points? Enter 0." in phone.main
    phone.send("/round/points", **{"seat": "1", "points.2": "5"})
    assert phone.status == 200


def test_a_shanghai_call_that_two_taps_send_is_written_once(phone: Phone) -> None:
    phone.start("shanghai", 4).open(f"/g/{phone.code}/shanghai?discarder=2")
    fields = {**phone.fields(phone.form("/shanghai")), "seat": "3"}
    code, events = phone.code, []
    for number in (1, 2):
        phone.post(f"/g/{code}/shanghai", **{**fields, "write_id": str(number) * 32})
        events.append(phone.status)
    assert events == [200, 409]
    assert "Player 3 on Player 2’s discard" in phone.main
    assert len(state_of(phone).log) == 2
