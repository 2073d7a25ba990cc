"""The pictures of the README: ``python -m tests.browser.pictures`` draws them anew in ``docs/``."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from referee import create_app
from referee.storage.database import db
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.evenings import Evening
from tests.browser.looking import context_of, shown

DOCS = Path(__file__).parents[2] / "docs"
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
        "now": f"/g/{played.code}",
        "cards-left": f"/g/{counted.code}/round?seat={seat}",
        "score": f"/g/{played.code}/score",
        "ruling": f"/ask/contract?{urlencode(TOUCHING)}",
    }


def ready(page: Page, name: str) -> None:
    """Taps what a picture shows."""
    if name == "cards-left":
        for rank in ("K", "K", "10", "5", "JK"):
            page.locator(f"[data-rank='{rank}']").tap()


def main() -> None:
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        shown(Path(folder), write) as found,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
        context_of(browser, playwright, reduced_motion="reduce") as context,
    ):
        page = context.new_page()
        for name, path in found.paths.items():
            page.emulate_media(color_scheme="dark" if name == "ruling" else "light")
            page.goto(found.address + path)
            ready(page, name)
            page.screenshot(path=DOCS / f"{name}.png")
            print(DOCS / f"{name}.png")


if __name__ == "__main__":
    main()
