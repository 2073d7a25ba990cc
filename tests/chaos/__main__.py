"""``python -m tests.chaos --taps 5000``: taps over a bad line, counted; first the two controls that must be caught."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from referee import create_app
from tests.apps import dispose
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.chaos.phones import Tally, play
from tests.chaos.proxy import Line, standing
from tests.homing import comes_home
from tests.serving import serving


def main() -> None:
    """Prints the counts; ends with 1 where a tap was lost, doubled or out of order, or a control was not caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--taps", type=int, default=5000)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--share", type=float, default=0.15, help="of the writes that meet a fault (default 0.15)")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    hasty = run(100, 2, 0.4, asked.seed, hasty=True)
    print(f"a queue that removes before the answer: {hasty}")
    forgetful = run(100, 2, 0.4, asked.seed, forgets_ids=True)
    print(f"a server that forgets ids: {forgetful}")
    tally = run(asked.taps, asked.phones, asked.share, asked.seed, hang_s=20)  # longer than a phone has patience
    print(tally)
    sys.exit(not (hasty.lost and forgetful.doubled) or bool(tally.lost or tally.doubled or tally.late or tally.unsent))


def run(
    taps: int,
    phones: int,
    share: float,
    seed: int,
    *,
    hang_s: float = 3,
    hasty: bool = False,
    forgets_ids: bool = False,
) -> Tally:
    with tempfile.TemporaryDirectory(prefix="referee-chaos-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        app = create_app({"DATA_DIR": folder})
        with serving(app) as server, standing(Line(server, share, seed, hang_s, forgets_ids)) as line:
            tally = play(browser, line, Path(folder), taps=taps, phones=phones, hasty=hasty, patience_s=120)
            browser.close()
        assert comes_home(app), "no game stands in the book"
        dispose(app)
    return tally


if __name__ == "__main__":
    main()
