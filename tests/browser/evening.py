"""One whole evening of four phones, from the QR code to the standings, with what its rulebook has.

    python -m tests.browser.evening RULEBOOK [--text 150] [--phones 4] [--seed 1]

Every phone taps at once. Every number on every screen is held against a sum made here with pencil and paper, nothing
may be lost or doubled, no page may complain, no answer may be a refusal that nobody meant, and the club goes out and in
again as it was. What was done is counted, and printed. ``--text 150``: so much larger than the browser's own letters.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, ConsoleMessage, Response, TimeoutError, async_playwright, expect

from tests.browser.account import Account, cards
from tests.browser.phones import ANSWERED, LOOKS, MODELS, NEWS, PATIENCE, SHORT, Phone
from tests.browser.together import RESOLVED, Home, read_log

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
ROUND_LIMIT = 480  # s, on a machine that does much else
EVENINGS = ("contract", "screw", "shanghai", "progressive", "may-i", "bicycle", "liverpool")

_PIPS = {str(rank): rank for rank in range(2, 10)} | dict.fromkeys(("10", "J", "Q", "K"), 10)
_FIVES = dict.fromkeys(("3", "4", "5", "6", "7", "8", "9", "10"), 5) | dict.fromkeys(("J", "Q", "K"), 10)
_TENS = dict.fromkeys(("2", "3", "4", "5", "6", "7"), 5) | dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10)
VALUES = {
    **dict.fromkeys(("contract", "screw", "bicycle", "liverpool"), _PIPS | {"A": 15, "JK": 15}),
    "may-i": _PIPS | {"A": 15, "JK": 25},
    "shanghai": _TENS | {"A": 20, "JK": 50},
    "progressive": _FIVES | {"A": 15, "2": 20, "JK": 20},
}
"""What a card left costs, as the sources say it: written here by hand, not read from the rulebooks."""
EXACT_CUT = {"liverpool": 50}
BUYS = {"progressive": (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 1, 0), "shanghai": (2,) * 7}
"""Discards out of turn that a player may take, round by round; else as many as they like."""
ROUNDS = dict.fromkeys(EVENINGS, 7) | {"progressive": 15}
EVERY = max(ROUNDS.values())


@dataclass
class Pencil:
    """The paper beside the phones: what each round cost each seat."""

    rulebook: str
    seats: int
    lines: list[dict[int, int]] = field(default_factory=list)

    def costs(self, hand: list[str]) -> int:
        return sum(VALUES[self.rulebook][card] for card in hand)

    def sheet(self) -> dict[tuple[int, int], int]:
        cells = {(number, seat): points for number, line in enumerate(self.lines, 1) for seat, points in line.items()}
        return cells | {(0, seat): self.total(seat) for seat in range(1, self.seats + 1)}

    def total(self, seat: int) -> int:
        return sum(line[seat] for line in self.lines)

    def winners(self) -> list[str]:
        totals = {seat: self.total(seat) for seat in range(1, self.seats + 1)}
        return [NAMES[seat - 1] for seat, total in totals.items() if total == min(totals.values())]


class Guest(Phone):
    """A phone that also looks at each number before it sends it, and at every answer it gets."""

    pencil: Pencil
    looked: Counter[str]
    answers: Counter[str]

    def listen(self, pencil: Pencil) -> None:
        self.pencil, self.looked, self.answers = pencil, Counter(), Counter()
        self.context.on("response", self.heard)
        self.context.on("console", self.said)

    def heard(self, answer: Response) -> None:
        """A question of the book is answered on the page (422, and 409 where another phone was quicker)."""
        self.answers[str(answer.status)] += 1
        is_asked = answer.request.method == "POST" and answer.status in (409, 422)
        if answer.status >= 400 and not is_asked:
            self.complaints.append(f"{answer.request.method} {answer.url}: {answer.status}")

    def said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not re.search("409|422", message.text):
            self.complaints.append(f"{message.type}: {message.text}")

    async def type_hand(self, hand: list[str]) -> None:
        await super().type_hand(hand)
        await self.reads(".sum", str(self.pencil.costs(hand)))

    async def reads(self, place: str, text: str) -> None:
        self.looked["numbers"] += 1
        await expect(self.page.locator(place)).to_have_text(text, timeout=PATIENCE)

    async def sheet_is_true(self) -> None:
        shown, true = await self.sheet(), self.pencil.sheet()
        self.looked["numbers"] += len(shown)
        odd = {cell: (shown.get(cell), true.get(cell)) for cell in {*shown, *true} if shown.get(cell) != true.get(cell)}
        if odd:
            self.complaints.append(f"Score of {NAMES[self.seat - 1]}, (on the screen, on paper): {odd}")

    # what a rulebook has

    async def tap(self, role: str, name: str) -> None:
        await self.page.get_by_role(role, name=re.compile(name)).first.tap()  # type: ignore[arg-type]

    async def noted(self, page: str, *names: str, kind: str) -> None:
        """By the page of an act to its note: a link for each step, a key for the last one."""
        await self.open(page)
        *steps, last = names
        for step in steps:
            await self.tap("link", f"^{step}$")
        await self.press(self.page.get_by_role("button", name=re.compile(f"^{last}$")))
        self.enter(kind)
        if not await self.answered():
            self.complaints.append(f"{kind}: {self.done[-1]}")

    async def cuts(self) -> str:
        """The cut was exact; who cut."""
        await self.open()
        words = await self.page.locator(".cut p").inner_text()
        await self.press(self.page.locator('form[action$="/cut"] [value=yes]'))
        self.enter("CutRecorded")
        await self.answered()
        return words.split(" cuts")[0].strip()

    async def close_last(self) -> None:
        """Until the own screen shows the result."""
        over = "() => /(win|wins)\\b/.test(document.querySelector('h1')?.innerText ?? '')"
        form = f'form[action$="/round/close"]:has([name=round][value="{self.number}"]) button'
        due = f"() => ({over})() || document.querySelector('{form}')"
        while not await self.page.evaluate(over):
            if not await self.page.locator(form).count() or await self.page.locator(".read-back .missing").count():
                try:
                    await self.page.wait_for_function(due, timeout=NEWS)
                except TimeoutError:
                    self.stale.append(self.page.url)
                    await self.load()
                continue
            try:
                await self.press(self.page.locator(form), SHORT)
            except TimeoutError:  # somebody else was quicker
                continue
            self.account.share("closed", self.number)
            await self.answered()


@dataclass
class Evening:
    server: Home
    browser: Browser
    rulebook: str
    count: int
    seed: int
    acting: int
    """So many rounds begin with notes, May I’s and going down; those after them with the counting."""
    account: Account = field(default_factory=Account)
    phones: list[Guest] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    notes: int = 0

    async def play(self) -> None:
        self.chance = random.Random(self.seed)
        self.pencil = Pencil(self.rulebook, self.count)
        for seat in range(1, self.count + 1):
            chance = random.Random(f"{self.seed}, phone {seat}")
            phone = await Guest.new(self.browser, MODELS[seat - 1], seat, self.account, chance)
            assert isinstance(phone, Guest)
            phone.listen(self.pencil)
            self.phones.append(phone)
        await self.begin()
        for number in range(1, ROUNDS[self.rulebook] + 1):
            async with asyncio.timeout(ROUND_LIMIT):
                await self.play_round(number)
        await self.end()

    async def begin(self) -> None:
        """The first phone opens the game and shows its code; the others scan it, the last one types the short one."""
        host = self.phones[0]
        page = host.page
        await page.goto(f"{self.server.address}/new?rulebook={self.rulebook}")
        for seat in range(1, self.count + 1):
            row = page.locator(f"#player-{seat}")
            if not await row.is_visible():
                await host.tap("button", "Add a seat")
            await row.fill(NAMES[seat - 1])
        dealer = page.locator('[data-dealer="1"]')
        if await dealer.is_visible():  # the rulebook has it drawn with cards: who drew it is said
            await dealer.tap()
        await host.press(page.get_by_role("button", name=re.compile("Open the game")))
        await page.wait_for_url("**/g/*")
        for phone in self.phones:
            phone.game = page.url
        self.server.code = page.url.rsplit("/", 1)[1]
        await host.say_who()
        invitation = await host.invitation()
        await asyncio.gather(*(phone.scan(invitation) for phone in self.phones[1:-1]))
        await self.by_code(self.phones[-1])
        self.done["phones at the table"] = len(self.phones)

    async def by_code(self, guest: Guest) -> None:
        host = self.phones[0]
        await host.load("/invite")
        await host.page.locator("#short summary").tap()
        await host.press(host.page.get_by_role("button", name="Get a short code"))
        code = await host.page.locator(".short-code").inner_text()
        await guest.page.goto(f"{self.server.address}/join")
        await guest.page.get_by_label("Six letters").fill(code.replace(" ", ""))
        await guest.page.get_by_label("Your name").fill(NAMES[guest.seat - 1])
        await guest.press(guest.page.get_by_role("button", name="Ask to be let in"))
        let_in = host.page.get_by_role("button", name=re.compile("^Let in"))
        await host.page.get_by_text(f"{NAMES[guest.seat - 1]} wants to join.").first.wait_for()
        await host.load("/invite")
        await host.press(let_in)
        await guest.page.wait_for_url("**/who")
        await guest.take_seat()

    async def play_round(self, number: int) -> None:
        line = dict.fromkeys(range(1, self.count + 1), 0)
        out = self.chance.choice([*line, *line, 0])  # 0: both piles ran out
        for phone in self.phones:
            phone.number, phone.may_is = number, 0
        if self.rulebook in EXACT_CUT and number % 2:
            cutter = NAMES.index(await self.phones[number % self.count].cuts()) + 1
            line[cutter] -= EXACT_CUT[self.rulebook]
            self.done["exact cuts"] += 1
        if number <= self.acting:
            await asyncio.gather(*(self.acts(phone, number) for phone in self.phones))
        await self.act_of_the_rulebook(number)
        await asyncio.gather(*(self.cards_left(phone, out, line) for phone in self.phones))
        self.pencil.lines.append(line)
        self.done["rounds"] += 1
        if number == ROUNDS[self.rulebook]:
            await asyncio.gather(*(phone.close_last() for phone in self.phones))
            return
        await asyncio.gather(*(phone.close_round() for phone in self.phones))
        await asyncio.gather(*(self.reads_news(phone) for phone in self.phones))
        if number in (2, 5):
            await self.corrects(self.phones[number % self.count], number)
        await asyncio.gather(*(phone.sheet_is_true() for phone in self.phones))

    async def acts(self, phone: Guest, number: int) -> None:
        """A note, and another one taken back; a May I of every second phone where one is allowed; going down."""
        self.notes += 1
        note = f"{NAMES[phone.seat - 1]}, note {self.notes}"
        await phone.notes(note)
        self.done["notes"] += 1
        if phone.seat % 3 == number % 3:
            await phone.undo_note(note)
            self.done["undone"] += 1
        most = BUYS.get(self.rulebook, (9,) * 7)[number - 1]
        if phone.seat % 2 == number % 2 and most:
            await phone.may_i()
            self.done["May I’s or buys"] += 1
        if phone.seat % 3 == number % 3:
            await phone.down()
            self.done["went down"] += 1

    async def act_of_the_rulebook(self, number: int) -> None:
        if number == ROUNDS[self.rulebook]:
            return  # the whole hand goes down at once and play ends: no meld lies on the table before that
        mine, other = self.phones[number % self.count], self.phones[(number + 1) % self.count]
        if self.rulebook == "screw":
            await mine.noted(f"/screw-over?by={mine.seat}", NAMES[other.seat - 1], kind="ScrewedOver")
            self.done["screw-overs"] += 1
        if self.rulebook == "shanghai":
            third = self.phones[(number + 2) % self.count]
            await third.noted("/shanghai", NAMES[other.seat - 1], NAMES[mine.seat - 1], kind="ShanghaiCalled")
            self.done["Shanghai calls"] += 1

    async def cards_left(self, phone: Guest, out: int, line: dict[int, int]) -> None:
        if not out and phone.seat == 1:
            await phone.open("/round")
            await phone.press(phone.page.locator('form[action$="/round/went-out"] .nobody'))
            phone.enter("out", phone.number, None)
            await phone.answered()
            await phone.load("/round?seat=1")
        if phone.seat == out:
            await phone.went_out()
            return
        ranks = [*VALUES[self.rulebook]]
        hand = phone.chance.sample(ranks, phone.chance.randint(1, 5))
        hand += [hand[0]] if hand[0] != "JK" else []
        line[phone.seat] += self.pencil.costs(hand)
        await phone.open(f"/round?seat={phone.seat}")
        await phone.type_hand(hand)
        await phone.press(phone.page.locator(".dock .primary"))
        phone.enter("hand", phone.number, phone.seat, cards(" ".join(hand)))
        await phone.answered()
        self.done["hands"] += 1
        self.done["cards"] += len(hand)

    async def reads_news(self, phone: Guest) -> None:
        await phone.page.wait_for_function(ANSWERED, polling=LOOKS)
        news = phone.page.locator(".round-news")
        if await news.count():
            self.done["news read"] += 1
            for seat in range(1, self.count + 1):
                phone.looked["numbers"] += 1
                await expect(news).to_contain_text(str(self.pencil.total(seat)).replace("-", "−"), timeout=PATIENCE)
            await phone.page.locator(".dock .primary").tap()
            await expect(news).to_have_count(0, timeout=PATIENCE)

    async def corrects(self, phone: Guest, number: int) -> None:
        """The own hand of the closed round, where there was one: told wrong by a card."""
        mine = [each for each in self.account.entered if each[:3] == ("hand", number, phone.seat)]
        if not mine:
            return
        before = str(mine[0][3]).split()
        hand = [*before, "8"]
        await phone.correct(number, hand)
        self.pencil.lines[number - 1][phone.seat] += self.pencil.costs(["8"])
        self.done["corrections"] += 1

    async def end(self) -> None:
        """The result on every phone, the whole sheet, the table of the club, and the way out and in."""
        winners = self.pencil.winners()
        for phone in self.phones:
            heading = await phone.page.locator("h1").inner_text()
            if not all(name in heading for name in winners):
                phone.complaints.append(f"The result says {heading}; on paper {winners} won.")
            await phone.sheet_is_true()
        self.done["results"] = len(self.phones)
        await asyncio.gather(*(self.reads_standings(phone) for phone in self.phones))

    async def reads_standings(self, phone: Guest) -> None:
        await phone.page.goto(self.server.address + "/standings")
        rows = phone.page.locator("main table").first.locator("tbody tr")
        await expect(rows).to_have_count(self.count, timeout=PATIENCE)
        shown = await rows.all_inner_texts()
        winners = self.pencil.winners()
        phone.looked["numbers"] += len(shown)
        if not all(any(name in row for name in winners) for row in shown[: len(winners)]):
            phone.complaints.append(f"The standings begin with {shown[0]!r}; on paper {winners} won.")
        self.done["standings read"] += 1


def club_comes_home(folder: Path) -> int:
    """Exports the club, imports it into an empty folder and exports it there: its bytes, 0 if any of them differ."""

    def referee(*words: str | Path) -> None:
        subprocess.run([sys.executable, "-m", "referee", *map(str, words)], check=True, capture_output=True)

    out, back, other = folder / "out.jsonl", folder / "back.jsonl", folder / "elsewhere"
    referee("export", out, "--instance", folder)
    referee("import", out, "--instance", other)
    referee("export", back, "--instance", other)
    return len(out.read_bytes()) if out.read_bytes() == back.read_bytes() else 0


@dataclass(frozen=True)
class Played:
    """What came of an evening: ``faults`` is empty where nothing was wrong."""

    counts: dict[str, int]
    faults: tuple[str, ...]


async def _played(
    server: Home, rulebook: str, count: int, seed: int, text: int, acting: int
) -> tuple[Evening, list[str]]:
    from tests.browser.conftest import CHROMIUM, FLAGS

    size = f"--blink-settings=defaultFontSize={16 * text // 100}"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, RESOLVED, size])
        evening = Evening(server, browser, rulebook, count, seed, acting)
        try:
            await evening.play()
        except BaseException:
            for phone in evening.phones:
                print(phone.seat, phone.page.url, phone.done[-12:], phone.complaints, file=sys.stderr)
                await phone.page.screenshot(path=f"{tempfile.gettempdir()}/evening-{phone.seat}.png", full_page=True)
            raise
        complaints = [f"{NAMES[phone.seat - 1]}: {each}" for phone in evening.phones for each in phone.complaints]
        await browser.close()
    return evening, complaints


def evening(rulebook: str, count: int = 4, seed: int = 1, text: int = 100, acting: int = EVERY) -> Played:
    """Plays a whole one on a server of its own; ``acting``: in so many rounds they do more than count."""
    folder = Path(tempfile.mkdtemp(prefix="referee-evening-"))
    server = Home(folder, code="")
    server.start()
    begun = time.monotonic()
    try:
        played, faults = asyncio.run(_played(server, rulebook, count, seed, text, acting))
        server.stop()
        log = read_log(folder, server.code)
        lost, doubled = played.account.differences(log)
        faults += [f"lost: {each}" for each in lost.elements()] + [f"doubled: {each}" for each in doubled.elements()]
        home = club_comes_home(folder)
        if not home:
            faults.append("the club that was exported and imported is another one")
    finally:
        server.stop()
        shutil.rmtree(folder)
    counts = {
        **played.done, "events": len(log), "refused and seen": len(played.account.refused),
        "numbers held against paper": sum(phone.looked["numbers"] for phone in played.phones),
        "answers": sum(sum(phone.answers.values()) for phone in played.phones),
        "questions of the book": sum(phone.answers["409"] + phone.answers["422"] for phone in played.phones),
        "reloads for want of news": sum(len(phone.stale) for phone in played.phones),
        "bytes out and in": home, "seconds": round(time.monotonic() - begun),
    }  # fmt: skip
    return Played(counts, tuple(faults))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebook", nargs="+", choices=EVENINGS)
    parser.add_argument("--text", type=int, default=100, help="percent of the browser's default size")
    parser.add_argument("--phones", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    wrong = 0
    for rulebook in given.rulebook:
        how = f"{rulebook} at {given.text} %, {given.phones} phones, seed {given.seed}"
        try:
            played = evening(rulebook, given.phones, given.seed, given.text)
        except Exception:  # the other rulebooks are played all the same
            wrong += 1
            print(f"{how}: broken off", flush=True)
            traceback.print_exc()
            continue
        wrong += len(played.faults)
        counts = ", ".join(f"{name} {count}" for name, count in played.counts.items())
        print(f"{how}: {counts}; {len(played.faults)} wrong", flush=True)
        for fault in played.faults:
            print("  ", fault)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
