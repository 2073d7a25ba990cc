"""The pictures of *How it works*: ``python -m tests.browser.pictures`` takes them anew."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import expect, sync_playwright

from referee import create_app
from referee.services.house import data
from referee.storage.tables.database import db
from tests.browser.evenings import Evening
from tests.browser.front import HAND, PLAYERS, THEMES, TOUCHING, fixed, hand_counted, photographer
from tests.browser.looking import context_of, shown

HELP = Path(__file__).parents[2] / "static" / "help"
"""Each in both themes, a piece of the page as large as its place there."""
PIECE = {"x": 0, "y": 0, "width": 375, "height": 440}


def write(settings: dict[str, Any]) -> dict[str, str]:
    """An evening of the demo club in its third round, and another while a hand is counted."""
    app = create_app(settings)
    with app.app_context():
        club = data.make_demo().id
        played = Evening("contract", PLAYERS, club).rounds(2)
        counting = hand_counted(club, 2)
        db.session.remove()
        db.engine.dispose()
    return {
        "new-game": "/new",
        "now": f"/g/{played.code}",
        "cards-left": counting,
        "score": f"/g/{played.code}/score",
        "ruling": f"/ask/contract?{urlencode(TOUCHING)}",
    }


def main() -> None:
    with (
        fixed(),
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        shown(Path(folder), write) as pages,
        photographer(playwright, Path(folder)) as browser,
    ):
        for theme in THEMES:
            options = {"color_scheme": theme, "reduced_motion": "reduce", "device_scale_factor": 2}
            with context_of(browser, playwright, **options) as small:
                page = small.new_page()
                for name, path in pages.paths.items():
                    page.goto(pages.address + path)
                    if name == "cards-left":
                        for rank in HAND:
                            page.locator(f"[data-rank='{rank}']").tap()
                        expect(page.locator(":active")).to_have_count(0)
                    page.screenshot(path=HELP / f"{name}-{theme}.jpg", type="jpeg", quality=60, clip=PIECE)


if __name__ == "__main__":
    main()
