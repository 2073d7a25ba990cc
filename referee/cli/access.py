"""``referee set-password`` and ``recover``: ways in for whoever sits at the computer itself."""

from __future__ import annotations

import getpass
import sys

from referee.cli.data import opened
from referee.services import phones


def set_password(folder: str | None = None) -> int:
    """Take a password, typed twice or from standard input, and keep a hash of it."""
    if sys.stdin.isatty():
        password = getpass.getpass("Password: ")
        if getpass.getpass("Once more: ") != password:
            sys.exit("referee: the two passwords differ; nothing was changed.")
    else:
        password = sys.stdin.readline().rstrip("\n")
    with opened(folder):
        phones.set_password(password)
    print("The password is set. Phones that are in stay in.")
    return 0


def recover(folder: str | None = None) -> int:
    """Print a code for the closed door that works once."""
    with opened(folder):
        code = phones.make_once()
    print(f"{code}\nType it on the page /door of the app within {phones.ONCE_MINUTES} minutes. It works once.")
    return 0
