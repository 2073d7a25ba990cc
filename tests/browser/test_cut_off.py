"""A page that was cut off: its computer died, or its line broke, before the end of it had come."""

from __future__ import annotations

import sqlite3

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.lines import all_is_sent, written
from tests.browser.scissors import Scissors
from tests.browser.thumb import Thumb, until
from tests.sizes import sized

NOTE = "Anything the table wants to remember"


@pytest.fixture
def through(line: Scissors, page: Page) -> str:
    """The address of a game of three, by way of the line."""
    return Thumb(page).open_game(line.address, players=3)


def comes_whole(page: Page) -> None:
    page.wait_for_function("() => document.getElementById('end') && !document.body.hasAttribute('hx-disable')")


@pytest.mark.parametrize("way", sized(["reset"], ["reset", "end", "no length", "silence"]))
@pytest.mark.parametrize("part", sized([0.95], [0.3, 0.95]))
def test_a_page_that_was_cut_off_comes_whole_by_itself(
    page: Page, line: Scissors, through: str, part: float, way: str
) -> None:
    line.cuts(r"GET /g/\w+/table", part, way)
    page.goto(through + "/table", wait_until="commit")
    until(page, lambda: line.cut)
    comes_whole(page)
    expect(page.get_by_label(NOTE)).to_be_visible()
    assert len(line.cut) == 1


def is_shown(page: Page) -> bool:
    return bool(page.evaluate("document.querySelector('main')?.checkVisibility({ visibilityProperty: true }) ?? false"))


PART = "This page hasn’t loaded completely."


@pytest.fixture
def given_up(page: Page, line: Scissors, through: str) -> Page:
    """The page of a table that was cut off each time, until it says so."""
    line.cuts(r"GET /g/\w+/table", 0.95, "no length", times=100)  # a reset throws away what no one has read yet
    page.goto(through + "/table", wait_until="commit")
    page.wait_for_selector("main", state="attached")
    assert not is_shown(page), "half a page says half of something"
    expect(page.get_by_role("alert")).to_contain_text(PART)
    assert len(line.cut) == 4, "three more than the first"
    line.times = 0
    return page


def test_what_was_typed_on_a_page_that_was_cut_off_is_there_and_kept(given_up: Page) -> None:
    page = given_up
    assert is_shown(page), "what there is, with a word that it is not the whole"
    page.get_by_label(NOTE).fill("Cake")
    page.get_by_role("button", name="Load it again").tap()
    comes_whole(page)
    expect(page.get_by_label(NOTE)).to_have_value("Cake")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    page.reload()
    expect(page.get_by_label(NOTE)).to_have_value("Cake")
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('cut:'))") == []


@pytest.mark.sweep
def test_what_was_typed_is_kept_also_by_a_reload_by_hand(given_up: Page) -> None:
    given_up.get_by_label(NOTE).fill("Cake")
    given_up.reload()
    comes_whole(given_up)
    expect(given_up.get_by_label(NOTE)).to_have_value("Cake")


def test_what_is_tapped_on_a_page_that_was_cut_off_is_written_once(given_up: Page, book: sqlite3.Connection) -> None:
    page = given_up
    page.get_by_label(NOTE).fill("Cake")
    Thumb(page).button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    comes_whole(page)
    all_is_sent(page)
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Cake"]


@pytest.mark.sweep
def test_a_page_that_gave_up_comes_when_the_line_is_back(given_up: Page) -> None:
    given_up.evaluate("window.dispatchEvent(new Event('online'))")
    comes_whole(given_up)
    assert is_shown(given_up)


def test_without_scripts_the_end_of_a_page_shows_it(browser: Browser, line: Scissors, through: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(through + "/table")
    expect(page.get_by_label(NOTE)).to_be_visible()
    line.cuts(r"GET /g/\w+/table", 0.95)
    page.goto(through + "/table", wait_until="commit")
    expect(page.locator("main")).to_be_hidden()
    context.close()


def test_a_page_that_is_only_slow_is_waited_for(page: Page, line: Scissors, through: str) -> None:
    line.cuts(r"GET /g/\w+/table", 0.5, "a pause", times=100)
    page.goto(through + "/table")
    comes_whole(page)
    assert len(line.cut) == 1
    assert page.locator("script[src*=alone]").count() == 0, "nothing was to be mended"


@pytest.mark.parametrize("way", sized(["no length"], ["reset", "end", "no length"]))
def test_a_page_that_a_tap_asked_for_and_that_was_cut_off_comes_after_all(
    page: Page, line: Scissors, through: str, way: str
) -> None:
    line.cuts(r"GET /g/\w+/table", 0.5, way)
    page.evaluate("window.stays = true")
    Thumb(page).link("^Table$")
    until(page, lambda: line.cut)
    expect(page.get_by_label(NOTE)).to_be_visible()
    assert page.url == through + "/table"
    assert page.evaluate("window.stays"), "beside the page, as any link"
    assert len(line.cut) == 1


@pytest.mark.parametrize("way", ["reset", "no length"])
def test_an_answer_to_a_write_that_was_cut_off_is_asked_for_again_and_counts_once(
    page: Page, line: Scissors, through: str, book: sqlite3.Connection, way: str
) -> None:
    page.goto(through + "/table")
    page.get_by_label(NOTE).fill("Cake")
    line.cuts(r"(POST|GET) /g/\w+/table.*", 0.5, way)
    Thumb(page).button("^Save note$")
    until(page, lambda: line.cut)
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Cake"]


@pytest.mark.parametrize("way", sized(["silence"], ["reset", "end", "no length", "silence"]))
def test_the_first_page_that_a_phone_ever_sees_is_cut_off(
    page: Page, line: Scissors, through: str, second: BrowserContext, way: str
) -> None:
    """It has no script yet, and a browser runs none that holds up a page whose line broke before that came."""
    new = second.new_page()
    line.cuts(r"GET /g/\w+/table", 0.5, way)
    new.goto(through + "/table", wait_until="commit")
    until(page, lambda: line.cut)
    comes_whole(new)
    expect(new.get_by_label(NOTE)).to_be_visible()


def test_news_that_were_cut_off_are_asked_for_again(
    page: Page, line: Scissors, through: str, second: BrowserContext, live_server: str
) -> None:
    page.goto(through + "/table")
    comes_whole(page)
    line.cuts(r"GET /g/\w+/table", 0.5, "no length")
    other = Thumb(second.new_page())
    other.page.goto(through.replace(line.address, live_server) + "/table")
    other.page.get_by_label(NOTE).fill("Cake")
    other.button("^Save note$")
    until(page, lambda: line.cut)
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    expect(page.locator(".tabs")).to_be_visible()
