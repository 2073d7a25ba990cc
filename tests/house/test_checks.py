"""The checks of the house, run as tests so that one command proves everything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent


def check(*command: str) -> None:
    """Run a tool of this environment in the project's folder; its output is the failure message."""
    done = subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def test_ruff_finds_nothing() -> None:
    check("ruff", "check", "--no-fix", ".")


def test_the_code_is_formatted_by_ruff() -> None:
    check("ruff", "format", "--check", ".")


@pytest.mark.long
def test_mypy_finds_nothing_in_strict_mode() -> None:
    check("mypy")


def test_every_import_goes_down_the_layers_and_pure_code_is_pure() -> None:
    check("lint-imports")


@pytest.mark.skipif(not any(ROOT.glob("templates/**/*.html")), reason="there are no templates yet")
def test_djlint_finds_nothing_in_the_templates() -> None:
    check("djlint", "--lint", "--quiet", "templates")
