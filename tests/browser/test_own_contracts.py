"""Three players on one phone, each with a contract of their own, until the first is through: four rounds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee import create_app
from referee.rulebooks import library
from referee.storage.tables.database import db
from tests.browser.evenings import Evening
from tests.browser.thumb import Thumb

CONTRACTS = [["set of 3", "set of 3"], ["run of 4", "set of 3"], ["run of 7"], ["set of 5", "pair"]]
PLAYERS = ("Anna", "Otto", "Jo")


@pytest.fixture
def game(live_server: str, settings: dict[str, Any]) -> str:
    app = create_app(settings)
    with app.app_context():
        house = {"own_contracts": True, "contracts": CONTRACTS, "deal": 10, "all_cards_rounds": []}
        evening = Evening(library.with_house_rules(library.load("contract"), house), PLAYERS)
        db.session.remove()
        db.engine.dispose()
    return f"{live_server}/g/{evening.code}"


def close(thumb: Thumb, out: str, **left: tuple[str, bool]) -> None:
    """A round: who went out, and by player a card left and whether they met their contract."""
    page = thumb.page
    thumb.link("^Round over")
    thumb.tap(page.locator(".seat-key", has_text=out))
    at = PLAYERS.index(out)
    for player in (*PLAYERS[at + 1 :], *PLAYERS[:at]):
        rank, met = left[player]
        thumb.heading(f"{player}: cards left")
        thumb.tap(page.locator(f'[data-rank="{rank}"]'))
        thumb.tap(page.locator("label.choice", has_text=re.compile("^Contract" if met else "^Not met")))
        thumb.tap(page.locator("button[form=line]"))
    thumb.heading("Check the round")
    thumb.button("^Close round")


def test_an_evening_ends_with_the_round_in_which_the_first_is_through(page: Page, game: str) -> None:
    thumb = Thumb(page)
    page.goto(game)
    thumb.heading("Round 1")
    expect(page.locator(".own-contracts li")).to_have_text(["Everyone 1 Two sets of 3"])
    close(thumb, "Anna", Otto=("K", True), Jo=("9", False))
    expect(page.locator("h1")).to_have_text("Anna and Otto move on; Jo stays")
    thumb.link("^Round 2$")
    expect(page.locator(".own-contracts li")).to_have_text(
        [re.compile(r"^Anna\s2\s"), re.compile(r"^Otto\s2\s"), re.compile(r"^Jo\s1\sTwo sets of 3$")]
    )
    close(thumb, "Anna", Otto=("K", False), Jo=("5", False))
    expect(page.locator("h1")).to_have_text("Anna moves on to contract 3; Otto and Jo stay")
    thumb.link("^Round 3$")
    close(thumb, "Otto", Anna=("A", True), Jo=("2", True))
    expect(page.locator("h1")).to_have_text("All move on")
    thumb.link("^Round 4$")
    close(thumb, "Anna", Otto=("4", True), Jo=("3", False))
    expect(page.locator("h1")).to_have_text("Anna wins")
    expect(page.locator(".result .standings li").nth(0)).to_contain_text("all 4 contracts met")
    expect(page.locator(".result .standings li").nth(1)).to_contain_text("contract 4")
    thumb.place("Score")
    expect(page.locator(".sheet tbody tr").nth(1)).to_contain_text("2✓")
