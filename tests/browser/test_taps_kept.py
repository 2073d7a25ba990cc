"""A tap is on the phone's disk before anything else: whatever else goes out, with several tabs, and on any browser."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import (
    COMPLAINTS,
    all_is_sent,
    hold,
    let_go,
    open_anew,
    session_counts_no_more,
    the_held,
    unsent,
    written,
)
from tests.browser.thumb import Thumb, until
from tests.sizes import sized

NOTE = "Anything the table wants to remember"


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of requests that fail."""
    expected_complaints += [*COMPLAINTS, "403"]


@pytest.fixture
def table(page: Page, game: str) -> Page:
    """The table's page of a game, where notes are written."""
    page.goto(game + "/table")
    return page


def note(page: Page, text: str) -> None:
    page.get_by_label(NOTE).fill(text)
    Thumb(page).button("^Save note$")


def notes(book: sqlite3.Connection) -> list[str]:
    return [each["text"] for each in written(book, "NoteAdded")]


def whats(page: Page) -> list[str]:
    return [each["what"].split(" · ")[-1] for each in unsent(page)]


def test_a_tap_made_while_an_older_one_goes_out_is_on_the_disk_and_in_sight_at_once(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    context.set_offline(True)
    note(table, "Cake")
    expect(table.locator("#unsent")).to_contain_text("Cake")
    held: list[Route] = []
    context.route("**/table/note", lambda route: held.append(route))
    context.set_offline(False)
    the_held(table, held)
    note(table, "Coffee")
    assert "Coffee" in table.locator("#unsent").inner_text(), "drawn in the frame of the tap"
    until(table, lambda: whats(table) == ["Cake", "Coffee"])
    fresh = context.new_page()  # nobody waits for the answer: the tab is closed
    table.close()
    context.unroute("**/table/note")
    fresh.goto(table.url)
    all_is_sent(fresh)
    assert notes(book) == ["Cake", "Coffee"]


def test_a_tap_is_drawn_where_it_was_made_until_it_is_answered(table: Page, context: BrowserContext) -> None:
    held = hold(context, "**/table/note")
    note(table, "Cake")
    assert table.locator("button[data-pending]").inner_text() == "Save note"
    the_held(table, held)
    expect(table.locator("form[aria-busy=true]")).to_have_count(1)
    let_go(table, held)
    expect(table.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    expect(table.locator("[data-pending], form[aria-busy]")).to_have_count(0)


def test_taps_of_two_tabs_without_a_line_all_arrive_once_each_and_in_order(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    other = context.new_page()
    other.goto(table.url)
    context.set_offline(True)
    for number in range(3):
        note(table, f"left {number}")
        note(other, f"right {number}")
    until(other, lambda: len(whats(other)) == 6)
    context.set_offline(False)
    all_is_sent(table)
    assert sorted(notes(book)) == sorted(f"{side} {number}" for side in ("left", "right") for number in range(3))
    for side in ("left", "right"):
        assert [text for text in notes(book) if side in text] == [f"{side} {number}" for number in range(3)]
    for each in (table, other):
        expect(each.locator("#unsent")).to_be_hidden()


def test_what_a_closed_tab_has_left_goes_out_from_the_tab_that_stands(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    other = context.new_page()
    other.goto(table.url)
    context.set_offline(True)
    note(other, "Cake")
    expect(other.locator("#unsent")).to_contain_text("Not sent yet")
    other.close()
    expect(table.locator("#unsent")).to_contain_text("Cake")
    context.set_offline(False)
    all_is_sent(table)
    assert notes(book) == ["Cake"]


LEASE = """async ([tab, until]) => {
  const database = await new Promise((opened) => {
    indexedDB.open("table-referee").onsuccess = ({ target }) => opened(target.result);
  });
  const writing = database.transaction("lease", "readwrite");
  writing.objectStore("lease").put({ name: "sending", tab, until: Date.now() + until });
  await new Promise((done) => { writing.oncomplete = done; });
  database.close();
}"""


@pytest.mark.parametrize("until_ms", sized([3900], [3900, -1, 10**12]))
def test_one_tab_sends_at_a_time_and_a_lease_that_nobody_renews_is_taken_over(
    table: Page, book: sqlite3.Connection, until_ms: int
) -> None:
    table.evaluate(LEASE, ["another tab", until_ms])
    note(table, "Cake")
    if until_ms == 3900:
        expect(table.locator("#unsent")).to_contain_text("Not sent yet")
        assert notes(book) == []
    all_is_sent(table)
    assert notes(book) == ["Cake"]


@pytest.mark.parametrize("way", sized(["the secret was changed"], ["the cookie is gone", "the secret was changed"]))
def test_a_tap_whose_token_counts_no_more_is_sent_with_a_new_one_though_the_page_is_left_at_once(
    table: Page, context: BrowserContext, book: sqlite3.Connection, game: str, way: str
) -> None:
    [session] = [each["value"] for each in context.cookies() if each["name"] == "session"]
    session_counts_no_more(table, None if way == "the cookie is gone" else session[:-4] + "AAAA")
    answers: list[int] = []
    context.on("response", lambda answer: answers.append(answer.status) if answer.request.method == "POST" else None)
    held: list[Route] = []
    context.route("**/table/note", lambda route: held.append(route), times=1)
    note(table, "Cake")
    the_held(table, held).continue_()
    until(table, lambda: answers)
    table.goto(game)
    all_is_sent(table)
    assert answers[0] == 400
    assert notes(book) == ["Cake"]


def test_a_tap_whose_token_counts_no_more_brings_its_page_all_the_same(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    session_counts_no_more(table)
    note(table, "Cake")
    expect(table.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    expect(table.locator("#unsent")).to_be_hidden()
    assert notes(book) == ["Cake"]


NO_DATABASE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
BROKEN_DATABASE = "IDBFactory.prototype.open = () => { throw new DOMException('Private', 'SecurityError'); };"
SILENT_DATABASE = "IDBFactory.prototype.open = () => ({});"
FULL_DATABASE = """{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value) {
    if (this.name === "taps") throw new DOMException("Full", "QuotaExceededError");
    return put.call(this, value);
  };
}"""
SLEEPY_DATABASE = """{
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...names) {
    const late = {};
    setTimeout(() => {
      const opening = open.apply(this, names);
      for (const event of ["onupgradeneeded", "onsuccess", "onerror"]) {
        opening[event] = () => { late.result = opening.result; late[event]?.(); };
      }
    }, 2300);
    return late;
  };
}"""
UNSENT_ALONE = "Object.keys(localStorage).filter((key) => key.startsWith('unsent:')).length"


@pytest.mark.parametrize(
    "browser_says", sized([SILENT_DATABASE], [NO_DATABASE, BROKEN_DATABASE, SILENT_DATABASE, FULL_DATABASE])
)
def test_without_a_database_each_tap_is_a_key_of_its_own_and_outlives_the_page(
    table: Page, context: BrowserContext, book: sqlite3.Connection, browser_says: str
) -> None:
    context.add_init_script(browser_says)
    table.reload()
    context.set_offline(True)
    note(table, "Cake")
    note(table, "Coffee")
    until(table, lambda: table.evaluate(UNSENT_ALONE) == 2)
    fresh = open_anew(table, table.url).page
    until(fresh, lambda: fresh.evaluate(UNSENT_ALONE) == 0)
    assert notes(book) == ["Cake", "Coffee"]


def test_a_database_that_opens_late_lets_no_later_tap_go_before_those_that_it_holds(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    context.set_offline(True)
    note(table, "Cake")
    until(table, lambda: whats(table) == ["Cake"] and not table.evaluate(UNSENT_ALONE))
    context.add_init_script(SLEEPY_DATABASE)  # longer than a page waits for one that holds nothing
    fresh = open_anew(table, table.url).page
    note(fresh, "Coffee")
    until(fresh, lambda: len(notes(book)) == 2)
    assert notes(book) == ["Cake", "Coffee"]


def test_where_the_phone_can_keep_nothing_the_page_keeps_it_and_says_so(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    context.add_init_script(NO_DATABASE + "Storage.prototype.setItem = () => { throw new DOMException('Full'); };")
    table.reload()
    context.set_offline(True)
    note(table, "Cake")
    note(table, "Coffee")
    expect(table.locator("#unsent")).to_contain_text("2 not sent yet")
    expect(table.locator("#unsent")).to_contain_text("This browser can’t store it, so keep this page open.")
    context.set_offline(False)
    expect(table.locator("#unsent")).to_be_hidden()
    until(table, lambda: notes(book) == ["Cake", "Coffee"])


def test_what_an_older_version_had_not_sent_goes_out_once_and_leaves_nothing(
    table: Page, context: BrowserContext, book: sqlite3.Connection
) -> None:
    path = table.url.split("/", 3)[3]
    [seen] = table.locator("form.stack input[name=seen]").last.evaluate_all("all => all.map(({ value }) => value)")
    older: list[dict[str, Any]] = [
        {
            "id": f"{number:032x}", "path": f"/{path}/note", "body": [["seen", seen], ["text", text]],
            "form": f"{number:032x}", "what": f"The table · {text}",
        }
        for number, text in enumerate(("Cake", "Coffee"))
    ]  # fmt: skip
    older[1] |= {"refused": "Not now.", "asks": False}
    table.evaluate("(list) => localStorage.setItem('unsent', list)", json.dumps(older))
    table.reload()
    until(table, lambda: notes(book) == ["Cake"])
    expect(table.locator("#unsent")).to_contain_text("The table · Coffee. Not now.")
    assert [each["id"] for each in unsent(table)] == [older[1]["id"]]
    assert table.evaluate("localStorage.getItem('unsent')") is None


@pytest.mark.parametrize(("status", "sentence"), [(403, "This phone may only watch."), (404, "There is no such game.")])
def test_what_a_book_refuses_without_judging_it_stays_in_sight_until_it_is_dropped_by_hand(
    table: Page, context: BrowserContext, book: sqlite3.Connection, status: int, sentence: str
) -> None:
    def refuse(route: Route) -> None:
        headers = {"Table-Referee": "1", "Content-Type": "text/html"}
        body = f'<main data-modules=""><h1>No</h1><p>{sentence}</p></main><div id="unsent" data-token="x" hidden></div>'
        body += '<i id="end" hidden></i>'
        route.fulfill(status=status, headers=headers, body=body)

    context.route("**/table/note", refuse)
    note(table, "Cake")
    bar = table.locator("#unsent")
    expect(bar).to_contain_text(f"The table · Cake. {sentence}")
    expect(table.get_by_label(NOTE)).to_have_value("Cake")
    table.reload()
    expect(bar).to_contain_text(f"The table · Cake. {sentence}")
    Thumb(table).button("^Review$")
    Thumb(table).heading("No")
    expect(bar).to_contain_text(f"The table · Cake. {sentence}")
    assert whats(table) == ["Cake"]
    context.unroute("**/table/note")  # this phone may write again
    table.reload()
    Thumb(table).button("^Review$")
    all_is_sent(table)
    expect(bar).to_be_hidden()
    assert notes(book) == ["Cake"]
