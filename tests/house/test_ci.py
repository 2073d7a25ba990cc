"""What fails fails CI, but for the tests of a list, which are run once more; and what its coverage leaves out.

And the PostgreSQL on which CI runs some of the tests once more.
"""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
import threading
import tomllib
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import coverage
import pytest

from tests import cluster
from tests.sizes import sized

WITHDRAWN = Path(__file__).resolve().parents[2] / ".ci" / "withdrawn.py"
BILL = Path(__file__).resolve().parents[2] / ".ci" / "bill.py"
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


ENTRY = """[[test]]
name = "{name}"
reason = "A browser that is never quick enough"
since = 2026-11-26
"""


def in_ci(folder: Path, flaky: int, broken: int, listed: str) -> tuple[int, list[str]]:
    """How such tests end as CI runs them with this list, and what is said after the first time."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --disable-plugin-autoload\n")
    (folder / "test_some.py").write_text(TESTS.format(flaky=flaky, broken=broken))
    (folder / "list.toml").write_text(listed or "test = []")
    command = [sys.executable, "-m", "pytest", "--cache-clear", "--junitxml=report.xml"]
    first = subprocess.run(command, cwd=folder, capture_output=True).returncode
    command = [sys.executable, AGAIN, str(first), "report.xml", "list.toml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


def entries(*tests: str) -> str:
    return "".join(ENTRY.format(name=f"test_some.py::{test}") for test in tests)


def test_what_fails_and_is_not_named_fails_at_once(tmp_path: Path) -> None:
    assert in_ci(tmp_path, flaky=1, broken=0, listed="") == (1, [])


def test_what_is_named_is_run_once_more_and_said_at_the_end(tmp_path: Path) -> None:
    status, said = in_ci(tmp_path, flaky=1, broken=0, listed=entries("test_flaky[0]"))
    assert status == 0
    assert said[-2:] == ["Passed only the second time: test_some.py::test_flaky[0]", "2 passed, 0 failed"]


def test_one_that_is_not_named_beside_one_that_is_fails_at_once(tmp_path: Path) -> None:
    assert in_ci(tmp_path, flaky=2, broken=0, listed=entries("test_flaky[0]")) == (1, [])


def test_what_is_named_and_fails_twice_fails(tmp_path: Path) -> None:
    status, said = in_ci(tmp_path, flaky=1, broken=1, listed=entries("test_flaky[0]", "test_broken[0]"))
    assert status == 1
    assert said[-2:] == ["Passed only the second time: test_some.py::test_flaky[0]", "2 passed, 1 failed"]


def test_where_nothing_failed_nothing_is_run_again(tmp_path: Path) -> None:
    assert in_ci(tmp_path, flaky=0, broken=0, listed="") == (0, [])


@pytest.mark.parametrize("lacks", sized(["reason"], ["name", "reason", "since"]))
@pytest.mark.parametrize("broken", [0, 1])
def test_an_entry_without_name_reason_or_day_fails(tmp_path: Path, lacks: str, broken: int) -> None:
    listed = "\n".join(line for line in entries("test_broken[0]").splitlines() if not line.startswith(lacks))
    status, [said] = in_ci(tmp_path, flaky=0, broken=broken, listed=listed)
    assert status == 1
    assert said.endswith("needs a name, a reason and the day since when")


def test_what_stands_in_the_list_of_today_is_a_test() -> None:
    for test in tomllib.loads((AGAIN.with_name("again.toml")).read_text(encoding="utf-8"))["test"]:
        path, function = test["name"].split("::")
        assert f"def {function.split('[')[0]}(" in (AGAIN.parents[1] / path).read_text(encoding="utf-8")
        assert test["reason"]
        assert test["since"]


def test_what_is_no_matter_of_single_tests_fails_at_once(tmp_path: Path) -> None:
    for status in ("1", "2", "3"):
        done = subprocess.run([sys.executable, AGAIN, status, "no report"], cwd=tmp_path, capture_output=True)
        assert (done.returncode, done.stdout) == (int(status), b"")


def registry(folder: Path, withdrawn: str) -> None:
    """One package in one version, as a registry lists it."""
    wheel = folder / "simple" / "thing" / "thing-1.0-py3-none-any.whl"
    wheel.parent.mkdir(parents=True)
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("thing.py", "")
        made.writestr("thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n")
        made.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr("thing-1.0.dist-info/RECORD", "")
    link = f'<a href="{wheel.name}"{withdrawn}>{wheel.name}</a>'
    (wheel.parent / "index.html").write_text(f"<!DOCTYPE html><html><body>{link}</body></html>")


@pytest.mark.parametrize(("mark", "status"), [("", 0), (' data-yanked="a hole in it"', 1)])
def test_ci_fails_where_a_pinned_version_was_withdrawn(tmp_path: Path, mark: str, status: int) -> None:
    if not importlib.util.find_spec("pip"):
        pytest.skip("there is no pip here")
    registry(tmp_path, mark)
    serve = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        index = f"http://127.0.0.1:{server.server_address[1]}/simple"
        command = [sys.executable, "-m", "pip", "install", "--isolated", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--no-cache-dir", "--index-url", index, "--target", str(tmp_path / "to"), "thing==1.0"]
        said = subprocess.run(command, capture_output=True, text=True, check=True)
        server.shutdown()
    done = subprocess.run(
        [sys.executable, WITHDRAWN], input=said.stdout + said.stderr, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, said
    assert ("a hole in it" in done.stdout) == bool(status), "what pip said is passed on"


def component(name: str, **but: object) -> dict[str, object]:
    return {"bom-ref": name, "name": name, "version": "1.0", "licenses": [{"license": {"id": "MIT"}}], **but}


@pytest.mark.parametrize(
    ("components", "lacks"),
    [
        ([component("Needs-This"), component("below")], ""),
        ([component("below")], "needs_this is not listed"),
        ([component("Needs-This", licenses=[]), component("below")], "Needs-This has no licenses"),
        ([component("Needs-This"), component("below", version="")], "below has no version"),
    ],
    ids=["whole", "lacks what the app needs", "lacks a licence", "lacks a version further down"],
)
def test_ci_fails_where_the_bill_of_materials_is_not_whole(
    tmp_path: Path, components: list[dict[str, object]], lacks: str
) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nname = "thing"\ndependencies = ["needs_this>=1,<2"]\n')
    bill = {"components": components, "dependencies": [{"ref": "Needs-This", "dependsOn": ["below"]}, {"ref": "below"}]}
    done = subprocess.run(
        [sys.executable, BILL, project], input=json.dumps(bill), capture_output=True, text=True, check=False
    )
    assert done.returncode == bool(lacks)
    assert lacks in done.stderr
    assert json.loads(done.stdout) == bill, "it is passed on"


@pytest.mark.unmeasured
def test_what_is_marked_unmeasured_is_not_measured() -> None:
    assert coverage.Coverage.current() is None
    assert sys.gettrace() is None


@pytest.mark.skipif(not (cluster.is_here() or "CI" in os.environ), reason="there is no initdb of PostgreSQL here")
def test_a_command_gets_a_postgresql_of_its_own_of_which_nothing_is_left() -> None:
    asked = (
        "import os, psycopg, sys\n"
        "with psycopg.connect(os.environ['TEST_DATABASE_URL']) as server:\n"
        "    print(server.info.port, *server.execute('SHOW data_directory').fetchone())\n"
        "sys.exit(3)"
    )
    command = [sys.executable, "-m", "tests.cluster", sys.executable, "-c", asked]
    done = subprocess.run(command, cwd=AGAIN.parents[1], capture_output=True, text=True)
    assert done.returncode == 3, f"as the command ended, {done.stderr}"
    port, folder = done.stdout.split()
    assert not Path(folder).parent.exists()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(port))) != 0
