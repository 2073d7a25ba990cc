"""The pages of clubs, seasons, players and evenings: no fault for axe, large enough, nothing sideways, in both themes;
sheets to be printed fill one page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser import seasons
from tests.browser.looking import SIZES, Shown, axe_faults, context_of, look, shown

pytestmark = pytest.mark.long  # all of them: they share what takes long to write


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(tmp_path_factory.mktemp("clubs"), seasons.write) as found:
        yield found


@pytest.fixture
def pages(clubs: Shown) -> Shown:
    """Without the drawings, which are no pages."""
    return Shown(clubs.address, {name: path for name, path in clubs.paths.items() if not path.endswith(".svg")})


def test_axe_finds_nothing_everything_is_large_enough_and_nothing_lies_sideways_on_a_narrow_phone(
    pages: Shown, browser: Browser, playwright: Playwright
) -> None:
    def faults(page: Page) -> list[str]:
        found = axe_faults(page)
        page.set_viewport_size({"width": 320, "height": 568})
        found += [
            *look(page, "tooSmall", SIZES["target"], SIZES["primary_key_height"]),
            *look(page, "tooFine", SIZES["body_text"], SIZES["smallest_text"]),
            *look(page, "tooFineDrawn", SIZES["smallest_drawn"]),
            *look(page, "sideways", 320),
        ]
        page.evaluate("document.documentElement.style.fontSize = '225%'")
        return found + [f"twice the size: {fault}" for fault in look(page, "sideways", 320)]

    with context_of(browser, playwright) as context:
        found = pages.walk(context.new_page(), faults)
    assert found == {}, json.dumps(found, indent=1)


def test_each_sheet_to_be_printed_is_one_page_of_a4(clubs: Shown, page: Page) -> None:
    sheets = {name: path for name, path in clubs.paths.items() if path.endswith(("/winner", "/empty-sheet"))}
    assert len(sheets) >= 6
    for name, path in sheets.items():
        page.goto(clubs.address + path)
        drawn = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", drawn)) == 1, name
        assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]", drawn), name


def test_the_pictures_are_drawings_whose_words_stay_inside(
    clubs: Shown, page: Page, expected_complaints: list[str]
) -> None:
    expected_complaints += ["favicon"]  # a drawing names no icon
    pictures = [path for path in clubs.paths.values() if path.endswith(".svg")]
    assert len(pictures) >= 3
    for path in pictures:
        page.goto(clubs.address + path)
        assert look(page, "wordsOutside") == []
