"""At a desk Now and the score sheet stand side by side, and news bring both up to date by one request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from referee import create_app
from referee.storage.tables.database import db
from tests.browser.evenings import Evening
from tests.browser.thumb import until

NAMES = ("Mira", "Jonas", "Oma Lotte", "Ben")


@pytest.fixture
def evening(live_server: str, settings: dict[str, Any]) -> Iterator[Evening]:
    """Two rounds are closed."""
    assert live_server
    app = create_app(settings)
    with app.app_context():
        yield Evening("contract", NAMES).rounds(2)
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        yield context.new_page()


def asked(page: Page) -> list[Request]:
    """What the page asks for by script, from now on."""
    requests: list[Request] = []
    page.on("request", lambda one: requests.append(one) if one.resource_type in ("fetch", "xhr") else None)
    return requests


def test_the_sheet_stands_beside_the_round(desk: Page, live_server: str, evening: Evening) -> None:
    for width, height in ((1280, 720), (1920, 1080), (1024, 768)):
        desk.set_viewport_size({"width": width, "height": height})
        desk.goto(f"{live_server}/g/{evening.code}")
        sheet, felt = desk.locator(".desk .sheet"), desk.locator(".felt.now")
        expect(sheet).to_be_visible()
        desk.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")  # the felt makes room
        left, right = felt.bounding_box(), sheet.bounding_box()
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"]
        assert abs(left["y"] - right["y"]) < 2
        assert right["x"] + right["width"] <= width
        assert sheet.evaluate("each => each.scrollWidth <= each.clientWidth"), "nothing of it is cut"
        assert desk.url == f"{live_server}/g/{evening.code}"
    desk.get_by_role("navigation").get_by_role("link", name="Score").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Score")


def test_what_the_address_tells_stays_told_when_the_sheet_comes(desk: Page, live_server: str, evening: Evening) -> None:
    requests = asked(desk)
    desk.goto(f"{live_server}/g/{evening.code}?taken=57&same=yes")
    expect(desk.locator(".desk .sheet")).to_be_visible()
    assert [each.url.partition("?")[2] for each in requests] == ["taken=57&same=yes&desk=1"]


def test_news_bring_both_up_to_date_by_one_request(desk: Page, live_server: str, evening: Evening) -> None:
    desk.goto(f"{live_server}/g/{evening.code}")
    expect(desk.locator(".desk .sheet")).to_be_visible()
    requests = asked(desk)
    evening.correct(1)
    expect(desk.locator(".desk .sheet s")).to_have_count(1)
    totals = [f"{evening.state.totals[seat.id]}" for seat in evening.state.seats]
    expect(desk.locator(".desk thead b")).to_have_text(totals)
    shown = desk.locator(".at-seats .total").all_text_contents()
    assert sorted(total.strip() for total in shown) == sorted(totals)
    assert len(requests) == 1
    desk.reload()
    expect(desk.locator(".desk .sheet")).to_be_visible()
    assert len(requests) == 1, "the page has it from now on"


def test_a_phone_never_asks_for_it(page: Page, live_server: str, evening: Evening) -> None:
    requests = asked(page)
    page.goto(f"{live_server}/g/{evening.code}")
    expect(page.locator(".felt.now")).to_be_visible()
    evening.correct(1)
    until(page, lambda: requests)
    total = max(evening.state.totals.values())
    expect(page.locator(".at-seats .total").last).to_have_text(f"{total}")
    assert not [one.url for one in requests if "desk" in one.url]
    assert page.locator(".sheet").count() == 0
