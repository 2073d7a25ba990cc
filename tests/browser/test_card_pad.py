"""One instrument for cards: on every page with a pad it stands still, and hides nothing that is needed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from referee.rules.questions import QUESTIONS
from tests.browser.looking import look
from tests.browser.test_budgets import tell
from tests.browser.thumb import Thumb
from tests.sizes import sized

SIZES = sized([(320, 568)], [(375, 667), (320, 568), (667, 375), (1280, 800)])
TAPPED = 9
"""Kinds of fields that the pad fills."""
FAULTS = """async (taps) => {
  const pad = document.querySelector("[data-pad]");
  if (!pad) return ["no pad"];
  const keys = [...pad.querySelectorAll("button")];
  const ranks = keys.filter((key) => key.dataset.rank);
  const says = (key) => (key.getAttribute("aria-label") || key.textContent).trim();
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const active = () => document.querySelector("[data-cards].active");
  // a field whose cards fill the slots of the contract is seen as these
  const field = () => active().querySelector(active().matches(".slotted") ? "[data-slots]" : "input, textarea");
  const covered = (one) => {
    const box = one.getBoundingClientRect();
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top < -1 || box.bottom > innerHeight + 1 || !(over && (one === over || one.contains(over)));
  };
  const faults = new Set();
  const look = (when) => {
    for (const one of [...keys, document.querySelector(".dock .primary"), field(), document.querySelector(".sum")])
      if (one?.offsetHeight && covered(one)) faults.add(`${when}: ${one.id || says(one)} is not seen`);
  };
  await settled();
  look("before");
  const heading = document.querySelector("main[data-screen='play/steps.html']:not(:has(.told, .the-meld)) h1");
  if (heading && covered(heading)) faults.add("before: the heading is not seen");
  keys.find((key) => key.dataset.suit)?.click();
  let first;
  for (let tap = 1; tap <= taps; tap += 1) {
    ranks[(tap * 3) % ranks.length].click();
    await settled();
    look(`card ${tap}`);
    const places = keys.map((key) => key.getBoundingClientRect()).map(({ x, y }) => [x, y]);
    first ??= places;
    places.forEach(([x, y], at) => {
      const by = Math.max(Math.abs(x - first[at][0]), Math.abs(y - first[at][1]));
      if (by > 1) faults.add(`card ${tap}: ${says(keys[at])} moved by ${Math.round(by)}`);
    });
  }
  return [...faults];
}"""

FAINT = """(ratio) => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  return [...document.querySelectorAll("[data-pad] [data-suit]")].flatMap((key) => {
    key.click();
    const { color, backgroundColor } = getComputedStyle(key);
    const [dark, bright] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
    return bright / dark < ratio ? [`${key.dataset.suit} chosen: ${color} on ${backgroundColor}`] : [];
  });
}"""
"""Suits that are hard to see once they are chosen: axe passes over single signs."""
LARGE_SIGN = 4.5
UNDER_THE_PAD = """() => {
  const dock = document.querySelector(".dock:has([data-pad])").getBoundingClientRect();
  const isBeside = ({ left, right }) => left >= dock.right || right <= dock.left;
  const isAway = ({ top, bottom }) => top >= dock.bottom || bottom <= dock.top;
  const isUnder = (box) => !isBeside(box) && !isAway(box);
  const fields = document.querySelectorAll("main :is(input:not([type=hidden]), textarea, select)");
  return [...fields]
    .filter((each) => each.checkVisibility() && isUnder(each.getBoundingClientRect()))
    .map(({ id }) => id);
}"""


def faults_of(page: Page, address: str) -> list[str]:
    page.goto(address)
    page.wait_for_function("document.querySelector('[data-cards].active')")
    found: list[str] = page.evaluate(FAULTS, TAPPED)
    by_day = look(page, "layout")
    found += page.evaluate(FAINT, LARGE_SIGN)
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(FAINT, LARGE_SIGN)
    if look(page, "layout") != by_day:
        found.append("in the dark more differs than colours")
    page.emulate_media(color_scheme="light")
    return [f"{re.sub(r'.*(/ask|/g/[A-Z0-9]+)', '', address)}: {fault}" for fault in found]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_pad_of_every_page_stands_still_and_hides_nothing(
    page: Page, live_server: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    thumb = Thumb(page)
    calls = f"{thumb.open_game(live_server, 'shanghai')}/shanghai?discarder=2&seat=3"
    game = thumb.open_game(live_server, "screw")
    thumb.link("^Going down$")
    thumb.button("^Player 2$")
    thumb.heading("Player 2 goes down")
    tell(thumb, "5C 9C 5D 9D 5H 9H")
    thumb.button("^Add the cards$")
    thumb.heading("Round 1")
    meld = page.get_by_role("link", name=re.compile("^Player 2: five")).get_attribute("href")
    tapped = [name for name, question in QUESTIONS.items() if any(one.kind.tapped for one in question.fields)]
    assert len(tapped) >= 8
    pages = [f"{live_server}/ask/{name}?rulebook=screw" for name in tapped]
    pages += [f"{game}/ask/{name}" for name in tapped]
    pages += [f"{game}/{place}" for place in ("down?seat=3", "new-meld?seat=2", "round?seat=3")]
    pages += [f"{game}/melds/another?seat=2&owner=3", calls, f"{calls}&another=1"]
    pages += [f"{live_server}{meld}?seat=2&pad=1", f"{game}/screw-over?by=1&owner=3&half=cards_of"]
    pages += [f"{game}/screw-over?by=1&owner=3&cards_of=5H+5S+5D&take=5S&use={use}" for use in ("contract", "new_meld")]
    found = [fault for address in pages[:: sized(4, 1)] for fault in faults_of(page, address)]
    assert not found, "\n".join(found)


def test_on_a_desktop_the_pad_lies_beside_the_fields(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    for name in ("screw", "turn", "discard"):
        page.goto(f"{live_server}/ask/{name}?rulebook=screw")
        page.wait_for_function("document.querySelector('[data-cards].active')")
        fields = page.locator("main [data-cards] input:visible, main [data-cards] textarea:visible")
        assert fields.count() > 1
        for field in fields.all():
            field.focus()
            assert page.evaluate(UNDER_THE_PAD) == [], name
    page.locator(".dock").evaluate("dock => { dock.style.cssText = 'position: fixed; inset: auto 0 0'; }")
    assert page.evaluate(UNDER_THE_PAD) != [], "a pad below the fields would be found"
