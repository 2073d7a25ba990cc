"""The two style sheets that go out say what the sheets in ``static/`` say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.thumb import Thumb, opened, until

SHEETS = ("referee", "pages-referee", "pages-table", "sizes", "pages-season")
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const within = (rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : [rule]);
  const isSaid = (rule) => !(rule instanceof CSSLayerStatementRule);
  return [...sheet.cssRules].filter(isSaid).flatMap(within).map((rule) => rule.cssText);
}"""


def apart(rule: str) -> str:
    """A rule without the spaces that say nothing; one between two parts of a selector says "within"."""
    return re.sub(r"\s*([{};,>]|: )\s*", r"\1", re.sub(r"\s+", " ", rule)).strip()


def test_nothing_is_lost_when_spaces_and_comments_are_taken_out(page: Page, app: Flask) -> None:
    client = app.test_client()
    html = client.get("/").text
    addresses = [re.findall(rf'"([^"]*/{which}-[^"]*\.css)"', html)[0] for which in ("styles", "later")]
    text = "".join(client.get(address).text for address in addresses)
    sources = [(Path(str(app.static_folder)) / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS]
    written, sent = (page.evaluate(RULES, text) for text in ("\n".join(sources), text))
    assert len(written) > 500
    for one, other in zip(written, sent, strict=True):
        assert apart(one) == apart(other)


SUBJECTS = """text => {
  const selectors = [];
  const walk = (rules, above) => {
    for (const rule of rules) {
      const own = rule.selectorText?.replaceAll("&", `:is(${above})`);
      if (own) selectors.push(own);
      if (rule.cssRules) walk(rule.cssRules, own ?? above);
    }
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  walk(sheet.cssRules, "");
  return selectors;
}"""


def pieces(selector: str, between: str) -> list[str]:
    """The parts of a selector, cut outside its brackets."""
    found, depth = [""], 0
    for sign in selector:
        depth += (sign in "([") - (sign in ")]")
        if not depth and sign in between:
            found.append("")
        else:
            found[-1] += sign
    return [part.strip() for part in found if part.strip()]


def named(subject: str) -> bool:
    """Whether it asks for a tag, a class, an id or an attribute; what it holds or is not does not count."""
    bare = re.sub(r":(has|not)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", subject)
    return bool(re.search(r"(?:^|[(,]\s*)[a-z]|[.#\[]", re.sub(r":[a-z-]+", "", bare)))


@pytest.mark.parametrize("name", SHEETS)
def test_what_holds_something_never_styles_just_anything_within(page: Page, app: Flask, name: str) -> None:
    """With one ``:has(…) > *`` the browser styles the whole page anew whenever a part of it comes or is changed."""
    selectors = page.evaluate(SUBJECTS, (Path(str(app.static_folder)) / f"{name}.css").read_text(encoding="utf-8"))
    assert len(selectors) > 50
    chains = [pieces(one, " >+~") for selector in selectors for one in pieces(selector, ",")]
    assert [chain for chain in chains if any(":has(" in part for part in chain[:-1]) and not named(chain[-1])] == []


FEW = 80
"""So many of a page's two to three hundred elements may be styled anew because one word changed."""
ANOTHER_WORD = """async () => {
  const part = document.querySelector("[aria-live], [role=status]");
  part.append(document.createElement("b"));
  document.body.offsetHeight; // what else was to be styled is
  part.replaceChildren("Another word");
  document.body.offsetHeight;
}"""


def styled_anew(page: Page, change: str) -> list[int]:
    """How many elements the browser styles each time that it does while a script runs."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda event: ended.append(event))
    session.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    page.evaluate(change)
    session.send("Tracing.end")
    until(page, lambda: ended)
    return [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]


def test_a_word_that_changes_styles_few_elements_anew(page: Page, live_server: str) -> None:
    """Each tap of a card says so, and on a slow phone a whole page of styles is longer than the tap may take."""
    game = opened(page, live_server, "screw", [f"Player {seat}" for seat in range(1, 9)])
    for address in (game, f"{game}/round?seat=2", f"{game}/score", f"{live_server}/ask/meld?rulebook=screw"):
        page.goto(address)
        page.wait_for_function("() => [...document.styleSheets].some(({ href }) => /later-/.test(href))")
        counts = styled_anew(page, ANOTHER_WORD)
        assert counts, "nothing was styled"
        assert max(counts) <= FEW, address


def test_later_styles_come_when_all_else_has_and_a_page_that_needs_them_waits(
    page: Page, context: BrowserContext, live_server: str
) -> None:
    held: list[Route] = []
    context.route("**/later-*.css", lambda route: route.continue_() if held else held.append(route))
    page.goto(live_server + "/")
    page.evaluate("window.isFirst = true")
    until(page, lambda: held)
    Thumb(page).place("Standings")
    expect(page.get_by_role("heading", level=1)).to_have_text("No season yet")
    assert not page.evaluate("window.isFirst"), "the page was loaded whole, with its styles"
    page.wait_for_load_state()  # its words are read before it is painted, and so before the styles are there
    assert page.evaluate("Boolean(document.querySelector('link[data-later]').sheet)")
    page.goto(live_server + "/new")
    page.evaluate("window.isFirst = true")
    page.wait_for_function("() => [...document.styleSheets].some(({ href }) => /later-/.test(href))")
    Thumb(page).place("Standings")
    expect(page.get_by_role("heading", level=1)).to_have_text("No season yet")
    assert page.evaluate("window.isFirst"), "htmx brought what stands in it"
