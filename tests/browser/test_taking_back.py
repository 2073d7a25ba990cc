"""Undo from three sides: who taps it, the phone whose entry it was, and the key itself at every size of letters."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from tests.browser.conftest import FLAGS
from tests.browser.lines import COMPLAINTS, all_is_answered, all_is_sent, spoken, written
from tests.browser.looking import axe_faults
from tests.browser.test_live import HIDE
from tests.browser.thumb import BUDGETS, Thumb, opened
from tests.sizes import sized

TAPS, TARGET, KEY = BUDGETS["taps"], BUDGETS["sizes"]["target"], BUDGETS["sizes"]["primary_key_height"]
NOTE = "Anything the table wants to remember"


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of a question (422), and of requests that fail."""
    expected_complaints += [*COMPLAINTS, "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION"]


@pytest.fixture
def ben(page: Page, game: str) -> Thumb:
    """The phone of Player 2, which has opened the game."""
    page.goto(game + "/who")
    thumb = Thumb(page)
    thumb.button("^Player 2$")
    thumb.heading("Round 1")
    return thumb


@pytest.fixture
def eve(context: BrowserContext, game: str) -> Iterator[Thumb]:
    """The phone of Player 3."""
    assert context.browser is not None
    with context.browser.new_context(viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True) as second:
        page = second.new_page()
        page.goto(game + "/who")
        thumb = Thumb(page)
        thumb.button("^Player 3$")
        thumb.heading("Round 1")
        yield thumb


def note(phone: Thumb, game: str, text: str) -> None:
    phone.page.goto(game + "/table")
    phone.page.get_by_label(NOTE).fill(text)
    phone.button("^Save note$")
    expect(phone.page.locator("main li", has_text=text).last).to_be_visible()


def out(phone: Thumb, game: str, seat: int) -> None:
    phone.page.goto(game + "/round?step=who")
    phone.button(f"^Player {seat}$")
    phone.heading("cards left|Waiting")


def test_ones_own_is_one_tap_and_anothers_two(ben: Thumb, eve: Thumb, game: str) -> None:
    note(ben, game, "Tea")
    note(ben, game, "Cake")
    ben.taps = eve.taps = 0
    ben.button("^Undo: Note: Cake")
    expect(ben.page.locator("#notices")).to_contain_text("Undone: Note: Cake")
    assert ben.taps <= TAPS["undo_ones_own_last_thing"]
    eve.page.goto(game + "/score")
    eve.button("^Undo: Note: Tea")
    eve.heading("Are you sure?")
    expect(eve.page.locator("main")).to_contain_text("Undo Player 2’s entry “Note: Tea”?")
    assert not axe_faults(eve.page)
    for key in (eve.page.get_by_role("button", name="Yes"), eve.page.get_by_role("link", name="No, leave it")):
        box = key.bounding_box()
        assert box
        assert box["height"] >= KEY
    eve.button("^Yes, ")
    expect(eve.page.locator("#notices")).to_contain_text("Undone: Note: Tea")
    assert eve.page.url == game + "/score"
    assert eve.taps <= TAPS["undo_anothers_or_a_closing"]


def test_the_phone_concerned_hears_of_it_at_once_and_brings_it_back_in_one_tap(
    ben: Thumb, eve: Thumb, game: str
) -> None:
    page = ben.page
    out(ben, game, 2)
    ben.page.goto(game + "/table")
    expect(page.locator("#strip")).to_have_text("")
    page.get_by_label(NOTE).fill("Half a wo")
    before = len(spoken(page))
    eve.page.goto(game + "/score")
    eve.button("^Undo: Round 1: Player 2 went out")
    eve.button("^Yes, ")
    strip = page.locator("#strip-here")
    expect(strip).to_contain_text("Player 3 undid: You went out in round 1")
    assert page.evaluate("document.activeElement.id") == "note", "nobody who types is disturbed"
    expect(page.get_by_label(NOTE)).to_have_value("Half a wo")
    assert [each for each in spoken(page)[before:] if each] == ["Undone: Round 1: Player 2 went out, by Player 3."]
    for key in strip.get_by_role("button").all():
        box = key.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= TARGET
    assert not axe_faults(page)
    page.get_by_label(NOTE).fill("")
    ben.taps = 0
    ben.button("^Bring it back")
    expect(strip).to_have_text("")
    assert ben.taps == 1
    expect(eve.page.locator(".undo")).to_contain_text("Player 2 went out")
    expect(eve.page.locator("#strip-here")).to_have_text("")
    expect(eve.page.locator("#notices")).to_have_text("")  # what was undone there counts again


def test_of_two_undos_a_phone_tells_the_newest(ben: Thumb, eve: Thumb, game: str) -> None:
    note(ben, game, "Tea")
    note(ben, game, "Cake")
    note(ben, game, "Milk")
    strip, notice = ben.page.locator("#strip-here .taken-back"), ben.page.locator("#notices .notice")
    ben.button("^Undo: Note: Milk")
    expect(notice).to_contain_text("Undone: Note: Milk")
    eve.page.goto(game + "/score")
    eve.button("^Undo: Note: Cake")
    eve.button("^Yes, ")
    expect(strip).to_contain_text("Player 3 undid: Note: Cake")
    expect(notice).to_have_count(0)
    ben.button("^Undo: Note: Tea")
    expect(notice).to_contain_text("Undone: Note: Tea")
    expect(strip).to_be_hidden()
    ben.tap(ben.page.get_by_role("button", name=re.compile("^Dismiss")))
    expect(strip).to_contain_text("Player 3 undid: Note: Cake")


def test_a_phone_that_slept_or_was_closed_hears_of_it_when_it_is_back_until_it_is_put_away(
    ben: Thumb, eve: Thumb, game: str
) -> None:
    page = ben.page
    note(ben, game, "Tea")
    page.evaluate(HIDE, True)
    page.context.set_offline(True)
    eve.page.goto(game + "/score")
    eve.button("^Undo: Note: Tea")
    eve.button("^Yes, ")
    expect(eve.page.locator("#notices")).to_contain_text("Undone: Note: Tea")
    expect(page.locator("#strip-here")).to_have_text("")
    page.context.set_offline(False)
    page.evaluate(HIDE, False)
    told = page.locator("#strip-here", has_text="Player 3 undid: Note: Tea")
    expect(told).to_be_visible()
    page.goto(game + "/history")
    expect(told).to_be_visible()
    ben.button("^Got it")
    expect(page.locator("#strip-here")).to_have_text("")
    page.reload()
    expect(page.locator("#strip-here")).to_have_text("")


def test_an_undo_without_a_line_takes_back_what_its_page_showed_and_no_other(
    ben: Thumb, eve: Thumb, game: str, book: sqlite3.Connection
) -> None:
    note(ben, game, "Tea")
    ben.page.context.set_offline(True)
    ben.button("^Undo: Note: Tea")
    expect(ben.page.locator("#unsent")).to_contain_text("Undo: Note: Tea")
    note(eve, game, "Coffee")
    ben.page.context.set_offline(False)
    all_is_sent(ben.page)
    assert [each["target"] for each in written(book, "Undone")] == [2]


def test_an_undo_of_anothers_entry_without_a_line_is_asked_about_when_it_is_sent(
    ben: Thumb, eve: Thumb, game: str, book: sqlite3.Connection
) -> None:
    note(eve, game, "Tea")
    page = ben.page
    page.goto(game + "/score")
    page.context.set_offline(True)
    ben.button("^Undo: Note: Tea")
    expect(page.locator("#unsent")).to_contain_text("Undo: Note: Tea")
    ben.link("^Now$")  # the page follows when the line is back; what was tapped goes out beside it
    page.context.set_offline(False)
    expect(page.locator("#unsent")).to_contain_text("Not finished")
    expect(page.locator("#unsent")).to_contain_text("Undo Player 3’s entry “Note: Tea”?")
    assert written(book, "Undone") == []
    ben.button("^Review$")
    ben.heading("Are you sure?")
    ben.button("^Yes, ")
    expect(page.locator("#notices")).to_contain_text("Undone: Note: Tea")
    all_is_answered(page)
    assert [each["target"] for each in written(book, "Undone")] == [2]
    expect(page.locator("#unsent")).to_be_hidden()


def test_without_script_the_question_and_the_notice_are_plain_forms(
    context: BrowserContext, ben: Thumb, game: str
) -> None:
    note(ben, game, "Tea")
    assert context.browser is not None
    with context.browser.new_context(java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(game + "/score")
        page.get_by_role("button", name="Undo: Note: Tea").click()
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("#notices")).to_contain_text("Undone: Note: Tea")
    with context.browser.new_context(java_script_enabled=False, storage_state=context.storage_state()) as plain:
        page = plain.new_page()
        page.goto(game + "/score")
        expect(page.locator("#strip-here")).to_contain_text("Another phone undid: Note: Tea")
        page.get_by_role("button", name=re.compile("^Got it")).click()
        expect(page.locator("#strip-here")).to_have_text("")


READS_LIKE = """(key) => {
  const arrow = key.querySelector("svg").getBoundingClientRect();
  const words = key.querySelector("[aria-hidden=true]:not(svg)");
  const [box, all] = [key.getBoundingClientRect(), document.documentElement];
  const range = document.createRange();
  range.selectNodeContents(words);
  const rows = [...range.getClientRects()];
  const faults = [];
  if (arrow.width < 14 || arrow.left < box.left || arrow.right > box.right) faults.push("no arrow");
  if (words.scrollHeight > words.clientHeight + 1) faults.push("words are cut off");
  if (rows.some((row) => row.left < box.left - 1 || row.right > box.right + 1)) faults.push("words stand outside");
  if (rows.some((row) => row.width < 2)) faults.push("words without room");
  if (box.height < 44 || box.width < 44) faults.push("too small");
  if (box.left < 0 || box.right > all.clientWidth || box.top < 0) faults.push("beyond the screen");
  return faults;
}"""
"""What keeps the key from being seen as Undo, with what it undoes."""


@contextmanager
def letters_of(browser_type: BrowserType, args: dict[str, Any], size: int) -> Iterator[Any]:
    """A browser whose default size of letters is this one."""
    browser = browser_type.launch(**{**args, "args": [*FLAGS, f"--blink-settings=defaultFontSize={size}"]})
    yield browser
    browser.close()


LONG = ["Maximiliane", "Bartholomew-Maximilian", "Konstantinos", "Theodora", "Ann", "Ben", "Cid", "Dee"]


@pytest.mark.parametrize("size", sized([16, 24, 32], [16, 20, 24, 32]))
def test_the_key_is_seen_as_undo_at_every_size_of_letters(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], page: Page, live_server: str, size: int
) -> None:
    """With a long name in it, and with Redo beside it."""
    game = opened(page, live_server, "screw", LONG)
    thumb = Thumb(page)
    note(thumb, game, "Tea")
    page.goto(game + "/round?step=who")
    page.get_by_role("button", name="Maximiliane").tap()
    thumb.heading("cards left")
    paths = ("", "/score", "/history", "/table", "/round?seat=4", "/round?step=read-back")
    with letters_of(browser_type, browser_type_launch_args, size) as browser:
        faults = {}
        for redo in (False, True):
            if redo:
                note(thumb, game, "Cake")
                thumb.button("^Undo: Note: Cake")
                expect(page.locator("#notices")).to_contain_text("Undone: Note: Cake")
            for width in (375, 320):
                with browser.new_context(viewport={"width": width, "height": 667}, has_touch=True) as context:
                    other = context.new_page()
                    for path in paths:
                        other.goto(game + path)
                        expect(other.locator(".undo form")).to_have_count(1 + redo)
                        found = other.locator(".undo form[action$='/undo'] button").evaluate(READS_LIKE)
                        if other.evaluate(
                            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
                        ):
                            found.append("sideways")
                        if found:
                            faults[width, path, redo] = found
    assert faults == {}


def test_a_key_without_its_arrow_or_with_half_its_words_would_be_found(ben: Thumb, game: str) -> None:
    out(ben, game, 2)
    key = ben.page.locator(".undo form[action$='/undo'] button")
    assert key.evaluate(READS_LIKE) == []
    key.evaluate("(key) => { key.querySelector('svg').style.display = 'none'; }")
    assert key.evaluate(READS_LIKE) == ["no arrow"]
    key.evaluate("(key) => { key.querySelector('svg').style.display = ''; key.style.width = '3rem'; }")
    assert "words are cut off" in key.evaluate(READS_LIKE)
