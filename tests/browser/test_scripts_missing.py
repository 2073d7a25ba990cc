"""A form goes out when all that keeps a tap has started, or as the plain form that it is; never in between."""

from __future__ import annotations

import re
import sqlite3

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import all_is_sent, the_held, written
from tests.browser.thumb import Thumb, until
from tests.sizes import sized

NOTE = "Anything the table wants to remember"
IN_TIME = 5  # seconds on the page's clock, of the six that a form waits
LOOKED_FOR = re.compile(r"/noscript\.css")
"""By this file a page without scripts sees whether the computer is there."""


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of scripts that do not come."""
    expected_complaints += ["ERR_FAILED", "404", "Failed to fetch", "htmx is missing", "MIME type"]


def notes(book: sqlite3.Connection) -> list[str]:
    return [each["text"] for each in written(book, "NoteAdded")]


@pytest.mark.parametrize("script", sized(["htmx", "start"], ["htmx", "start", "start not found"]))
def test_with_one_script_missing_a_form_goes_out_plainly(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection, script: str
) -> None:
    def lose(route: Route) -> None:
        if script in ("start not found", "htmx"):
            route.fulfill(status=404, body="Page not found")
        else:
            route.abort()

    context.route(re.compile(rf"/{script.split()[0]}(-2[^/]*)?\.js"), lose)
    page.goto(game + "/table")
    page.get_by_label(NOTE).fill("Cake")
    with page.expect_navigation():
        Thumb(page).button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    assert notes(book) == ["Cake"]


def test_keys_that_need_a_script_that_is_missing_are_not_shown(page: Page, context: BrowserContext, game: str) -> None:
    context.route("**/start.js", lambda route: route.abort())
    page.goto(game + "/round")
    thumb = Thumb(page)
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    expect(page.locator(".pad")).to_be_hidden()
    page.locator("#cards").fill("K 5")
    thumb.button("^Next")
    thumb.heading("Player 3: cards left")


def test_what_is_tapped_before_the_scripts_are_there_goes_out_when_they_are_and_counts_once(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    held: list[Route] = []
    context.route("**/start.js", lambda route: held.append(route))
    page.goto(game + "/table", wait_until="commit")
    page.get_by_label(NOTE).fill("Cake")
    thumb = Thumb(page)
    thumb.button("^Save note$")
    thumb.button("^Save note$")
    assert page.locator("button[data-pending]").inner_text() == "Save note"
    assert notes(book) == []
    the_held(page, held).continue_()
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    all_is_sent(page)
    assert notes(book) == ["Cake"]
    expect(page.locator("[data-pending]")).to_have_count(0)


def test_nobody_waits_for_ever_for_a_script_that_hangs(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    page.clock.install()
    held: list[Route] = []
    context.route("**/start.js", lambda route: held.append(route))
    page.goto(game + "/table", wait_until="commit")
    thumb = Thumb(page)
    for text in ("Cake", "Coffee"):
        page.get_by_label(NOTE).fill(text)
        thumb.button("^Save note$")
    page.clock.run_for(IN_TIME * 1000)
    assert notes(book) == []
    page.clock.run_for(2000)
    until(page, lambda: notes(book) == ["Cake", "Coffee"])
    for route in held:
        route.continue_()
    expect(page.get_by_role("listitem").filter(has_text="Coffee")).to_be_visible()


def test_where_the_script_for_that_is_missing_too_a_form_goes_out_as_it_is(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    context.route(re.compile(r"/(alone|start)\.js"), lambda route: route.abort())
    page.goto(game + "/table")
    page.get_by_label(NOTE).fill("Cake")
    with page.expect_navigation():
        Thumb(page).button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    assert notes(book) == ["Cake"]


def test_the_script_of_a_page_without_scripts_is_asked_for_at_a_pause(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    """Two forms cannot both become the next page: they wait for it."""
    page.clock.install()
    held: list[Route] = []
    asked: list[Route] = []

    def lose(route: Route) -> None:
        asked.append(route)
        route.abort()

    context.route("**/start.js", lambda route: held.append(route))
    context.route("**/alone.js*", lose)
    page.goto(game + "/table", wait_until="commit")
    for text in ("Cake", "Coffee"):
        page.get_by_label(NOTE).fill(text)
        Thumb(page).button("^Save note$")
    until(page, lambda: page.clock.run_for(1000) or len(asked) > 3)  # type: ignore[func-returns-value]
    passed = page.evaluate("performance.now()") / 1000
    assert passed > 6 + 3 * 3, "not as often as it fails"
    assert notes(book) == []
    context.unroute("**/alone.js*")
    until(page, lambda: page.clock.run_for(1000) or notes(book) == ["Cake", "Coffee"])  # type: ignore[func-returns-value]
    for route in held:
        route.continue_()


def test_without_scripts_a_form_waits_until_the_computer_is_back(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    context.route("**/start.js", lambda route: route.abort())
    looks: list[Route] = []

    def nobody(route: Route) -> None:
        looks.append(route)
        route.abort()

    context.route(LOOKED_FOR, nobody)  # it died when half of the page had come
    page.goto(game + "/table")
    page.get_by_label(NOTE).fill("Cake")
    Thumb(page).button("^Save note$")
    seen = len(looks)
    until(page, lambda: len(looks) > seen + 1)
    expect(page.locator("button[data-pending]")).to_have_text("Save note")
    assert notes(book) == []
    context.unroute(LOOKED_FOR)
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    assert notes(book) == ["Cake"]


def test_send_waits_for_the_cards_that_were_tapped_before_the_pad_was_there(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    held: list[Route] = []
    page.goto(game + "/round")
    thumb = Thumb(page)
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    context.route("**/pad.js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    page.wait_for_function("() => document.body && !document.body.hasAttribute('hx-disable')")
    for card in "K5":
        thumb.card(card)
    thumb.button("^Next")
    the_held(page, held).continue_()
    thumb.heading("Player 3: cards left")
    until(page, lambda: [sorted(each["cards"].split()) for each in written(book, "CardsLeftEntered")] == [["5", "K"]])


def test_what_is_typed_before_its_module_is_there_is_kept_all_the_same(
    page: Page, context: BrowserContext, game: str
) -> None:
    held: list[Route] = []
    context.route("**/draft-forms.js", lambda route: held.append(route))
    page.goto(game + "/table", wait_until="commit")
    page.get_by_label(NOTE).fill("Cake")
    the_held(page, held).continue_()
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    context.unroute("**/draft-forms.js")
    page.reload()
    expect(page.get_by_label(NOTE)).to_have_value("Cake")


def test_a_tap_before_the_scripts_is_written_down_and_goes_out_from_the_next_page(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    """The phone is put away while a module hangs, and its browser ends the tab."""
    context.route("**/start.js", lambda _: None)
    page.goto(game + "/table", wait_until="commit")
    thumb = Thumb(page)
    for text in ("Cake", "Coffee"):
        page.get_by_label(NOTE).fill(text)
        thumb.button("^Save note$")
    page.close(run_before_unload=False)
    assert notes(book) == []
    context.unroute("**/start.js")
    later = context.new_page()
    later.goto(game)
    all_is_sent(later)
    until(later, lambda: len(notes(book)) == 2)
    assert sorted(notes(book)) == ["Cake", "Coffee"]
    later.reload()
    all_is_sent(later)
    assert len(notes(book)) == 2


def test_a_tap_that_went_out_plainly_counts_once_though_the_next_page_sends_it_too(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    context.route("**/start.js", lambda route: route.abort())
    page.goto(game + "/table")
    page.get_by_label(NOTE).fill("Cake")
    with page.expect_navigation():
        Thumb(page).button("^Save note$")
    until(page, lambda: notes(book) == ["Cake"])
    context.unroute("**/start.js")
    page.goto(game + "/table")
    all_is_sent(page)
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('unsent:'))")
    assert notes(book) == ["Cake"]
