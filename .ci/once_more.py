"""The failed tests that `again.toml` names are run once more, alone, one after the other; no other test is.

A test that fails now and then hides a fault of the app more often than not. So what is to be tried a second time
stands in a list, with its reason and its day. If anything else failed, or anything but a test went wrong, the first
word stands.
What passed only the second time is named in the closing lines.

``once_more.py STATUS REPORT [LIST]``, in the folder where pytest ran: how that ended, and what it wrote by
``--junitxml``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

AGAIN = Path(__file__).with_name("again.toml")
SOME_FAILED = 1  # pytest's own word for it; anything else is no matter of single tests
FAILED = Path(".pytest_cache/v/cache/lastfailed")  # which pytest writes in each run


def failed() -> set[str]:
    return set(json.loads(FAILED.read_text(encoding="utf-8"))) if FAILED.exists() else set()


def passed(report: Path) -> int:
    [suite] = ElementTree.parse(report).getroot()
    tests, *others = (int(suite.attrib[each]) for each in ("tests", "failures", "errors", "skipped"))
    return tests - sum(others)


def named(path: Path) -> set[str]:
    """The tests of the list. An entry that lacks its name, its reason or its day is a fault of the list."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["test"]
    for entry in entries:
        said = all(isinstance(entry.get(word), str) and entry[word].strip() for word in ("name", "reason"))
        if not said or type(entry.get("since")) is not date:
            raise SystemExit(f"{path.name}: {entry} needs a name, a reason and the day since when")
    return {entry["name"] for entry in entries}


def main(status: int, report: Path, path: Path = AGAIN) -> int:
    again = named(path)
    first = failed()
    if status != SOME_FAILED or not report.exists() or not first or not first <= again:
        return status
    print(f"\nFailed, and run once more, alone: {', '.join(sorted(first))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        second_report = Path(folder) / "again.xml"
        pytest = [
            sys.executable,
            "-m",
            "pytest",
            "--last-failed",
            "--last-failed-no-failures=none",
            f"--junitxml={second_report}",
        ]
        second = subprocess.run(pytest).returncode
        if second not in (0, SOME_FAILED):
            return second
        twice = failed()
        if mended := sorted(first - twice):
            print(f"Passed only the second time: {', '.join(mended)}")
        print(f"{passed(report) + passed(second_report)} passed, {len(twice)} failed")
    return second


if __name__ == "__main__":
    status, report, *path = sys.argv[1:]
    sys.exit(main(int(status), Path(report), *map(Path, path)))
