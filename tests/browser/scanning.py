"""A camera in front of a phone: the code on its page, read as it is drawn there."""

from __future__ import annotations

import base64

import zxingcpp
from playwright.sync_api import Page, expect

SIZE = 480
DRAWN = f"""async (svg) => {{
  const drawn = svg.cloneNode(true);
  const given = {{ xmlns: "http://www.w3.org/2000/svg", width: {SIZE}, height: {SIZE} }};
  for (const [name, value] of Object.entries(given)) drawn.setAttribute(name, value);
  const image = new Image();
  image.src = `data:image/svg+xml,${{encodeURIComponent(drawn.outerHTML)}}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {{ width: {SIZE}, height: {SIZE} }});
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, {SIZE}, {SIZE});
  const {{ data }} = pen.getImageData(0, 0, {SIZE}, {SIZE});
  let text = "";
  for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at]);
  return btoa(text);
}}"""


def scanned(page: Page, address: str = "") -> str:
    """What the code on a page says; ``address`` is opened first."""
    if address:
        page.goto(address)
    code = page.locator("svg.qr")
    expect(code).to_be_visible()
    box = code.bounding_box()
    assert box
    assert box["width"] >= 240, "a camera across the table reads it"
    return read(code.evaluate(DRAWN))


def read(drawn: str) -> str:
    """What a code says; ``drawn``: its pixels as ``DRAWN`` gives them."""
    pixels = base64.b64decode(drawn)
    [found] = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (SIZE, SIZE)))
    text: str = found.text
    return text
