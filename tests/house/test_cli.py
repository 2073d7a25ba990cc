"""The command line: complete help, plain sentences for mistakes, a quick start for rulings."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main as cli

ROOT = Path(__file__).resolve().parents[2]


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of every subcommand by name."""
    [found] = [a for a in cli.parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(found.choices)


def summaries() -> dict[str, str]:
    [found] = [a for a in cli.parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return {choice.dest: choice.help or "" for choice in found._choices_actions}


def test_help_names_every_command_with_a_summary() -> None:
    text = cli.parser().format_help()
    assert summaries().keys() == commands().keys()
    for name, summary in summaries().items():
        assert summary, name
        assert re.search(rf"^    {name}\s", text, re.M), name


@pytest.mark.parametrize("name", commands())
def test_every_command_describes_itself_and_each_of_its_arguments(name: str) -> None:
    command = commands()[name]
    assert command.description
    assert [a.dest for a in command._actions if not a.help] == []


def test_every_argument_of_the_command_itself_has_help() -> None:
    assert [a.dest for a in cli.parser()._actions if not a.help and not isinstance(a, argparse._SubParsersAction)] == []


def test_every_command_has_something_to_run() -> None:
    parser = cli.parser()
    for name, command in commands().items():
        needed = ["x" for action in command._actions if not action.option_strings and action.nargs is None]
        asked = parser.parse_args([name, *needed])
        assert asked.command == name
        assert callable(asked.run)


def test_help_names_every_variable_that_the_code_reads() -> None:
    read = set()
    for path in (ROOT / "referee").rglob("*.py"):
        read |= set(re.findall(r"\"(REFEREE_[A-Z_]+|DATABASE_URL)\"", path.read_text(encoding="utf-8")))
    assert read
    assert {name for name in read if f"  {name} " not in cli.EPILOG} == set()


def test_help_works_on_the_command_line_and_ends_with_status_0() -> None:
    for arguments in (["--help"], *([name, "--help"] for name in commands())):
        done = referee(*arguments)
        assert done.returncode == 0, arguments
        assert "usage: referee" in done.stdout


def test_the_version_is_the_packages() -> None:
    assert re.fullmatch(r"referee \d+\.\d+\.\d+\n", referee("--version").stdout)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "0"], "ports are whole numbers"),
        (["--port", "65536"], "ports are whole numbers"),
        (["--port", "http"], "ports are whole numbers"),
        (["--graceful", "-1"], "no number of seconds"),
        (["--graceful", "nan"], "no number of seconds"),
        (["--graceful", "3601"], "no number of seconds"),
        (["--graceful", "3600", "rule"], "--graceful goes with serving"),
        (["--key", "own.key"], "--key goes with --certificate"),
        (["--https", "rule"], "--https goes with serving"),
        (["--port", "5001", "rule"], "--port goes with serving, not with rule"),
        (["show-rulebook"], "ID"),
        (["play"], "invalid choice"),
    ],
)
def test_a_mistaken_command_line_gets_a_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    done = referee(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr


@pytest.mark.parametrize("port", [1, 5001, 65535])
def test_every_port_there_is_may_be_asked_for(port: int) -> None:
    assert cli.parser().parse_args(["--port", str(port)]).port == port


def test_rulings_start_without_the_web_and_the_database() -> None:
    """``referee rule`` is called by other programs: it must not pay for what it does not use."""
    code = "import sys, referee.cli.main, referee.cli.rule; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"flask", "sqlalchemy", "waitress", "segno", "jinja2", "wtforms"} & set(loaded) == set()


def referee(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "referee", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
