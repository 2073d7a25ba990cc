"""Every page in every state: large enough to hit, readable in both themes, nothing sideways, no fault for axe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.browser import evenings
from tests.browser.thumb import BUDGETS, HERE

SIZES = BUDGETS["sizes"]
AXE = next(HERE.glob("axe-core-*/axe.min.js")).read_text(encoding="utf-8")
CHECKS = (HERE / "looks.js").read_text(encoding="utf-8")
"""Functions that return what is wrong with the page at hand."""


def look(page: Page, check: str, *limits: float) -> list[str]:
    """What a check of ``looks.js`` finds."""
    found: list[str] = page.evaluate(f"(limits) => {{ {CHECKS}; return {check}(...limits); }}", limits)
    return found


@pytest.fixture
def paths(settings: dict[str, Any]) -> dict[str, str]:
    """Written before the server of the test starts."""
    return evenings.write(settings)


@pytest.fixture
def walk(paths: dict[str, str], live_server: str, expected_complaints: list[str]) -> Any:
    """Goes through all the pages and collects what a check finds on each."""
    expected_complaints += ["404"]

    def through(page: Page, check: Any) -> dict[str, Any]:
        found = {}
        for name, path in paths.items():
            page.goto(live_server + path)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            if faults := check(page):
                found[name] = faults
        return found

    return through


def context_of(browser: Browser, playwright: Playwright, **options: Any) -> BrowserContext:
    device = {k: v for k, v in playwright.devices["iPhone SE (3rd gen)"].items() if k != "default_browser_type"}
    return browser.new_context(**{**device, **options})


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser, playwright: Playwright) -> Iterator[Page]:
    tall = {"width": 375, "height": 8000}  # nothing lies under the dock
    with context_of(browser, playwright, color_scheme=request.param, viewport=tall) as context:
        yield context.new_page()


def test_axe_finds_nothing_and_text_has_seven_to_one(themed: Page, walk: Any) -> None:
    def axe(page: Page) -> list[str]:
        page.evaluate(AXE)
        return look(page, "axeFaults")

    found = walk(themed, axe)
    assert found == {}, json.dumps(found, indent=1)


def test_axe_would_find_something(page: Page, live_server: str) -> None:
    page.goto(live_server + "/new")
    page.evaluate("document.querySelector('#player-1').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('h2').style.color = '#999'")
    page.evaluate(AXE)
    found = " ".join(look(page, "axeFaults"))
    assert "label" in found
    assert "color-contrast" in found


@pytest.mark.parametrize("width", [375, 320])
def test_everything_is_large_enough_for_a_thumb(
    walk: Any, browser: Browser, playwright: Playwright, width: int
) -> None:
    def faults(page: Page) -> list[str]:
        small = look(page, "tooSmall", SIZES["target"], SIZES["primary_key_height"])
        near = look(page, "tooNear", SIZES["gap_between_primary_keys"])
        return small + near + look(page, "tooFine", SIZES["body_text"], SIZES["smallest_text"])

    with context_of(browser, playwright, viewport={"width": width, "height": 667}) as context:
        found = walk(context.new_page(), faults)
    assert found == {}, json.dumps(found, indent=1)


@pytest.mark.parametrize(("width", "text"), [(320, 1), (375, 2), (320, 2), (667, 1)])
def test_nothing_lies_sideways(walk: Any, browser: Browser, playwright: Playwright, width: int, text: int) -> None:
    def sideways(page: Page) -> list[str]:
        page.evaluate("percent => { document.documentElement.style.fontSize = percent + '%' }", 112.5 * text)
        return look(page, "sideways", width)

    with context_of(browser, playwright, viewport={"width": width, "height": 667 if width < 400 else 375}) as context:
        found = walk(context.new_page(), sideways)
    assert found == {}, json.dumps(found, indent=1)


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("cards left", 375, 667),
        ("cards left", 320, 568),
        ("cards left, eight players", 375, 667),
        ("correct a cell", 375, 667),
    ],
)
def test_the_whole_pad_lies_within_the_thumbs_reach(
    page: Page, paths: dict[str, str], live_server: str, name: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(live_server + paths[name])
    dock = page.locator(".dock").bounding_box()
    lowest = page.locator(".take-back").bounding_box()
    assert dock
    assert lowest
    assert lowest["y"] + lowest["height"] <= dock["y"]


def test_dark_pages_are_dark_from_the_first_paint(browser: Browser, playwright: Playwright, live_server: str) -> None:
    with context_of(browser, playwright, color_scheme="light") as context:
        page = context.new_page()
        page.goto(live_server + "/")
        page.get_by_text("Look of this phone").tap()
        page.get_by_text("Dark", exact=True).tap()
        page.get_by_role("button", name="Use this look").tap()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        light = sum(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(","))
        assert light < 60
        assert 'data-theme="dark"' in page.request.get(live_server + "/new").text()


def test_the_keyboard_reaches_everything_in_order(page: Page, paths: dict[str, str], live_server: str) -> None:
    page.goto(live_server + paths["cards left"])
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim() || document.activeElement.id"))
    text = " ".join(reached)
    for word in ("To the content", "cards", "ace, 20 points", "Nothing left", "Undo"):
        assert word in text, f"{word} in {reached}"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none" or page.evaluate("document.activeElement === document.body")


def test_the_axe_that_is_used_is_the_one_that_is_licensed_here() -> None:
    folder = next(HERE.glob("axe-core-*"))
    assert "Mozilla Public License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert folder.name.removeprefix("axe-core-") in (Path(folder) / "axe.min.js").read_text(encoding="utf-8")[:200]
