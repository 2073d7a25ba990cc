"""A golden evening at 320 px in a language two fifths longer: everything fits, and the totals are those worked out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import pseudo
from tests.browser.looking import look, sideways, thumb_faults
from tests.browser.thumb import Thumb, opened
from tests.golden import evening
from tests.sizes import sized

WIDTH, HEIGHT = 320, 568


@pytest.fixture
def settings(settings: dict[str, Any], tmp_path: Path) -> dict[str, Any]:
    return {**settings, **pseudo.settings(tmp_path / "translations")}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": WIDTH, "height": HEIGHT}}


class Evening:
    """Taps by what a key does: its words are in another language."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.thumb = Thumb(page)
        self.faults: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        """What does not fit of the page at hand; the first of a name is looked at."""
        if name not in self.faults:
            page = self.page
            found = sideways(page, (WIDTH, 1)) + thumb_faults(page) + look(page, "cutOff")
            self.faults[name] = found + (self._pad() if name == "cards left" else [])

    def _pad(self) -> list[str]:
        """Keys that lie under the dock as the page opens."""
        key, dock = (self.page.locator(part).bounding_box() for part in (".take-back", ".dock"))
        assert key
        assert dock
        return ["the pad reaches under the dock"] if key["y"] + key["height"] > dock["y"] else []

    def on(self) -> None:
        """The key that leads on, to a page with another heading."""
        heading = self.page.get_by_role("heading", level=1)
        before = " ".join((heading.text_content() or "").split())
        self.thumb.tap(self.page.locator(".dock .primary"))
        expect(heading).not_to_have_text(before)

    def count(self, played: dict[str, Any], players: list[str]) -> None:
        """From *Now* to the read-back."""
        page, thumb = self.page, self.thumb
        self.on()
        self.look("who went out")
        thumb.tap(page.locator(f'.seat-key[value="{players.index(played["out"]) + 1}"]'))
        for _ in played["left"]:
            expect(page.locator("h1 .who")).to_be_visible()
            hand, _points = played["left"][page.locator("h1 .who").inner_text()]
            if "," in hand:  # in words
                page.locator("#cards").fill(hand)
            else:
                for rank in cards(hand):
                    thumb.tap(page.locator(f'.rank[data-rank="{rank}"]'))
            if not hand:
                thumb.tap(page.locator("[data-say=nothing]"))
            self.look("cards left")
            self.on()


def cards(hand: str) -> Iterator[str]:
    """``2xQ 10`` is Q Q 10."""
    for one in hand.split():
        times, _, rank = one.rpartition("x")
        yield from [rank] * int(times or 1)


def totals(page: Page) -> dict[str, int]:
    rows = page.locator(".standings li, .round-news li").all()
    return {name(row.locator(".player").inner_text()): int(row.locator(".total").inner_text()) for row in rows}


def name(text: str) -> str:
    found = re.match(r"Player \d", text)
    assert found
    return found[0]


@pytest.mark.sweep
def test_a_golden_evening_fits_on_a_narrow_phone_in_a_longer_language(page: Page, live_server: str) -> None:
    case = evening.read("short")
    players, rounds = case["players"], case["rounds"][: sized(2, None)]
    dealer = str(players.index(rounds[0]["dealer"]) + 1)
    game = opened(page, live_server, case["rulebook"], players, how="chosen", dealer=dealer)
    played = Evening(page)
    for one in rounds:
        played.look("now")
        played.count(one, players)
        played.look("check the round")
        played.on()
        assert totals(page) == one["totals"]
        if one is not case["rounds"][-1]:
            played.look("news of the round")
            played.on()
    if rounds == case["rounds"]:
        played.look("result")
    for path in ("score", "history", "table", "round", "may-i", "rules", "who"):
        page.goto(f"{game}/{path}")
        played.look(path)
    for path in ("", "new", "ask/meld", "help", "standings", "rulebooks"):
        page.goto(f"{live_server}/{path}")
        played.look(path or "start")
    found = {name: faults for name, faults in played.faults.items() if faults}
    assert found == {}, json.dumps(found, indent=1, ensure_ascii=False)


def test_the_scripts_speak_the_language_of_the_page(
    page: Page, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx:"]
    game = opened(page, live_server, "short", ["Ann", "Ben", "Cleo"])
    page.goto(f"{game}/table")
    page.context.set_offline(True)
    page.locator("#note").fill("Cake")
    page.locator('form[action$="/table/note"] button').tap()
    bar = page.locator("#unsent")
    expect(bar.locator("strong")).to_have_text(pseudo.pseudo("Not sent yet"))
    bar.locator("summary").tap()
    expect(bar).to_contain_text(pseudo.pseudo("No connection. Sends automatically when you’re back online."))
    assert sideways(page, (WIDTH, 1)) == []
    page.context.set_offline(False)
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
