"""A page is cut off after every 512th byte on its way. It shows nothing of itself until it is whole, and comes whole.

Here one page; in the sweeps one of each screen of a game, the start page and the questions.
"""

from __future__ import annotations

import urllib.request

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.scissors import Scissors
from tests.browser.thumb import Thumb, until
from tests.sizes import sized

EVERY = 512
"""Bytes."""
LAST = (1, 2, 8, 9, 24, 25, 60, 61)
"""Bytes before the end."""
AT_ONCE = 6
WAYS = ("no length", "reset")
ALL = (
    "/g/CODE/table",
    "/g/CODE",
    "/",
    "/new",
    *(f"/g/CODE/{screen}" for screen in ("score", "history", "round", "may-i", "rules")),
    "/ask",
)
PAGES = sized(ALL[:1], ALL)
IS_WHOLE = "() => Boolean(document.getElementById('end')) && !document.body.hasAttribute('hx-disable')"
TWO_LOOKS = "new Promise((over) => setTimeout(over, 2000))"
"""By the page's own clock, as its looks at what has come are."""
# until a stylesheet has come nothing is painted, whatever the elements say of themselves
SHOWS_HALF = """() => [...document.querySelectorAll('head link[rel=stylesheet]')].every((link) => link.sheet)
  && !document.getElementById('end') && !("part" in document.documentElement.dataset)
  && [...document.querySelectorAll('main, .dock')].some((part) => part.checkVisibility({ visibilityProperty: true }))"""


def length_of(address: str) -> int:
    """Bytes of a page on its way to a browser."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        return len(answer.read())


@pytest.mark.parametrize("path", PAGES)
def test_wherever_a_page_is_cut_it_comes_whole_and_shows_no_half(
    page: Page, context: BrowserContext, line: Scissors, live_server: str, path: str
) -> None:
    code = Thumb(page).open_game(live_server, players=3).rpartition("/")[2]
    path = path.replace("CODE", code)
    length = length_of(live_server + path)
    # the last ones lie behind the end mark: whatever the length of the page
    places = [*range(EVERY, length - LAST[-1], EVERY), *(length - each for each in reversed(LAST))]
    assert len(places) >= 3 + len(LAST)
    for begin in range(0, len(places), AT_ONCE):
        tabs: list[Page] = []
        for index, place in enumerate(places[begin : begin + AT_ONCE], begin):
            tab = context.new_page()
            before = len(line.cut)
            of_its_own = f"cut={place}"  # else the next cut would meet another tab that asks again
            line.cuts(rf"GET {path}\?{of_its_own}", 0, WAYS[index % 2], at=place)
            tab.goto(f"{line.address}{path}?{of_its_own}", wait_until="commit")
            until(page, lambda before=before: len(line.cut) > before)  # type: ignore[misc]
            tabs.append(tab)
            assert not tab.evaluate(SHOWS_HALF), f"{path} cut at {place}"
        for tab in tabs:
            tab.wait_for_function(IS_WHOLE)
            tab.close()


def test_a_page_cut_off_in_its_last_byte_comes_whole_though_the_script_that_fetches_it_is_slow(
    page: Page, line: Scissors, live_server: str
) -> None:
    path = "/g/" + Thumb(page).open_game(live_server, players=3).rpartition("/")[2]

    def slowly(route: Route) -> None:
        page.evaluate(TWO_LOOKS)
        route.continue_()

    page.route("**/alone.js*", slowly)
    line.cuts(f"GET {path}", 0, "reset", at=length_of(live_server + path) - 1)
    page.goto(line.address + path, wait_until="commit")
    until(page, lambda: bool(line.cut))
    page.wait_for_function(IS_WHOLE)
