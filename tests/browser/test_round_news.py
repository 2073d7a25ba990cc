"""The news of a round in one screen of each phone; scores above the fold of Now, where no message pushes anything."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee import create_app
from referee.rulebooks import library
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.browser.thumb import Thumb, seen, until
from tests.sizes import sized


@pytest.fixture
def thumb(page: Page) -> Thumb:
    return Thumb(page)


@pytest.mark.parametrize("players", sized([10], [4, 5, 8, 10]))
def test_the_news_stand_in_one_screen_however_long_the_names(
    thumb: Thumb, live_server: str, settings: dict[str, Any], players: int
) -> None:
    page = thumb.page
    app = create_app(settings)
    with app.app_context():
        ten = library.with_house_rules(library.load("screw"), {"players_max": 10, "decks": 5, "jokers": 8})
        evening = Evening(ten if players > 8 else "screw", (*LONG, "Fay", "Ida")[:players])
        game = f"{live_server}/g/{evening.code}"
        page.goto(game)
        thumb.heading("Round 1")
        evening.rounds(1)
        db.session.remove()
        db.engine.dispose()
    thumb.news("went out")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width, height in [(375, 667), (320, 568), (360, 640), (360, 740), (390, 844), (412, 915)]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            expect(page.locator(".round-news li")).to_have_count(players)
            part, dock = page.locator(".next-round").bounding_box(), page.locator(".dock").bounding_box()
            assert part
            assert dock
            assert part["y"] + part["height"] <= dock["y"], (width, height, scheme)
    thumb.taps = 0
    thumb.link("^Round 2$")
    thumb.heading("Round 2")
    assert thumb.taps == 1
    page.goto(game)
    thumb.heading("Round 2")


@pytest.mark.parametrize(("rulebook", "players"), [("contract", 4), ("shanghai", 4), ("screw", 8)])
def test_scores_and_limits_stand_above_the_fold(thumb: Thumb, live_server: str, rulebook: str, players: int) -> None:
    thumb.open_game(live_server, rulebook, players)
    rows = thumb.page.locator(".at-seats li")
    expect(rows).to_have_count(players)
    thumb.page.get_by_role("button", name="Dismiss").tap()
    expect(thumb.page.get_by_role("button", name="Dismiss")).to_have_count(0)
    last, dock = rows.last.bounding_box(), thumb.page.locator(".dock").bounding_box()
    assert last
    assert dock
    assert last["y"] + last["height"] <= dock["y"]
    if rulebook == "shanghai":
        expect(rows.first.locator(".dots")).to_be_visible()


def test_no_message_pushes_the_contract_away(thumb: Thumb, live_server: str) -> None:
    page = thumb.page
    game = thumb.open_game(live_server, "screw", 4)
    where = page.locator(".contract-words").bounding_box()
    page.goto(game + "/who")
    thumb.button("^Player 2$")
    thumb.heading("Round 1")
    message = page.locator(".notice.done")
    expect(message).to_contain_text("You are Player 2.")
    assert thumb.sees(message)
    said = page.locator(".contract-words").bounding_box()
    page.get_by_role("button", name="Dismiss").tap()
    expect(message).to_have_count(0)
    assert said == page.locator(".contract-words").bounding_box()
    assert where
    thumb.link("^May I$")
    thumb.button("^Player 3 none taken")
    assert thumb.sees(seen(page).get_by_text("Player 3 gets it"))
    assert said == page.locator(".contract-words").bounding_box()


def test_with_eight_at_the_table_no_message_and_no_key_covers_the_contract(
    thumb: Thumb, live_server: str, settings: dict[str, Any]
) -> None:
    page = thumb.page
    app = create_app(settings)
    with app.app_context():
        game = f"{live_server}/g/{Evening('screw', LONG).rounds(1).code}"
        db.session.remove()
        db.engine.dispose()

    def is_seen(part: str) -> bool:
        return thumb.sees(page.locator(f".now {part}"))

    page.goto(game + "/who")
    thumb.button("^Otto$")
    expect(page.locator(".notice.done")).to_contain_text("You are Otto.")
    for width, height in ((375, 667), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert is_seen(".contract-words"), width
        assert is_seen(".contract"), width
    thumb.link("^May I$")
    thumb.button("^Jo none taken")
    expect(page.locator(".asked-too button")).to_have_count(8)
    until(page, lambda: is_seen(".contract-words"))
    page.set_viewport_size({"width": 375, "height": 667})
    until(page, lambda: is_seen(".contract"))
