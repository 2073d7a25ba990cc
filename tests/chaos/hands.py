"""``python -m tests.chaos.hands``: hands of cards tapped in over a bad line, round after round, held against the book.

Each phone scores games by itself as somebody at a table does it: who went out, the cards left of each other player, the
round closed, a note. It enters in an account what it has tapped, and taps again only what the screen asks for again.
Every hand must stand in the book once. First two controls that must be caught: a queue that removes before the answer
has come, and a server that forgets ids.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from flask import Flask
from playwright.async_api import Browser, Error, Route, async_playwright

from referee import create_app
from referee.services.games import games
from tests.apps import dispose
from tests.awake import STOPPED, awake
from tests.browser.account import Account, Entry, odd_screens
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.phones import MODELS, Phone
from tests.chaos.phones import HASTY
from tests.chaos.proxy import FAULTS, Line, standing
from tests.homing import comes_home
from tests.services.desk import open_game
from tests.serving import serving

PLAYERS, ROUNDS = 4, 6
"""In each game; the last round is not played: a page after it is another one."""
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
LIMIT = 300
"""Seconds for a round of a phone; whoever still waits then waits for something that will not come."""
CONTROLS = {"share": 0.5, "most_games": 3, "limit": 60}
"""Three games at once on the worst of lines."""


@dataclass
class Outcome:
    hands: int = 0
    games: int = 0
    lost: Counter[Entry] = field(default_factory=Counter)
    doubled: Counter[Entry] = field(default_factory=Counter)
    odd: int = 0
    """Games whose score on the screen is not what the log comes to."""
    paused: int = 0
    """Games given up because somebody had stopped the drill for a while: the browser went on without a server."""
    reloads: int = 0
    """How often a page had to be loaded again, because it did not go on."""
    complaints: list[str] = field(default_factory=list)
    line: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return not (self.lost or self.doubled or self.odd or self.complaints)

    def __str__(self) -> str:
        faults = ", ".join(f"{self.line[fault]} {fault}" for fault in FAULTS)
        return (
            f"{self.hands} hands in {self.games} games, {self.seconds:.0f} s, {self.line['writes']} writes, "
            f"{sum(self.line[fault] for fault in FAULTS)} faults ({faults}), {self.reloads} pages loaded again, "
            f"{self.paused} games cut off by a pause: "
            f"{self.lost.total()} lost, {self.doubled.total()} doubled, {self.odd} scores differ"
            f"{''.join(f'{chr(10)}  {complaint}' for complaint in self.complaints[:5])}"
        )


class Scorer(Phone):
    """A phone that scores for the whole table."""

    asked_again = 0

    async def round(self, number: int) -> int:
        """One round from the first tap to the next round; how many hands that were."""
        self.number, hands = number, 0
        await self.notes(f"note {number}")
        await self.open("/round")
        out = self.chance.randint(1, PLAYERS)
        await self.press(self.page.get_by_role("button", name=f"Player {out}", exact=True))
        self.enter("out", number, out)
        await self.answered()
        told: set[int] = set()
        while (seat := await self._asked()) is not None:
            if seat in told:  # as somebody does who thinks that this was done
                self.asked_again += 1
                await self.load("/round")
                if await self._asked() != seat:
                    continue
            hand = [self.chance.choice(RANKS) for _ in range(self.chance.randint(1, 2))]
            await self.type_hand(hand)
            await self.press(self.page.locator(".dock .primary"))
            self.enter("hand", number, seat, " ".join(sorted(hand)))
            told.add(seat)
            hands += 1
            await self.answered()
        await self.close_round()
        return hands

    async def _asked(self) -> int | None:
        """Whose cards left the page asks for; None where it has them all."""
        heading = " ".join((await self.page.locator("h1").text_content() or "").split())  # however its lines break
        found = re.match(r"Player (\d): cards left", heading)
        return int(found[1]) if found else None


async def _hurry(route: Route) -> None:
    """Gives the phone the queue of the control."""
    answer = await route.fetch()
    text = await answer.text()
    assert HASTY[0] in text
    await route.fulfill(response=answer, body=text.replace(*HASTY))


async def play(
    app: Flask, browser: Browser, line: Line, hands: int, phones: int, *, hasty: bool, most_games: float, limit: float
) -> Outcome:
    outcome, began, seeds = Outcome(line=line.counts), time.monotonic(), iter(range(10**6))

    async def scoring() -> None:
        while outcome.hands < hands and outcome.games < most_games:
            account, number = Account(), next(seeds)
            chance = random.Random(f"{line.seed} {number}")
            with app.app_context():
                code = open_game("contract", *(f"Player {seat}" for seat in range(1, PLAYERS + 1))).code
            phone = await Scorer.new(browser, MODELS[number % len(MODELS)], 0, account, chance)
            phone.game = f"{line.address}/g/{code}"
            if hasty:
                await phone.context.route("**/start.js", _hurry)
            outcome.games += 1
            begun = time.monotonic() - awake()
            try:
                for played in range(1, ROUNDS + 1):
                    async with asyncio.timeout(limit):
                        outcome.hands += await phone.round(played)
                    if outcome.hands >= hands:
                        break
                screens = {code: await phone.sheet()}
            except (Error, TimeoutError, AssertionError) as stuck:
                screens = {}
                if time.monotonic() - awake() > begun + STOPPED:
                    outcome.paused += 1
                    account.entered.clear()  # what was on its way may be anywhere
                else:
                    outcome.complaints.append(f"{code}: {stuck!r:.300} {phone.done[-8:]}")
            with app.app_context():
                log = games.game(code).log
            lost, doubled = account.differences(log)
            if account.entered:
                outcome.lost, outcome.doubled = outcome.lost + lost, outcome.doubled + doubled
            outcome.odd += bool(odd_screens(screens, log))
            outcome.complaints += phone.complaints
            outcome.reloads += phone.asked_again + len(phone.stale)
            outcome.seconds = time.monotonic() - began
            await phone.context.close()
            print(f"{outcome.seconds:.0f} s: {outcome}", flush=True)

    await asyncio.gather(*(scoring() for _ in range(phones)))
    return outcome


def run(
    hands: int,
    phones: int,
    seed: int,
    *,
    share: float = 0.15,
    hang_s: float = 3,
    hasty: bool = False,
    forgets: bool = False,
    most_games: float = inf,
    limit: float = LIMIT,
) -> Outcome:
    assert CHROMIUM

    async def evening() -> Outcome:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            with contextlib.suppress(Error):
                return await play(app, browser, line, hands, phones, hasty=hasty, most_games=most_games, limit=limit)
            raise AssertionError("The browser is gone.")

    with tempfile.TemporaryDirectory(prefix="referee-hands-") as folder:
        app = create_app({"DATA_DIR": str(Path(folder))})
        with serving(app) as server, standing(Line(server, share, seed, hang_s, forgets)) as line:
            outcome = asyncio.run(evening())
        assert comes_home(app), "no game stands in the book"
        dispose(app)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.hands", description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--phones", type=int, default=3)
    parser.add_argument("--share", type=float, default=0.15, help="of the writes that meet a fault (default 0.15)")
    parser.add_argument("--seed", type=int, default=15)
    options = parser.parse_args()
    while (hasty := run(9, 3, options.seed, hasty=True, **CONTROLS)).paused:
        print("Somebody stopped this control, so it says nothing: once more.", flush=True)
    print(f"control, a queue that removes before the answer: {hasty}", flush=True)
    while (forgetful := run(9, 3, options.seed, forgets=True, **CONTROLS)).paused:
        print("Somebody stopped this control, so it says nothing: once more.", flush=True)
    print(f"control, a server that forgets ids: {forgetful}", flush=True)
    if not (hasty.lost and forgetful.doubled):
        print("A control lost or doubled nothing: this drill would notice nothing.")
        return 1
    outcome = run(options.hands, options.phones, options.seed, share=options.share, hang_s=20)
    print(outcome)
    return 0 if outcome.holds else 1


if __name__ == "__main__":
    sys.exit(main())
