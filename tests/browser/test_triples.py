"""The referee for SET with a thumb: two taps a card, with a script and without."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.thumb import Thumb, seen

TAPS_A_CARD = 4


@pytest.fixture(params=["with a script", "without"])
def page_of(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(
        java_script_enabled=request.param == "with a script", viewport={"width": 375, "height": 667}, has_touch=True
    )
    yield context.new_page()
    context.close()


def pick(thumb: Thumb, kind: str, counted: str) -> None:
    keys = thumb.page.get_by_role("group", name="Pick a card")
    thumb.tap(keys.get_by_role("link", name=kind, exact=True))
    thumb.tap(thumb.page.get_by_role("group", name=f"How many {kind}?").get_by_role("link", name=counted, exact=True))


def test_three_cards_are_six_taps_and_the_address_is_shared(page_of: Page, live_server: str) -> None:
    page_of.goto(f"{live_server}/ask/set")
    thumb = Thumb(page_of)
    for kind, counted in (("solid diamonds", "1 red"), ("striped ovals", "2 green"), ("open squiggles", "3 purple")):
        pick(thumb, kind, counted)
    expect(page_of.locator(".verdict .word")).to_have_text("Yes")
    assert thumb.taps <= 3 * TAPS_A_CARD
    page_of.goto(page_of.url)
    expect(seen(page_of).get_by_text("This is a SET.")).to_be_visible()
    thumb.tap(page_of.get_by_role("link", name="Remove 1 red solid diamond", exact=True))
    expect(seen(page_of).get_by_text("The third card is 1 red solid diamond.")).to_be_visible()


def test_cards_are_typed_as_well(page_of: Page, live_server: str) -> None:
    page_of.goto(f"{live_server}/ask/set")
    thumb = Thumb(page_of)  # a key that is hit twice at once sends once
    page_of.get_by_text("Type the cards").click()
    page_of.get_by_label("Cards, like").fill("two red striped diamonds, one green open ovall")
    thumb.tap(page_of.get_by_role("button", name="Ask"))
    expect(page_of.locator("#problems")).to_contain_text("I don’t know “ovall”.")
    field = page_of.get_by_label("Cards, like")
    expect(field).to_have_value("two red striped diamonds, one green open ovall")
    field.fill("two red striped diamonds, one green open oval")
    thumb.tap(page_of.get_by_role("button", name="Ask"))
    expect(seen(page_of).get_by_text("The third card is 3 purple solid squiggles.")).to_be_visible()
