"""What one chooses a file with keeps its words, at every width and size of text, and says which file it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sizes import sized

NAME = "our-club-of-many-years-as-it-was-on-the-last-evening-before-the-summer.jsonl"
CUT = """
part => {
  const [range, box] = [document.createRange(), part.getBoundingClientRect()];
  range.selectNodeContents(part);
  const right = Math.min(box.right, innerWidth) + 1;
  return [...range.getClientRects()].some((line) => line.left < box.left - 1 || line.right > right);
}
"""
"""Whether some of its words lie outside of it, or of the window."""


SIZES = [(375, 16), (320, 16), (320, 24), (320, 32)]
"""Widths, and how many pixels the usual letters have."""


@pytest.fixture(params=sized(SIZES[::3], SIZES), ids=lambda param: f"{param[0]}px-{param[1]}px")
def phone(browser: Browser, live_server: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone of so many pixels whose usual letters have so many."""
    width, letters = request.param
    context = browser.new_context(viewport={"width": width, "height": 667}, base_url=live_server, has_touch=True)
    page = context.new_page()
    page.goto("/")
    size = f"document.documentElement.style.fontSize = '{1.125 * letters}px'"
    context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {size} }})")
    yield page
    context.close()


@pytest.mark.parametrize("path", sized(["/data"], ["/house-rules", "/data"]))
def test_the_key_of_a_file_keeps_its_words_and_names_the_file(phone: Page, path: str) -> None:
    if path == "/data":
        phone.goto("/clubs")
        href = phone.get_by_role("link", name="Club", exact=True).get_attribute("href")
        path = f"{href}/data"
    phone.goto(path)
    for fold in phone.locator("details:has(#file):not([open]) > summary").all():
        fold.click()
    key, chosen = phone.locator(".file-key"), phone.locator("#file-chosen")
    expect(key).to_have_text("Choose a file")
    expect(chosen).to_have_text("No file chosen yet")
    box = key.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    phone.locator("#file").set_input_files([{"name": NAME, "mimeType": "text/plain", "buffer": b"nothing"}])
    expect(chosen).to_have_text(NAME)
    phone.locator("#file").set_input_files([])
    expect(chosen).to_have_text("No file chosen yet")
    phone.locator("#file").set_input_files([{"name": NAME, "mimeType": "text/plain", "buffer": b"nothing"}])
    expect(chosen).to_have_text(NAME)
    phone.get_by_role("button", name="Don’t send this file").click()
    expect(chosen).to_have_text("No file chosen yet")
    assert phone.locator("#file").evaluate("field => field.files.length") == 0
    phone.locator("#file").set_input_files([{"name": NAME, "mimeType": "text/plain", "buffer": b"nothing"}])
    for part in (key, chosen):
        assert not part.evaluate(CUT), part
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
