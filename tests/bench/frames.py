"""How many frames a phone shows while something moves, and how soon it answers a tap, its processor slowed six times.

Run it with ``python -m tests.bench.frames [TIMES]``; ``tests/bench/README.md`` has the figures.

A page tells of every frame that it makes (``requestAnimationFrame``): at sixty a second one every 16.7 ms. Each row is
one motion, several times over; beside it stands the same tap on a phone that wants no motion, where there is none.
"""

from __future__ import annotations

import itertools
import statistics
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.live import serving
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.thumb import opened

SLOWER = 6
TIMES = 6
FRAME = 1000 / 60
PLAYERS = ("Maximiliana", "Bartholomew", "Anna", "Otto", "Jo", "Fay", "Ida", "Ben")
RANKS = itertools.cycle(("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"))
"""One for each hand: the same hand as in the round before would be asked about."""
WATCH = """(lasts) => {
  window.frames = [];
  window.told = new Promise((done) => {
    let first;
    document.addEventListener("click", ({ timeStamp }) => {
      const begun = timeStamp;
      const changed = new MutationObserver(() => { first ??= performance.now() - begun; });
      changed.observe(document.querySelector("#page"), { childList: true, subtree: true, characterData: true });
      let arrived = 0;
      const frame = (now) => {
        if (first === undefined) return requestAnimationFrame(frame);
        arrived ||= now;
        frames.push(now);
        if (now - arrived < lasts) requestAnimationFrame(frame);
        else { changed.disconnect(); done([first, frames]); }
      };
      requestAnimationFrame(frame);
    }, { once: true, capture: true });
  });
}"""
"""Until so long after the tap has changed the page: when that was, and when each frame came since."""


class Motion(NamedTuple):
    name: str
    lasts: int
    """ms."""
    ready: Callable[[Page], None]
    tap: str
    """What is tapped, by its selector."""


def _somewhere(place: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto("/".join(page.url.split("/")[:5]) + place)
        page.locator("#end").wait_for(state="attached")
        page.wait_for_timeout(300)

    return go


def _counted(page: Page) -> None:
    """Every line of a round, so that the tap closes it."""
    _somewhere("/round?step=who")(page)
    page.locator("button[name=seat]").first.tap()
    while True:
        page.wait_for_function("() => document.querySelector('[data-cards].active, form[action$=\"/close\"]')")
        if page.locator('form[action$="/close"]').count():
            return
        page.locator(f'[data-rank="{next(RANKS)}"]').tap()
        before = page.locator("h1").text_content()
        page.locator(".dock .primary").tap()
        page.wait_for_function("(before) => document.querySelector('h1').textContent !== before", arg=before)


MOTIONS = (
    Motion("a card drops, the sum rolls", 250, _somewhere("/round?seat=2"), '[data-rank="K"]'),
    Motion("a place: mark and felt", 200, _somewhere(""), ".tabs a:nth-child(2)"),
    Motion("back to the round", 200, _somewhere("/score"), ".tabs a:nth-child(1)"),
    Motion("lanes and totals of a round", 700, _counted, 'form[action$="/close"] button'),
)


def _measured(page: Page, motion: Motion, times: int) -> Iterator[tuple[float, list[float]]]:
    slow = page.context.new_cdp_session(page)
    for _ in range(times):
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        motion.ready(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(WATCH, motion.lasts)
        page.locator(motion.tap).first.tap()
        first, frames = page.evaluate("told")
        yield first, [after - before for before, after in itertools.pairwise(frames)]


def _row(browser: Browser, server: str, motion: Motion, times: int, wish: str) -> str:
    phone = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with browser.new_context(**phone, reduced_motion=wish) as context:  # type: ignore[arg-type]
        page = context.new_page()
        opened(page, server, "screw", PLAYERS[: 4 if motion.ready is _counted else 8])
        found = list(_measured(page, motion, times))
    gaps = [gap for _, each in found for gap in each]
    longest = statistics.median(max(each) for _, each in found)
    rate = 1000 * len(gaps) / sum(gaps)
    missed = sum(round(gap / FRAME) - 1 for gap in gaps if gap > 1.5 * FRAME) / len(found)
    answered = statistics.median(first for first, _ in found)
    shown = f"{rate:5.1f} frames a second, {missed:4.1f} missed, longest {longest:5.1f} ms"
    return f"{shown}, tap answered after {answered:5.0f} ms"


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    assert CHROMIUM
    with (
        serving(hosted=False) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS) as browser,
    ):
        address = f"http://127.0.0.1:{server.port}"
        for motion in MOTIONS:
            print(motion.name)
            for wish, name in (("no-preference", "moves"), ("reduce", "still")):
                print(f"  {name}: {_row(browser, address, motion, times, wish)}", flush=True)


if __name__ == "__main__":
    main()
