"""What tests of a broken line share: what is written by now, and what still waits on the phone."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.thumb import Thumb

COMPLAINTS = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx", "409", "422", "502", "503", "504", "400", "404"]


def written(book: sqlite3.Connection, kind: str) -> list[dict[str, Any]]:
    rows = book.execute("SELECT data FROM event WHERE type = ? ORDER BY seq", (kind,)).fetchall()
    return [json.loads(payload) for (payload,) in rows]


def all_is_sent(page: Page) -> None:
    for _ in range(100):
        if not page.evaluate("JSON.parse(localStorage.getItem('unsent') || '[]').length"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(page.evaluate("localStorage.getItem('unsent')"))


def open_anew(page: Page, address: str) -> Thumb:
    """The app was closed without a connection, and is opened with one."""
    context = page.context
    page.close()
    context.set_offline(False)
    fresh = context.new_page()
    fresh.goto(address)
    return Thumb(fresh)


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
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(50)
    [route] = held
    return route


def let_go(page: Page, held: list[Route]) -> None:
    route = the_held(page, held)
    with page.expect_response(route.request.url):
        route.continue_()
    page.wait_for_timeout(300)
