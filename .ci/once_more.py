"""The last safety net of CI: at most three failed tests are run once more, alone, one after the other.

This mends no test and takes none off the list. A browser on a strained machine fails now and then for no fault of the
app, and one such test in thousands should not cost a whole run. What fails twice fails CI, and so does everything where
more than three tests failed, or where anything but a test went wrong. What passed only the second time is named in the
closing lines: it is a test to be mended.

``once_more.py STATUS REPORT``, in the folder where pytest ran: how that ended, and what it wrote by ``--junitxml``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

MOST = 3
SOME_FAILED = 1  # pytest's own word for it; anything else is no matter of single tests
FAILED = Path(".pytest_cache/v/cache/lastfailed")  # which pytest writes in each run


def failed() -> set[str]:
    return set(json.loads(FAILED.read_text(encoding="utf-8"))) if FAILED.exists() else set()


def passed(report: Path) -> int:
    [suite] = ElementTree.parse(report).getroot()
    tests, *others = (int(suite.attrib[each]) for each in ("tests", "failures", "errors", "skipped"))
    return tests - sum(others)


def main(status: int, report: Path) -> int:
    first = failed()
    if status != SOME_FAILED or not report.exists() or not 0 < len(first) <= MOST:
        return status
    print(f"\nFailed, and run once more, alone: {', '.join(sorted(first))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / "again.xml"
        pytest = [
            sys.executable,
            "-m",
            "pytest",
            "--last-failed",
            "--last-failed-no-failures=none",
            f"--junitxml={again}",
        ]
        second = subprocess.run(pytest).returncode
        if second not in (0, SOME_FAILED):
            return second
        twice = failed()
        if mended := sorted(first - twice):
            print(f"Passed only the second time: {', '.join(mended)}")
        print(f"{passed(report) + passed(again)} passed, {len(twice)} failed")
    return second


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2])))
