"""What can I do? on a phone: the hand is tapped in, answered, and nothing of it stays on the phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee import create_app
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.browser.thumb import BUDGETS, Thumb
from tests.game import plays

KEPT = """async () => {
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]);
  const all = [];
  for (const { name } of await indexedDB.databases()) {
    const ask = indexedDB.open(name);
    const opened = await new Promise((done) => { ask.onsuccess = () => done(ask.result); });
    for (const store of opened.objectStoreNames) {
      const asks = opened.transaction(store).objectStore(store).getAll();
      all.push(await new Promise((done) => { asks.onsuccess = () => done(asks.result); }));
    }
    opened.close();
  }
  return kept + JSON.stringify(all);
}"""
"""All that the phone keeps, as one text."""


@pytest.fixture
def game(settings: dict[str, Any]) -> str:
    """A round in play with melds on the table."""
    app = create_app(settings)
    with app.app_context():
        evening = Evening("contract", LONG[:4])
        evening.act(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D JK=9")))
        evening.act(plays.go_down(1, 3, ("QH QS QD", "2C 2D 2H")))
        db.session.remove()
        db.engine.dispose()
        return evening.code


def test_a_hand_is_tapped_answered_and_forgotten(page: Page, live_server: str, game: str) -> None:
    thumb = Thumb(page)
    page.goto(f"{live_server}/g/{game}/who")
    thumb.tap(page.locator('form[action$="/who/seat"] [name=seat][value="2"]'))
    page.wait_for_url(f"**/g/{game}")
    page.goto(f"{live_server}/g/{game}")
    thumb.taps = 0
    thumb.link("^What can I do")
    thumb.tap(page.locator("[data-pad] [data-suit='C']"))
    for rank in ("5", "Q", "7"):
        thumb.tap(page.locator(f"[data-pad] [data-rank='{rank}']"))
    cards = thumb.taps - 1
    expect(page.locator("#hand")).to_have_value("5C QC 7C")
    typed = page.evaluate(KEPT)
    thumb.button("^What can I do")
    expect(page.locator("#verdict-word")).to_have_text("You can go out")
    assert thumb.taps <= cards + BUDGETS["taps"]["which_melds_a_card_fits_beside_the_taps_for_its_cards"]
    assert cards == 4, "each card once, and their suit"
    for kept in (typed, page.evaluate(KEPT)):
        assert "5C" not in kept, kept
        assert "QC" not in kept, kept
    page.reload()
    expect(page.locator("#hand")).to_have_value("")
