"""The one style sheet that goes out says what the sheets in ``static/`` say."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from playwright.sync_api import Page

SHEETS = ("referee", "pages-referee", "pages-table", "pages-season")
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText);
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
