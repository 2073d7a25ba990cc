"""CI's last safety net: what failed is run once more, and what fails twice fails; and what its coverage leaves out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import coverage
import pytest

AGAIN = Path(__file__).resolve().parents[2] / ".ci" / "once_more.py"
TESTS = """
from pathlib import Path

import pytest

seen = Path("seen")
first = not seen.exists()

def test_sound():
    assert True

@pytest.mark.skip
def test_skipped(): ...

@pytest.mark.parametrize("number", range({flaky}))
def test_flaky(number):
    seen.touch()
    assert not first

@pytest.mark.parametrize("number", range({broken}))
def test_broken(number):
    assert False
"""


def in_ci(folder: Path, flaky: int, broken: int) -> tuple[int, list[str]]:
    """How such tests end as CI runs them, and what is said after the first time."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --disable-plugin-autoload\n")
    (folder / "test_some.py").write_text(TESTS.format(flaky=flaky, broken=broken))
    command = [sys.executable, "-m", "pytest", "--cache-clear", "--junitxml=report.xml"]
    first = subprocess.run(command, cwd=folder, capture_output=True).returncode
    command = [sys.executable, AGAIN, str(first), "report.xml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def test_what_passes_the_second_time_is_named_and_fails_nothing(tmp_path: Path) -> None:
    status, said = in_ci(tmp_path, flaky=1, broken=0)
    assert status == 0
    assert said[-2:] == ["Passed only the second time: test_some.py::test_flaky[0]", "2 passed, 0 failed"]


def test_what_fails_twice_fails(tmp_path: Path) -> None:
    status, said = in_ci(tmp_path, flaky=2, broken=1)
    assert status == 1
    assert said[-2] == "Passed only the second time: test_some.py::test_flaky[0], test_some.py::test_flaky[1]"
    assert said[-1] == "3 passed, 1 failed"


@pytest.mark.parametrize(("flaky", "status"), [(4, 1), (0, 0)])
def test_with_more_than_three_or_none_there_is_no_second_time(tmp_path: Path, flaky: int, status: int) -> None:
    assert in_ci(tmp_path, flaky, broken=0) == (status, [])


def test_what_is_no_matter_of_single_tests_fails_at_once(tmp_path: Path) -> None:
    for status in ("1", "2", "3"):
        done = subprocess.run([sys.executable, AGAIN, status, "no report"], cwd=tmp_path, capture_output=True)
        assert (done.returncode, done.stdout) == (int(status), b"")


@pytest.mark.unmeasured
def test_what_is_marked_unmeasured_is_not_measured() -> None:
    assert coverage.Coverage.current() is None
    assert sys.gettrace() is None
