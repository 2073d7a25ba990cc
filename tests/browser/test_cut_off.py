"""A page that was cut off: its computer died, or its line broke, before the end of it had come."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.lines import COMPLAINTS, written
from tests.browser.scissors import Scissors
from tests.browser.thumb import Thumb, until
from tests.chaos.proxy import standing

NOTE = "What the table wants to remember"


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of a line that breaks."""
    expected_complaints += [*COMPLAINTS, "ERR_", "cut off"]


@pytest.fixture
def line(live_server: str) -> Iterator[Scissors]:
    with standing(Scissors(live_server, share=0, seed=1)) as line:
        yield line


@pytest.fixture
def through(line: Scissors, page: Page) -> str:
    """The address of a game of three, by way of the line."""
    return Thumb(page).open_game(line.address, players=3)


def comes_whole(page: Page) -> None:
    page.wait_for_function("() => document.getElementById('end') && !document.body.hasAttribute('hx-disable')")


@pytest.mark.parametrize("way", ["reset", "end", "no length", "silence"])
@pytest.mark.parametrize("part", [0.3, 0.95])
def test_a_page_that_was_cut_off_comes_whole_by_itself(
    page: Page, line: Scissors, through: str, part: float, way: str
) -> None:
    line.cuts(r"GET /g/\w+/table", part, way)
    page.goto(through + "/table", wait_until="commit")
    until(page, lambda: line.cut)
    comes_whole(page)
    expect(page.get_by_label(NOTE)).to_be_visible()
    assert len(line.cut) == 1


def test_what_was_typed_on_a_page_that_was_cut_off_is_there_and_kept(page: Page, line: Scissors, through: str) -> None:
    line.cuts(r"GET /g/\w+/table", 0.95)
    page.goto(through + "/table", wait_until="commit")
    page.get_by_label(NOTE).fill("Cake")
    assert page.evaluate("document.readyState") == "loading"
    comes_whole(page)
    expect(page.get_by_label(NOTE)).to_have_value("Cake")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    page.reload()
    expect(page.get_by_label(NOTE)).to_have_value("Cake")
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('cut:'))") == []


def test_what_is_tapped_on_a_page_that_was_cut_off_is_written_once(
    page: Page, line: Scissors, through: str, book: sqlite3.Connection
) -> None:
    line.cuts(r"GET /g/\w+/table", 0.95)
    page.goto(through + "/table", wait_until="commit")
    page.get_by_label(NOTE).fill("Cake")
    Thumb(page).button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    comes_whole(page)
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Cake"]


def test_a_page_that_is_cut_off_each_time_is_asked_for_a_few_times_and_not_for_ever(
    page: Page, line: Scissors, through: str
) -> None:
    page.clock.install()
    line.cuts(r"GET /g/\w+/table", 0.5, times=100)
    page.goto(through + "/table", wait_until="commit")
    asked: list[int] = []

    def has_given_up() -> bool:
        page.clock.run_for(2000)
        asked.append(len(line.cut))
        return len(asked) > 60 and asked[-1] == asked[-60]

    until(page, has_given_up)
    assert 5 <= asked[-1] <= 8
    line.times = 0
    page.evaluate("window.dispatchEvent(new Event('online'))")
    steps = count()
    until(page, lambda: page.clock.run_for(1000) or next(steps) > 20)  # type: ignore[func-returns-value]
    comes_whole(page)


def test_a_page_that_is_only_slow_is_waited_for(page: Page, line: Scissors, through: str) -> None:
    line.cuts(r"GET /g/\w+/table", 0.5, "a pause", times=100)
    page.goto(through + "/table")
    comes_whole(page)
    assert len(line.cut) == 1
    assert page.locator("script[src*=alone]").count() == 0, "nothing was to be mended"


@pytest.mark.parametrize("way", ["reset", "end", "no length"])
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
