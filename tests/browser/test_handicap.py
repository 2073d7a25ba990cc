"""A handicap on the phones of a table: offered in the fields, agreed in one tap, seen by everyone at once."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

from playwright.sync_api import Page, expect

from referee import create_app
from referee.game import commands as cmd
from referee.services.games import games
from referee.storage.tables.database import db
from tests.browser.evenings import Evening

NAMES = ("Ann", "Ben", "Cid")


class Alike(Evening):
    """One of several games of a book, in which Ann goes out and the others hold the same each time."""

    numbers = itertools.count(1)

    def _tag(self, seen: int) -> games.WriteTag:
        return dataclasses.replace(super()._tag(seen), id=f"one-of-four-{next(self.numbers)}")

    def played(self) -> None:
        while (running := self.state.running) is not None:
            self.act(cmd.CloseRound(running.number, {2: "K K", 3: "K"}, 1, says_went_out=True, confirmed=True))


def write(settings: dict[str, Any]) -> str:
    """Three games that are over, and one that begins; its code."""
    with create_app(settings).app_context():
        for _ in range(3):
            Alike("contract", NAMES).played()
        code = Alike("contract", NAMES).code
        db.session.remove()
        db.engine.dispose()
    return code


def test_one_phone_agrees_and_the_others_and_the_television_see_it(
    page: Page, live_server: str, settings: dict[str, Any]
) -> None:
    game = f"{live_server}/g/{(code := write(settings))}"
    others, television = page.context.new_page(), page.context.new_page()
    others.goto(game)
    television.goto(f"{live_server}/tv/{code}")
    expect(others.locator(".standings .total")).to_have_text(["0", "0", "0"])
    page.goto(f"{game}/table")
    page.get_by_role("link", name="Handicap").click()
    expect(page.get_by_role("heading", name="Handicap")).to_be_visible()
    expect(page.get_by_label("Ben")).to_have_value("53")
    expect(page.get_by_label("Cid")).to_have_value("26")
    page.get_by_label("Cid").fill("20+5")
    page.get_by_role("button", name="Play with this handicap").click()
    expect(page.locator("main").get_by_text("Handicap: Ben −53, Cid −25.")).to_be_visible()
    expect(others.locator(".standings .total")).to_have_text(["0", "−53", "−25"])
    expect(television.locator(".view-waits")).to_have_text("Handicap: Ben −53, Cid −25.")
