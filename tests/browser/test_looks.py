"""Every page in every state: large enough to hit, readable in both themes, nothing sideways, no fault for axe."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser import evenings
from tests.browser.looking import AXE, WORD, Shown, context_of, covered, faults_of, look, shown, thumb_faults
from tests.browser.thumb import HERE, Thumb, seen
from tests.sizes import sized

SIZES = ((320, 1), (375, 2), (320, 2), (667, 1))
"""Widths of a page in CSS pixels, and how many times as large as usual the letters are."""
pytestmark = pytest.mark.long  # all of them: they share what takes long to write


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(tmp_path_factory.mktemp("evening"), evenings.write) as found:
        yield found


def test_axe_would_find_something(page: Page, evening: Shown) -> None:
    page.goto(evening.address + "/new")
    page.evaluate("document.querySelector('#player-1').removeAttribute('aria-label')")
    page.evaluate(AXE)
    for colour in ("#999", "#767676"):  # less than 3 to one, and the 4.5 to one that is enough for others
        page.evaluate("colour => { [...document.querySelectorAll('h2')].at(-1).style.color = colour; }", colour)
        page.evaluate("colour => { document.querySelector('label').style.color = colour; }", colour)
        found = " ".join(look(page, "axeFaults"))
        assert "label:" in found
        assert "color-contrast" in found
        assert [fault.split(":")[0] for fault in look(page, "axeFaults", "colours")] == ["color-contrast-enhanced"]


def test_axe_finds_nothing_text_has_seven_to_one_all_is_large_enough_for_a_thumb_and_nothing_lies_sideways(
    evening: Shown, browser: Browser, playwright: Playwright
) -> None:
    """In the test command axe and the wide screens see every other page, thumbs every one."""
    whole = cycle(sized((True, False), (True,)))

    def faults(page: Page) -> list[str]:
        return faults_of(page, *sized(SIZES[:2], SIZES)) if next(whole) else thumb_faults(page)

    with context_of(browser, playwright) as context:
        phone = context.new_page()
        found = evening.walk(phone, faults)
        found |= with_a_seat(phone, evening).walk(phone, faults)
    assert found == {}, json.dumps(found, indent=1)


def test_what_lies_under_the_dock_would_be_found(page: Page, evening: Shown) -> None:
    page.goto(evening.address + evening.paths["table, eight players"])
    assert covered(page) == []
    page.evaluate("document.documentElement.style.scrollPaddingBottom = 0")
    assert covered(page) != []


def test_a_word_that_a_key_breaks_and_an_undo_at_the_edge_would_be_found(page: Page, evening: Shown) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(evening.address + evening.paths["who are you, eight players"])
    assert look(page, "brokenWords", WORD) == []
    page.locator(".seat-keys").evaluate(
        "keys => { for (const key of keys.querySelectorAll('*')) key.style.letterSpacing = '0.2em'; }"
    )
    assert "Bartholomew is broken" in look(page, "brokenWords", WORD)
    page.goto(evening.address + evening.paths["score, eight players"])
    assert look(page, "touchesTheEdge") == []
    page.evaluate("document.querySelector('.undo').style.marginTop = '-1rem'")
    assert look(page, "touchesTheEdge") != []
    page.goto(evening.address + evening.paths["score, four players"])
    assert look(page, "namesTouch") == []
    page.locator(".sheet table").evaluate("table => { table.style.tableLayout = 'fixed'; }")
    page.locator(".sheet thead").evaluate(
        "head => { for (const name of head.rows[0].cells) name.style.letterSpacing = '3em'; }"
    )
    said = look(page, "namesTouch")
    assert any(" touches " in fault for fault in said)
    assert any(fault.endswith(" is cut") for fault in said)


def with_a_seat(phone: Page, evening: Shown) -> Shown:
    """The pages that begin with whose phone it is, once this one is Anna's."""
    who = evening.paths["who are you, eight players"]
    phone.goto(evening.address + who)
    Thumb(phone).button("^Anna$")
    expect(phone.get_by_role("heading", level=1)).to_have_text(re.compile("Round"))
    game = who.removesuffix("/who")
    pages = {"now": "", "own hand": "/round", "own score": "/score", "own history": "/history", "own seat": "/who"}
    return Shown(evening.address, {f"{name}, with a seat": game + path for name, path in pages.items()})


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("cards left", 375, 667),
        ("cards left", 320, 568),
        ("cards left, eight players", 375, 667),
        ("cards left, eight players", 320, 568),
        ("correct a cell", 375, 667),
    ],
)
def test_the_whole_pad_lies_within_the_thumbs_reach(
    page: Page, evening: Shown, name: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(evening.address + evening.paths[name])
    dock = page.locator(".dock").bounding_box()
    lowest = page.locator(".take-back").bounding_box()
    assert dock
    assert lowest
    assert lowest["y"] + lowest["height"] <= dock["y"]


def test_dark_pages_are_dark_from_the_first_paint(browser: Browser, playwright: Playwright, live_server: str) -> None:
    with context_of(browser, playwright, color_scheme="light") as context:
        page = context.new_page()
        page.goto(live_server + "/")
        seen(page).get_by_text("Appearance").tap()
        seen(page).get_by_text("Dark", exact=True).tap()
        page.get_by_role("button", name="Save").tap()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        light = sum(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(","))
        assert light < 60
        assert 'data-theme="dark"' in page.request.get(live_server + "/new").text()


GROUND_AND_INK = """kind => {
  const isChosen = (e) => e.matches("[aria-pressed=true], [aria-current], :has(:checked), .rank.held");
  const look = (e) => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color];
  const all = [...document.querySelectorAll(kind)];
  return [all.filter(isChosen).map(look), all.filter((e) => !isChosen(e)).map(look)];
}"""


def test_where_the_system_chooses_the_colours_what_is_chosen_can_be_told_from_the_rest(
    evening: Shown, browser: Browser, playwright: Playwright
) -> None:
    pages = {
        "/ask/meld": [".suit"],
        evening.paths["cards left"]: [".rank", ".seat-chips :is(a, .shown)"],
        evening.paths["score, below zero"]: [".lit-names label", ".tabs a"],
        evening.paths["new game"]: ["label.choice"],
    }
    with context_of(browser, playwright, forced_colors="active", reduced_motion="reduce") as context:
        page = context.new_page()
        for path, kinds in pages.items():
            page.goto(evening.address + path)
            page.wait_for_selector("body:not([hx-disable])", state="attached")
            key = page.locator(kinds[0]).nth(1)
            key.evaluate("e => e.click()")
            expect(key).to_have_css("forced-color-adjust", "none")
            for kind in kinds:
                chosen, others = page.evaluate(GROUND_AND_INK, kind)
                assert chosen, kind
                assert others, kind
                assert not [look for look in chosen if look in others], kind
                assert all(ground != ink for ground, ink in chosen), kind
            if kinds[0] == ".lit-names label":
                wide = "e => getComputedStyle(e).strokeWidth"
                chips = page.locator(".lit-names input").evaluate_all("all => all.map((each) => each.id.slice(4))")
                lit, dull = (page.locator(f"#line-of-{number} path").first.evaluate(wide) for number in chips[1:3])
                assert lit != dull


FOCUSED = """() => {
  const { activeElement: at } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const marked = at === document.body || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
  return [at.getAttribute("aria-label") || at.textContent.trim() || at.id, marked];
}"""


def test_the_keyboard_reaches_everything_in_order(page: Page, evening: Shown) -> None:
    page.goto(evening.address + evening.paths["cards left"])
    reached, unmarked = [], []
    for _ in range(40):
        page.keyboard.press("Tab")
        name, marked = page.evaluate(FOCUSED)
        reached.append(name)
        if not marked:
            unmarked.append(name)
    text = " ".join(reached)
    for word in ("To the content", "cards", "ace, 20 points", "No cards left", "Undo"):
        assert word in text, f"{word} in {reached}"
    assert unmarked == []


def test_the_axe_that_is_used_is_the_one_that_is_licensed_here() -> None:
    folder = next(HERE.glob("axe-core-*"))
    assert "Mozilla Public License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert folder.name.removeprefix("axe-core-") in (Path(folder) / "axe.min.js").read_text(encoding="utf-8")[:200]


def test_on_a_phone_on_its_side_a_message_lies_above_the_keys(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 667, "height": 375})
    thumb = Thumb(page)
    thumb.open_game(live_server)
    expect(page.locator(".dock > .notices .notice")).to_be_visible()
    thumb.link("Round over")
    thumb.heading("Who went out")
