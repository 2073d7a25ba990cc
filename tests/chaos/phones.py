"""Phones that tap and tap over a bad line, are reloaded, lose it altogether, open a second tab; then the counting."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Route
from rjsmin import jsmin

from tests.browser.thumb import HERE, Thumb
from tests.chaos.proxy import FAULTS, Line

TAPPING = """async ([name, last, every, most]) => {
  const key = `made ${name}`;
  let held = 0; // turns
  for (let number = Number(localStorage.getItem(key)) + 1; number <= last; ) {
    const goesOn = number % 10 || (await unsent()).length < most || ++held > 3000;
    const field = document.querySelector("#note"); // looked up last: an answer puts another one in its place
    if (field && goesOn) {
      held = 0;
      field.value = `${name} ${number}`;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.form.querySelector("button[type=submit]").click();
      localStorage.setItem(key, number);
      number += 1;
    }
    await new Promise((over) => setTimeout(over, every));
  }
}"""
"""Taps in the page, quicker than any thumb, with as much waiting to be sent as an evening without a line leaves."""
EVERY_MS = 40
MOST_WAITING = 100
PATIENCE_MS = 180_000
"""Until a page has come: eight phones that tap without a pause may keep two processors from it for a while."""
HASTY = (
    jsmin("export async function send(entry, elt) {"),
    jsmin("export async function send(entry, elt) {\n  move(entry, 'written');"),
)
"""A queue that removes an entry before the book has answered, as phones get it."""


@dataclass(frozen=True)
class Tally:
    """What became of the taps. ``late``: how many stand in the book behind a later one of their phone."""

    taps: int
    lost: frozenset[str]
    doubled: int
    late: int
    unsent: int
    line: Counter[str]
    seconds: float

    def __str__(self) -> str:
        met = self.line
        faults = ", ".join(f"{met[fault]} {fault}" for fault in FAULTS)
        return (
            f"{self.taps} taps in {self.seconds:.0f} s, {met['writes']} writes, "
            f"{sum(met[fault] for fault in FAULTS)} faults ({faults}), "
            f"{met['reload']} reloads, {met['offline']} times without a line, {met['tab']} tabs opened or closed: "
            f"{len(self.lost)} lost, {self.doubled} doubled, {self.late} out of order, {self.unsent} not sent"
        )


def hurry(context: BrowserContext) -> None:
    """Gives the phone the queue of the negative control."""

    def give(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert HASTY[0] in text
        route.fulfill(response=answer, body=text.replace(*HASTY))

    context.route("**/start.js", give)


@dataclass
class Phone:
    """A phone with its tabs; the first stands all the time. Each tab counts its taps under a name of its own."""

    context: BrowserContext
    name: str
    table: str
    pages: list[Page]
    names: list[str]

    @property
    def page(self) -> Page:
        return self.pages[0]

    def made(self, name: str) -> int:
        """How many taps the tab of this name has made."""
        return int(self.page.evaluate("(name) => Number(localStorage.getItem(`made ${name}`))", name))

    def tapping(self, page: Page, name: str, last: int) -> None:
        """Begins to tap, and does not wait for the end."""
        page.evaluate(f"(how) => {{ ({TAPPING})(how); }}", [name, last, EVERY_MS, MOST_WAITING])

    def second_tab(self, last: int) -> None:
        other = self.context.new_page()
        other.goto(self.table)
        self.pages.append(other)
        self.names.append(f"{self.name} tab {len(self.names) + 1}")
        self.tapping(other, self.names[-1], last)

    def unsent(self) -> int:
        return int(self.page.evaluate("unsent().then((all) => all.length)"))


def play(
    browser: Browser, line: Line, folder: Path, *, taps: int, phones: int, hasty: bool = False, patience_s: float = 600
) -> Tally:
    """``phones`` tap ``taps`` times in all; the database of the app lies in ``folder``. Whatever sends nothing more for
    ``patience_s`` is stuck."""
    begun = time.monotonic()
    chance = random.Random(line.seed)
    each = taps // phones
    table = [_phone(browser, line, f"phone {number}", hasty) for number in range(phones)]
    for phone in table:
        phone.tapping(phone.page, phone.name, each)
    while any(phone.made(phone.name) < each for phone in table):
        _disturb(chance.choice(table), chance, line.counts, each)
    left, ends = taps, time.monotonic() + patience_s
    while (now := sum(phone.unsent() for phone in table)) and time.monotonic() < ends:
        if now < left:  # slow is not stuck
            left, ends = now, time.monotonic() + patience_s
        table[0].page.wait_for_timeout(200)
    made = {name: phone.made(name) for phone in table for name in phone.names}
    unsent = sum(phone.unsent() for phone in table)
    for phone in table:
        phone.context.close()
    return count(folder, made, unsent, line.counts, time.monotonic() - begun)


def _phone(browser: Browser, line: Line, name: str, hasty: bool) -> Phone:
    context = browser.new_context(
        has_touch=True, is_mobile=True, viewport={"width": 375, "height": 667}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(path=HERE / "heard.js")
    if hasty:
        hurry(context)
    page = context.new_page()
    table = Thumb(page).open_game_by_hand(line.address, players=3) + "/table"
    page.goto(table)
    return Phone(context, name, table, [page], [name])


def _disturb(phone: Phone, chance: random.Random, counts: Counter[str], each: int) -> None:
    """What happens to a phone on such an evening."""
    happens = chance.choice(("reload", "offline", "tab", "tap", "tap"))
    counts[happens] += 1
    if happens == "reload":
        phone.page.reload()
        phone.tapping(phone.page, phone.name, each)
    elif happens == "offline":
        phone.context.set_offline(True)
        phone.page.wait_for_timeout(chance.randrange(100, 800))
        phone.context.set_offline(False)
    elif happens == "tab" and len(phone.pages) < 2:
        phone.second_tab(each // 5)
    elif happens == "tab":
        phone.pages.pop().close()
    else:
        phone.page.wait_for_timeout(chance.randrange(50, 300))


def count(folder: Path, made: Mapping[str, int], unsent: int, line: Counter[str], seconds: float) -> Tally:
    """Every tap is in the book once, behind those that its tab made before it. ``made``: how many each tab has made."""
    with closing(sqlite3.connect(folder / "referee.db")) as book:
        rows = book.execute("SELECT data FROM event WHERE type = 'NoteAdded' ORDER BY game, seq").fetchall()
    texts = [json.loads(data)["text"] for (data,) in rows]
    written = Counter(texts)
    wanted = {f"{name} {number}" for name, last in made.items() for number in range(1, last + 1)}
    late = 0
    for name in made:
        numbers = [int(text.rpartition(" ")[2]) for text in texts if text.rpartition(" ")[0] == name]
        late += sum(later < earlier for earlier, later in itertools.pairwise(numbers))
    doubled = sum(times - 1 for times in written.values())
    return Tally(len(wanted), frozenset(wanted - set(written)), doubled, late, unsent, line, seconds)
