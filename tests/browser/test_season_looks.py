"""The pages of clubs, seasons, players and evenings: no fault for axe, large enough, nothing sideways, in both themes;
sheets to be printed fill one page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser import seasons
from tests.browser.looking import SIZES, WORD, Shown, context_of, faults_of, look, shown
from tests.browser.thumb import seen
from tests.sizes import sized

pytestmark = pytest.mark.long  # all of them: they share what takes long to write


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(tmp_path_factory.mktemp("clubs"), seasons.write) as found:
        yield found


@pytest.fixture
def pages(clubs: Shown) -> Shown:
    """Without the drawings, which are no pages."""
    return Shown(clubs.address, {name: path for name, path in clubs.paths.items() if not path.endswith(".svg")})


@pytest.mark.sweep
def test_axe_finds_nothing_everything_is_large_enough_and_nothing_lies_sideways_on_a_narrow_phone(
    pages: Shown, browser: Browser, playwright: Playwright
) -> None:
    def faults(page: Page) -> list[str]:
        return faults_of(page, (320, 1), (320, 2)) + look(page, "tooFineDrawn", SIZES["smallest_drawn"])

    with context_of(browser, playwright) as context:
        found = pages.walk(context.new_page(), faults)
    assert found == {}, json.dumps(found, indent=1)


@pytest.mark.sweep
def test_a_common_name_broken_in_the_table_would_be_found(clubs: Shown, page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(clubs.address + clubs.paths["crowd: season that is over"])
    seen(page).get_by_text(re.compile("[0-9]+ more")).first.click()
    assert look(page, "brokenWords", WORD) == []
    page.evaluate("document.querySelectorAll('.by-won').forEach((cell) => { cell.style.display = 'table-cell'; })")
    broken = look(page, "brokenWords", WORD)
    assert "Bartholomew is broken" in broken
    assert "Konstantinos is broken" in broken


def test_each_sheet_to_be_printed_is_one_page_of_a4(clubs: Shown, page: Page) -> None:
    sheets = {
        name: path
        for name, path in clubs.paths.items()
        if path.endswith(("/winner", "/empty-sheet")) or name.startswith("crowd: season")
    }
    assert len(sheets) >= 8
    for name, path in list(sheets.items())[:: sized(3, 1)]:
        page.goto(clubs.address + path)
        drawn = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", drawn)) == 1, name
        assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]", drawn), name


def test_on_paper_everything_is_ink_and_there_is_no_key(clubs: Shown, page: Page) -> None:
    """Also from a phone that shows its pages dark; what is light on the cloth of the table would be pale on paper."""
    page.goto(clubs.address + clubs.paths["demo: a corrected game"])
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(":is(.button, .dock, .top):visible").count() == 0
    pale = page.locator("main *:visible").evaluate_all(
        """parts => parts.filter((part) => {
          const [red, green, blue] = getComputedStyle(part).color.match(/[0-9.]+/g);
          return 0.3 * red + 0.6 * green + 0.1 * blue > 110;
        }).map((part) => part.outerHTML.slice(0, 80))"""
    )
    assert pale == []


def test_each_sheet_is_as_wide_as_the_phone_that_shows_it(clubs: Shown, page: Page) -> None:
    """Of more than six players a phone shows the totals of some only when pushed aside."""
    for name, path in clubs.paths.items():
        if path.endswith(("/winner", "/empty-sheet")):
            page.goto(clubs.address + path)
            many = path.endswith("/winner") and page.locator(".ruled .name").count() > 6
            for width in (768,) if many else (320, 375, 768):
                page.set_viewport_size({"width": width, "height": 667})
                wide, room = page.locator(".sheet-scroll").evaluate("sheet => [sheet.scrollWidth, sheet.clientWidth]")
                assert wide <= room, (name, width)


def test_a_tap_on_a_head_sorts_thirty_players_and_a_tapped_name_lights_its_line(clubs: Shown, page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(clubs.address + clubs.paths["crowd: season that is over"])
    page.wait_for_selector("body:not([hx-disable])", state="attached")
    games = page.locator(".places tbody .by-games")
    counts = [int(text.split()[0]) for text in games.all_inner_texts()]
    assert counts != sorted(counts, reverse=True)
    head = page.get_by_role("columnheader", name="Games").get_by_role("link")
    head.click()
    expect(page.locator("th[aria-sort]")).to_have_text("Games")
    assert [int(text.split()[0]) for text in games.all_inner_texts()] == sorted(counts, reverse=True)
    expect(head).to_be_focused()
    assert page.url.endswith("?sort=games"), "a live refresh asks for the same order"

    seen(page).get_by_role("heading", name="Places over time").click()
    lit = page.locator(".lit-names svg:visible")
    expect(lit).to_have_count(0)
    name = page.locator(".lit-names label").nth(4)
    name.click()
    expect(lit).to_have_count(1)
    drawn, over = page.locator("svg.bumps[role=img]").bounding_box(), lit.bounding_box()
    assert drawn is not None
    assert over == pytest.approx(drawn, abs=0.5), "the lit line lies on the line that it stands for"

    other = page.context.new_page()
    other.goto(page.url.partition("?")[0] + "/change")
    other.get_by_label("Name").fill("Thirty friends")
    other.get_by_role("button", name="Save the season").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thirty friends")
    assert [int(text.split()[0]) for text in games.all_inner_texts()] == sorted(counts, reverse=True)
    expect(name.locator("input")).to_be_checked()


def test_the_pictures_are_drawings_whose_words_stay_inside(
    clubs: Shown, page: Page, expected_complaints: list[str]
) -> None:
    expected_complaints += ["favicon"]  # a drawing names no icon
    pictures = [path for path in clubs.paths.values() if path.endswith(".svg")]
    assert len(pictures) >= 3
    for path in pictures:
        page.goto(clubs.address + path)
        assert look(page, "wordsOutside") == []
