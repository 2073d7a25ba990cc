"""How soon a phone answers a tap whose processor is slowed four times, and whether news make its page grow.

Run it with ``python -m tests.bench.taps [taps] [news]``; ``tests/bench/README.md`` has the figures.

A tap begins when the browser notes it (``timeStamp``) and is painted when the frame with its answer has been made. The
server is a process of its own on the same machine, and is not slowed.
"""

from __future__ import annotations

import re
import statistics
import sys
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.bench.live import Table, serving
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.thumb import opened

SLOWER = 4
TAPS = 60
NEWS = 500
WARM = 20
"""News that are not counted: until then the browser fills what it keeps."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 667},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6")
PAINTED = """() => {
  const before = %(state)s;
  window.painted = new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    document.addEventListener("click", ({ timeStamp }) => {
      port1.onmessage = () => done(performance.now() - timeStamp);
      const frame = () => {
        if (%(state)s !== before) port2.postMessage("");
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }, { once: true, capture: true });
  });
}"""
"""From the next tap to the end of the first frame that shows another ``state``."""
KEPT = """async () => {
  const { $queue } = await import(document.querySelector('script[src$="/start.js"]').src);
  window.kept = new Promise((done) => {
    document.addEventListener("click", ({ timeStamp }) => {
      const look = () => { // the click submits the form after all that hear of it
        const [entry] = $queue.entries().slice(-1);
        if (!entry) return setTimeout(look);
        return $queue.isKept(entry).then((isKept) => done(isKept && performance.now() - timeStamp));
      };
      setTimeout(look);
    }, { once: true, capture: true });
  });
}"""
"""From the next tap to the moment when the phone's own disk has it; false where it keeps nothing."""
SENT = "() => document.querySelector('#unsent').hidden && !document.querySelector('[data-pending]')"
NOTE = "Anything the table wants to remember"


BARE = """<!doctype html><meta name="viewport" content="width=device-width">
<button style="height: 5rem">Tap</button> <b>0</b>
<script>document.querySelector("button").addEventListener("click", () => {
  const count = document.querySelector("b"); count.textContent = Number(count.textContent) + 1;
});</script>"""


class Times(NamedTuple):
    """ms of each tap."""

    bare: list[float]
    """A button of a page that has nothing else, on the same phone: what the machine takes by itself."""
    pad: list[float]
    pending: list[float]
    kept: list[float]


def taps(page: Page, count: int) -> Times:
    """Keys of the pad until each is drawn, then notes until their button is drawn as waiting and the disk has them."""
    game = page.url
    page.goto("data:text/html," + quote(BARE))
    slow = page.context.new_cdp_session(page)
    bare = []
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(count):
        page.evaluate(PAINTED % {"state": "document.querySelector('b').textContent"})
        page.locator("button").tap()
        bare.append(page.evaluate("painted"))
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.goto(f"{game}/round?seat=2")
    page.wait_for_function("() => document.querySelector('.pad')?.checkVisibility()")
    page.wait_for_timeout(2000)  # what the next pages need has come
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    pad = []
    for number in range(count):
        if number % len(RANKS) == 0:
            page.locator("#cards").fill("")
        page.evaluate(PAINTED % {"state": "document.querySelector('#cards').value"})
        page.locator(f'[data-rank="{RANKS[number % len(RANKS)]}"]').tap()
        pad.append(page.evaluate("painted"))
    page.locator("#cards").fill("")
    page.goto(f"{game}/table")
    page.wait_for_function("() => !document.body.hasAttribute('hx-disable')")
    page.wait_for_timeout(2000)
    pending, kept = [], []
    for number in range(count):
        page.get_by_label(NOTE).fill(f"Note {number}")
        page.evaluate(PAINTED % {"state": "document.querySelectorAll('[data-pending]').length"})
        page.evaluate(KEPT)
        page.get_by_role("button", name="Save note").tap()
        pending.append(page.evaluate("painted"))
        kept.append(page.evaluate("kept"))
        page.wait_for_function(SENT)
        page.wait_for_timeout(500)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert all(kept), "the phone keeps nothing"
    return Times(bare, pad, pending, kept)


class Size(NamedTuple):
    kilobytes: int
    """Of the heap of its scripts."""
    nodes: int
    listeners: int


class Teller(Table):
    """Writes a note and takes it back: the page is told twice, and in the end says what it said before."""

    def change(self) -> None:
        if self._said % 2 == 0:
            self.note()
            return
        self._said += 1
        html = self._ask("GET", f"/g/{self.code}").read().decode()
        form = html[html.index(f'action="/g/{self.code}/undo"') :]
        target = re.search(r'name="target" value="(\d+)"', form)
        assert target
        self._ask("POST", f"/g/{self.code}/undo", [("target", target[1]), ("seen", target[1]), ("from", "")]).read()


def size(page: Page, session: CDPSession) -> Size:
    """Of a page, after what nobody holds any more has been collected."""
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(100)
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return Size(int(metrics["JSHeapUsedSize"]) // 1024, int(metrics["Nodes"]), int(metrics["JSEventListeners"]))


def news(page: Page, address: str, teller: Teller, count: int) -> tuple[Size, Size]:
    """The size of *Now* before and after so many news, each of them shown; ``WARM`` more come first, uncounted."""
    page.goto(f"{address}/g/{teller.code}")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.wait_for_timeout(2000)
    sizes = []
    for number in range(WARM + count + 1):
        if number in (WARM, WARM + count):
            sizes.append(size(page, session))
        if number < WARM + count:
            before = page.locator("main").get_attribute("data-at")
            teller.change()
            page.wait_for_function("(before) => document.querySelector('main').dataset.at !== before", arg=before)
    return sizes[0], sizes[1]


def _row(name: str, times: list[float], goal: int = 0) -> str:
    middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    at_most = f", at most {goal} ms" if goal else ""
    return f"{name:<42} median {middle:6.1f} ms   p95 {late:6.1f} ms{at_most}"


def main() -> None:
    count, changes = map(int, [*sys.argv[1:], *map(str, (TAPS, NEWS)[len(sys.argv) - 1 :])])
    assert CHROMIUM
    with (
        serving(hosted=False) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
        browser.new_context(**PHONE) as context,
    ):
        address = f"http://127.0.0.1:{server.port}"
        page = context.new_page()
        opened(page, address, "screw", [f"Player {seat}" for seat in range(1, 9)])
        times = taps(page, count)
        print(_row("a bare button of a bare page", times.bare))
        print(_row("a key of the pad until it is painted", times.pad, 50))
        print(_row("a tap that sends until it is drawn as kept", times.pending, 100))
        print(_row("the same until the phone’s disk has it", times.kept, 100), flush=True)
        before, after = news(page, address, Teller(server.port), changes)
        grown = [f"{what} {getattr(before, what):,} to {getattr(after, what):,}" for what in Size._fields]
        print(f"{changes} news: {', '.join(grown)}")


if __name__ == "__main__":
    main()
