"""Every page opens with its title in sight, and one that is opened at a place with that place: under no bar or dock."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from referee.rules.questions import QUESTIONS
from tests.browser.thumb import opened
from tests.sizes import sized

IN_SIGHT = """(target) => {
  const part = target ? document.getElementById(target) : document.querySelector("h1");
  const heading = part.matches("h1, h2, h3") ? part : part.querySelector("h1, h2, h3, strong, summary") ?? part;
  const box = heading.getBoundingClientRect();
  const line = Math.min(box.height, 24);
  const hit = document.elementFromPoint(box.left + Math.min(box.width, 30) / 2, box.top + line / 2);
  return hit && (heading.contains(hit) || hit.contains(heading))
    ? "" : `${heading.textContent.trim().slice(0, 40)} at ${Math.round(box.top)} lies hidden`;
}"""
SETTLED = "() => !document.querySelector('.htmx-swapping, .htmx-settling, .htmx-request')"


def hidden_title(page: Page, target: str = "") -> str:
    """What covers the title (or the place), once the scripts of the page have run; empty where it is in sight."""
    page.wait_for_function(SETTLED)
    page.evaluate("() => new Promise((over) => requestAnimationFrame(() => requestAnimationFrame(over)))")
    return str(page.evaluate(IN_SIGHT, target))


@pytest.mark.parametrize(("width", "height"), sized([(320, 568)], [(375, 667), (320, 568)]))
def test_every_page_with_a_field_opens_with_its_title(page: Page, live_server: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    game = opened(page, live_server, "screw", ["Ann", "Ben", "Cleo"])
    inside = (
        "/down?seat=1",
        "/screw-over?by=1&owner=2",
        "/shanghai",
        "/new-meld?seat=1",
        "/irregular",
        "/round?seat=2",
    )
    addresses = [
        *(f"{live_server}/ask/{name}" for name in QUESTIONS),
        *(f"{game}/ask/{name}" for name in QUESTIONS),
        *(game + path for path in (*inside, "/rules/natural", "/rules/score", "/who", "/table")),
        *(live_server + path for path in ("/new", "/house-rules/contract/change", "/join", "/ask")),
    ]
    covered = {}
    for address in addresses[:: sized(3, 1)]:
        page.goto(address)
        if found := hidden_title(page):
            covered[address.removeprefix(live_server)] = found
    assert covered == {}


@pytest.mark.parametrize(("width", "height"), sized([(320, 568)], [(375, 667), (320, 568)]))
def test_a_question_that_is_tapped_opens_with_its_title(page: Page, live_server: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for name in ("contract", "meld"):
        page.goto(f"{live_server}/ask")
        page.locator(f'main a[href*="/ask/{name}"]').first.tap()
        expect(page.locator("h1")).not_to_have_text("Ask the referee")
        assert hidden_title(page) == "", name


@pytest.mark.parametrize(("width", "height"), sized([(320, 568)], [(375, 667), (320, 568)]))
def test_a_clause_that_is_tapped_is_in_sight_and_so_is_one_of_an_address(
    page: Page, live_server: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    game = opened(page, live_server, "screw", ["Ann", "Ben", "Cleo"])
    page.locator("main dd a").first.tap()
    expect(page.locator("#wild")).to_be_visible()
    assert hidden_title(page, "wild") == ""
    places = (f"{game}/rulebook#swap", "swap"), (f"{live_server}/house-rules/contract/change#of-natural", "of-natural")
    for path, target in places:
        page.goto(path)
        assert hidden_title(page, target) == "", path
