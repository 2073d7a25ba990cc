"""The pages of clubs, seasons, players and evenings: no fault for axe, large enough, nothing sideways, in both themes;
sheets to be printed fill one page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser import seasons
from tests.browser.test_looks import AXE, SIZES, context_of, look
from tests.serving import serving

Check = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server with the clubs of ``seasons``, one for all tests here; its address and the paths worth looking at."""
    folder = tmp_path_factory.mktemp("years")
    settings: dict[str, Any] = {"TESTING": True, "DATA_DIR": str(folder / "instance"), "WTF_CSRF_ENABLED": False}
    paths = seasons.write(settings)
    with serving(settings) as address:
        yield address, paths


def walk(page: Page, years: tuple[str, dict[str, str]], check: Check) -> dict[str, list[str]]:
    """Goes through all the pages, everything unfolded, and collects what a check finds on each."""
    address, paths = years
    found = {}
    for name, path in paths.items():
        if path.endswith(".svg"):
            continue
        answer = page.goto(address + path)
        assert answer is not None
        assert answer.status == 200, (name, path, answer.status)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        if faults := check(page):
            found[name] = faults
    return found


def test_axe_finds_nothing_on_the_pages_of_a_season(
    years: tuple[str, dict[str, str]], browser: Browser, playwright: Playwright
) -> None:
    def axe(page: Page) -> list[str]:
        found = []
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.evaluate(AXE)
            found += [f"{theme}: {fault}" for fault in look(page, "axeFaults")]
        return found

    tall = {"width": 375, "height": 12000}  # nothing lies under the dock
    with context_of(browser, playwright, viewport=tall) as context:
        found = walk(context.new_page(), years, axe)
    assert found == {}, json.dumps(found, indent=1)


def test_everything_is_large_enough_and_nothing_lies_sideways_on_a_narrow_phone(
    years: tuple[str, dict[str, str]], browser: Browser, playwright: Playwright
) -> None:
    def faults(page: Page) -> list[str]:
        found = [
            *look(page, "tooSmall", SIZES["target"], SIZES["primary_key_height"]),
            *look(page, "tooFine", SIZES["body_text"], SIZES["smallest_text"]),
            *look(page, "tooFineDrawn", SIZES["smallest_drawn"]),
            *look(page, "sideways", 320),
        ]
        page.evaluate("document.documentElement.style.fontSize = '225%'")
        return found + [f"twice the size: {fault}" for fault in look(page, "sideways", 320)]

    with context_of(browser, playwright, viewport={"width": 320, "height": 568}) as context:
        found = walk(context.new_page(), years, faults)
    assert found == {}, json.dumps(found, indent=1)


def test_each_sheet_to_be_printed_is_one_page_of_a4(
    years: tuple[str, dict[str, str]], page: Page, tmp_path: Path
) -> None:
    address, paths = years
    sheets = {name: path for name, path in paths.items() if path.endswith(("/winner", "/empty-sheet"))}
    assert len(sheets) >= 6
    for name, path in sheets.items():
        page.goto(address + path)
        drawn = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", drawn)) == 1, name
        assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]", drawn), name


def test_the_pictures_are_drawings_whose_words_stay_inside(
    years: tuple[str, dict[str, str]], page: Page, expected_complaints: list[str]
) -> None:
    expected_complaints += ["favicon"]  # a drawing names no icon
    address, paths = years
    pictures = [path for path in paths.values() if path.endswith(".svg")]
    assert len(pictures) >= 3
    for path in pictures:
        page.goto(address + path)
        assert look(page, "wordsOutside") == []
