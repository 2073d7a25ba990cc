"""An evening of Phase 10 tapped in: the golden game, every sum and total held against its paper.

REFEREE_SWEEPS=1 pytest tests/browser/test_phase_ten.py (without, one round of it on two phones)
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.async_api import TimeoutError, async_playwright
from playwright.async_api import expect as wait_for
from playwright.sync_api import Page, expect

from tests import apps
from tests.browser.account import Account
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.phones import MODELS, PATIENCE, SHORT, Phone
from tests.browser.thumb import Thumb, opened
from tests.browser.together import RESOLVED, Home, home
from tests.golden.evening import read, worked_out
from tests.homing import comes_home
from tests.sizes import sized

CASE = read("phase-10")
ON_TWO_PHONES = CASE["rounds"][: sized(1, len(CASE["rounds"]))]
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


@pytest.mark.sweep  # below two phones play the same evening
def test_an_evening_of_phase_10(page: Page, live_server: str) -> None:
    players = CASE["players"]
    game = opened(page, live_server, "phase-10", players, how="chosen", dealer="3")
    thumb = Thumb(page)
    for played in CASE["rounds"]:
        page.goto(f"{game}?read={played['round'] - 1}")
        numbers = [str(played["phases"][name]) for name in players]
        alike = len(set(numbers)) == 1
        expect(page.locator(".own-contracts .number")).to_have_text(numbers[:1] if alike else numbers)
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


def test_two_phones_play_the_evening_at_once_and_the_club_goes_out_and_comes_in() -> None:
    assert CHROMIUM
    with home() as server, ThreadPoolExecutor(1) as beside:  # the fixtures of other tests own this thread's loop
        complaints = beside.submit(asyncio.run, _evening_of_two_phones(server, CHROMIUM)).result()
        server.stop()
        assert complaints == []
        with apps.made({"TESTING": True, "DATA_DIR": str(server.folder)}) as app:
            assert comes_home(app)


async def _evening_of_two_phones(server: Home, chromium: str) -> list[str]:
    """The golden game, or how it begins: Players 1 and 2 each on a phone of their own, Player 3 on that of Player 1."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, RESOLVED])
        phones = [await Phone.new(browser, MODELS[seat], seat, Account(), random.Random(seat)) for seat in (1, 2)]
        first, second = phones
        await first.page.goto(f"{server.address}/new?rulebook=phase-10")
        for seat, name in enumerate(CASE["players"], 1):
            if not await first.page.locator(f"#player-{seat}").is_visible():
                await first.page.get_by_role("button", name="Add a seat").tap()
            await first.page.locator(f"#player-{seat}").fill(name)
        await first.press(first.page.get_by_role("button", name=re.compile("Open the game")))
        await first.page.wait_for_url("**/g/*")
        for phone in phones:
            phone.game = first.page.url
        await first.say_who()
        await second.scan(await first.invitation())
        for played in ON_TWO_PHONES:
            await asyncio.gather(*(_plays(phone, played) for phone in phones))
            if played is not CASE["rounds"][-1]:
                await asyncio.gather(*(phone.close_round() for phone in phones))
                await asyncio.gather(*(_reads(phone, played) for phone in phones))
        if CASE["rounds"] == ON_TWO_PHONES:
            await asyncio.gather(*(_closes_the_last(phone) for phone in phones))
        complaints = [complaint for phone in phones for complaint in phone.complaints]
        await browser.close()
    return complaints


async def _plays(phone: Phone, played: dict[str, Any]) -> None:
    """A skip of every second round, who went out, and the hand of each seat that the phone holds."""
    phone.number = played["round"]
    holds = ["Player 1", "Player 3"] if phone.seat == 1 else ["Player 2"]
    if phone.seat == 2 and phone.number % 2:
        await phone.open("/skip?by=2")
        await phone.press(phone.page.locator('form[action$="/skip"] [name=seat][value="3"]'))
        await phone.answered()
    if played["out"] in holds:
        await phone.open("/round?step=who")
        seat = CASE["players"].index(played["out"]) + 1
        key = f'form[action$="/round/went-out"] [name=seat][value="{seat}"]'
        await phone.press(phone.page.locator(key))
        await phone.answered()
    for name in holds:
        if name == played["out"]:
            continue
        await phone.open(f"/round?seat={name[-1]}")
        typed, _working = played["left"][name]
        for key in SPOKEN.get(typed, typed).split():
            await phone.page.locator(f'[data-rank="{key}"]').tap()
        met = re.compile("^Contract" if name in played["met"] else "^Not met")
        await phone.page.locator("label.choice", has_text=met).tap()
        await phone.press(phone.page.locator("button[form=line]"))
        await phone.answered()


async def _reads(phone: Phone, played: dict[str, Any]) -> None:
    shown, totals = await phone.sheet(), played["totals"]
    odd = {name: shown[0, seat] for seat, name in enumerate(CASE["players"], 1) if shown[0, seat] != totals[name]}
    if odd:
        phone.complain(f"round {played['round']}: {odd}, on paper {totals}")


async def _closes_the_last(phone: Phone) -> None:
    """Whoever is quicker; both see the result."""
    wins = phone.page.get_by_role("heading", level=1, name=re.compile("Player 1 wins"))
    close = phone.page.locator('form[action$="/round/close"] button')
    await wait_for(wins.or_(close).first).to_be_visible(timeout=PATIENCE)
    if await close.count():
        with contextlib.suppress(TimeoutError):  # the other phone was quicker
            await close.tap(timeout=SHORT)
    await wait_for(wins).to_be_visible(timeout=PATIENCE)
