"""A whole evening of Phase 10 tapped in: the golden game, every sum and total held against its paper.

pytest tests/browser/test_phase_ten.py
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.thumb import Thumb, opened
from tests.golden.evening import read, worked_out

CASE = read("phase-10")
SPOKEN = {
    "two skips and a 4": "S S 4",
    "two 12s": "12 12",
    "wild": "W",
    "3 x 12, a skip": "12 12 12 S",
    "5R 5B": "5 5",
    "twelve": "12",
    "2, 3": "2 3",
    "9 and a wild card": "9 W",
    "red 10": "10",
}
"""What the paper says in words, as keys."""


def test_an_evening_of_phase_10(page: Page, live_server: str) -> None:
    players = CASE["players"]
    game = opened(page, live_server, "phase-10", players, how="chosen", dealer="3")
    thumb = Thumb(page)
    for played in CASE["rounds"]:
        page.goto(f"{game}?read={played['round'] - 1}")
        expect(page.locator(".own-contracts .number")).to_have_text([str(played["phases"][name]) for name in players])
        thumb.link("^Round over")
        thumb.tap(page.locator(".seat-key", has_text=played["out"]))
        at = players.index(played["out"])
        for name in (*players[at + 1 :], *players[:at]):
            typed, working = played["left"][name]
            thumb.heading(f"{name}: cards left")
            for key in SPOKEN.get(typed, typed).split():
                thumb.tap(page.locator(f'[data-rank="{key}"]'))
            expect(page.locator(".sum").first).to_have_text(str(worked_out(working)))
            met = name in played["met"]
            thumb.tap(page.locator("label.choice", has_text=re.compile("^Contract" if met else "^Not met")))
            thumb.tap(page.locator("button[form=line]"))
        thumb.heading("Check the round")
        thumb.button("^Close round")
        if played is CASE["rounds"][-1]:
            break
        page.goto(f"{game}?read={played['round']}")
        for name, total in played["totals"].items():
            line = page.locator(".standings.at-seats li", has_text=name)
            expect(line.locator(".total")).to_have_text(str(total))
    page.goto(f"{game}/result")
    expect(page.locator("main")).to_contain_text("Player 1 wins")


def test_the_pad_of_a_question_types_numbers_colours_and_skips(page: Page, live_server: str) -> None:
    game = opened(page, live_server, "phase-10", ["Anna", "Ben", "Cleo"])
    page.goto(f"{game}/ask/meld")
    thumb = Thumb(page)
    for suit, rank in (("R", "5"), ("", "5"), ("", "W")):
        if suit:
            thumb.tap(page.locator(f'[data-suit="{suit}"]'))
        thumb.tap(page.locator(f'[data-rank="{rank}"]'))
    field = page.locator("[data-cards] input").first
    expect(field).to_have_value("5R 5R W")
    expect(page.locator("[data-preview] .card.r")).to_have_count(2)
    thumb.button("Ask")
    expect(page.locator("main")).to_contain_text("set of 5s")
