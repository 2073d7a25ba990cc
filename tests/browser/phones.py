"""Eight phones around one table, each a touch context of its own, all tapping at once: what one of them does.

A phone does what a person does: it opens pages, taps, waits for what the screen says, and enters in the account what it
has tapped. It never looks into the book.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from typing import Any, NamedTuple
from urllib.parse import urljoin

from playwright.async_api import Browser, BrowserContext, Error, Locator, Page, Request, TimeoutError, expect

from tests.browser.account import Account, cards
from tests.browser.scanning import DRAWN, read
from tests.browser.thumb import HERE, SPOKEN

PATIENCE = 90_000  # ms: as long as a busy machine may need
NEWS = 15_000  # ms: a phone on which nothing moves for so long is reloaded; what it had not heard of is counted
PACE = 0.45  # s between two taps on one spot: what is quicker is taken for a finger that trembles
SHORT = 5_000  # ms: for what somebody else may settle first
AGAIN = 1_500  # ms: the same, where whoever is late looks again
LOOKS = 100  # ms between two looks at a page: else it would paint sixty times a second for as long as it is looked at
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
COUNTS_SENDINGS = """addEventListener("submit", () => {
  sessionStorage.sendings = Number(sessionStorage.sendings ?? 0) + 1;
}, true)"""
SENDINGS = "Number(sessionStorage.sendings ?? 0)"
"""Of this tab, whichever page it shows by now."""
STANDS = """() => [window.underway, document.querySelector("#unsent")?.innerText,
    [...document.querySelectorAll(".htmx-swapping, .htmx-settling, .htmx-request")].map((part) => part.id),
    document.querySelector("main")?.innerText]"""
ANSWERED = """() => !window.underway?.length
    && !document.querySelector(".htmx-swapping, .htmx-settling, [data-pending], [aria-busy=true]")
    && (document.querySelector("#unsent")?.hidden
      || /^Not (accepted|finished)/.test(document.querySelector("#unsent")?.innerText))"""
LOOK = "#unsent:not([hidden]) [data-key=do]"
# how this table answers what the book asks back: mine counts, it was another discard, yes, whoever is first
ANSWERS = (
    "main:has(.conflict) ~ .dock .actions form:last-child button",
    ".dock form:has([name=confirmed]) button",
    "main [data-asks] form button",
)
NEXT = """([number, form]) => (document.querySelector(form) && !document.querySelector(".read-back .missing"))
    || parseInt(document.querySelector("#round, #next-round")?.textContent.trim().split(" ")[1]) > number"""
SHEET = """() => {
  const numbers = (row) => [...row.querySelectorAll("td")].map((cell) => cell.querySelector(".points, .soft") ?? cell);
  const points = (cell) => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll("s, i, .sr").forEach((part) => part.remove());
    return copy.textContent.trim().replace("−", "-");
  };
  const rows = [...document.querySelectorAll(".sheet tbody tr:not(.opening, .next)")];
  return {
    seats: [...document.querySelectorAll(".sheet thead [data-seat]")].map((column) => Number(column.dataset.seat)),
    rounds: rows.map((row) => numbers(row).map(points)),
    totals: [...document.querySelectorAll(".sheet thead b")].map(points),
  };
}"""


class Model(NamedTuple):
    """What a phone looks like."""

    width: int
    height: int
    scheme: Any


MODELS = (
    Model(375, 667, "light"),
    Model(320, 568, "dark"),
    Model(412, 839, "light"),
    Model(360, 740, "dark"),
    Model(390, 844, "light"),
    Model(768, 1024, "dark"),
    Model(667, 375, "light"),
    Model(430, 932, "dark"),
)


class Phone:
    """One device at the table; ``seat`` is whose it is."""

    def __init__(self, context: BrowserContext, page: Page, seat: int, account: Account, chance: random.Random) -> None:
        self.context, self.page, self.seat = context, page, seat
        self.account, self.chance = account, chance
        self.game = ""
        self.number = 0
        """The round it plays."""
        self.may_is = 0
        """Discards this seat has taken in the round."""
        self.pressed = 0.0
        """When it last tapped a key that sends."""
        self.done: list[str] = []
        """What it did, for whoever reads a failure."""
        self.complaints: list[str] = []
        self.stale: list[str] = []
        """Where it had to be reloaded, because it did not show what had happened."""

    @classmethod
    async def new(cls, browser: Browser, model: Model, seat: int, account: Account, chance: random.Random) -> Phone:
        context = await browser.new_context(
            viewport={"width": model.width, "height": model.height},
            color_scheme=model.scheme,
            reduced_motion="reduce",
            has_touch=True,
            is_mobile=True,
        )
        context.set_default_timeout(PATIENCE)
        await context.add_init_script(path=HERE / "heard.js")
        await context.add_init_script(COUNTS_SENDINGS)
        page = await context.new_page()
        phone = cls(context, page, seat, account, chance)
        context.on("requestfinished", lambda request: asyncio.ensure_future(phone.sent(request)))
        context.on("requestfailed", lambda request: asyncio.ensure_future(phone.sent(request)))
        context.on("weberror", lambda error: phone.complain(str(error.error)))
        return phone

    async def sent(self, request: Request) -> None:
        """What went out and came of it stands among what the phone did."""
        if request.method == "POST" and "/read-hand" not in request.url:
            answer = None if request.failure else await request.response()
            self.done.append(f"[{request.url.rsplit('/', 1)[1]}: {answer.status if answer else request.failure}]")

    def complain(self, fault: str) -> None:
        """What a page throws; that htmx or its end has not come while the computer was dead is how the page says so."""
        if "htmx is missing" not in fault and "cut off" not in fault:
            self.complaints.append(f"uncaught: {fault}")

    def enter(self, *entry: object) -> None:
        self.account.enter(*entry)
        self.done.append(" ".join(map(str, entry)))

    # what a person does with any page

    async def load(self, path: str = "") -> None:
        """Opens an address of the game whole; while nobody answers, again and again."""
        while True:
            try:
                answer = await self.page.goto(self.game + path, wait_until="load")
            except Error as failed:
                if "ERR_" not in str(failed) and "interrupted" not in str(failed):
                    raise
            else:
                if (answer is None or answer.status < 500) and await self.is_whole():
                    return
            await asyncio.sleep(0.3)

    async def open(self, path: str = "") -> None:
        """By the link on this page, if it has one, and mostly; else whole, as after a reload."""
        address = self.game.removeprefix(self.page.url.split("/g/")[0]) + path
        link = self.page.locator(f'a[href="{address}"]:visible').first
        if self.page.url != self.game + path and self.chance.random() < 0.9 and await link.count():
            with contextlib.suppress(Error):  # the page may be changing just now
                await link.tap(timeout=SHORT)
                await self.page.wait_for_url(self.game + path, timeout=SHORT)
                if await self.is_whole():
                    return
        await self.load(path)

    async def is_whole(self) -> bool:
        """Whether the page came to its end. Where the computer died in the middle of it, it comes again by itself."""
        try:
            await self.page.locator("#end").wait_for(state="attached", timeout=NEWS)
        except TimeoutError:  # nothing of it has come, or what stands there is the browser's own page
            return False
        return True

    async def press(self, key: Locator, timeout: int = PATIENCE) -> None:
        """Taps a key that sends, at the pace of a person.

        What the page does not take is tapped once more: it keeps a finger from sending what just came under it.
        """
        while True:
            await asyncio.sleep(max(0.0, self.pressed + PACE - time.monotonic()))
            await key.wait_for(timeout=timeout)
            before = await self.page.evaluate(SENDINGS)
            await key.tap(timeout=timeout)
            self.pressed = time.monotonic()
            if await self.has_sent(before):
                return

    async def has_sent(self, before: int) -> bool:
        """Whether a form goes out, as soon as that is known."""
        while True:
            is_late = time.monotonic() > self.pressed + PACE
            try:
                if await self.page.evaluate(SENDINGS) > before:
                    return True
            except Error:  # another page is coming: it was taken
                return True
            if is_late:
                return False
            await asyncio.sleep(0.05)

    def seen(self, text: str) -> Locator:
        return self.page.get_by_text(text).first

    async def answered(self) -> bool:
        """Waits until the book has everything, answers what it asks back; whether it has accepted the last thing."""
        while True:
            await self.page.wait_for_function(ANSWERED, polling=LOOKS)
            for question in (LOOK, *ANSWERS):
                button = self.page.locator(question).last
                if await button.count():
                    with contextlib.suppress(TimeoutError):  # what it asked about may be settled by now
                        await button.tap(timeout=SHORT)
                    break
            else:
                problems = self.page.locator("#problems")
                if not await problems.count():
                    return True
                self.done.append(f"refused: {await problems.inner_text()}")
                return False

    async def say_who(self) -> None:
        """One tap: whose phone it is. Where another phone says the same, this one stays with it."""
        await self.open("/who")
        await self.take_seat()

    async def invitation(self) -> str:
        """The code that this phone shows to the others, as a camera reads it."""
        await self.open("/invite")
        code = self.page.locator("svg.qr")
        await code.wait_for()
        return read(await code.evaluate(DRAWN))

    async def scan(self, invitation: str) -> None:
        """The code, then the own seat: two taps from the camera to the game. What does not open is scanned again."""
        while "/who" not in self.page.url:
            with contextlib.suppress(Error):
                await self.page.goto("about:blank")
                await self.page.goto(invitation)
                await self.page.wait_for_url("**/who", timeout=NEWS)
        await self.take_seat()

    async def take_seat(self) -> None:
        await self.press(self.page.locator(f'form[action$="/who/seat"] [name=seat][value="{self.seat}"]'))
        await self.answered()

    async def take_out(self, player: str) -> None:
        """As host, on the page of the phones: that of a player may do nothing more."""
        await self.page.goto(urljoin(self.game, "/clubs"))
        await self.page.locator('a[href$="/phones"]:visible').first.tap()
        await self.page.locator("#phones details", has_text=player).locator("summary").tap()
        await self.page.get_by_role("link", name=f"Remove this phone: {player}").tap()
        await self.page.locator("label:has([name=renew][value=no])").tap()  # the same code lets another phone in
        await self.press(self.page.get_by_role("button", name="Remove this phone"))
        await self.seen("The phone is removed.").wait_for()

    async def begin_note(self, text: str) -> None:
        """Typed and not sent yet: what is typed stays, and so does its page, whatever news come."""
        await self.page.locator("#note").fill(text)

    async def refused_note(self) -> list[str]:
        """What is wrong where a phone that was taken out still shows or writes something."""
        await self.press(self.page.locator('form[action$="/table/note"] button'))
        await expect(self.page.locator("#unsent")).to_contain_text("Not accepted", timeout=PATIENCE)
        await self.load()
        heading = await self.page.locator("h1").inner_text()
        return [] if heading == "Not on this phone" else [f"A phone that was taken out sees {heading}."]

    # what happens at the table

    async def note(self, text: str) -> None:
        """On the page of the table, with or without a line; goes on as soon as the screen shows it."""
        await self.page.locator("#note").fill(text)
        await self.press(self.page.locator('form[action$="/table/note"] button'))
        self.enter("note", text)
        await self.seen(text).wait_for(state="attached")

    async def notes(self, *texts: str) -> None:
        await self.open("/table")
        for text in texts:
            await self.note(text)
        await self.answered()

    async def notes_without_a_line(self, *texts: str) -> None:
        """Entered in the cellar; now and then the phone is closed there too, or asked for a page."""
        await self.open("/table")
        await self.context.set_offline(True)
        for text in texts:
            await self.note(text)
        if self.chance.random() < 0.3:
            await asyncio.sleep(0.3)
            try:
                await self.page.reload()
            except Error as failed:
                if "ERR_INTERNET_DISCONNECTED" not in str(failed):
                    raise
        await asyncio.sleep(self.chance.uniform(0.2, 1.5))
        await self.context.set_offline(False)
        if self.chance.random() < 0.5:
            await self.open()
        elif "chrome-error" in self.page.url:
            await self.open("/table")
        await self.answered()

    async def undo_note(self, text: str) -> None:
        await self.open("/history")
        await self.page.locator(".history").evaluate_all("rounds => rounds.forEach((each) => { each.open = true; })")
        line = self.page.locator(".history li", has_text=text).last
        await self.press(line.locator('form[action$="/undo"] button'))
        self.enter("undone", "note", text)
        await self.answered()

    async def may_i(self) -> None:
        await self.open("/may-i")
        keep = self.page.locator('.taking label:has([name=same][value="no"])')
        if await keep.count():
            with contextlib.suppress(Error):  # news of another phone may take the question away
                await keep.tap(timeout=SHORT)
        await self.press(self.page.locator(f'.taking [name=claims][value="{self.seat}"]'))
        self.enter("may i", self.number, self.seat)
        self.may_is += 1
        if not await self.answered():
            self.account.refuse("may i", self.number, self.seat)

    async def down(self) -> None:
        await self.open(f"/down?seat={self.seat}")
        await self.press(self.page.locator('.dock button[form="question"]'))
        self.enter("down", self.number, self.seat)
        await self.answered()

    async def went_out(self) -> None:
        await self.open("/round")
        key = f'.dock form[action$="/round/went-out"] [name=seat][value="{self.seat}"]'
        await self.press(self.page.locator(key))
        self.enter("out", self.number, self.seat)
        await self.answered()

    async def type_hand(self, hand: list[str]) -> None:
        for rank in hand:
            await self.page.get_by_role("button", name=re.compile(f"^{SPOKEN[rank]}, ")).tap()

    async def hand(self, hand: list[str], offline: bool) -> None:
        """The own cards left: *Round over* opens that hand."""
        await self.open("/round")
        if offline:
            await self.context.set_offline(True)
        await self.type_hand(hand)
        await self.press(self.page.locator(".dock .primary"))
        self.enter("hand", self.number, self.seat, cards(" ".join(hand)))
        if offline:
            await expect(self.page.locator("#unsent")).to_be_visible(timeout=PATIENCE)
            await asyncio.sleep(self.chance.uniform(0.2, 1.5))
            await self.context.set_offline(False)
        await self.answered()

    async def close_round(self) -> None:
        """Until the own screen shows the next round: whoever sees that all hands are there closes it."""
        form = f'form[action$="/round/close"]:has([name=round][value="{self.number}"])'
        if "/round" not in self.page.url:
            await self.open("/round?step=read-back")
        while True:
            try:
                await self.page.wait_for_function(NEXT, arg=[self.number, form], polling=LOOKS, timeout=NEWS)
            except TimeoutError:  # the others are slow, or this phone has not heard of it
                before = self.page.url
                await self.load()  # the read-back may be that of the next round by now, which says so nowhere
                if not await self.page.evaluate(NEXT, [self.number, form]):
                    await self.load("/round?step=read-back")
                if await self.page.evaluate(NEXT, [self.number, form]):
                    self.stale.append(before)
                continue
            if not await self.page.locator(form).count():
                return
            try:
                await self.press(self.page.locator(f"{form} button"), AGAIN)
            except TimeoutError:  # somebody else was quicker
                continue
            self.account.share("closed", self.number)
            if not await self.answered():
                self.complaints.append(f"closing once more was refused: {self.done[-1]}")

    async def correct(self, number: int, hand: list[str]) -> None:
        """The own cell of a closed round."""
        await self.open(f"/score/{number}/{self.seat}")
        await self.page.locator("#cards").fill("")
        await self.type_hand(hand)
        await self.press(self.page.locator(".dock .primary"))
        self.enter("corrected", number, self.seat, cards(" ".join(hand)))
        await self.answered()

    async def sheet(self) -> dict[tuple[int, int], int]:
        """What the Score page shows: points by round and seat, totals as round 0."""
        await self.open("/score")
        await self.answered()
        shown = await self.page.evaluate(SHEET)
        cells = {
            (number, seat): int(points.removesuffix("out").strip() or 0)
            for number, row in enumerate(shown["rounds"], 1)
            for seat, points in zip(shown["seats"], row, strict=True)
            if points != "–"
        }
        return cells | {(0, seat): int(points) for seat, points in zip(shown["seats"], shown["totals"], strict=True)}
