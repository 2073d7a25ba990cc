"""The files for hosts name what there is: variables, extras, ports and commands that the app really knows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml

from referee.app import config
from referee.cli import commands, hosted
from referee.storage import SERVER_POOL

ROOT = Path(__file__).resolve().parents[2]
HOSTING = ROOT / "docs" / "hosting"
CONTAINER = (HOSTING / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((HOSTING / "compose.yaml").read_text(encoding="utf-8"))
NGINX = (HOSTING / "nginx.conf").read_text(encoding="utf-8")
UNIT = (HOSTING / "referee.service").read_text(encoding="utf-8")
GUIDE = (HOSTING / "README.md").read_text(encoding="utf-8")
KNOWN = set(re.findall(r"^  ([A-Z_]+) ", commands.EPILOG, re.M))
"""The variables that the command line explains."""
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def instructions(name: str) -> list[str]:
    """What stands behind an instruction of the Containerfile, in order."""
    return re.findall(rf"^{name} (.*)$", CONTAINER, re.M)


def started() -> list[str]:
    """How gunicorn is started, wherever a file says it."""
    [in_container] = instructions("CMD")
    in_unit = re.findall(r"^ExecStart=\S*/(gunicorn .*)$", UNIT, re.M)
    in_guide = re.findall(r"^\S*/(gunicorn .*)$", GUIDE, re.M)
    return [" ".join(json.loads(in_container)), *in_unit, *in_guide]


def test_every_variable_that_a_file_sets_is_one_that_the_app_reads() -> None:
    of_app = COMPOSE["services"]["app"]["environment"]
    in_container = re.findall(r"(\w+)=", " ".join(instructions("ENV")))
    in_guide = re.findall(r"\b(REFEREE_\w+|DATABASE_URL)=", GUIDE)
    assert {*of_app, *in_container, *in_guide} - KNOWN == set()
    assert len({*of_app, *in_container, *in_guide}) > 5
    assert set(re.findall(r"^``(\w+)``", str(config.__doc__), re.M)) <= KNOWN


def test_every_way_to_start_it_is_the_same_and_has_connections_enough() -> None:
    lines = [re.sub(r"""["']""", "", line) for line in started()]
    assert len(lines) == 3
    assert set(lines) == {"gunicorn -c python:referee.cli.hosted --workers 4 referee:create_app()"}
    [most] = re.findall(r"max_connections=(\d+)", str(COMPOSE["services"]["database"]["command"]))
    each = SERVER_POOL["pool_size"] + SERVER_POOL["max_overflow"] + 1  # one hears the news
    assert int(most) >= 4 * each + 10
    assert f"must allow {each} connections for each process" in GUIDE


def test_the_proxy_passes_on_to_where_gunicorn_listens() -> None:
    address, _, port = hosted.bind.partition(":")
    assert re.findall(r"^\s*server (\S+);", NGINX, re.M) == [hosted.bind]
    assert instructions("EXPOSE") == [port]
    assert f"http://{hosted.bind}/readyz" in " ".join(instructions("HEALTHCHECK"))
    assert COMPOSE["services"]["app"]["network_mode"] == "service:proxy", f"else {address} is somebody else"
    published = {each.partition(":")[0] for each in COMPOSE["services"]["proxy"]["ports"]}
    assert published == set(re.findall(r"^\s*listen (\d+)", NGINX, re.M))
    assert "ports" not in COMPOSE["services"]["app"]


def test_the_services_wait_for_each_other_and_keep_what_must_stay() -> None:
    services = COMPOSE["services"]
    assert set(services["app"]["depends_on"]) == set(services) - {"app"}
    named = {volume.partition(":")[0] for each in services.values() for volume in each["volumes"]}
    assert set(COMPOSE["volumes"]) == {name for name in named if name[0] not in "./"}
    assert f"data:{instructions('VOLUME')[0]}" in services["app"]["volumes"]
    for volume in services["proxy"]["volumes"]:
        if volume.startswith("./"):
            assert (HOSTING / volume.partition(":")[0]).is_file(), volume
    build = services["app"]["build"]
    assert (HOSTING / build["context"] / build["dockerfile"]).resolve() == HOSTING / "Containerfile"


def test_the_extras_of_the_image_are_there_and_locked() -> None:
    [extras] = re.findall(r"'\.\[([\w,]+)\]'", CONTAINER)
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for extra in extras.split(","):
        for requirement in EXTRAS[extra]:
            assert re.search(rf"^{re.match(r'[a-z-]+', requirement)[0]}==", locked, re.M), requirement  # type: ignore[index]


@pytest.mark.unmeasured
def test_what_the_image_copies_is_enough_for_the_package(tmp_path: Path) -> None:
    for line in instructions("COPY"):
        *sources, target = line.split()
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, tmp_path / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / source, tmp_path / target)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [wheel] = (tmp_path / "dist").glob("*.whl")
    with ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    assert {"referee/templates/base.html", "referee/static/start.js", "referee/rulebooks/contract.toml"} <= inside
    assert "referee/translations/messages.pot" in inside
