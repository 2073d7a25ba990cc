"""A television tells how a round ended for 20 seconds, then shows the one in play: it fills the screen meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee import create_app
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.storage.tables.database import db
from referee.web.table_view import page as table_view
from tests.browser.evenings import LONG, Evening
from tests.browser.looking import SIZES, Shown, shown
from tests.browser.test_table_view import SCREENS, OneOfMany

NAMES = ("Mira", "Jonas", "Oma Lotte", "Ben", "Konstantinos", "Ida", "Greta", "Hugo", "Paula", "Zoe")
TELEVISIONS = {"small television": (1280, 720), **SCREENS}
ANIMATED = """() => document.querySelector(".view-story").getAnimations({ subtree: true })
  .map((each) => [each.animationName, each.effect.getComputedTiming().endTime])"""
LATER = """() => document.getAnimations().forEach((each) => each.finish())"""
"""As if all that moves on the page had come to its end."""


def write(settings: dict[str, Any]) -> dict[str, str]:
    app = create_app(settings)
    with app.app_context():
        ten = library.with_house_rules(library.load("screw"), {"players_max": 10, "decks": 5, "jokers": 8})
        books = {2: "grokipedia", 10: ten}
        evenings = {
            f"{players} players": OneOfMany(books.get(players, "screw"), NAMES[:players]).rounds(3)
            for players in (2, 3, 4, 5, 6, 8, 10)
        }
        evenings["eight long names"] = OneOfMany("may-i", LONG).rounds(2)
        evenings["the first round"] = OneOfMany("contract", NAMES[:4]).rounds(1)
        db.session.remove()
        db.engine.dispose()
    return {name: f"/tv/{evening.code}" for name, evening in evenings.items()}


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """However long it takes to look at them all, they are being told."""
    with pytest.MonkeyPatch.context() as patched, shown(tmp_path_factory.mktemp("stories"), write) as found:
        patched.setattr(table_view, "TOLD_FOR", timedelta(days=1))
        patched.setattr(table_view, "_ago", lambda _closed: ())  # and each from its beginning
        yield found


LAID_OUT = """() => {
  const box = (name) => document.querySelector(`.view-story ${name}`).getBoundingClientRect();
  const { scrollHeight, scrollWidth } = document.documentElement;
  const [race, next, list] = [box(".race"), box(".next-round"), box("ol")];
  const cut = [...document.querySelectorAll(".view-story :is(h2, p, .number, .contract)")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
    .map((each) => each.className + each.textContent);
  const lines = [...document.querySelectorAll(".view-story li:not(.meld)")].map((each) => each.getBoundingClientRect());
  const totals = [...document.querySelectorAll(".view-story .total")];
  const digits = totals.map((each) => parseFloat(getComputedStyle(each).fontSize));
  return {
    unused: innerHeight - Math.max(race.bottom, next.bottom),
    beyond: Math.max(scrollHeight - innerHeight, scrollWidth - innerWidth),
    list: (lines.at(-1).bottom - lines[0].top) / list.height,
    digits: Math.min(...digits),
    cut,
  };
}"""


def test_it_fills_every_screen_and_nothing_is_cut(stories: Shown, page: Page) -> None:
    found = {}
    for name, path in stories.paths.items():
        page.goto(stories.address + path)
        for screen, (width, height) in TELEVISIONS.items():
            page.set_viewport_size({"width": width, "height": height})
            laid_out = page.evaluate(LAID_OUT)
            fills = 0 <= laid_out["unused"] <= 40 and laid_out["beyond"] <= 0 and laid_out["list"] > 0.95
            if not fills or laid_out["cut"] or laid_out["digits"] < SIZES["table_view_digits"]:
                found[f"{name}, {screen}"] = laid_out
    assert found == {}


def test_without_motion_it_is_told_as_long_and_nothing_moves(stories: Shown, page: Page, browser: Browser) -> None:
    path = stories.address + stories.paths["4 players"]
    page.goto(path)
    expect(page.locator(".view-story")).to_be_visible()
    assert page.evaluate(ANIMATED) == [["told", 20000]]
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        television = context.new_page()
        television.goto(path)
        expect(television.locator(".view-story .chip.runs")).not_to_have_count(0)
        moves = television.evaluate(ANIMATED)
        assert ["told", 20000] in moves
        assert {"runs", "comes", "dealt", "leaves"} <= {name for name, _ in moves}


def test_a_television_that_comes_later_is_told_what_is_left_of_it(
    stories: Shown, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_view, "_ago", lambda _closed: (1, 4, 8))
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        television = context.new_page()
        television.goto(stories.address + stories.paths["4 players"])
        expect(television.locator(".view-story .chip.runs")).not_to_have_count(0)
        moves = dict(television.evaluate(ANIMATED))
    assert moves == {"told": 7000, "leaves": 7000}, "all that comes has come"


def test_a_television_without_scripts_tells_it_and_shows_the_round_in_play(stories: Shown, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 720}) as context:
        television = context.new_page()
        television.goto(stories.address + stories.paths["4 players"])
        expect(television.locator(".view-story")).to_be_visible()
        session = context.new_cdp_session(television)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": 100})
        expect(television.locator(".view-story")).to_be_hidden()
        expect(television.locator(".table-view h1")).to_be_visible()


def test_it_comes_with_the_closing_and_goes_by_itself_or_with_an_undo(
    live_server: str, settings: dict[str, Any], second: BrowserContext
) -> None:
    app = create_app(settings)
    with app.app_context():
        evening = Evening("contract", NAMES[:4])
        television, story = second.new_page(), second.pages[0].locator(".view-story")
        television.goto(f"{live_server}/tv/{evening.code}")
        expect(story).to_have_count(0)
        evening.rounds(1)
        expect(story).to_be_visible()
        expect(story.locator(".next")).to_have_text("Round 2 of 7")
        television.evaluate(LATER)
        expect(story).to_be_hidden()
        expect(television.locator(".table-view h1")).to_have_text("Round 2 of 7")
        evening.rounds(1)
        expect(story).to_be_visible()
        expect(story.locator(".next")).to_have_text("Round 3 of 7")
        evening.act(cmd.Undo(evening.state.rounds[-1].seq, confirmed=True))
        expect(story).to_have_count(0)
        expect(television.locator(".table-view h1")).to_have_text("Round 2 of 7")
        db.session.remove()
        db.engine.dispose()
