"""The built wheel, installed into a clean environment elsewhere, works: it serves, and scores a round over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNREACHABLE = ("NewConnectionError", "NameResolutionError", "No matching distribution", "Network is unreachable")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment that has the wheel and what it depends on, and nothing else."""
    elsewhere = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(elsewhere)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = elsewhere.glob("*.whl")
    venv.create(elsewhere / "env", with_pip=True)
    commands = elsewhere / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    done = subprocess.run(
        [commands / "python", "-m", "pip", "install", "--quiet", str(wheel)],
        cwd=elsewhere,
        capture_output=True,
        text=True,
    )
    if done.returncode and "CI" not in os.environ and any(sign in done.stderr for sign in UNREACHABLE):
        pytest.skip("no package registry can be reached to install the wheel's dependencies from")
    assert done.returncode == 0, done.stderr
    return commands


def environment(home: Path) -> dict[str, str]:
    """Nothing of this checkout, and a home of its own."""
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "LANG")}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONWARNINGS": "error"}


def test_the_commands_of_the_wheel_use_the_wheel(installed: Path, tmp_path: Path) -> None:
    def run(*command: str) -> str:
        done = subprocess.run(
            [installed / command[0], *command[1:]],
            cwd=tmp_path,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    code = "import referee, referee.instance as i; print(referee.__file__, i.IN_CHECKOUT, i.data_dir())"
    where, in_checkout, data = run("python", "-c", code).split()
    assert not Path(where).is_relative_to(ROOT)
    assert in_checkout == "False"
    assert data == str(tmp_path / "data" / "referee")
    assert "0 faults" in run("referee", "check-rulebooks")
