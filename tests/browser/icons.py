"""Draws the icons of the home screen from ``static/icon.svg``: ``python -m tests.browser.icons``."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS

STATIC = Path(__file__).parents[2] / "static"
SIZES = (192, 512)
SAFE = 0.8
"""A phone may cut a maskable icon to any shape that holds a circle of this part of its width."""
COLOURS = 32
"""Of the drawing there are four, the rest are its edges: the eye sees no difference to all, the phone loads a third."""


def drawings() -> dict[str, str]:
    """The drawing of each kind of icon by the beginning of its name."""
    drawn = (STATIC / "icon.svg").read_text(encoding="utf-8")
    ground, rest = re.fullmatch(r"(<svg[^>]*><rect[^>]*/>)(.*)</svg>\s*", drawn, re.S).groups()  # type: ignore[union-attr]
    whole_ground = re.sub(r' rx="\d+"', "", ground)
    edge = 64 * (1 - SAFE) / 2
    inner = f'<g transform="translate({edge} {edge}) scale({SAFE})">{rest}</g>'
    return {"icon": drawn, "icon-maskable": f"{whole_ground}{inner}</svg>"}


def main() -> None:
    """Write the files."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for kind, drawing in drawings().items():
            for size in SIZES:
                page = browser.new_page(viewport={"width": size, "height": size})
                page.set_content(
                    f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{drawing}"
                )
                picture = Image.open(BytesIO(page.screenshot(omit_background=True)))
                few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
                few.save(STATIC / f"{kind}-{size}.png", optimize=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
