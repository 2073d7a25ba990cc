"""An evening of Five Crowns tapped in: the golden game, every sum and total held against its paper.

REFEREE_SWEEPS=1 pytest tests/browser/test_five_crowns.py (without, its first two rounds, each with other wild cards)
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.thumb import Thumb, opened, seen
from tests.golden.evening import read, worked_out
from tests.sizes import sized

CASE = read("five-crowns")
ROUNDS = CASE["rounds"][: sized(2, len(CASE["rounds"]))]
SPOKEN = {"8* 9*": "8 9", "7* Q": "7 Q", "two kings and a nine": "K K 9", "5 of stars": "5"}
"""What the paper says with suits or in words, as keys."""


def test_an_evening_of_five_crowns(page: Page, live_server: str) -> None:
    players = CASE["players"]
    game = opened(page, live_server, "five-crowns", players, how="chosen", dealer="3")
    thumb = Thumb(page)
    for played in ROUNDS:
        page.goto(f"{game}?read={played['round'] - 1}")
        expect(seen(page)).to_contain_text(f"{played['deal']} each")
        thumb.link("^Round over")
        out = played["out"]
        thumb.tap(page.locator(".seat-key", has_text=out or "No one"))
        at = players.index(out) if out else -1
        for name in (*players[at + 1 :], *(players[:at] if out else ())):
            typed, working = played["left"][name]
            thumb.heading(f"{name}: cards left")
            if typed == "no cards":
                thumb.tap(page.locator('[data-say="nothing"]'))
            for key in SPOKEN.get(typed, typed).split() if typed != "no cards" else ():
                thumb.tap(page.locator(f'[data-rank="{key}"]'))
            expect(page.locator(".sum").first).to_have_text(str(worked_out(working)))
            thumb.tap(page.locator("button[form=line]"))
        thumb.heading("Check the round")
        thumb.button("^Close round")
        if played is CASE["rounds"][-1]:
            break
        page.goto(f"{game}?read={played['round']}")
        for name, total in played["totals"].items():
            line = page.locator(".standings.at-seats li", has_text=name)
            expect(line.locator(".total")).to_have_text(str(total))
    if CASE["rounds"] == ROUNDS:
        page.goto(f"{game}/result")
        expect(seen(page)).to_contain_text("Player 3 wins")


def test_the_pad_of_a_question_has_five_suits_and_a_joker_in_letters(page: Page, live_server: str) -> None:
    game = opened(page, live_server, "five-crowns", ["Anna", "Ben", "Cleo"])
    page.goto(f"{game}/ask/meld")
    thumb = Thumb(page)
    expect(page.locator("[data-pad] [data-suit]")).to_have_count(5)
    thumb.tap(page.locator('[data-suit="*"]'))
    for rank in ("5", "6", "JK"):
        thumb.tap(page.locator(f'[data-rank="{rank}"]'))
    field = page.locator("[data-cards] input").first
    expect(field).to_have_value("5* 6* JK")
    expect(page.locator("[data-preview] .card.y i")).to_have_text(["★\ufe0e", "★\ufe0e"])
    expect(page.locator("[data-preview] .card.joker b")).to_have_text("JK")
    thumb.button("Ask")
    expect(seen(page)).to_contain_text("5-6-7 of stars")
