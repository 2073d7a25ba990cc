"""A game under the wrong rulebook is put right by touch: looked at, changed, said on the other phone, brought back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee import create_app
from referee.game import commands as cmd
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.browser.lines import COMPLAINTS
from tests.browser.looking import axe_faults
from tests.browser.thumb import Thumb, seen

HANDS = (
    (1, {2: "A 9 2", 3: "joker 4", 4: "35"}),
    (2, {1: "K 8", 3: "7 7", 4: "5 6"}),
    (4, {1: "3", 2: "A", 3: "2 2"}),
)
"""By Contract Rummy 21, 41, 37, 46; by Shanghai 25, 55, 75, 45."""


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of a question (422)."""
    expected_complaints += [*COMPLAINTS]


@pytest.fixture
def game(live_server: str, settings: dict[str, Any]) -> str:
    app = create_app(settings)
    with app.app_context():
        evening = Evening("contract", ("Ann", "Ben", LONG[0], "Dee"))
        for number, (out, hands) in enumerate(HANDS, 1):
            evening.act(cmd.CloseRound(number, hands, out, says_went_out=True, confirmed=True))
        db.session.remove()
        db.engine.dispose()
    return f"{live_server}/g/{evening.code}"


@pytest.fixture
def ben(page: Page, game: str) -> Thumb:
    page.goto(game + "/who")
    thumb = Thumb(page)
    thumb.button("^Ben$")
    return thumb


@pytest.fixture
def eve(context: BrowserContext, game: str) -> Iterator[Thumb]:
    """The phone of the last seat."""
    assert context.browser is not None
    with context.browser.new_context(viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True) as second:
        page = second.new_page()
        page.goto(game + "/who")
        thumb = Thumb(page)
        thumb.button("^Dee$")
        yield thumb


def totals(phone: Thumb, game: str) -> list[str]:
    """In the order of the seats; over the columns the own one comes first."""
    phone.page.goto(game + "/score")
    return [phone.page.locator(f".sheet thead [data-seat='{seat}'] b").inner_text() for seat in range(1, 5)]


def test_three_rounds_move_to_shanghai_and_back_on_two_phones(ben: Thumb, eve: Thumb, game: str) -> None:
    assert totals(ben, game) == ["21", "41", "37", "46"]
    ben.page.goto(game + "/rules")
    ben.page.get_by_role("link", name="Change the rulebook").click()
    ben.page.get_by_role("link", name="Shanghai Rummy").first.click()
    rows = ben.page.locator("section[aria-labelledby=anew] > ul.rows > li")
    expect(rows).to_have_text(["Ben41 → 55", f"{LONG[0]}37 → 75", "Dee46 → 45", "Ann21 → 25"])
    assert not axe_faults(ben.page)
    eve.page.goto(game + "/score")
    ben.button("^From the first round$")
    expect(ben.page.locator("#notices")).to_contain_text("Rulebook changed to Shanghai Rummy")
    strip = eve.page.locator("#strip")
    expect(strip).to_contain_text("Ben changed the rulebook: Shanghai Rummy, from the first round")
    assert totals(eve, game) == ["25", "55", "75", "45"]
    expect(seen(eve.page).get_by_text("* told in points")).to_be_visible()
    eve.button("^Bring it back")
    eve.button("^Yes, undo it$")
    expect(eve.page.locator("#notices")).to_contain_text("Undone: Rulebook changed to Shanghai Rummy")
    assert totals(eve, game) == ["21", "41", "37", "46"]
    ben.page.goto(game + "/score")
    expect(ben.page.locator("#strip")).to_contain_text("Dee undid: Rulebook changed to Shanghai Rummy")
    ben.button("^Bring it back")
    expect(ben.page.locator("#notices")).to_contain_text("Brought back: Rulebook changed to Shanghai Rummy")
    assert totals(ben, game) == ["25", "55", "75", "45"]


def test_cards_that_wait_on_a_phone_are_asked_about(ben: Thumb, eve: Thumb, game: str) -> None:
    ben.page.goto(game + "/round?step=who")
    ben.button("^Ann$")
    ben.heading("cards left")
    eve.page.goto(game + "/round")
    eve.heading("cards left")
    for rank in ("A", "9", "2"):
        eve.card(rank)
    expect(eve.page.locator("#cards")).to_have_value("A 9 2")
    eve.page.context.set_offline(True)
    eve.button("^Send|^Save|^Next|^Done")
    expect(eve.page.locator("#unsent")).to_contain_text("Not sent yet")
    ben.page.goto(game + "/rulebook/change?rulebook=shanghai")
    ben.button("^From the first round$")
    expect(ben.page.locator("#notices")).to_contain_text("Rulebook changed")
    eve.page.context.set_offline(False)
    eve.heading("Someone else changed this")
    expect(eve.page.locator("main")).to_contain_text("35 (A 9 2), by the rules of Shanghai Rummy")
    expect(eve.page.locator("main")).to_contain_text("26 (A 9 2), by the rules of Contract Rummy")
    eve.button("^Enter it by the new rules$")
    expect(eve.page.locator("#unsent")).to_be_hidden()
    assert not axe_faults(eve.page)
