"""The built wheel, installed into a clean environment elsewhere, works: it serves, and scores a round over HTTP."""

from __future__ import annotations

import http.cookiejar
import os
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
import venv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.house.reading import Reader
from tests.processes import free_port, hearing_ctrl_c

ROOT = Path(__file__).resolve().parents[2]
UNREACHABLE = ("NewConnectionError", "NameResolutionError", "No matching distribution", "Network is unreachable")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment that has the wheel and what it depends on, and nothing else."""
    elsewhere = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(elsewhere)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = elsewhere.glob("*.whl")
    own_pip = find_spec("pip") is not None  # an environment that uv made has none
    venv.create(elsewhere / "env", with_pip=not own_pip)
    commands = elsewhere / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (
        [sys.executable, "-m", "pip", "--python", commands / "python"]
        if own_pip
        else [commands / "python", "-m", "pip"]
    )
    install = [*pip, "install", "--quiet", "--no-compile", str(wheel)]
    done = subprocess.run(install, cwd=elsewhere, capture_output=True, text=True)
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

    code = "import referee, referee.app.instance as i; print(referee.__file__, i.IN_CHECKOUT, i.data_dir())"
    where, in_checkout, data = run("python", "-c", code).split()
    assert not Path(where).is_relative_to(ROOT)
    assert in_checkout == "False"
    assert data == str(tmp_path / "data" / "referee")
    assert "0 faults" in run("referee", "check-rulebooks")
    code = """
from importlib.resources import files
from importlib.util import find_spec
import referee.vision as v
print(v.installed(), files(v).joinpath("weights.npz").is_file(), find_spec("training"))
"""
    assert run("python", "-c", code).split() == ["False", "True", "None"]  # the reader waits for its extra


class Visitor:
    """A browser without script: opens pages, fills in forms as they stand, keeps cookies."""

    def __init__(self, address: str) -> None:
        self.cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.browser = urllib.request.build_opener(self.cookies)
        self.at = address
        self.html = ""

    def open(self, link: str, fields: list[tuple[str, str]] | None = None) -> str:
        """The page at ``link``, or the answer to a form sent there, redirects followed."""
        body = urllib.parse.urlencode(fields).encode() if fields is not None else None
        with self.browser.open(urllib.parse.urljoin(self.at, link), body, timeout=10) as answer:
            self.at, self.html = answer.url, answer.read().decode(errors="replace")  # of a picture nobody reads it
        return self.html

    def send(self, action: str, **filled: str | list[str]) -> str:
        """Send the page's form whose address ends so: what stands in it, with ``filled`` in place of it."""
        elements = Reader(self.html).elements
        [form] = [e for e in elements if e.tag == "form" and (e.get("action") or "").split("?")[0].endswith(action)]
        fields = [
            (str(e.get("name")), e.get("value") or "")
            for e in elements
            if e.tag == "input" and e.within("form") is form and e.get("name") and e.get("name") not in filled
            if e.get("type") not in ("radio", "checkbox") or e.get("checked") is not None
        ]
        for name, value in filled.items():
            fields += [(name, one) for one in ([value] if isinstance(value, str) else value)]
        return self.open(str(form.get("action")), fields)


@pytest.fixture
def visitor(installed: Path, tmp_path: Path) -> Iterator[Visitor]:
    """Somebody who opens the address of the wheel's own ``referee``."""
    port = free_port()
    command = [installed / "referee", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hearing_ctrl_c,
    ) as server:
        assert server.stdout
        while "Ctrl-C" not in (line := server.stdout.readline()):
            assert line, server.communicate()
        yield Visitor(f"http://127.0.0.1:{port}")
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=10)
    assert complaints == ""
    assert server.returncode == 0


def test_a_round_is_scored_over_http(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open("/new")
    visitor.send("/new", rulebook="contract", player=["Ann", "Ben", "Cleo"], how="chosen", dealer="1")
    game = visitor.at
    assert "Ann" in visitor.html
    assert "Round 1 of 7" in visitor.html
    visitor.open(f"{game}/round?step=who")
    visitor.send("/went-out", seat="1")
    visitor.open(f"{game}/round?seat=2")
    visitor.send("/cards-left", cards="K K 10 5")
    visitor.open(f"{game}/round?seat=3")
    visitor.send("/cards-left", cards="joker, ace")
    visitor.open(f"{game}/round?step=read-back")
    visitor.send("/close")
    assert "<title>Round 1: " in visitor.html
    words = Reader(visitor.open(f"{game}/score")).root.text()
    assert "35" in words
    assert "30" in words
    assert (tmp_path / "data" / "referee" / "referee.db").is_file()


def test_the_files_of_the_pages_travel_in_the_wheel(visitor: Visitor) -> None:
    elements = Reader(visitor.open("/")).elements
    loaded = [link for e in elements if e.tag in ("link", "script") and (link := e.get("href") or e.get("src"))]
    assert len(loaded) >= 3
    for link in loaded:
        visitor.open(link)
