"""No page asks for anything from elsewhere: every test in a browser watches that; here the watch itself is tried."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import elsewhere, quiet


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/", "http://localhost/g/ABC", "http://192.168.1.20/", "data:,x"])
def test_what_stays_in_the_house_is_no_complaint(url: str) -> None:
    assert elsewhere(url) == []


def test_a_request_that_leaves_the_house_is_noticed(
    page: Page, context: BrowserContext, expected_complaints: list[str]
) -> None:
    expected_complaints += ["asked elsewhere", "ERR_FAILED"]  # of the watch that every test has
    context.route("https://letters.example/**", lambda route: route.abort())
    with pytest.raises(AssertionError, match="asked elsewhere: https://letters"), quiet(context, []):
        page.evaluate("fetch('https://letters.example/font.woff2').catch(() => {})")
