"""What tests of a broken line share: what is written by now, and what still waits on the phone."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.thumb import Thumb, until

COMPLAINTS = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx", "409", "422", "502", "503", "504", "400", "404"]


def written(book: sqlite3.Connection, kind: str) -> list[dict[str, Any]]:
    rows = book.execute("SELECT data FROM event WHERE type = ? ORDER BY seq", (kind,)).fetchall()
    return [json.loads(payload) for (payload,) in rows]


def all_is_sent(page: Page) -> None:
    until(page, lambda: not unsent(page))


def unsent(page: Page) -> list[dict[str, Any]]:
    """What the phone's disk holds that is not sent, in the order of the taps."""
    entries: list[dict[str, Any]] = page.evaluate("unsent()")
    return entries


def all_is_answered(page: Page) -> None:
    """The page has dealt with every answer, and shows what it brought."""
    page.wait_for_function("() => !underway.length && !document.querySelector('.htmx-swapping, .htmx-settling')")


def spoken(page: Page) -> list[str]:
    """What the page has said to who listens, in order; what it is about to say is waited for."""
    # timers of a page go off in order: this one after that of the polite line, which is set by now
    said: list[str] = page.evaluate("new Promise((told) => setTimeout(() => setTimeout(() => told(spoken)), 200))")
    return said


def session_counts_no_more(page: Page, put: str | None = None) -> None:
    """The phone has lost its session or holds ``put`` in its place, and no late answer brings the old one back."""
    looks = 0

    def stays_lost() -> bool:
        nonlocal looks
        found = [each for each in page.context.cookies() if each["name"] == "session" and each["value"] != put]
        looks = 0 if found else looks + 1
        for each in found:
            page.context.clear_cookies(name="session")
            if put is not None:
                page.context.add_cookies([{**each, "value": put}])  # type: ignore[typeddict-item]
        return looks > 10

    until(page, stays_lost)


def open_anew(page: Page, address: str) -> Thumb:
    """The app was closed without a connection, and is opened with one."""
    context = page.context
    page.close()
    context.set_offline(False)
    fresh = context.new_page()
    fresh.goto(address)
    return Thumb(fresh)


def notes_without_a_line(page: Page, game: str, *notes: str) -> Thumb:
    """On the table's page, the connection cut, these notes were told one after the other."""
    thumb = Thumb(page)
    page.goto(game + "/table")
    page.context.set_offline(True)
    for note in notes:
        page.get_by_label("Anything the table wants to remember").fill(note)
        thumb.button("^Save note$")
        expect(page.locator("#unsent")).to_contain_text(note)
    return thumb


def hold(context: BrowserContext, address: str) -> list[Route]:
    """Requests that a page makes to this address wait until they are let go on."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        if "hx-request" in route.request.headers:
            held.append(route)
        else:
            route.continue_()

    context.route(address, keep)
    return held


def the_held(page: Page, held: list[Route]) -> Route:
    until(page, lambda: held)
    [route] = held
    return route


def let_go(page: Page, held: list[Route]) -> None:
    """The answer comes, and the page has dealt with it and with what it asked for at once."""
    route = the_held(page, held)
    before = page.evaluate("[...underway]")
    address = route.request.url
    assert address in before
    route.continue_()
    page.wait_for_function(
        """([address, before]) => underway.length < before.length
             && underway.filter((one) => one === address).length < before.filter((one) => one === address).length""",
        arg=[address, before],
    )
