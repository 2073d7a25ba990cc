"""The command ``referee``, as it is started: its exit status, and a quick way to rulings."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Ends the process with a sentence on standard error where the person at the keyboard must mend something.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        status = _quick(given)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # the reader has seen enough (`referee rule | head`): nothing may be flushed into the closed pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _quick(given: list[str]) -> int:
    """Other programs ask for rulings, a start for each question: they do not wait for the rest of the command line."""
    if given == ["rule"]:
        from referee.cli import rule

        return rule.answer(sys.stdin.buffer, sys.stdout.buffer)
    return _run(given)


def _run(given: list[str]) -> int:
    import click

    from referee.cli.commands import referee

    try:
        status = referee.main(given, prog_name="referee", standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except click.Abort:
        return 130
    return int(status or 0)
