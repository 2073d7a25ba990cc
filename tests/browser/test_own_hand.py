"""Own hand first on two phones: who has sent waits, sees the other's line come, and the round closes once for both."""

from __future__ import annotations

import re
import sqlite3

from playwright.sync_api import Browser, Page, expect

from tests.browser.lines import written
from tests.browser.thumb import Thumb


def test_two_phones_count_a_round_and_both_go_on_to_the_next(
    page: Page, browser: Browser, browser_context_args: dict[str, object], book: sqlite3.Connection, game: str
) -> None:
    ben = Thumb(page)
    with browser.new_context(**browser_context_args) as context:  # type: ignore[arg-type]
        cleo = Thumb(context.new_page())
        for thumb, name in ((ben, "Player 2"), (cleo, "Player 3")):
            thumb.page.goto(game + "/who")
            thumb.button(f"^{name}$")
            thumb.link("Round over")
            thumb.heading(f"{name}: cards left")
        cleo.link("Who went out")
        cleo.button("^Player 1$")
        cleo.heading("Player 3: cards left")
        cleo.card("Q")  # she is typing while the other's line comes
        ben.card("K")
        ben.button("^Send$")
        ben.heading("Waiting for Player 3")
        expect(cleo.page.locator("#cards")).to_have_value("Q")
        cleo.button("^Send$")
        cleo.heading("Check the round")
        ben.heading("Check the round")  # nobody has touched this phone
        expect(ben.page.get_by_role("link", name=re.compile("^Player 3 ?: 10"))).to_be_visible()
        ben.button("^Close round 1$")
        for thumb in (ben, cleo):
            thumb.news("Player 1 went out.")
            thumb.read_news()
            thumb.heading("Round 2")
        assert len(written(book, "RoundClosed")) == 1
        expect(cleo.page.locator("#own")).to_contain_text("Player 3")
