"""Pages to be looked at: one server for a module of tests, each page opened once for all its themes or sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.apps import made
from tests.browser.thumb import BUDGETS, HERE
from tests.serving import serving
from tests.sizes import SWEEPS

SIZES = BUDGETS["sizes"]
PHONES = {375: 667, 320: 568}
SCREENS = {1280: 800, 375: 667, 667: 375, 320: 568}
"""Widths with their heights: a computer, a phone, the same on its side, and a narrow one."""
UNDER_A_BAR, BY_THUMB, BY_AXE = (1280, 375), (667, 375, 320), 375
"""On which of them is looked for what."""
AXE = next(HERE.glob("axe-core-*/axe.min.js")).read_text(encoding="utf-8")
CHECKS = (HERE / "looks.js").read_text(encoding="utf-8")
"""Functions that return what is wrong with the page at hand."""
DOCK = 400
"""More than any dock is high."""
WORD = 12
"""So many letters, as in "Konstantinos", are never broken in two on a key or in a column of names."""
BETWEEN_WORDS = 0.22
"""Of the size of the letters: a heading with less reads as one word."""
SCREEN = re.compile(r'data-screen="([^"]*)"')
"""Which template a page is made of."""
USUAL_LETTERS = {"standard": 16, "fixed": 13}
"""px, as a browser begins."""
STOPS = 30
"""So many of a page get the focus: a list goes on as it began."""


def look(page: Page, check: str, *limits: float | str) -> list[str]:
    """What a check of ``looks.js`` finds."""
    return looks(page, (check, *limits))


def looks(page: Page, *checks: tuple[float | str, ...]) -> list[str]:
    """What several checks find, one after the other: in one visit, because each is a way there and back."""
    calls = ", ".join(f"...(await {check}(...limits[{at}]))" for at, (check, *_) in enumerate(checks))
    limits = [limits for _, *limits in checks]
    found: list[str] = page.evaluate(f"async (limits) => {{ {CHECKS}; return [{calls}]; }}", limits)
    return found


def context_of(browser: Browser, playwright: Playwright, **options: Any) -> BrowserContext:
    device = {k: v for k, v in playwright.devices["iPhone SE (3rd gen)"].items() if k != "default_browser_type"}
    return browser.new_context(**{**device, **options})


def sized(page: Page, width: int, height: int) -> None:
    """The page on a screen of this size, its scripts have heard of it."""
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)


def letters(page: Page, percent: int) -> None:
    """The page with the browser's own letters so large, of which the bounds of its style sheet are made as well."""
    sizes = {kind: usual * percent // 100 for kind, usual in USUAL_LETTERS.items()}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    drawn(page)


DRAWN = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}"""


def drawn(page: Page) -> None:
    """Its scripts have heard of what has just changed, and what moves because of that stands where it belongs."""
    page.evaluate(DRAWN)


def on_screen(page: Page, width: int) -> None:
    sized(page, width, SCREENS[width])


@dataclass(frozen=True)
class Shown:
    """Where a server answers, and the paths worth looking at by what they show."""

    address: str
    paths: dict[str, str]

    def fullest(self, page: Page) -> dict[str, str]:
        """Of each screen the page that says most, as this phone gets it."""
        found: dict[str, tuple[int, str]] = {}
        for name, path in self.paths.items():
            html = page.request.get(self.address + path).text()
            screen = SCREEN.search(html)
            assert screen, path
            found[screen[1]] = max(found.get(screen[1], (0, "")), (len(html), name))
        return {name: self.paths[name] for _, name in found.values()}

    def walk(self, page: Page, check: Callable[[Page], list[str]]) -> dict[str, list[str]]:
        """Goes through the pages, everything unfolded, and collects what a check finds on each: in a sweep through
        all of them, else through the fullest of each screen."""
        found = {}
        page.add_init_script(AXE)  # told to each page anew, it would cost twice as much
        for name, path in (self.paths if SWEEPS else self.fullest(page)).items():
            answer = page.goto(self.address + path)
            assert answer is not None
            assert answer.status == (404 if name.startswith("nothing here") else 200), (name, path, answer.status)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            if faults := check(page):
                found[name] = faults
        return found


@contextmanager
def shown(folder: Path, write: Callable[[dict[str, Any]], dict[str, str]]) -> Iterator[Shown]:
    """Serve what ``write`` puts into the book; it gets the settings of an app and returns the paths."""
    settings: dict[str, Any] = {"TESTING": True, "DATA_DIR": str(folder / "instance"), "WTF_CSRF_ENABLED": False}
    paths = write(settings)
    with made({**settings, "TESTING": False, "WTF_CSRF_ENABLED": True}) as app, serving(app) as address:
        yield Shown(address, paths)


def faults_of(page: Page, *layouts: tuple[int, int]) -> list[str]:
    """Everything that is looked for on a page: what lies under a bar, what axe finds, what no thumb hits, what reaches
    beyond the screen. Each size is set once, because for each the page is laid out and painted anew."""
    found = []
    for width in SCREENS:
        on_screen(page, width)
        if width in UNDER_A_BAR:
            found += _covered_here(page, width)
        if width in BY_THUMB:
            found += _thumb_faults_here(page, width)
        if texts := [layout for layout in layouts if layout[0] == width]:
            found += sideways(page, *texts)
            letters(page, 100)
        if width == BY_AXE:
            found += axe_faults(page)
    return found


def axe_faults(page: Page) -> list[str]:
    """What axe finds in either theme, the whole page on one screen, and of its targets as it opens on a phone. Where
    nothing but colours differs in the dark, axe looks only at colours there: it found the rest by day."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    on_screen(page, BY_AXE)
    page.evaluate("scrollTo(0, 0)")
    partly = [f"as it opens: {fault}" for fault in look(page, "axeFaults", "targets")]
    sized(page, BY_AXE, page.evaluate("document.documentElement.scrollHeight") + DOCK)
    page.emulate_media(color_scheme="light")
    by_day = look(page, "layout")
    found = partly + [f"light: {fault}" for fault in look(page, "axeFaults")]
    page.emulate_media(color_scheme="dark")
    alone = "colours" if look(page, "layout") == by_day else ""
    found += [f"dark: {fault}" for fault in look(page, "axeFaults", alone)]
    page.emulate_media(color_scheme="light")
    return found


def thumb_faults(page: Page) -> list[str]:
    """What is too small to hit or to read on a phone, and on a narrow one."""
    found = []
    for width in BY_THUMB:
        on_screen(page, width)
        found += _thumb_faults_here(page, width)
    return found


def _thumb_faults_here(page: Page, width: int) -> list[str]:
    if width not in PHONES:
        return [f"on its side: {fault}" for fault in look(page, "brokenWords", WORD)]
    faults = looks(
        page,
        ("tooSmall", SIZES["target"], SIZES["primary_key_height"]),
        ("tooNear", SIZES["gap_between_primary_keys"]),
        ("tooFine", SIZES["body_text"], SIZES["smallest_text"]),
        ("brokenWords", WORD),
        ("touchesTheEdge",),
        ("namesTouch",),
        ("wordsRunTogether", BETWEEN_WORDS),
        ("endsTwice",),
    )
    return [f"{width} wide: {fault}" for fault in faults]


def covered(page: Page) -> list[str]:
    """What lies under a bar or the dock while it has the focus."""
    found = []
    for width in UNDER_A_BAR:
        on_screen(page, width)
        found += _covered_here(page, width)
    return found


def _covered_here(page: Page, width: int) -> list[str]:
    return [f"{width} wide: {fault}" for fault in look(page, "stopsUnderABar", STOPS)]


def sideways(page: Page, *layouts: tuple[int, int]) -> list[str]:
    """What reaches beyond the screen; a layout is a width and how many times the text is as large as usual."""
    found = []
    for width, text in layouts:
        page.set_viewport_size({"width": width, "height": PHONES.get(width, 375)})
        letters(page, 100 * text)
        found += [f"{width} wide, text {text} times: {fault}" for fault in look(page, "sideways", width)]
    return found
