"""A thumb on a phone: it taps what it sees, and counts."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin

from playwright.sync_api import APIResponse, Locator, Page, expect

HERE = Path(__file__).parent
PACE = 0.45  # s between two taps that send
BUDGETS: dict[str, Any] = tomllib.loads((HERE / "budgets.toml").read_text(encoding="utf-8"))
SPOKEN = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two", "JK": "joker",
    "AH": "ace of hearts", "AD": "ace of diamonds",
}  # fmt: skip


def seen(page: Page) -> Locator:
    """What is seen of a page: without the line that repeats to a screen reader what is new on it."""
    return page.locator("#page")


def until(page: Page, happened: Callable[[], object]) -> None:
    """Waits for what the test itself counts: as long as a tap waits."""
    for _ in range(600):
        if happened():
            return
        page.wait_for_timeout(50)
    raise AssertionError("It did not happen.")


def opened(page: Page, server: str, rulebook: str, players: Sequence[str], **fields: str) -> str:
    """The address of a new game, opened by the form that the phone would send; the phone then stands on *Now*.

    Tapped in (``Thumb.open_game_by_hand``), a game takes as much as all the rest of a short test.
    """
    form = page.request.get(server + "/new").text()
    own = re.findall(r'name="(csrf_token|write_id)" value="([^"]+)"', form)
    names = [("player", name) for name in players]
    filled = urlencode([*own, ("rulebook", rulebook), *names, *({"how": "random"} | fields).items()])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answers: list[APIResponse] = []

    def taken() -> bool:
        answers.append(page.request.post(server + "/new", data=filled, headers=headers, max_redirects=0))
        return answers[-1].status != 503

    until(page, taken)  # a busy book puts it off, on a slow disk in any test: the same once more, as a phone does
    assert answers[-1].status in (302, 303), answers[-1].text()
    page.goto(urljoin(server, answers[-1].headers["location"]))
    return page.url


class Thumb:
    """Taps on one page of a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.tapped = 0.0
        """When it has tapped last."""

    def tap(self, what: Locator) -> None:
        expect(what).not_to_have_attribute("data-came", "")  # what news have just brought is read first
        self.at_the_pace_of_a_person(what)
        what.tap()
        self.tapped = time.monotonic()
        self.taps += 1

    def at_the_pace_of_a_person(self, what: Locator) -> None:
        """A second tap on one spot that is quicker is taken for a finger that trembles."""
        too_early = self.tapped + PACE - time.monotonic()
        if too_early > 0 and what.evaluate("key => key.matches('form button[type=submit]')"):
            self.page.wait_for_timeout(1000 * too_early)

    def sees(self, what: Locator) -> bool:
        """Whether it lies on the screen as it stands, with nothing over it."""
        box, dock, view = what.bounding_box(), self.page.locator(".dock").bounding_box(), self.page.viewport_size
        assert box
        assert dock
        assert view
        bottom = box["y"] + box["height"]
        return box["y"] >= 0 and bottom <= (view["height"] if box["y"] >= dock["y"] else dock["y"])

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile(name)))

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=re.compile(name)))

    def place(self, name: str) -> None:
        """Its tab, below every page."""
        self.tap(self.page.locator(".tabs").get_by_role("link", name=name, exact=True))

    def card(self, rank: str) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{SPOKEN[rank]}, ")))

    def heading(self, words: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(words))

    def news(self, words: str) -> None:
        """The news of a round: who went out stands below the headline."""
        expect(self.page.locator("main:has(.round-news) > .sub")).to_contain_text(re.compile(words))

    def open_game(self, server: str, rulebook: str = "contract", players: int = 4) -> str:
        """A game of Player 1, Player 2 and so on; returns its address. ``rulebook`` is an id."""
        return opened(self.page, server, rulebook, [f"Player {seat}" for seat in range(1, players + 1)])

    def open_game_by_hand(self, server: str, rulebook: str = "", players: int = 4) -> str:
        """The same, from the start page."""
        page = self.page
        page.goto(server + "/")
        self.link("New game")
        self.heading("New game")
        if rulebook:
            self.tap(page.locator(".book-choice summary"))
            self.tap(page.locator(f'label.choice:has([name=rulebook][value="{rulebook}"])'))
        for seat in range(1, players + 1):
            if not page.locator(f"#player-{seat}").is_visible():
                self.button("Add a seat")
            page.locator(f"#player-{seat}").fill(f"Player {seat}")
        self.button("Open the game")
        self.heading("Round 1")
        return page.url

    def count(self, out: int | None, hands: dict[int, str], spare: str = "") -> None:
        """From *Now* to the read-back. The hands are tapped in as the seats are asked for."""
        self.link("Round over")
        self.heading("Who went out")
        self.button("No one" if out is None else f"^Player {out}$")
        for _ in hands:
            asked = self.page.get_by_role("heading", level=1, name=re.compile("cards left"))
            expect(asked).to_be_visible()
            before = " ".join((asked.text_content() or "").split())  # however its lines break
            seat = int(before.split(":")[0].removeprefix("Player "))
            for rank in hands[seat].split():
                self.card(rank)
            if not hands[seat]:
                self.button("No cards left")
            self.tap(self.page.locator(".dock .primary"))
            expect(self.page.get_by_role("heading", level=1)).not_to_have_text(before)
        if spare:
            self.heading(spare)

    def close(self) -> None:
        self.heading("Check the round")
        self.button("Close round")
        expect(self.page.get_by_role("heading", level=1)).not_to_have_text("Check the round")
        if self.page.locator(".round-news").count():  # after the last round there are none
            self.read_news()

    def read_news(self) -> None:
        """Puts the news of a round away. They reach a phone that did not close the round a moment later."""
        expect(self.page.locator(".round-news")).to_have_count(1)
        self.tap(self.page.locator(".dock .primary"))
        expect(self.page.locator(".round-news")).to_have_count(0)
