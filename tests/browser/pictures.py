"""The pictures of the README and of *How it works*: ``python -m tests.browser.pictures`` takes them anew."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from referee import create_app
from referee.storage.tables.database import db
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.evenings import Evening
from tests.browser.looking import context_of, shown

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HELP = ROOT / "static" / "help"
"""Each in both themes, a piece of the page as large as its place there."""
PIECE = {"x": 0, "y": 0, "width": 375, "height": 440}
THEMES = ("light", "dark")
TOUCHING = {"melds": "3C 4C 5C 6C\n7C 8C 9C 10C", "round": "3", "rulebook": "contract", "players": "4", "ask": "1"}


def write(settings: dict[str, Any]) -> dict[str, str]:
    """An evening after three rounds, and the same while a hand is counted."""
    app = create_app(settings)
    with app.app_context():
        played = Evening("contract", tuple(f"Player {seat}" for seat in range(1, 5))).rounds(3)
        counted = Evening("liverpool", tuple(f"Player {seat}" for seat in range(1, 5))).rounds(2)
        out = counted.out()
        running = counted.state.running
        assert running is not None
        seat = next(seat for seat in running.seats if seat != out)
        db.session.remove()
        db.engine.dispose()
    return {
        "new-game": "/new",
        "now": f"/g/{played.code}",
        "cards-left": f"/g/{counted.code}/round?seat={seat}",
        "score": f"/g/{played.code}/score",
        "ruling": f"/ask/contract?{urlencode(TOUCHING)}",
    }


def opened(page: Page, address: str, name: str) -> Page:
    """A page with what a picture shows tapped in."""
    page.goto(address)
    if name == "cards-left":
        for rank in ("K", "K", "10", "5", "JK"):
            page.locator(f"[data-rank='{rank}']").tap()
    return page


def main() -> None:
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        shown(Path(folder), write) as found,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
        context_of(browser, playwright, reduced_motion="reduce") as sharp,
    ):
        for_readme = sharp.new_page()
        for name, path in found.paths.items():
            if name != "new-game":
                for_readme.emulate_media(color_scheme="dark" if name == "ruling" else "light")
                opened(for_readme, found.address + path, name).screenshot(path=DOCS / f"{name}.png")
        for theme in THEMES:
            options = {"color_scheme": theme, "reduced_motion": "reduce", "device_scale_factor": 2}
            with context_of(browser, playwright, **options) as small:
                for_help = small.new_page()
                for name, path in found.paths.items():
                    opened(for_help, found.address + path, name).screenshot(
                        path=HELP / f"{name}-{theme}.jpg", type="jpeg", quality=60, clip=PIECE
                    )


if __name__ == "__main__":
    main()
