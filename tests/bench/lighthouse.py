"""What Lighthouse says of eight pages on a phone: performance, accessibility, best practices and SEO, out of 100.

    npm install --prefix FOLDER lighthouse@12
    python -m tests.bench.lighthouse FOLDER/node_modules/.bin/lighthouse [--runs 3]

Needs node and Chromium. Its own phone profile: a small screen, a slow processor and slow 4G, worked out from what the
page loads. Of several runs the median of each figure counts. Nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.sheets import served

PAGES = {
    "start": "evening: start",
    "new game": "evening: new game",
    "Now": "evening: now, with a cut",
    "Score": "evening: score, eight players",
    "Ask": "referee: meld",
    "ruling": "referee: meld, a run with a gap",
    "standings": "season: demo: season",
    "rulebook": "referee: rulebook",
}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TIMES = {"first-contentful-paint": "first paint", "largest-contentful-paint": "largest paint", "interactive": "usable"}


def asked(lighthouse: str, address: str) -> dict[str, Any]:
    """What Lighthouse writes of one page."""
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "report.json"
        command = [lighthouse, address, "--quiet", "--output=json", f"--output-path={to}"]
        command += [f"--only-categories={','.join(CATEGORIES)}"]
        command += [f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}"]
        subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": str(CHROMIUM)})
        report: dict[str, Any] = json.loads(to.read_text(encoding="utf-8"))
    return report


def missed(report: dict[str, Any]) -> set[str]:
    """The audits that cost points, by name."""
    counted = {ref["id"] for one in report["categories"].values() for ref in one["auditRefs"] if ref["weight"]}
    return {name for name in counted if (report["audits"][name].get("score") or 0) < 1 and _applies(report, name)}


def _applies(report: dict[str, Any], name: str) -> bool:
    return report["audits"][name]["scoreDisplayMode"] not in ("notApplicable", "manual", "informative")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lighthouse")
    parser.add_argument("lighthouse")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=list(PAGES), choices=list(PAGES))
    said = parser.parse_args()
    wanted = re.compile("|".join(f"^{re.escape(PAGES[name])}$" for name in said.only))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        addresses = dict(served(Path(folder), stack, wanted))
        print(f"{'':10}", *CATEGORIES, *TIMES.values(), sep="  ")
        for name in said.only:
            reports = [asked(said.lighthouse, addresses[PAGES[name]]) for _ in range(said.runs)]
            scores = [median(100 * report["categories"][one]["score"] for report in reports) for one in CATEGORIES]
            times = [median(report["audits"][one]["numericValue"] for report in reports) / 1000 for one in TIMES]
            print(f"{name:10}", *[f"{score:3.0f}" for score in scores], *[f"{time:.1f} s" for time in times], sep="  ")
            for audit in sorted(set.union(*map(missed, reports))):
                print(f"{'':12}{audit}: {reports[0]['audits'][audit].get('displayValue', 'no')}", flush=True)


if __name__ == "__main__":
    main()
