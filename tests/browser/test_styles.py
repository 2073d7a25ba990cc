"""The one style sheet that goes out says what the sheets in ``static/`` say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

SHEETS = ("referee", "pages-referee", "pages-table", "pages-season", "sizes")
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const within = (rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : [rule]);
  return [...sheet.cssRules].flatMap(within).map((rule) => rule.cssText);
}"""


def apart(rule: str) -> str:
    """A rule without the spaces that say nothing; one between two parts of a selector says "within"."""
    return re.sub(r"\s*([{};,>]|: )\s*", r"\1", re.sub(r"\s+", " ", rule)).strip()


def test_nothing_is_lost_when_spaces_and_comments_are_taken_out(page: Page, app: Flask) -> None:
    client = app.test_client()
    address = re.search(r'"([^"]*/styles-[^"]*\.css)"', client.get("/").text)
    assert address
    sources = [(Path(str(app.static_folder)) / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS]
    written, sent = (page.evaluate(RULES, text) for text in ("\n".join(sources), client.get(address[1]).text))
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
