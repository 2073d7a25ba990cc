"""Two phones change the same thing: the page names both values, whose they are, and what each key does."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.game.state import GameState
from tests.house.reading import Reader, read_page
from tests.web.table_phone import FIVES, NINES, Phone, melds, words

Write = tuple[str, dict[str, Any]]


def of(path: str, **fields: Any) -> Write:
    return path, fields


class Kind(NamedTuple):
    """Ben and Ann have the same page before them: what Ben sends first, then what Ann sends."""

    bens: Write
    anns: Write
    what: str
    theirs: str
    mine: str
    keep: str
    use: str
    """What the key says that sends Ann's once more; empty where hers counts no more."""
    came_of_it: Callable[[GameState], object] = lambda state: state.number
    is_now: object = None
    """What stands in the game once that key is tapped."""
    before: tuple[Write, ...] = ()
    book: str = "contract"


def line(seat: int) -> Callable[[GameState], object]:
    return lambda state: state.running and state.running.entered[seat].points


def closed(*hands: str) -> tuple[Write, ...]:
    lines = [of("/round/cards-left", round=1, seat=seat, cards=cards) for seat, cards in enumerate(hands, 2)]
    return (of("/round/went-out", round=1, seat=1), *lines, of("/round/close", round=1))


K = ("K", "K", "K")
KINDS = {
    "cards left": Kind(
        of("/round/cards-left", round=1, seat=3, cards="7 5"),
        of("/round/cards-left", round=1, seat=3, cards="K"),
        "Round 1, Cid", "12 (7 5)", "10 (K)", "Keep Ben’s 12", "Use 10", line(3), 10,
        closed(*K)[:1],
    ),
    "points called out": Kind(
        of("/round/cards-left", round=1, seat=3, cards="12 points"),
        of("/round/cards-left", round=1, seat=3, cards="10 points"),
        "Round 1, Cid", "12", "10", "Keep Ben’s 12", "Use 10", line(3), 10,
        closed(*K)[:1],
    ),
    "other cards of the same points": Kind(
        of("/round/cards-left", round=1, seat=3, cards="K"),
        of("/round/cards-left", round=1, seat=3, cards="Q"),
        "Round 1, Cid", "10 (K)", "10 (Q)", "Keep Ben’s", "Use mine", line(3), 10,
        closed(*K)[:1],
    ),
    "an entry that was removed": Kind(
        of("/round/not-theirs", round=1, seat=3, confirmed=1),
        of("/round/cards-left", round=1, seat=3, cards="Q Q"),
        "Round 1, Cid", "Taken back", "20 (Q Q)", "Leave it empty", "Use 20", line(3), 20,
        closed(*K)[:3],
    ),
    "an entry to be removed": Kind(
        of("/round/cards-left", round=1, seat=3, cards="Q Q"),
        of("/round/not-theirs", round=1, seat=3),
        "Round 1, Cid", "20 (Q Q)", "Not entered yet", "Keep Ben’s 20", "Remove it",
        lambda state: state.running and 3 in state.running.entered, False,
        closed(*K)[:3],
    ),
    "who went out": Kind(
        of("/round/went-out", round=1, seat=3),
        of("/round/went-out", round=1, seat=4),
        "Who went out in round 1", "Cid", "Dee", "Keep Cid", "Use Dee",
        lambda state: state.running and state.running.went_out, 4,
    ),
    "closing what was changed since": Kind(
        of("/round/cards-left", round=1, seat=3, cards="7 5"),
        of("/round/close", round=1),
        "Round 1, Cid", "12 (7 5)", "10 (K)", "Check again", "Close with 12",
        lambda state: state.rounds[0].cells[3].points, 12,
        closed(*K)[:4],
    ),
    "cards for a round that is closed": Kind(
        of("/round/close", round=1),
        of("/round/cards-left", round=1, seat=3, cards="7 5"),
        "Round 1, Cid", "Closed with 10 (K)", "12 (7 5)", "Keep 10", "Use 12",
        lambda state: state.rounds[0].cells[3].points, 12,
        closed(*K)[:4],
    ),
    "who went out in a round that is closed": Kind(
        of("/round/close", round=1),
        of("/round/went-out", round=1, seat=3),
        "Round 1", "Closed", "Cid went out", "Keep Ben’s", "",
        before=closed(*K)[:4],
    ),
    "a correction": Kind(
        of("/score/1/3", cards="7 5"),
        of("/score/1/3", cards="Q Q"),
        "Round 1, Cid", "12 (7 5)", "20 (Q Q)", "Keep Ben’s 12", "Use 20",
        lambda state: state.rounds[0].cells[3].points, 20,
        closed(*K),
    ),
    "a correction of who went out": Kind(
        of("/score/1/winner", seat=3, cards="Q"),
        of("/score/1/winner", seat=4, cards="Q"),
        "Who went out in round 1", "Cid", "Dee", "Keep Cid", "Use Dee",
        before=closed(*K),
    ),
    "the cut": Kind(
        of("/cut", round=1, exact="yes"),
        of("/cut", round=1, exact="no"),
        "The cut before round 1", "Exact", "Not exact", "Keep exact", "Use not exact",
        lambda state: state.running and state.running.cut_exact, False,
        book="liverpool",
    ),
    "how often somebody bought": Kind(
        of("/buys", **{"buys-3": 3}),
        of("/buys", **{"buys-3": 2}),
        "Buys of Cid", "3", "2", "Keep Ben’s 3", "Use 2",
        lambda state: state.buys[3], 2, (of("/buys", **{"buys-3": 1}),), "progressive",
    ),
    "a discard out of turn": Kind(
        of("/may-i", round=1, claims=3),
        of("/may-i", round=1, claims=4),
        "A discard out of turn", "Cid took one", "Dee took one", "Same one", "Another one",
        lambda state: state.running and len(state.running.play.takes), 2,
    ),
    "what went wrong": Kind(
        of("/irregular", round=1, kind="misdeal", seat=3, remedy="points", points=10),
        of("/irregular", round=1, kind="misdeal", seat=3, remedy="points", points=20),
        "Round 1: Dealt wrong, or by the wrong player", "+10 points", "+20 points", "Same one", "Another one",
        lambda state: state.running and len(state.running.play.irregularities), 2,
    ),
    "a house rule": Kind(
        of("/rules/natural", naturals_least="0", wording="Jokers alone will do."),
        of("/rules/natural", naturals_least="2", wording="Two at least."),
        "Natural cards", "Jokers alone will do.", "Two at least.", "Keep Ben’s", "Use mine",
        lambda state: state.book.naturals_least, 2,
    ),
    "a rule in its own words": Kind(
        of("/rules/natural", naturals_least="0"),
        of("/rules/natural", naturals_least="2"),
        "Natural cards", "A meld doesn’t need a natural card", "at least two natural cards", "Keep Ben’s", "Use mine",
        lambda state: state.book.naturals_least, 2,
    ),
    "a name": Kind(
        of("/table/rename", seat=3, player="Cindy"),
        of("/table/rename", seat=3, player="Cilla"),
        "The name of a seat", "Cindy", "Cilla", "Keep Cindy", "Use Cilla",
        lambda state: state.name(3), "Cilla",
    ),
    "the dealer": Kind(
        of("/table/dealer", seat=3),
        of("/table/dealer", seat=4),
        "The dealer of round 1", "Cid", "Dee", "Keep Cid", "Use Dee",
        lambda state: state.running and state.running.dealer, 4,
    ),
    "the dealer of a round that is over": Kind(
        of("/round/close", round=1),
        of("/table/dealer", seat=4),
        "The dealer of round 2", "Ben", "Dee", "Keep Ben", "Use Dee",
        lambda state: state.running and state.running.dealer, 4,
        closed(*K)[:4],
    ),
    "the stock": Kind(
        of("/stock", round=1),
        of("/stock", round=1),
        "The stock", "Shuffled once more", "Shuffled", "Same one", "Another one",
        lambda state: state.running and state.running.play.shuffles, 2,
    ),
    "a meld": Kind(
        of("/melds/MELD", round=1, seat=2, laid="5C", way="lay_off"),
        of("/melds/MELD", round=1, seat=2, laid="5C", way="lay_off"),
        "Ben’s meld", "the 5s of hearts, spades, diamonds and clubs", "5", "Same one", "Another one",
        before=(of("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}"), of("/may-i", round=1, claims=3, active=1)),
    ),
    "a Shanghai call": Kind(
        of("/shanghai", round=1, seat=3, discarder=1, card="5C"),
        of("/shanghai", round=1, seat=3, discarder=1, card="5C"),
        "A Shanghai call", "Cid on", "Cid on", "Same one", "Another one",
        before=(of("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}"),), book="shanghai",
    ),
}  # fmt: skip


@pytest.fixture
def phones(app: Flask, client: FlaskClient, kind: Kind) -> tuple[Phone, Phone]:
    """Ann's and Ben's at one table; each holds its seat."""
    ann = Phone(app, client, kind.book)
    ben = copy.copy(ann)
    ben.client = app.test_client()
    for phone, seat in ((ann, 1), (ben, 2)):
        phone.send("/who/seat", seat=seat)
    for path, fields in kind.before:
        ann.send(path, **fields)
    return ann, ben


def sent(phone: Phone, write: Write, seen: int, status: int) -> TestResponse:
    path, fields = write
    if "MELD" in path:
        path = path.replace("MELD", str(min(melds(phone).values())))
    return phone.send(path, status, seen, **fields)


def keys(page: Reader) -> list[str]:
    return [one.text() for one in page.elements if "button" in (one.get("class") or "").split()]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_both_values_stand_there_with_whose_they_are_and_the_keys_say_what_they_do(
    phones: tuple[Phone, Phone], kind: Kind
) -> None:
    ann, ben = phones
    seen = ann.state.number
    sent(ben, kind.bens, seen, 303)
    number = ann.state.number
    page = read_page(sent(ann, kind.anns, seen, 409).text)
    assert words(page, "h2") == kind.what
    [both] = [one for one in page.elements if one.tag == "dl"]
    (theirs, mine) = [one.text() for one in page.elements if one.tag == "dd"]
    assert kind.theirs in theirs
    assert kind.mine in mine
    (whose, own) = [one.text() for one in page.elements if one.tag == "dt"]
    assert whose.startswith("Ben ")
    assert [one for one in page.elements if one.tag == "time" and one.within("dl") is both], "and when"
    assert own.startswith("You")
    assert keys(page) == [key for key in (kind.keep, kind.use) if key]
    assert ann.state.number == number, "nothing is written yet"
    if not kind.use:
        return
    forms = [one for one in page.elements if one.tag == "form" and one.within("main") is None]
    fields = [one for one in page.elements if one.tag == "input" and one.within("form") is forms[-1]]
    again = {str(one.get("name")): str(one.get("value")) for one in fields}
    answer = ann.client.post(str(forms[-1].get("action")), data=again)
    if answer.status_code == 422 and 'name="confirmed"' in answer.text:  # it takes back what Ben told: asked once more
        seen = {"seen": ann.state.number, "write_id": "y" * 16, "confirmed": "1"}
        answer = ann.client.post(str(forms[-1].get("action")), data=again | seen)
    assert answer.status_code in (303, 422), words(answer)
    if kind.is_now is not None:
        assert answer.status_code == 303, words(answer)
        assert kind.came_of_it(ann.state) == kind.is_now


def test_what_the_same_player_told_on_another_phone_is_said_to_be_theirs(app: Flask, client: FlaskClient) -> None:
    ann = Phone(app, client, "contract")
    ann.send("/who/seat", seat=1)
    ann.send("/round/went-out", round=1, seat=1)
    seen = ann.state.number
    ann.send("/round/cards-left", round=1, seat=3, cards="7 5")
    page = read_page(ann.send("/round/cards-left", 409, seen, round=1, seat=3, cards="K").text)
    assert words(page, "dt").startswith("You, earlier")
    assert keys(page) == ["Keep 12", "Use 10"]


def test_a_phone_without_a_name_is_another_phone(app: Flask, client: FlaskClient) -> None:
    ann = Phone(app, client, "contract")
    ann.send("/round/went-out", round=1, seat=1)
    seen = ann.state.number
    ann.send("/round/cards-left", round=1, seat=3, cards="7 5")
    page = read_page(ann.send("/round/cards-left", 409, seen, round=1, seat=3, cards="K").text)
    assert words(page, "dt").startswith("Another phone")
    assert keys(page) == ["Keep 12", "Use 10"]
