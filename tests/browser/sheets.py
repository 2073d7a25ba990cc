"""Contact sheets: every page at four sizes and in both themes, to be looked at.

    python -m tests.browser.sheets FOLDER                    every page
    python -m tests.browser.sheets FOLDER --only ": now" …    those whose names a pattern finds
    … --sizes 375x667 --themes light                          at fewer sizes, in one theme

Writes one picture of each page, and sheets for each size and theme with all of them in miniature.
"""

from __future__ import annotations

import argparse
import html
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, Playwright, sync_playwright

from referee import create_app
from referee.rulebooks import library
from referee.rules.questions import QUESTIONS
from referee.web.ask.forms import address_of
from tests import apps
from tests.browser import evenings, seasons, test_at_table_looks, test_table_view
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.looking import Shown, context_of, shown


def of_the_rules(settings: dict[str, Any]) -> dict[str, str]:
    """The pages that need no game: every question with its examples answered, and the rulebooks."""
    apps.dispose(create_app(settings))
    paths = {"questions": "/ask"}
    for name, question in QUESTIONS.items():
        paths[name] = f"/ask/{name}"
        for what, request in question.examples.items():
            typed = address_of({"question": name, **request}, library.load(request["rulebook"]))
            paths[f"{name}, {what}"] = f"/ask/{name}?{urlencode({'ask': 1, 'rulebook': request['rulebook'], **typed})}"
    return paths | {
        "rulebooks": "/rulebooks",
        "search": "/rulebooks?q=steal+a+joker",
        "nothing found": "/rulebooks?q=xylophone",
        "rulebook": "/rulebooks/progressive",
        "two rulebooks": "/rulebooks/contract/compare/bicycle",
    }


SIZES = ("320x568", "375x667", "768x1024", "1280x800")
THEMES = ("light", "dark")
BOOKS = {
    "evening": evenings.write,
    "table": test_at_table_looks.write,
    "season": seasons.write,
    "tv": test_table_view.write,
    "referee": of_the_rules,
}
ACROSS = {"320x568": 8, "375x667": 8, "768x1024": 5, "1280x800": 4}
"""Pages in a line of a sheet."""
HIGHEST = 16_000
"""So many pixels of a page a browser draws; what lies below comes out blank."""


def served(folder: Path, stack: ExitStack, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Name and address of each page that the pattern finds; their servers run for as long as the stack."""
    for book, write in BOOKS.items():
        found: Shown = stack.enter_context(shown(folder / book, write))
        for name, path in found.paths.items():
            if pattern.search(full := f"{book}: {name}"):
                yield full, found.address + path


def photographed(
    playwright: Playwright, browser: Browser, folder: Path, pages: dict[str, str], size: str, theme: str
) -> list[Path]:
    """Each page on a phone (or a screen) of this size, as it opens."""
    width, height = map(int, size.split("x"))
    options = {"viewport": {"width": width, "height": height}, "color_scheme": theme, "reduced_motion": "reduce"}
    options |= {"device_scale_factor": 1} if width > 400 else {}
    made = []
    with context_of(browser, playwright, **options) as context:
        page = context.new_page()
        for name, address in pages.items():
            page.goto(address)
            made.append(folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())}-{size}-{theme}.png")
            page.screenshot(path=made[-1])
    return made


def sheets(browser: Browser, pictures: list[Path], names: list[str], size: str, theme: str) -> Iterator[Path]:
    """All pictures of a size and theme, as few sheets as a browser draws whole."""
    across = ACROSS.get(size, 6)
    some = across * (HIGHEST // (int(size.split("x")[1]) + 40))
    for part, at in enumerate(range(0, len(pictures), some), 1):
        yield sheet(browser, pictures[at : at + some], names[at : at + some], size, f"{theme}-{part}")


def sheet(browser: Browser, pictures: list[Path], names: list[str], size: str, called: str) -> Path:
    """Some pictures of a size as one."""
    width = int(size.split("x")[0])
    across = ACROSS.get(size, 6)
    figures = "".join(
        f'<figure><img src="{picture.name}" width="{width}"><figcaption>{html.escape(name)}</figcaption></figure>'
        for picture, name in zip(pictures, names, strict=True)
    )
    folder = pictures[0].parent
    page_file = folder / f"sheet-{size}-{called}.html"
    style = f"body {{ display: grid; grid-template-columns: repeat({across}, {width}px); gap: 12px; margin: 12px; }}"
    style += "figure { margin: 0; font: 14px sans-serif; } img { display: block; } body { background: #888; }"
    page_file.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}", encoding="utf-8")
    with browser.new_context(viewport={"width": across * (width + 12) + 12, "height": 800}) as context:
        page = context.new_page()
        page.goto(page_file.as_uri())
        page.screenshot(path=page_file.with_suffix(".png"), full_page=True)
    return page_file.with_suffix(".png")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.sheets")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[""], metavar="PATTERN")
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    parser.add_argument("--themes", nargs="*", default=THEMES, choices=THEMES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        pages = dict(served(Path(folder), stack, re.compile("|".join(asked.only))))
        browser = stack.enter_context(playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS))
        for size in asked.sizes:
            for theme in asked.themes:
                pictures = photographed(playwright, browser, asked.folder, pages, size, theme)
                for made in sheets(browser, pictures, list(pages), size, theme):
                    print(made, flush=True)


if __name__ == "__main__":
    main()
