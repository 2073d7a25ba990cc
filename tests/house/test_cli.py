"""The command line: complete help, plain sentences for mistakes, a quick start for rulings."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from referee.cli import backup, serve
from referee.cli import commands as cli
from referee.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


def help_of(*arguments: str) -> str:
    done = CliRunner().invoke(cli.referee, [*arguments, "--help"])
    assert done.exit_code == 0, arguments
    return done.output


def test_help_names_every_command_with_a_summary() -> None:
    text = help_of()
    for name, command in cli.referee.commands.items():
        assert command.short_help, name
        assert re.search(rf"^  {name}\s", text, re.M), name


@pytest.mark.parametrize("name", cli.referee.commands)
def test_every_command_describes_itself_and_each_of_its_arguments(name: str) -> None:
    command = cli.referee.commands[name]
    assert command.help
    assert command.callback
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
        else:
            assert str(parameter.metavar).strip("[].") in command.help, parameter.name


def test_every_argument_of_the_command_itself_has_help() -> None:
    assert [option.name for option in cli.referee.params if not getattr(option, "help", "")] == []


def test_help_names_every_variable_that_the_code_reads() -> None:
    read = set()
    for path in (ROOT / "referee").rglob("*.py"):
        read |= set(re.findall(r"\"(REFEREE_[A-Z_]+|DATABASE_URL)\"", path.read_text(encoding="utf-8")))
    assert read
    assert {name for name in read if f"  {name} " not in cli.EPILOG} == set()


def test_help_works_on_the_command_line_and_ends_with_status_0() -> None:
    for arguments in (["--help"], ["export", "-h"]):
        done = referee(*arguments)
        assert done.returncode == 0, arguments
        assert "Usage: referee" in done.stdout
    for name in cli.referee.commands:
        assert f"Usage: referee {name}" in help_of(name)


def test_the_version_is_the_packages() -> None:
    assert re.fullmatch(r"referee \d+\.\d+\.\d+\n", referee("--version").stdout)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "0"], "ports are whole numbers"),
        (["--port", "65536"], "ports are whole numbers"),
        (["--port", "http"], "ports are whole numbers"),
        (["--graceful", "-1"], "isn’t a number of seconds"),
        (["--graceful", "nan"], "isn’t a number of seconds"),
        (["--graceful", "3601"], "isn’t a number of seconds"),
        (["--graceful", "3600", "rule"], "--graceful goes with serving"),
        (["--key", "own.key"], "--key goes with --certificate"),
        (["--https", "rule"], "--https goes with serving"),
        (["--port", "5001", "rule"], "--port goes with serving, not with rule"),
        (["show-rulebook"], "ID"),
        (["play"], "No such command"),
    ],
)
def test_a_mistaken_command_line_gets_a_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    done = referee(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr


@pytest.mark.parametrize("port", [1, 5001, 65535])
@pytest.mark.parametrize("before", [True, False])
def test_every_port_there_is_may_be_asked_for_before_the_command_and_behind_it(
    port: int, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr(serve, "serve", lambda **given: served.append(given) or 0)
    option = ["--port", str(port), "--instance", "here"]
    assert main([*option, "serve"] if before else ["serve", *option]) == 0
    assert main(option) == 0
    assert served == [{"folder": "here", "port": port}] * 2


def test_what_is_given_behind_the_command_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(backup, "backup", lambda *given: made.append(given) or 0)
    assert main(["--instance", "there", "backup", "--instance", "here", "copy.db"]) == 0
    assert made == [(Path("copy.db"), "here")]


def test_rulings_start_without_the_web_and_the_database() -> None:
    """``referee rule`` is called by other programs: it must not pay for what it does not use."""
    code = "import sys, referee.cli.main, referee.cli.rule; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"click", "flask", "sqlalchemy", "waitress", "segno", "jinja2", "wtforms"} & set(loaded) == set()


def referee(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "referee", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
