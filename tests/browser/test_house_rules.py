"""House rules by touch: rounds moved and kept over a reload, a precedent in two taps, what went wrong in three."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee import create_app
from referee.storage.tables.database import db
from tests.browser.evenings import Evening
from tests.browser.thumb import seen


@pytest.fixture
def game(live_server: str, settings: dict[str, Any]) -> str:
    app = create_app(settings)
    with app.app_context():
        code = Evening("contract", ("Ann", "Ben", "Cid", "Dee")).code
        db.session.remove()
        db.engine.dispose()
    return code


def test_a_rulebook_of_the_house_is_made_by_touch_and_survives_a_reload(page: Page, live_server: str) -> None:
    form = f"{live_server}/house-rules/contract/change"
    page.goto(form)
    page.get_by_label("What your table calls it").fill("Ours")
    page.get_by_label("Find a rule").fill("joker moves")
    page.locator("#value-joker_moves > summary").click()
    page.locator("#value-joker_moves").get_by_text("Yes", exact=True).click()
    page.get_by_label("Find a rule").fill("")
    page.locator("#round-2 > summary").click()
    page.get_by_role("button", name="Move round 2 up").click()
    expect(page.locator("#round-1 summary")).to_contain_text("run of 4")
    expect(page.locator("#round-1 summary")).to_be_focused()
    page.reload()
    expect(page.get_by_label("What your table calls it")).to_have_value("")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_label("What your table calls it")).to_have_value("Ours")
    expect(page.locator("#ours")).to_be_visible()
    page.get_by_role("button", name="Save as our own").click()
    expect(page.locator("#notices").get_by_text("Saved: Ours, version 1.")).to_be_visible()
    page.goto(form)
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()


def test_a_rule_kept_as_it_is_takes_two_taps_from_the_ruling_and_settles_this_game_alone(
    page: Page, live_server: str, game: str
) -> None:
    page.goto(f"{live_server}/g/{game}/ask/meld?cards=JK+JK+JK&ask=1")
    page.locator("a[href$='/rules/natural']", has_text="decide it at this table").click()
    page.get_by_role("button", name="Keep the rule").click()
    expect(seen(page).get_by_text("precedent", exact=True)).to_be_visible()
    expect(seen(page).get_by_text("Also for the next games")).to_have_count(0)
    page.goto(f"{live_server}/new")
    expect(page.locator("[data-book-name]")).to_have_text("Contract Rummy")


def test_what_went_wrong_is_noted_in_three_taps(page: Page, live_server: str, game: str) -> None:
    page.goto(f"{live_server}/g/{game}/irregular")
    page.get_by_label("Drew out of turn").check()
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(page.locator("h1")).to_have_text("Drew out of turn, Ben")
    page.get_by_role("button", name="Remind us until it’s right").click()
    expect(page.locator("main")).to_contain_text("Drew out of turn, Ben: Put back what was not seen")
