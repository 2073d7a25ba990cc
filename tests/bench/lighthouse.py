"""What Lighthouse says of eight pages on a phone: performance, accessibility, best practices and SEO, out of 100.

    python -m tests.bench.lighthouse [--lighthouse FOLDER/node_modules/.bin/lighthouse] [--runs 3] [--only home Now …]

Needs node and Chromium; without a path, Lighthouse is looked for on the ``PATH``, then fetched by ``npx``. Its own
phone profile: a small screen, a slow processor and slow 4G, worked out from what the page loads. Of several runs the
median of each figure counts. Nothing else should run on the machine. Ends with 1 where a page gets less than 100, or
the home screen weighs more than a first page may.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlencode
from urllib.request import urlopen

from referee import create_app
from referee.rulebooks import library
from referee.rules.questions import QUESTIONS
from referee.services.clubs import seasons
from referee.services.house import data as data_services
from referee.storage.tables.database import db
from referee.web.ask.forms import address_of
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.evenings import Evening
from tests.browser.looking import shown

VERSION = "12"
"""Of Lighthouse, where ``npx`` fetches it."""
PLAYERS = ("Ada", "Ben", "Cora", "Dan")
PAGES = ("home", "Now", "Score", "History", "rulebook", "Ask", "standings", "player")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TIMES = {"first-contentful-paint": "first paint", "largest-contentful-paint": "largest paint", "interactive": "usable"}
HEAVIEST = 90 * 1024
"""Bytes of a first page, with all that it loads."""


def write(settings: dict[str, Any]) -> dict[str, str]:
    """The demo club, beside it a game in its fourth round; the paths of the eight pages."""
    app = create_app(settings)
    with app.app_context():
        club = data_services.make_demo().id
        running = Evening("contract", PLAYERS).rounds(3)
        running.out()
        season = seasons.seasons(club)[0]
        players = {player.name: player.id for player in seasons.players(club)}
        db.session.remove()
        db.engine.dispose()
    game = f"/g/{running.code}"
    paths = ("/", game, f"{game}/score", f"{game}/history", "/rulebooks/contract", _ruling())
    return dict(zip(PAGES, (*paths, f"/seasons/{season.id}", f"/players/{players['Ada']}"), strict=True))


def _ruling() -> str:
    """Ask, with a verdict."""
    request = QUESTIONS["meld"].examples["a run with a gap"]
    typed = address_of({"question": "meld", **request}, library.load(request["rulebook"]))
    return f"/ask/meld?{urlencode({'ask': 1, 'rulebook': request['rulebook'], **typed})}"


class Looked(NamedTuple):
    """A page as Lighthouse has seen it."""

    scores: dict[str, float]
    times: dict[str, float]
    """Seconds."""
    weight: float
    """Bytes, with all that it loads."""
    missed: dict[str, str]
    """The audits that cost points, and what is said of each."""


def looked_at(lighthouse: Sequence[str], address: str) -> Looked:
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "report.json"
        command = [*lighthouse, address, "--quiet", "--output=json", f"--output-path={to}"]
        command += [f"--only-categories={','.join(CATEGORIES)}"]
        command += [f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}"]
        subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": str(CHROMIUM)})
        report = json.loads(to.read_text(encoding="utf-8"))
    audits = report["audits"]
    return Looked(
        {name: 100 * report["categories"][name]["score"] for name in CATEGORIES},
        {name: audits[name]["numericValue"] / 1000 for name in TIMES},
        audits["total-byte-weight"]["numericValue"],
        dict(_missed(report)),
    )


def _missed(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    counted = {ref["id"] for each in report["categories"].values() for ref in each["auditRefs"] if ref["weight"]}
    for name in sorted(counted):
        audit = report["audits"][name]
        applies = audit["scoreDisplayMode"] not in ("notApplicable", "manual", "informative")
        if applies and (audit.get("score") or 0) < 1:
            yield name, audit.get("displayValue") or audit["title"]


def command_of(path: str) -> list[str]:
    """How Lighthouse is called here."""
    if path or (path := shutil.which("lighthouse") or ""):
        return [path]
    if npx := shutil.which("npx"):
        return [npx, "--yes", f"lighthouse@{VERSION}"]
    sys.exit("Lighthouse not found: it needs node, and npm to fetch it.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lighthouse")
    parser.add_argument("--lighthouse", default="")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=PAGES, choices=PAGES)
    chosen = parser.parse_args()
    lighthouse = command_of(chosen.lighthouse)
    whole = True
    with tempfile.TemporaryDirectory() as folder, shown(Path(folder), write) as site:
        print(f"{'':10}", *CATEGORIES, *TIMES.values(), "weight, load of the machine", sep="  ")
        for name in chosen.only:
            with urlopen(site.address + site.paths[name]) as answer:
                answer.read()  # else the first look pays for the making of its templates
            runs = [looked_at(lighthouse, site.address + site.paths[name]) for _ in range(chosen.runs)]
            scores = [median(run.scores[category] for run in runs) for category in CATEGORIES]
            times = [median(run.times[moment] for run in runs) for moment in TIMES]
            weight = max(run.weight for run in runs)
            whole = whole and min(scores) == 100 and (name != "home" or weight <= HEAVIEST)
            figures = [*(f"{score:3.0f}" for score in scores), *(f"{seconds:.1f} s" for seconds in times)]
            print(f"{name:10}", *figures, f"{weight / 1024:.1f} KB", f"{os.getloadavg()[0]:.1f}", sep="  ")
            for audit, what in {audit: what for run in runs for audit, what in run.missed.items()}.items():
                print(f"{'':12}{audit}: {what}", flush=True)
    sys.exit(0 if whole else 1)


if __name__ == "__main__":
    main()
