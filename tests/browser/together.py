"""A whole evening of eight phones at once around one running server, with everything that goes wrong on an evening.

By command, for longer than a test may take: ``python -m tests.browser.together --rounds 7 --seed 3``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Error, async_playwright

from referee import create_app
from referee.game import commands as cmd
from referee.game.events import Recorded
from referee.rulebooks import library
from referee.rules.rulebook.house_rules import with_house_rules
from referee.services.games import games
from tests import apps
from tests.browser.account import Account, Sheet, odd_screens
from tests.browser.phones import MODELS, RANKS, STANDS, Phone
from tests.processes import free_port

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Maximiliana-Theodora von Hohenstein-Klee", "Emil", "Fay", "Gus")
MAY_IS = 2
NAME = "192.168.177.1"
"""The address of the house by which phones reach the server; under ``localhost`` it would trust them."""
RESOLVED = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
LIMIT = 240
"""Seconds for a round; whoever still waits then waits for something that will not come."""


class Home:
    """The home server in a process of its own, which can be killed and started again where it was."""

    def __init__(self, folder: Path, code: str | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://{NAME}:{self.port}"
        self.killed = 0
        self.code = opened(folder) if code is None else code
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        command = [sys.executable, "-m", "referee", "--host", "127.0.0.1", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen([*command, "--instance", str(self.folder)], stdout=log, stderr=log)
        for _ in range(600):
            assert self._process.poll() is None, (self.folder / "server.log").read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.1)
        raise AssertionError("The server has not started.")

    def kill(self) -> None:
        """As a battery that dies: no signal that could be heard."""
        assert self._process
        self._process.kill()
        self._process.wait()
        self.killed += 1

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(60)


def opened(folder: Path) -> str:
    """The code of a new game of eight, whom Shanghai Rummy admits only by a house rule."""
    decks = {str(players): 2 if players < 6 else 3 if players < 8 else 4 for players in range(3, 9)}
    house = {"players_max": len(NAMES), "decks": decks, "jokers": dict.fromkeys(decks, 4)}
    app = create_app({"DATA_DIR": str(folder)})
    with app.app_context():
        book = with_house_rules(library.load("shanghai"), house)
        done = games.open_game(cmd.OpenGame(book, NAMES, house=house), games.WriteTag("opened-for-eight", 0, ""))
    apps.dispose(app)
    assert isinstance(done, games.Done), done
    return done.code


@contextlib.contextmanager
def home() -> Iterator[Home]:
    """A server on an empty data folder."""
    folder = Path(tempfile.mkdtemp(prefix="referee-evening-"))
    server = Home(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@dataclass(frozen=True)
class Outcome:
    """What is left of an evening: the account, the log as the database has it, and the screens by phone."""

    account: Account
    log: tuple[Recorded, ...]
    screens: Mapping[str, Sheet]
    counts: Mapping[str, int]
    complaints: tuple[str, ...]


@dataclass
class Evening:
    """Eight phones, ``rounds`` rounds. The same seed brings the same plan, though not the same interleaving."""

    server: Home
    browser: Browser
    rounds: int
    seed: int
    account: Account = field(default_factory=Account)
    phones: list[Phone] = field(default_factory=list)
    left: list[Phone] = field(default_factory=list)
    """Phones that have no seat any more; they watch on."""
    invitation: str = ""
    """What the code on the first phone says."""
    made: int = 0
    offline_spells: int = 0
    notes: int = 0

    async def play(self) -> None:
        self.chance = random.Random(self.seed)
        self.phones = [await self.new_phone(seat) for seat in range(1, len(NAMES) + 1)]
        await self.phones[0].say_who()  # where the game was opened
        self.invitation = await self.phones[0].invitation()
        await asyncio.gather(*(phone.scan(self.invitation) for phone in self.phones[1:]))
        for number in range(1, self.rounds + 1):
            out = self.chance.randint(1, len(self.phones))
            if number == 2:
                await self.replace(self.chance.randint(1, len(self.phones)))
            if number == 3:
                await self.revoke(self.chance.randint(2, len(self.phones)))
            trouble = [asyncio.create_task(self.trouble())] if number % 2 else []
            await asyncio.gather(*trouble, *(self.play_round(phone, number, out) for phone in self.phones))

    async def new_phone(self, seat: int) -> Phone:
        """Of whoever sits there."""
        self.made += 1
        chance = random.Random(f"{self.seed}, phone {self.made}")
        phone = await Phone.new(self.browser, MODELS[seat - 1], seat, self.account, chance)
        phone.game = f"{self.server.address}/g/{self.server.code}"
        return phone

    async def replace(self, seat: int) -> None:
        """A phone is out of reach with something unsent. Another one takes its seat, and the old one is told of it."""
        old, new = self.phones[seat - 1], await self.new_phone(seat)
        await old.open("/table")
        await old.context.set_offline(True)
        await old.note(self.words(old))
        await new.scan(self.invitation)
        self.phones[seat - 1] = new
        await old.context.set_offline(False)
        await old.answered()
        await old.load()
        await old.seen(f"{NAMES[seat - 1]} is on another phone now.").wait_for()
        self.left.append(old)

    async def revoke(self, seat: int) -> None:
        """The host takes a phone out in mid-evening: it can do nothing more, and another one takes its seat."""
        old, new = self.phones[seat - 1], await self.new_phone(seat)
        await old.open("/table")
        await old.begin_note(f"{NAMES[seat - 1]} is out")
        await self.phones[0].take_out(NAMES[seat - 1])
        new.complaints += [*await old.refused_note(), *old.complaints]
        await new.scan(self.invitation)
        self.phones[seat - 1] = new
        await old.context.close()

    async def trouble(self) -> None:
        """The computer dies in the middle of a round, and comes back."""
        await asyncio.sleep(self.chance.uniform(2, 6))
        self.server.kill()
        await asyncio.sleep(self.chance.uniform(0.2, 1))
        await asyncio.to_thread(self.server.start)

    async def play_round(self, phone: Phone, number: int, out: int) -> None:
        phone.number, phone.may_is = number, 0
        things = [self.something_noted, self.in_the_cellar, self.may_i, self.changed_mind, self.corrected]
        for _ in range(phone.chance.randint(1, 3)):
            await phone.chance.choice(things)(phone)
        if phone.chance.random() < 0.5:
            await phone.down()
        if phone.seat == out:
            await phone.went_out()
        else:
            hand = [phone.chance.choice(RANKS) for _ in range(phone.chance.randint(1, 6))]
            await phone.hand(hand, offline=phone.chance.random() < 0.3)
        await phone.close_round()

    def words(self, phone: Phone) -> str:
        """A note that nobody writes twice."""
        self.notes += 1
        return f"{NAMES[phone.seat - 1].split('-')[0]}'s note {self.notes}"

    async def something_noted(self, phone: Phone) -> None:
        await phone.notes(self.words(phone), self.words(phone))

    async def in_the_cellar(self, phone: Phone) -> None:
        self.offline_spells += 1
        await phone.notes_without_a_line(*(self.words(phone) for _ in range(phone.chance.randint(1, 3))))

    async def may_i(self, phone: Phone) -> None:
        if phone.may_is < MAY_IS:
            await phone.may_i()

    async def changed_mind(self, phone: Phone) -> None:
        note = self.words(phone)
        await phone.notes(note)
        await phone.undo_note(note)

    async def corrected(self, phone: Phone) -> None:
        """The own hand of the round before, where there was one."""
        number = phone.number - 1
        mine = [entry for entry in self.account.entered if entry[1:3] == (number, phone.seat)]
        kinds = {entry[0]: entry for entry in mine}
        if "hand" in kinds and "corrected" not in kinds:
            await phone.correct(number, [*str(kinds["hand"][3]).split(), "8"])


async def evening(server: Home, chromium: str, flags: list[str], rounds: int, seed: int) -> Outcome:
    """Plays one, and reads what is left of it: the screens while the server runs, the log when it has stopped."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=[*flags, RESOLVED])
        begun = time.monotonic()
        played = Evening(server, browser, rounds, seed)
        try:
            async with asyncio.timeout(LIMIT * rounds):
                await played.play()
        except BaseException:
            for phone in played.phones:
                print(phone.seat, phone.page.url, phone.done, phone.complaints, phone.stale)
                with contextlib.suppress(Error):
                    print("   ", await phone.page.evaluate(STANDS))
                await phone.page.screenshot(path=f"{tempfile.gettempdir()}/phone-{phone.seat}.png", full_page=True)
            raise
        screens = {
            **{f"phone of seat {phone.seat}": await phone.sheet() for phone in played.phones},
            **{f"former phone of seat {phone.seat}": await phone.sheet() for phone in played.left},
        }
        seconds = time.monotonic() - begun
        reloads = sum(len(phone.stale) for phone in [*played.phones, *played.left])
        complaints = tuple(complaint for phone in [*played.phones, *played.left] for complaint in phone.complaints)
        await browser.close()
    server.stop()
    log = read_log(server.folder, server.code)
    counts = {
        "seed": seed, "rounds": rounds, "taps that send": len(played.account.entered), "events": len(log),
        "offline spells": played.offline_spells, "server killed": server.killed, "reloads for want of news": reloads,
        "seconds": round(seconds),
    }  # fmt: skip
    return Outcome(played.account, log, screens, counts, complaints)


def read_log(folder: Path, code: str) -> tuple[Recorded, ...]:
    """The log of a game as the database has it, when no server runs."""
    app = create_app({"DATA_DIR": str(folder)})
    with app.app_context():
        log = games.game(code).log
    apps.dispose(app)
    return tuple(log)


def report(outcome: Outcome) -> str:
    """The figures and whatever is wrong, for people."""
    lost, doubled = outcome.account.differences(outcome.log)
    odd = odd_screens(outcome.screens, outcome.log)
    counts = ", ".join(f"{name} {count}" for name, count in outcome.counts.items())
    found = {"lost": lost.total(), "doubled": doubled.total(), "screens that differ": len(odd)}
    return f"{counts}; " + ", ".join(f"{count} {name}" for name, count in found.items())


def main() -> int:
    from tests.browser.conftest import CHROMIUM, FLAGS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = parser.parse_args()
    assert CHROMIUM
    os.environ.setdefault("PYTHONWARNINGS", "default")
    print("seed", given.seed, flush=True)
    with home() as server:
        outcome = asyncio.run(evening(server, CHROMIUM, FLAGS, given.rounds, given.seed))
    print(report(outcome))
    print("complaints:", outcome.complaints)
    print("refused:", outcome.account.refused)
    lost, doubled = outcome.account.differences(outcome.log)
    print("lost:", dict(lost), "doubled:", dict(doubled))
    return bool(lost or doubled)


if __name__ == "__main__":
    sys.exit(main())
