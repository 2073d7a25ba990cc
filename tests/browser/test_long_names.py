"""Eight players with long names on two phones: what a walk through a whole game has found does not come back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee import create_app
from referee.game import commands as cmd
from referee.storage.tables.database import db
from tests.browser.evenings import Evening
from tests.browser.thumb import Thumb

NAMES = (
    "Maximiliana-Alexandra", "Bartholomäus Friedrich", "Wolfeschlegelsteinhausenbergerdorffwelch",
    "Maximiliana-Theodora von Hohenstein-Klee", "Jo", "Christopher-Sebastian", "Anna", "Konstantinos P.",
)  # fmt: skip
PHONES = ((375, 667), (320, 568))
LEAST = 4
"""px between the words of two places."""
UNDER_THE_BAR = """() => {
  const bar = document.querySelector(".top").getBoundingClientRect().bottom;
  const words = [...document.querySelectorAll("main a > span, main button > span")];
  return words.filter((e) => e.checkVisibility() && e.getBoundingClientRect().top < bar - 1).map((e) => e.textContent);
}"""
BETWEEN = """() => {
  const words = [...document.querySelectorAll(".tabs a > span")].map((e) => e.getBoundingClientRect());
  return Math.min(...words.slice(1).map((word, at) => word.left - words[at].right));
}"""


@pytest.fixture
def long_game(page: Page, live_server: str, settings: dict[str, Any]) -> str:
    """The phone of Maximiliana-Theodora, when she has seen how the first round ended."""
    with create_app(settings).app_context():
        evening = Evening("screw", NAMES)
        game = f"{live_server}/g/{evening.code}"
        page.goto(game + "/who")
        Thumb(page).button(f"^{NAMES[3]}")
        page.locator(".mine").wait_for()
        evening.act(cmd.SayWentOut(1, 2))
        for seat in (1, 3, 4, 5, 6, 7, 8):
            evening.act(cmd.EnterCardsLeft(1, seat, "K K Q J 10 9 9 8 7 6" if seat == 3 else "K 9 4", confirmed=True))
        evening.act(cmd.CloseRound(1, confirmed=True))
        db.session.remove()
        db.engine.dispose()
    page.goto(game)
    expect(page.locator(".round-news li")).to_have_count(len(NAMES))
    return game


def test_the_news_of_a_round_stand_above_the_dock_whoever_leads(page: Page, long_game: str) -> None:
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        part, dock = page.locator(".next-round").bounding_box(), page.locator(".dock").bounding_box()
        assert part
        assert dock
        assert part["y"] + part["height"] <= dock["y"], (width, height)


def test_no_word_of_a_key_lies_under_the_bar_above_the_pad(page: Page, long_game: str) -> None:
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{long_game}/round")
        expect(page.get_by_role("link", name="Who went out?")).to_be_visible()
        expect(page.locator("[data-cards].active")).to_have_count(1)
        assert page.evaluate(UNDER_THE_BAR) == [], (width, height)


def test_a_running_total_in_the_sheet_is_as_small_as_any_other(page: Page, long_game: str) -> None:
    page.goto(f"{long_game}/score")
    sizes = page.locator(".sheet td .total").evaluate_all("all => all.map((each) => getComputedStyle(each).fontSize)")
    assert len(set(sizes)) == 1, sizes


def test_the_contract_stands_above_the_keys_below_the_longest_name_of_ones_own(page: Page, long_game: str) -> None:
    page.get_by_role("link", name="Round 2", exact=True).tap()
    expect(page.locator(".mine")).to_be_visible()
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert Thumb(page).sees(page.locator(".now .contract")), (width, height)


def test_the_words_of_two_places_do_not_touch_on_a_small_phone(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(live_server + "/")
    assert page.evaluate(BETWEEN) >= LEAST
